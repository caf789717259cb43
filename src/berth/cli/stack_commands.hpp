/// berth stack launch, list, events, outputs, report, delete.
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
