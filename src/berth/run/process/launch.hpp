/// The fork that becomes a sandbox.
#pragma once

#include "base/files.hpp"
#include "base/result.hpp"
#include "berth/run/process/sandbox.hpp"

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace berth::run::process {

struct LaunchRequest {
  Sandbox sandbox;
  std::string bubblewrap;                 ///< empty: no sandbox, init_program is run as it is
  std::string init_program;               ///< host path of berth-shim
  std::optional<std::int64_t> uid;        ///< to drop to (and the same gid); none: stay
  std::int64_t process_limit = 0;         ///< RLIMIT_NPROC of that uid; 0: none
  std::vector<std::string> cgroup_files;  ///< cgroup.procs files to enter
  int socket = -1;                        ///< init's end
  int standard_output = -1;
  int standard_error = -1;
};

struct Launched {
  pid_t pid = -1;
  base::Fd
      diagnostics;  ///< what the child, bwrap and init say about their own failures; readable at any time
};

/// Forks. The child enters the groups, stages files (root), drops to the user id, and becomes bwrap, which
/// becomes init. Call it from the process's main thread: the child dies with the thread that made it. The
/// child ends with 126 and a sentence in `diagnostics` if something fails on the way.
base::Result<Launched> launch(const LaunchRequest& request);

}  // namespace berth::run::process
