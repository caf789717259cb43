/// berth explain.
#pragma once

#include "berth/cli/errors.hpp"

#include <string>

namespace CLI {
class App;
}

namespace berth::cli {

class Session;

struct Explain {
  std::string what;
  std::string cluster;  ///< of a task definition: where it would run; empty: default
  int lines = 10;       ///< of a task's log
  void declare(CLI::App& app);
  ExitCode run(Session& session);
};

}  // namespace berth::cli
