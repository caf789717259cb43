/// How a command ends: the exit codes that scripts rely on, and the one line that says why.
#pragma once

#include <stdexcept>
#include <string>

namespace berth::cli {

enum class ExitCode : int {
  Done = 0,
  WrongInput = 1,      ///< the user's input or call is wrong
  MachineRefused = 2,  ///< no daemon, no disk, no memory, no network
  Failed = 3,          ///< the task or stack failed
  Interrupted = 130,   ///< Ctrl-C, as shells count it
};

/// Ends the command. The message is one sentence: what, which, what to do.
struct CommandError : std::runtime_error {
  CommandError(ExitCode exit_code, const std::string& message)
      : std::runtime_error(message), code(exit_code) {}
  ExitCode code;
};

inline CommandError wrong_input(const std::string& message) { return {ExitCode::WrongInput, message}; }
inline CommandError machine_refused(const std::string& message) {
  return {ExitCode::MachineRefused, message};
}
inline CommandError has_failed(const std::string& message) { return {ExitCode::Failed, message}; }

}  // namespace berth::cli
