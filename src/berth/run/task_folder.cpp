#include "berth/run/task_folder.hpp"

#include "base/json.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace berth::run {
namespace {

/// The address of control.sock in a folder whose path may be longer than sun_path: through its descriptor.
sockaddr_un control_address(const base::Folder& attempt) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = "/proc/self/fd/" + std::to_string(attempt.fd()) + "/control.sock";
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);  // at most 40 of 108 bytes
  return address;
}

base::Result<base::Fd> new_socket() {
  base::Fd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!fd) return base::system_error("cannot make a socket");
  return fd;
}

/// A lock over the whole file that belongs to the open file description (fcntl(2), OFD locks): it survives
/// nothing but the process, and can be looked at without being taken.
struct flock whole_file() {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}

}  // namespace

std::string read_boot_id() {
  auto text = base::read_file("/proc/sys/kernel/random/boot_id", 128);
  if (!text) return {};  // no /proc: every start looks like a restart of the shim
  while (!text->empty() && text->back() == '\n') text->pop_back();
  return *text;
}

std::int64_t read_process_start(std::int64_t pid) {
  auto text = base::read_file("/proc/" + std::to_string(pid) + "/stat", 4096);
  if (!text) return 0;
  // Field 2 is the name in parentheses and may hold anything; field 22 is the 20th after it.
  std::size_t position = text->rfind(')');
  for (int field = 0; field < 20 && position != std::string::npos; ++field)
    position = text->find(' ', position + 1);
  return position == std::string::npos ? 0 : std::strtoll(text->c_str() + position, nullptr, 10);
}

base::Result<std::optional<TaskLock>> TaskLock::try_take(const base::Folder& attempt) {
  auto fd = attempt.file("lock", O_RDWR | O_CREAT);
  if (!fd) return fd.error();
  struct flock lock = whole_file();
  if (::fcntl(fd->get(), F_OFD_SETLK, &lock) != 0) {
    if (errno == EAGAIN || errno == EACCES) return std::optional<TaskLock>{};
    return base::system_error("cannot lock " + attempt.path());
  }
  return std::optional<TaskLock>(TaskLock(std::move(*fd)));
}

bool is_locked(const base::Folder& attempt) {
  auto fd = attempt.file("lock", O_RDWR);
  if (!fd) return false;  // never made: no shim was there
  struct flock lock = whole_file();
  return ::fcntl(fd->get(), F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

base::Status sync_together(const std::vector<int>& descriptors) {
  std::vector<int> errors(descriptors.size(), 0);
  const auto sync = [&](std::size_t i) {
    if (::fsync(descriptors[i]) != 0) errors[i] = errno;
  };
  {
    // Signals are for the threads that were there before: the new ones inherit a mask with all of them blocked.
    sigset_t all, before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < descriptors.size(); ++i) others.emplace_back(sync, i);
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (!descriptors.empty()) sync(0);
  }
  for (const int error : errors)
    if (error != 0) return base::system_error("cannot fsync", error);
  return {};
}

std::string attempt_path(const TaskKey& key) { return key.task_id + "/" + std::to_string(key.attempt); }

base::Result<std::optional<TaskRecord>> read_record(const base::Folder& attempt) {
  std::optional<TaskRecord> newest;
  for (const std::string name : {"exit", "started", "running", "claim"}) {
    auto text = attempt.read(name);
    if (!text && text.error().code == std::errc::no_such_file_or_directory) continue;
    if (!text) return text.error();
    // Cut short, as its shim was killed or power failed while it was written: an older one is whole. A part
    // of a claim is a claim, whose shim had not started anything.
    if (!base::parse_json(*text)) {
      if (name == "claim" && !newest) return std::optional<TaskRecord>(TaskRecord{});
      continue;
    }
    auto record = parse_task_record(*text);
    if (!record) return record.error().within(attempt.path() + "/" + name);
    if (!newest || record->sequence > newest->sequence) newest = std::move(*record);
    if (name == "exit") break;
  }
  return newest;
}

base::Result<base::Fd> listen_control(const base::Folder& attempt) {
  if (auto removed = attempt.remove("control.sock"); !removed) return removed.error();
  auto fd = new_socket();
  if (!fd) return fd;
  const sockaddr_un address = control_address(attempt);
  if (::bind(fd->get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      ::listen(fd->get(), 16) != 0) {
    return base::system_error("cannot listen on " + attempt.path() + "/control.sock");
  }
  return fd;
}

base::Result<std::optional<base::Fd>> connect_control(const base::Folder& attempt) {
  auto fd = new_socket();
  if (!fd) return fd.error();
  const sockaddr_un address = control_address(attempt);
  if (::connect(fd->get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0)
    return std::optional<base::Fd>(std::move(*fd));
  if (errno == ENOENT || errno == ECONNREFUSED || errno == EAGAIN) return std::optional<base::Fd>{};
  return base::system_error("cannot connect to " + attempt.path() + "/control.sock");
}

}  // namespace berth::run
