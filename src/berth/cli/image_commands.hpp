/// berth image push, list.
#pragma once

#include "berth/cli/errors.hpp"

#include <string>

namespace CLI {
class App;
}

namespace berth::cli {

class Session;

struct ImagePush {
  std::string image;
  std::string repository;  ///< [HOST/]REPOSITORY[:TAG]
  void declare(CLI::App& app);
  ExitCode run(Session& session);
};

struct ImageList {
  std::string repository;  ///< empty: all
  void declare(CLI::App& app);
  ExitCode run(Session& session);
};

}  // namespace berth::cli
