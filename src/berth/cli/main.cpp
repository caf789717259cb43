#include "berth/cli/program.hpp"

#include <unistd.h>

#include <csignal>
#include <iostream>

int main(int count, char** words) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is a failed write, which ends the command with a sentence
  const base::SystemClock clock;
  const berth::cli::Streams streams{std::cout, std::cerr, ::isatty(STDOUT_FILENO) == 1,
                                    ::isatty(STDERR_FILENO) == 1};
  return berth::cli::run_program({words + 1, words + count}, berth::cli::process_environment(), streams,
                                 clock);
}
