/// berth up, down, status, env, aws: the daemon, and the way of other programs to it.
#pragma once

#include "berth/cli/errors.hpp"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace berth::cli {

class Session;

struct Up {
  std::string listen;
  std::string gpus;
  std::vector<std::string> further;  ///< arguments for berthd as they are
  void declare(CLI::App& app);
  ExitCode run(Session& session);
};

struct Down {
  void declare(CLI::App& app);
  ExitCode run(Session& session);
};

struct Status {
  void declare(CLI::App& app);
  ExitCode run(Session& session);
};

struct Env {
  void declare(CLI::App& app);
  ExitCode run(Session& session);
};

/// Becomes the AWS CLI: does not return if one is installed.
struct Aws {
  std::vector<std::string> arguments;
  void declare(CLI::App& app);
  ExitCode run(Session& session);
};

}  // namespace berth::cli
