/// Order matters in the child:
///   1. control groups            (needs the privileges that are dropped)
///   2. descriptors 0–5           everything else is close-on-exec
///   3. staging, if there is a uid
///      The task's user cannot walk to the work folder inside the state folder, nor to programs in
///      somebody's home. In a mount namespace of its own, root binds them beneath /mnt, where bwrap (already
///      the task's user) finds them. Sources are opened before the staging file system covers /mnt.
///
///   4. user id                   no groups, no capabilities
///   5. parent-death signal       setting ids clears it
///   6. bwrap
#include "berth/run/process/launch.hpp"

#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

namespace berth::run::process {
namespace {

constexpr const char* stage = "/mnt";
constexpr int first_extra_descriptor = 10;

/// All that the child needs, made before the fork.
struct Plan {
  const LaunchRequest& request;
  std::vector<base::Fd> made_files;
  base::Fd nothing;  // /dev/null
  base::Fd diagnostics;
  pid_t parent = -1;
};

base::Result<base::Fd> memory_file(const char* name, std::string_view content) {
  base::Fd fd(::memfd_create(name, MFD_CLOEXEC));
  if (!fd) return base::system_error("cannot make a memory file");
  if (auto done = base::write_all(fd.get(), content); !done) return done.error();
  ::lseek(fd.get(), 0, SEEK_SET);
  return fd;
}

[[noreturn]] void give_up(const std::string& what) {
  const std::string text = what + ": " + std::strerror(errno) + "\n";
  (void)base::write_all(STDERR_FILENO, text);
  ::_exit(126);
}

/// Moves every descriptor out of the way first, so that no target overwrites a source.
void arrange_descriptors(const Plan& plan) {
  const int wanted[] = {plan.nothing.get(),  plan.diagnostics.get(),       plan.diagnostics.get(),
                        plan.request.socket, plan.request.standard_output, plan.request.standard_error};
  int copies[6];
  for (int i = 0; i < 6; ++i) copies[i] = ::fcntl(wanted[i], F_DUPFD_CLOEXEC, 200);
  for (int i = 0; i < 6; ++i)
    if (::dup2(copies[i], i) < 0) ::_exit(126);
  for (std::size_t i = 0; i < plan.made_files.size(); ++i) {
    const int copy = ::fcntl(plan.made_files[i].get(), F_DUPFD_CLOEXEC, 200);
    if (::dup2(copy, first_extra_descriptor + static_cast<int>(i)) < 0) ::_exit(126);
  }
}

/// Binds what the task's user could not reach beneath `stage`; returns where, parallel to the binds.
std::vector<std::string> stage_files(const Sandbox& sandbox) {
  std::vector<std::string> places(sandbox.binds.size());
  if (::unshare(CLONE_NEWNS) != 0) give_up("cannot make a mount namespace");
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
    give_up("cannot make mounts private");
  std::vector<base::Fd> sources;
  for (const Bind& bind : sandbox.binds) {
    base::Fd& source = sources.emplace_back();
    if (!bind.staged) continue;
    source.reset(::open(bind.source.c_str(), O_PATH | O_CLOEXEC));
    if (!source) give_up("cannot open " + bind.source);
  }
  if (::mount("tmpfs", stage, "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=1m") != 0)
    give_up("cannot mount the staging file system");
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (!sources[i]) continue;
    places[i] = std::string(stage) + "/" + std::to_string(i);
    if (sandbox.binds[i].is_folder) {
      if (::mkdir(places[i].c_str(), 0755) != 0) give_up("cannot make " + places[i]);
    } else if (const base::Fd file(::open(places[i].c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0444)); !file) {
      give_up("cannot make " + places[i]);
    }
    const std::string from = "/proc/self/fd/" + std::to_string(sources[i].get());
    if (::mount(from.c_str(), places[i].c_str(), nullptr, MS_BIND, nullptr) != 0)
      give_up("cannot bind " + sandbox.binds[i].source);
  }
  return places;
}

void drop_privileges(const LaunchRequest& request) {
  if (request.process_limit > 0) {
    const auto limit = static_cast<rlim_t>(request.process_limit);
    const rlimit processes{limit, limit};
    ::setrlimit(RLIMIT_NPROC, &processes);
  }
  const auto uid = static_cast<uid_t>(*request.uid);
  const auto gid = static_cast<gid_t>(*request.uid);
  if (::setgroups(0, nullptr) != 0 || ::setresgid(gid, gid, gid) != 0 || ::setresuid(uid, uid, uid) != 0)
    give_up("cannot become user " + std::to_string(uid));
  // Leaving uid 0 clears effective, permitted and ambient capabilities; the bounding set goes with
  // no_new_privs and bwrap's user namespace.
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) give_up("cannot give up new privileges");
}

[[noreturn]] void execute(const std::string& program, std::vector<std::string> arguments) {
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  char* const environment[] = {nullptr};
  ::execve(program.c_str(), argv.data(), environment);
  give_up("cannot execute " + program);
}

[[noreturn]] void become_sandbox(const Plan& plan) {
  const LaunchRequest& request = plan.request;
  arrange_descriptors(plan);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const std::string& file : request.cgroup_files) {
    const base::Fd group(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
    if (!group || ::write(group.get(), "0", 1) != 1) give_up("cannot enter " + file);
  }
  std::vector<std::string> staged(request.sandbox.binds.size());
  const bool sandboxed = !request.bubblewrap.empty();
  if (sandboxed && request.uid) {
    staged = stage_files(request.sandbox);
    if (::chdir("/") != 0) give_up("cannot enter /");
    drop_privileges(request);
  }
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != plan.parent) ::_exit(126);  // the shim died before the line above
  if (!sandboxed) execute(request.init_program, {"berth-init", "--init-without-namespace"});
  std::vector<int> descriptors;
  for (std::size_t i = 0; i < plan.made_files.size(); ++i)
    descriptors.push_back(first_extra_descriptor + static_cast<int>(i));
  std::vector<std::string> arguments = bubblewrap_arguments(request.sandbox, descriptors, staged);
  arguments.insert(arguments.begin(), "bwrap");
  for (const char* last : {"--", init_path, "--init"}) arguments.emplace_back(last);
  execute(request.bubblewrap, std::move(arguments));
}

}  // namespace

base::Result<Launched> launch(const LaunchRequest& request) {
  Plan plan{request, {}, {}, {}, ::getpid()};
  plan.nothing.reset(::open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!plan.nothing) return base::system_error("cannot open /dev/null");
  auto diagnostics = memory_file("diagnostics", "");
  if (!diagnostics) return diagnostics.error();
  plan.diagnostics = std::move(*diagnostics);
  if (!request.bubblewrap.empty()) {
    for (const MadeFile& file : request.sandbox.files) {
      auto made = memory_file("file", file.content);
      if (!made) return made.error();
      plan.made_files.push_back(std::move(*made));
    }
  }
  Launched launched;
  launched.pid = ::fork();
  if (launched.pid == 0) become_sandbox(plan);
  if (launched.pid < 0) return base::system_error("cannot fork");
  launched.diagnostics = std::move(plan.diagnostics);
  return launched;
}

}  // namespace berth::run::process
