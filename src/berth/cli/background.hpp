/// The daemon as a process: started in the background, found again, ended.
#pragma once

#include "base/result.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace berth::cli {

/// The program `name` beside this one, else the first on PATH; empty if there is none.
std::string find_program(const std::string& name);

/// The process that runs berthd in this state folder: its pid file names a live berthd that holds the lock.
std::optional<int> running_daemon(const std::string& state_dir);

/// The arguments that a process was started with, without its program; empty if they cannot be read.
std::vector<std::string> arguments_of(int pid);

/// The state folder of the berthd on this machine that answers at `endpoint`; empty if none is seen to.
std::string state_dir_of_daemon_at(const std::string& endpoint);

/// What starts `berthd` with these arguments: under systemd through a scope of its own, in which the control
/// groups of tasks are delegated to it.
std::vector<std::string> daemon_command(const std::string& berthd, const std::vector<std::string>& arguments,
                                        bool under_systemd, bool as_root);
bool is_systemd_running();

/// Starts it in a session of its own, its output appended to `log_file`, and waits for its `listening on` line.
/// Answers the endpoint; an error holds the last line that it wrote.
base::Result<std::string> start_daemon(const std::vector<std::string>& command, const std::string& log_file,
                                       std::chrono::seconds patience);

/// SIGTERM, then waits for its end. An error if it does not end in time, or is not ours to end.
base::Status end_daemon(int pid, std::chrono::seconds patience);

/// Replaces this program. Returns only an error. `environment` changes variables; an empty value removes one.
base::Error become(const std::string& program, const std::vector<std::string>& arguments,
                   const std::vector<std::pair<std::string, std::string>>& environment);

}  // namespace berth::cli
