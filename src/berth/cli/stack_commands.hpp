/// berth stack launch, diff, list, events, outputs, report, delete.
#pragma once

#include "berth/cli/errors.hpp"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace berth::cli {

class Session;

struct StackLaunch {
  std::string file;
  std::string name;                     ///< empty: the file's
  std::vector<std::string> parameters;  ///< Key=Value
  bool yes = false;                     ///< changes are made without being asked for
  bool dry_run = false;                 ///< they are shown only
  void declare(CLI::App& app);
  void declare_template(CLI::App& app);
  ExitCode run(Session& session);
};

/// What launch would change.
struct StackDiff {
  StackLaunch launch;
  void declare(CLI::App& app);
  ExitCode run(Session& session);
};

struct StackList {
  void declare(CLI::App& app);
  ExitCode run(Session& session);
};

struct StackEvents {
  std::string name;
  void declare(CLI::App& app);
  ExitCode run(Session& session);
};

struct StackOutputs {
  std::string name;
  std::string output;  ///< the one whose value is wanted; empty: all
  void declare(CLI::App& app);
  ExitCode run(Session& session);
};

struct StackReport {
  std::string name;
  void declare(CLI::App& app);
  ExitCode run(Session& session);
};

struct StackDelete {
  std::string name;
  bool empty = false;  ///< buckets and repositories are emptied first
  void declare(CLI::App& app);
  ExitCode run(Session& session);
};

}  // namespace berth::cli
