/// berth run, ps, logs, stop.
#pragma once

#include "berth/cli/errors.hpp"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace berth::cli {

class Session;

struct Run {
  std::string definition;
  std::string cluster;
  std::string container;  ///< whose environment and GPUs are overridden; empty: the first essential one
  std::vector<std::string> environment;  ///< KEY=VALUE
  std::vector<std::string> command;      ///< replaces the container's command
  int gpus = -1;                         ///< -1: as the definition says
  int cpu = 0;                           ///< units, of the whole task; 0: as the definition says
  int memory = 0;                        ///< MiB, likewise
  bool wait = false;
  bool follow = false;
  bool changes_container() const;
  void declare(CLI::App& app);
  ExitCode run(Session& session);
};

struct Ps {
  bool all = false;
  std::string cluster;
  void declare(CLI::App& app);
  ExitCode run(Session& session);
};

struct Logs {
  std::string of;  ///< a task or a log group; empty: what groups there are
  bool follow = false;
  void declare(CLI::App& app);
  ExitCode run(Session& session);
};

struct Stop {
  std::string task;
  std::string reason;
  void declare(CLI::App& app);
  ExitCode run(Session& session);
};

}  // namespace berth::cli
