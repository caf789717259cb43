#include "berth/cli/program.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <csignal>
#include <iostream>

namespace {

/// How wide the terminal is that `fd` is; 0 if it is none.
std::size_t columns_of(int fd) {
  constexpr std::size_t where_unknown = 100;
  if (::isatty(fd) != 1) return 0;
  winsize size{};
  const bool known = ::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : where_unknown;
}

}  // namespace

int main(int count, char** words) {
  // Who reads no further (head) has what was wanted: the command ends then, without a word, whatever it inherited.
  std::signal(SIGPIPE, SIG_DFL);
  const base::SystemClock clock;
  const berth::cli::Streams streams{std::cout, std::cerr, columns_of(STDOUT_FILENO),
                                    columns_of(STDERR_FILENO),
                                    ::isatty(STDIN_FILENO) == 1 ? &std::cin : nullptr};
  return berth::cli::run_program({words + 1, words + count}, berth::cli::process_environment(), streams,
                                 clock);
}
