/// berth top.
#pragma once

#include "berth/cli/errors.hpp"

#include <string>

namespace CLI {
class App;
}

namespace berth::cli {

class Session;

struct Top {
  double seconds = 2;  ///< between two looks
  bool once = false;
  std::string cluster;  ///< empty: all
  void declare(CLI::App& app);
  ExitCode run(Session& session);
};

}  // namespace berth::cli
