/// berthd: reads its settings, builds the control plane, serves until it is told to stop.
#include "base/log.hpp"
#include "base/version.hpp"
#include "berth/daemon/lanes.hpp"
#include "berth/daemon/plane.hpp"
#include "berth/daemon/reference.hpp"
#include "berth/daemon/settings.hpp"
#include "berth/daemon/state_dir.hpp"

#include <fmt/format.h>
#include <link.h>
#include <malloc.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>

namespace {

using namespace berth::daemon;

constexpr int input_is_wrong = 1, machine_said_no = 2;

/// Signals that end us are waited for by main alone; threads that start later inherit the mask.
sigset_t block_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (int number : {SIGTERM, SIGINT, SIGUSR1}) sigaddset(&signals, number);
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  ::signal(SIGPIPE, SIG_IGN);
  return signals;
}

/// Many connections and shims are open at once: take what the hard limit allows.
void raise_descriptor_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

/// Gives back what only the start needed. Two thirds of the program's pages are mapped by then, because the kernel maps
/// the neighbours of each page that is touched; those that are used again come back from the page cache.
void give_back_startup_memory() {
  ::malloc_trim(0);
  ::dl_iterate_phdr(
      [](dl_phdr_info* module, std::size_t, void*) {
        const auto page = static_cast<std::uintptr_t>(::getpagesize());
        for (int i = 0; i < module->dlpi_phnum; ++i) {
          const auto& segment = module->dlpi_phdr[i];
          if (segment.p_type != PT_LOAD || (segment.p_flags & PF_W) != 0)
            continue;  // only what is the file's
          const std::uintptr_t begin = (module->dlpi_addr + segment.p_vaddr) / page * page;
          const std::uintptr_t end = module->dlpi_addr + segment.p_vaddr + segment.p_memsz;
          // NOLINTNEXTLINE(performance-no-int-to-ptr): an address is what the loader tells
          ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
        }
        return 0;
      },
      nullptr);
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

int give_up(int code, const std::string& message) {
  std::fprintf(stderr, "berthd: %s\n", message.c_str());
  return code;
}

enum class End { Stopped, Reset };

/// Leaves the address that was in use in `settings.listen`.
base::Result<End> serve(Settings& settings, StateDir& state_dir, const RootKey& key,
                        const sigset_t& signals) {
  Lanes lanes(4);
  const pid_t self = ::getpid();
  auto plane = Plane::build(settings, state_dir, key, lanes, [self] { ::kill(self, SIGUSR1); });
  if (!plane) return plane.error();
  if (auto opened = (*plane)->open(); !opened) return opened.error();
  if (auto announced = state_dir.announce((*plane)->endpoint()); !announced) return announced.error();
  lanes.start();
  settings.listen = (*plane)->endpoint().substr((*plane)->endpoint().find("://") + 3);
  std::printf("listening on %s\n", (*plane)->endpoint().c_str());
  std::fflush(stdout);
  give_back_startup_memory();
  int number = 0;
  ::sigwait(&signals, &number);
  base::log::info("ending ({}); tasks go on", number == SIGUSR1 ? "reset" : ::sigabbrev_np(number));
  state_dir.withdraw();
  (*plane)->close();
  lanes.stop();
  return number == SIGUSR1 ? End::Reset : End::Stopped;
}

/// A reset is a new life on an emptied folder, with the key and the arguments of the old one. The caller's port is kept
/// by passing the address that was in use.
int start_anew(const std::vector<std::string>& arguments, const std::string& listen) {
  std::vector<std::string> again = {"berthd"};
  again.insert(again.end(), arguments.begin(), arguments.end());
  again.insert(again.end(), {"--listen", listen});
  std::vector<char*> pointers;
  for (std::string& argument : again) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  sigset_t none;
  sigemptyset(&none);
  ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
  ::execv("/proc/self/exe", pointers.data());
  return give_up(machine_said_no, "cannot start anew after the reset");
}

int run(const std::vector<std::string>& arguments) {
  auto line = parse_command_line(arguments);
  if (!line) return give_up(input_is_wrong, line.error().message);
  switch (line->request) {
    case Request::ShowHelp:
      std::fputs(line->help.c_str(), stdout);
      return 0;
    case Request::ShowVersion:
      std::printf("%s\n", base::version_line("berthd").c_str());
      return 0;
    case Request::DumpShapes:
      std::printf("%s\n", describe_operations().c_str());
      return 0;
    case Request::DumpReference:
      std::printf("%s\n", describe_everything().c_str());
      return 0;
    case Request::Serve:
      break;
  }
  Settings& settings = line->settings;
  if (settings.state_dir.empty()) {
    const std::string xdg = variable("XDG_STATE_HOME"), home = variable("HOME"),
                      named = variable("BERTH_STATE_DIR");
    settings.state_dir = !named.empty() ? named : default_state_dir(xdg, home);
  }
  const sigset_t signals = block_signals();
  raise_descriptor_limit();
  base::log::start("berthd", settings.log_level);
  {
    auto state_dir = StateDir::open(settings.state_dir);
    if (!state_dir) return give_up(machine_said_no, state_dir.error().message);
    if (auto finished = state_dir->finish_reset(); !finished)
      return give_up(machine_said_no, finished.error().message);
    base::SystemRandom random;
    const auto key =
        state_dir->root_key(variable("BERTH_ROOT_ACCESS_KEY"), variable("BERTH_ROOT_SECRET_KEY"), random);
    if (!key) return give_up(input_is_wrong, key.error().message);
    ::unsetenv("BERTH_ROOT_SECRET_KEY");  // no child ever sees it
    const auto end = serve(settings, *state_dir, *key, signals);
    if (!end) return give_up(machine_said_no, end.error().message);
    if (*end == End::Stopped) return 0;
    if (auto begun = state_dir->begin_reset(); !begun) return give_up(machine_said_no, begun.error().message);
  }
  return start_anew(arguments, settings.listen);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    return give_up(machine_said_no, error.what());
  }
}
