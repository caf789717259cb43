#include "fathom/tools/run_tool.hpp"

#include "fathom/data/partial_name.hpp"
#include "fathom/tools/arguments.hpp"

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <new>

namespace fathom::tools {
namespace {

// The one global of the tools: a signal handler can reach nothing else.
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

/// The first asks for an orderly end. The second ends the process as if there were no handler, but for the unfinished
/// files, which nobody would remove any more.
void on_signal(int number) {
  if (!interrupted.exchange(true, std::memory_order_relaxed)) return;
  data::remove_partial_files();
  std::signal(number, SIG_DFL);
  std::raise(number);  // delivered when this returns
}

constexpr int exit_interrupted = 130;

/// A terminal has echoed ^C where the next message, or the prompt, is to begin.
void wipe_echo() {
  for (FILE* stream : {stdout, stderr}) {
    if (isatty(fileno(stream)) == 1) std::fputs("\r\033[K", stream);
    std::fflush(stream);
  }
}

}  // namespace

void say(std::string_view line) {
  std::fwrite(line.data(), 1, line.size(), stdout);
  std::fputc('\n', stdout);
  std::fflush(stdout);
}

data::InterruptFlag watch_signals() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return &interrupted;
}

void ToolShell::report(const std::string& line) const {
  if (!errors_to_stderr) return say(line);
  std::fprintf(stderr, "%s\n", line.c_str());
}

int ToolShell::run(const std::function<int(ToolShell&)>& body) {
  try {
    return body(*this);
  } catch (const UnusableCall& error) {
    report(usage);
    report(std::string("Error: ") + error.what());
    return 1;
  } catch (const UsageError& error) {
    report(std::string("Error: ") + error.what());
    if (!usage.empty()) report(program + " -h shows the usage");
    return 1;
  } catch (const data::Interrupted& interruption) {
    wipe_echo();
    report(interruption.what());
    return exit_interrupted;
  } catch (const DeviceError& error) {
    report(std::string("Error: ") + error.what());
    return codes.machine;
  } catch (const std::bad_alloc&) {
    report("Error: not enough memory");
    return codes.machine;
  } catch (const std::exception& error) {
    report(std::string("Error: ") + error.what());
    return codes.wrong_input;
  }
}

}  // namespace fathom::tools
