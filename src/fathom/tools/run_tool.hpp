/// What the mains of all tools have in common: messages on standard output, errors as one line, exit codes, signals.
#pragma once

#include "fathom/data/interrupt.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace fathom::tools {

/// One line on standard output, written at once, so that a log shows it when it happens.
void say(std::string_view line);

/// Set by SIGINT and SIGTERM; a second signal ends the process at once.
data::InterruptFlag watch_signals();

/// The exit codes of an error.
struct ExitCodes {
  int wrong_input = 1;  ///< configuration, data, files
  int machine = 2;      ///< no memory, no device
};

/// Runs `body` and returns its exit code. An error becomes one line, `Error: …`, on standard output (or standard
/// error) and a code of `codes`, which the body may change while it goes; a UsageError is followed by a line that
/// says how to see `usage` (an UnusableCall stands after the whole of it) and gives 1; an interruption gives 130.
struct ToolShell {
  std::string program;  ///< its name
  std::string usage;    ///< what -h prints; ends with a newline. Empty: no -h
  ExitCodes codes;
  bool errors_to_stderr = false;

  int run(const std::function<int(ToolShell&)>& body);

 private:
  void report(const std::string& line) const;
};

}  // namespace fathom::tools
