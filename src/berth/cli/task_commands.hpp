/// berth run, ps, logs, stop, wait.
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
  bool watch = false;
  bool quiet = false;  ///< ids and nothing else
  std::string cluster;
  std::vector<std::string> filters;  ///< KEY=VALUE
  void declare(CLI::App& app);
  ExitCode run(Session& session);
};

struct Logs {
  std::vector<std::string> of;  ///< tasks and log groups; none: what groups there are
  bool follow = false;
  bool timestamps = false;
  std::string since, until;  ///< empty: everything
  std::string tail;          ///< a number; empty or "all": everything
  std::string filter;        ///< a filter pattern
  void declare(CLI::App& app);
  ExitCode run(Session& session);
};

struct Stop {
  std::vector<std::string> tasks;
  std::string reason;
  bool wait = false;
  void declare(CLI::App& app);
  ExitCode run(Session& session);
};

struct Wait {
  std::vector<std::string> tasks;
  std::string timeout;  ///< empty: for ever
  void declare(CLI::App& app);
  ExitCode run(Session& session);
};

}  // namespace berth::cli
