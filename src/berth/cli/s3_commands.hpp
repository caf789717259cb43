/// berth s3 cp, ls, rm, mb, rb, presign.
#pragma once

#include "berth/cli/errors.hpp"

#include <string>

namespace CLI {
class App;
}

namespace berth::cli {

class Session;

struct S3Copy {
  std::string from, to;
  void declare(CLI::App& app);
  ExitCode run(Session& session);
};

struct S3List {
  std::string of;  ///< empty: all buckets
  bool recursive = false;
  void declare(CLI::App& app);
  ExitCode run(Session& session);
};

struct S3Remove {
  std::string of;
  bool recursive = false;
  void declare(CLI::App& app);
  ExitCode run(Session& session);
};

struct S3RemoveBucket {
  std::string bucket;
  bool force = false;  ///< what is in it goes first
  void declare(CLI::App& app);
  ExitCode run(Session& session);
};

struct S3Make {
  std::string bucket;
  void declare(CLI::App& app);
  ExitCode run(Session& session);
};

struct S3Presign {
  std::string object;
  int seconds = 3600;
  void declare(CLI::App& app);
  ExitCode run(Session& session);
};

}  // namespace berth::cli
