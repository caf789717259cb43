#include "berth/cli/exit_code.hpp"

#include <fmt/format.h>

#include <array>
#include <csignal>
#include <string_view>

namespace berth::cli {
namespace {

struct Signal {
  int number;
  std::string_view name, meaning;
};
constexpr std::array signals = {
    Signal{SIGHUP, "SIGHUP", "its terminal was gone"},
    Signal{SIGINT, "SIGINT", "it was interrupted, as with Ctrl-C"},
    Signal{SIGQUIT, "SIGQUIT", "it was told to quit and leave a core dump"},
    Signal{SIGILL, "SIGILL", "it met an instruction that this processor does not have"},
    Signal{SIGTRAP, "SIGTRAP", "it met a breakpoint"},
    Signal{SIGABRT, "SIGABRT", "it gave up by itself: a failed assertion, an uncaught C++ exception"},
    Signal{SIGBUS, "SIGBUS", "it used memory that is not there: a file that shrank, /dev/shm that is full"},
    Signal{SIGFPE, "SIGFPE", "it divided an integer by zero"},
    Signal{SIGKILL, "SIGKILL", "it was killed"},
    Signal{SIGUSR1, "SIGUSR1", "it got a signal that it did not expect"},
    Signal{SIGSEGV, "SIGSEGV", "it used memory that is not its own"},
    Signal{SIGUSR2, "SIGUSR2", "it got a signal that it did not expect"},
    Signal{SIGPIPE, "SIGPIPE", "it wrote to a pipe that nobody read any more"},
    Signal{SIGALRM, "SIGALRM", "its own time limit was over"},
    Signal{SIGTERM, "SIGTERM", "it was asked to end"},
    Signal{SIGXCPU, "SIGXCPU", "it used more CPU time than its ulimit allows"},
    Signal{SIGXFSZ, "SIGXFSZ", "it wrote a larger file than its ulimit allows"},
    Signal{SIGSYS, "SIGSYS", "it made a system call that is forbidden here"},
};

const Signal* find_signal(int number) {
  for (const Signal& each : signals)
    if (each.number == number) return &each;
  return nullptr;
}

}  // namespace

std::string signal_name(int number) {
  const Signal* found = find_signal(number);
  return found != nullptr ? std::string(found->name) : fmt::format("signal {}", number);
}

std::string exit_code_meaning(int code) {
  switch (code) {
    case 0:
      return "it did well";
    case 1:
      return "an error of the program's own: its log should say which";
    case 2:
      return "wrong usage, as most programs mean it: look at the command and at its log";
    case 126:
      return "126: the command was found, and could not be executed";
    case 127:
      return "127: the command, or one that its shell called, was not found";
    case 255:
      return "255, or -1: the program gave up without a better code; its log should say why";
    default:
      break;
  }
  if (code <= 128 || code > 128 + 64) return "a code of the program's own: its log should say why";
  const Signal* found = find_signal(code - 128);
  return fmt::format("{} is 128 + {}: {}{}{}", code, code - 128, signal_name(code - 128),
                     found != nullptr ? ", " : "", found != nullptr ? found->meaning : std::string_view());
}

}  // namespace berth::cli
