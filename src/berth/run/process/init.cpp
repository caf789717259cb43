#include "berth/run/process/init.hpp"

#include "base/files.hpp"
#include "berth/run/process/init_protocol.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

namespace berth::run::process {
namespace {

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> list;
  for (std::string& text : texts) list.push_back(text.data());
  list.push_back(nullptr);
  return list;
}

/// In the command's process: nothing of init's may leak into it.
[[noreturn]] void become_command(InitOrders& orders, int report) {
  ::setsid();
  ::dup2(init_standard_output, STDOUT_FILENO);
  ::dup2(init_standard_error, STDERR_FILENO);
  for (const ResourceLimit& wanted : orders.limits) {
    const auto resource = static_cast<__rlimit_resource>(wanted.resource);
    rlimit now{};
    ::getrlimit(resource, &now);
    const rlimit limit{std::min<rlim_t>(wanted.soft, std::min<rlim_t>(wanted.hard, now.rlim_max)),
                       std::min<rlim_t>(wanted.hard, now.rlim_max)};
    ::setrlimit(resource, &limit);
  }
  ::umask(022);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  std::string failed = "cannot enter the folder " + orders.folder;
  if (::chdir(orders.folder.c_str()) == 0) {
    std::vector<char*> environment = pointers(orders.environment), argv = pointers(orders.argv);
    environ = environment.data();  // before execvp, which looks on PATH
    ::execvp(argv[0], argv.data());
    failed = "cannot execute " + orders.argv[0].substr(0, 200);  // a whole script may stand there by mistake
  }
  failed += std::string(": ") + std::strerror(errno);
  (void)base::write_all(report, failed);
  ::_exit(127);
}

class Init {
 public:
  explicit Init(bool owns_namespace) : owns_namespace_(owns_namespace) {}
  int run();

 private:
  bool handle_frames();
  bool start(InitOrders orders);
  bool reap();
  bool send(FrameType type, std::string_view payload = {}) {
    return static_cast<bool>(base::write_all(init_socket, encode_frame(type, payload)));
  }
  void kill_the_rest() const;

  bool owns_namespace_;
  FrameReader frames_;
  pid_t command_ = -1;
};

/// Reads the socket; false once the driver is gone or its order could not be carried out.
bool Init::handle_frames() {
  char bytes[65536];
  const ssize_t got = ::recv(init_socket, bytes, sizeof bytes, 0);
  if (got < 0 && errno == EINTR) return true;
  if (got <= 0) return false;
  frames_.add({bytes, static_cast<std::size_t>(got)});
  while (auto frame = frames_.next()) {
    if (frame->type == FrameType::ORDERS && command_ < 0) {
      auto orders = decode_orders(frame->payload);
      if (!orders || !start(std::move(*orders))) return false;
    } else if (frame->type == FrameType::SIGNAL && command_ > 0) {
      if (const auto number = decode_number(frame->payload)) ::kill(command_, *number);
    }
  }
  return true;
}

bool Init::start(InitOrders orders) {
  int report[2];
  if (::pipe2(report, O_CLOEXEC) != 0) return false;
  base::Fd read_end(report[0]), write_end(report[1]);
  command_ = ::fork();
  if (command_ == 0) become_command(orders, write_end.get());
  const int fork_error = errno;
  write_end.reset();
  if (command_ < 0) {
    send(FrameType::FAILED, std::string("cannot fork: ") + std::strerror(fork_error));
    return false;
  }
  const auto failure = base::read_all(read_end.get());  // empty: exec has closed it
  if (failure && !failure->empty()) {
    send(FrameType::FAILED, *failure);
    return false;
  }
  return send(FrameType::RUNNING);
}

/// Collects dead processes, orphans too; false once the command was among them.
bool Init::reap() {
  int status = 0;
  for (pid_t pid; (pid = ::waitpid(-1, &status, WNOHANG)) > 0;) {
    if (pid != command_) continue;
    kill_the_rest();
    send(FrameType::EXITED, encode_number(status));
    return false;
  }
  return true;
}

/// Without a namespace of its own: children and, as this is a subreaper, their orphans, until there are none.
void Init::kill_the_rest() const {
  if (owns_namespace_) return;
  const std::string file = "/proc/self/task/" + std::to_string(::getpid()) + "/children";
  for (int round = 0; round < 1000; ++round) {
    const auto children = base::read_file(file);
    if (!children || children->empty()) return;
    for (const char* p = children->c_str(); *p != '\0';) {
      char* end = nullptr;
      const long pid = std::strtol(p, &end, 10);
      if (end == p) break;
      if (pid > 0) ::kill(static_cast<pid_t>(pid), SIGKILL);
      p = end + (*end == ' ');
    }
    while (::waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    ::usleep(1000);
  }
}

int Init::run() {
  ::prctl(PR_SET_DUMPABLE, 0);  // the command has the same user id and must not trace its init
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  ::prctl(PR_SET_NAME, "berth-init");
  for (const int fd : {init_socket, init_standard_output, init_standard_error})
    ::fcntl(fd, F_SETFD, FD_CLOEXEC);
  ::signal(SIGPIPE, SIG_IGN);
  sigset_t all;
  ::sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, nullptr);
  sigset_t child;
  ::sigemptyset(&child);
  ::sigaddset(&child, SIGCHLD);
  const base::Fd signals(::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!signals || !send(FrameType::READY)) return 1;
  for (bool alive = true; alive;) {
    pollfd polled[2] = {{init_socket, POLLIN, 0}, {signals.get(), POLLIN, 0}};
    if (::poll(polled, 2, -1) < 0 && errno != EINTR) return 1;
    if (polled[1].revents != 0) {
      signalfd_siginfo info;
      while (::read(signals.get(), &info, sizeof info) > 0) {
      }
      alive = reap();
    }
    if (alive && polled[0].revents != 0) alive = handle_frames();
  }
  kill_the_rest();
  return 0;
}

}  // namespace

int run_init(bool owns_namespace) { return Init(owns_namespace).run(); }

}  // namespace berth::run::process
