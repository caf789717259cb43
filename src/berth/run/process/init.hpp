/// PID 1 of a container: `berth-shim --init`. It exists because the command itself would be a bad one (a PID
/// 1 without handlers does not even hear SIGTERM), because bwrap dies of the signals that the command should
/// get, and because bwrap's exit code cannot tell `exit 137` from kill -9.
#pragma once

namespace berth::run::process {

/// Serves the socket on descriptor 3 (init_protocol.hpp) until the command has ended or the other end is
/// gone. Returns the process's exit code. With `owns_namespace` false (no sandbox) it kills what the command
/// left behind itself; PID 1 leaves that to the kernel.
int run_init(bool owns_namespace);

}  // namespace berth::run::process
