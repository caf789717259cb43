#include "berth/run/process/process_driver.hpp"

#include "berth/run/process/init_protocol.hpp"
#include "berth/run/process/launch.hpp"
#include "berth/run/process/sandbox.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

namespace berth::run::process {
namespace {

class ProcessContainer final : public RunningContainer {
 public:
  ProcessContainer(Launched launched, base::Fd socket, InitOrders orders)
      : pid_(launched.pid),
        diagnostics_(std::move(launched.diagnostics)),
        socket_(std::move(socket)),
        orders_(std::move(orders)) {}
  ~ProcessContainer() override {
    if (reaped_) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }

  base::Status watch();
  int descriptor() const override { return epoll_.get(); }
  int pid() const override { return pid_; }
  std::vector<DriverEvent> poll() override;
  base::Status release() override {
    released_ = true;
    return send(FrameType::ORDERS, encode_orders(orders_));
  }
  base::Status signal(int number) override;

 private:
  void read_socket(std::vector<DriverEvent>& events);
  void reap(std::vector<DriverEvent>& events);
  base::Status send(FrameType type, const std::string& payload);
  std::string diagnostics() const;

  pid_t pid_;
  base::Fd diagnostics_, socket_, process_, epoll_;
  InitOrders orders_;
  FrameReader frames_;
  bool released_ = false, running_ = false, reaped_ = false;
  std::optional<int> status_;  // as init reported it
  std::string failure_;
};

base::Status ProcessContainer::watch() {
  process_.reset(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
  epoll_.reset(::epoll_create1(EPOLL_CLOEXEC));
  if (!process_ || !epoll_) return base::system_error("cannot watch a process");
  for (const int fd : {process_.get(), socket_.get()}) {
    epoll_event event{};
    event.events = EPOLLIN;
    if (::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, fd, &event) != 0)
      return base::system_error("cannot watch a process");
  }
  return {};
}

void ProcessContainer::read_socket(std::vector<DriverEvent>& events) {
  std::array<char, 4096> bytes;
  while (socket_) {
    const ssize_t got = ::recv(socket_.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) break;
    // Init is gone. An end stays readable, so whoever waits for bwrap's own end would wait with a spinning loop.
    if (got <= 0)
      socket_.reset();
    else
      frames_.add({bytes.data(), static_cast<std::size_t>(got)});
  }
  while (const auto frame = frames_.next()) {
    switch (frame->type) {
      case FrameType::READY:
        events.push_back(ContainerReady{});
        break;
      case FrameType::RUNNING:
        running_ = true;
        events.push_back(ContainerRunning{});
        break;
      case FrameType::FAILED:
        failure_ = frame->payload;
        break;
      case FrameType::EXITED:
        status_ = decode_number(frame->payload);
        break;
      case FrameType::ORDERS:
      case FrameType::SIGNAL:
        break;  // only ever sent by this side
    }
  }
}

/// When bwrap has been collected, its pid namespace is empty: then, and not before, the container has ended.
void ProcessContainer::reap(std::vector<DriverEvent>& events) {
  int status = 0;
  const pid_t got = ::waitpid(pid_, &status, WNOHANG);
  if (got != pid_) return;
  reaped_ = true;
  read_socket(events);  // what init said last
  // Init was killed after it had its orders and before it could answer: the command may well have run.
  if (released_ && !running_ && failure_.empty()) {
    running_ = true;
    events.push_back(ContainerRunning{});
  }
  if (!running_) {
    if (failure_.empty()) failure_ = diagnostics();
    events.push_back(ContainerFailed{"CannotStartContainerError: " + failure_});
    return;
  }
  // Without init's word, init itself was killed. bwrap shows a signal as 128 + its number.
  const bool by_signal = WIFEXITED(status) && WEXITSTATUS(status) > 128;
  events.push_back(ContainerExited{status_.value_or(by_signal ? WEXITSTATUS(status) - 128 : status)});
}

std::vector<DriverEvent> ProcessContainer::poll() {
  std::vector<DriverEvent> events;
  if (reaped_) return events;
  read_socket(events);
  reap(events);
  return events;
}

/// The peer reads at once, so that waiting for room is short; a peer that is gone shows as EPIPE.
base::Status ProcessContainer::send(FrameType type, const std::string& payload) {
  const std::string frame = encode_frame(type, payload);
  for (std::string_view rest = frame; !rest.empty();) {
    const ssize_t sent = ::send(socket_.get(), rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return base::system_error("cannot reach the container's init");
    rest.remove_prefix(static_cast<std::size_t>(sent));
  }
  return {};
}

base::Status ProcessContainer::signal(int number) {
  if (reaped_) return {};
  if (running_) return send(FrameType::SIGNAL, encode_number(number));
  if (::kill(pid_, SIGKILL) != 0) return base::system_error("cannot kill the sandbox");
  return {};
}

std::string ProcessContainer::diagnostics() const {
  std::string text(4096, '\0');
  const ssize_t got = ::pread(diagnostics_.get(), text.data(), text.size(), 0);
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  for (char& c : text)
    if (c == '\n') c = ' ';
  return text.empty() ? "the sandbox ended before the command was started" : text;
}

/// A folder that the task's user owns.
base::Result<std::string> make_private_folder(const base::Folder& attempt, const std::string& name,
                                              mode_t mode, const std::optional<std::int64_t>& uid) {
  auto folder = attempt.folder(name, true);
  if (!folder) return folder.error();
  const auto id = static_cast<uid_t>(uid.value_or(static_cast<std::int64_t>(::geteuid())));
  if (uid && ::fchown(folder->fd(), id, id) != 0)
    return base::system_error("cannot give away " + folder->path());
  if (::fchmod(folder->fd(), mode) != 0)
    return base::system_error("cannot set the mode of " + folder->path());
  return attempt.path() + "/" + name;
}

/// Without a sandbox nothing can be bound at /opt/fathom/bin: links in a folder of the attempt do.
base::Result<std::string> make_program_folder(const base::Folder& attempt, const LaunchSpec& task) {
  auto folder = attempt.folder("bin", true);
  if (!folder) return folder.error();
  for (const BoundFile& file : task.host.files)
    if (::symlinkat(file.source.c_str(), folder->fd(), file.name.c_str()) != 0 && errno != EEXIST)
      return base::system_error("cannot link " + file.source);
  const std::string path = attempt.path() + "/bin";
  auto wrapper = folder->file("aws", O_WRONLY | O_CREAT | O_TRUNC, 0755);
  if (!wrapper) return wrapper.error();
  if (auto done = base::write_all(wrapper->get(), aws_wrapper(path)); !done) return done.error();
  return path;
}

std::vector<std::string> cgroup_files(const Cgroup* cgroup) {
  return cgroup != nullptr ? cgroup->process_files() : std::vector<std::string>{};
}

}  // namespace

base::Result<std::unique_ptr<RunningContainer>> ProcessDriver::create(const CreateRequest& request) {
  const LaunchSpec& task = request.task;
  const ContainerSpec& container = request.container;
  const HostPlacement& host = task.host;
  if (container.image_kind != ImageKind::BUILTIN)
    return base::failure(
        "CannotPullContainerError: the image " + container.image +
        " is not the built-in one (fathom), and nothing on this machine runs images with layers");
  const bool sandboxed = !host.bubblewrap.empty();
  if (!sandboxed && !host.unsafe_no_sandbox)
    return base::failure(
        "CannotStartContainerError: this machine offers no namespaces for a sandbox; install "
        "bubblewrap and allow unprivileged user namespaces, or start berthd with --unsafe-no-sandbox");
  if (sandboxed && !host.uid && ::geteuid() == 0)
    return base::failure(
        "CannotStartContainerError: the daemon runs as root and has no user ids for tasks; start "
        "berthd with --task-uid-range");
  const auto uid = sandboxed ? host.uid : std::nullopt;

  auto work = make_private_folder(request.attempt, "work/" + container.name, 0700, uid);
  if (!work) return work.error();
  auto temporary = make_private_folder(request.attempt, "tmp/" + container.name, 01777, uid);
  if (!temporary) return temporary.error();
  std::string programs = program_folder;
  if (!sandboxed) {
    auto made = make_program_folder(request.attempt, task);
    if (!made) return made.error();
    programs = *made;
  }

  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return base::system_error("cannot make a socket pair");
  base::Fd ours(ends[0]), theirs(ends[1]);
  const std::int64_t user = uid.value_or(static_cast<std::int64_t>(::geteuid()));
  LaunchRequest launch_request;
  launch_request.sandbox = plan_sandbox(
      {task, container, init_program_, *work, *temporary, user, uid ? user : std::int64_t{::getegid()}});
  launch_request.bubblewrap = host.bubblewrap;
  launch_request.init_program = init_program_;
  launch_request.uid = uid;
  launch_request.process_limit = task.pids_limit;
  launch_request.cgroup_files = cgroup_files(request.cgroup);
  launch_request.socket = theirs.get();
  launch_request.standard_output = request.standard_output;
  launch_request.standard_error = request.standard_error;
  auto launched = launch(launch_request);
  if (!launched) return launched.error();
  const InitOrders orders =
      make_orders(task, container, programs, sandboxed ? std::string(work_folder) : *work);
  auto running = std::make_unique<ProcessContainer>(std::move(*launched), std::move(ours), orders);
  if (auto watched = running->watch(); !watched) return watched.error();
  return std::unique_ptr<RunningContainer>(std::move(running));
}

std::vector<std::string> ProcessDriver::not_enforced(const LaunchSpec& task) const {
  std::vector<std::string> sentences;
  if (task.host.bubblewrap.empty() && task.host.unsafe_no_sandbox)
    sentences.emplace_back(
        "isolation is not enforced: berthd runs with --unsafe-no-sandbox and without namespaces");
  for (const ContainerSpec& container : task.containers) {
    const std::string of = " of container " + container.name;
    if (!container.user.empty())
      sentences.push_back("the user" + of + " is the task's own, not " + container.user);
    for (const Ulimit& ulimit : container.ulimits)
      if (resource_of(ulimit.name) < 0)
        sentences.push_back("the ulimit " + ulimit.name + of + " is not known");
  }
  return sentences;
}

}  // namespace berth::run::process
