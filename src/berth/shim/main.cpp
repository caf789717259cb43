/// berth-shim: runs the task whose attempt folder is the working directory.
///
///   berth-shim                            started by the daemon (or a batch system) in tasks/ID/ATTEMPT
///   berth-shim --init                     PID 1 inside a sandbox; started by the shim
///   berth-shim --init-without-namespace   the same where there is no sandbox
///   berth-shim --version
///
/// Exit code: 0 the task has ended and is recorded, 1 another shim has this attempt, 2 the folder could not
/// be used.
#include "base/clock.hpp"
#include "base/files.hpp"
#include "base/version.hpp"
#include "berth/run/process/init.hpp"
#include "berth/run/process/process_driver.hpp"
#include "berth/shim/shim.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

namespace {

std::string own_program() {
  char path[4096];
  const ssize_t length = ::readlink("/proc/self/exe", path, sizeof path);
  return length > 0 ? std::string(path, static_cast<std::size_t>(length)) : std::string();
}

/// The daemon makes the standard output a socket, over which it hears the record without having to connect.
base::Fd take_daemons_socket() {
  struct stat status {};
  if (::fstat(STDOUT_FILENO, &status) != 0 || !S_ISSOCK(status.st_mode)) return {};
  base::Fd socket(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3));
  const base::Fd nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  ::dup2(nothing.get(), STDOUT_FILENO);
  return socket;
}

int complain(const std::string& what) {
  std::fprintf(stderr, "berth-shim: %s\n", what.c_str());
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view option = argc > 1 ? argv[1] : "";
  if (option == "--init") return berth::run::process::run_init(true);
  if (option == "--init-without-namespace") return berth::run::process::run_init(false);
  if (option == "--version") {
    std::printf("%s\n", base::version_line("berth-shim").c_str());
    return 0;
  }
  berth::shim::Checkpoint checkpoint;
  constexpr std::string_view die_at = "--die-at=";  // for crash tests: kill -9 at the place of that name
  if (option.substr(0, die_at.size()) == die_at) {
    checkpoint = [place = option.substr(die_at.size())](std::string_view reached) {
      if (reached == place) std::raise(SIGKILL);
    };
  } else if (!option.empty()) {
    return complain("unknown option " + std::string(option));
  }

  base::Fd daemon = take_daemons_socket();
  char folder[4096];
  if (::getcwd(folder, sizeof folder) == nullptr) return complain("the working directory is gone");
  auto attempt = base::Folder::open(folder);
  if (!attempt) return complain(attempt.error().message);
  const base::SystemClock clock;
  berth::run::process::ProcessDriver driver(own_program());
  berth::shim::Shim shim(std::move(*attempt), driver, clock, checkpoint);
  if (daemon) shim.add_listener(std::move(daemon));
  const auto result = shim.run();
  if (!result) return complain(result.error().message);
  return *result == berth::shim::ShimResult::FINISHED ? 0 : 1;
}
