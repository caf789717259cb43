#include "base/files.hpp"

#include "base/check.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>

namespace base {
namespace {

/// openat2 that never leaves `folder`. glibc 2.36 has no wrapper.
int open_beneath(int folder, const std::string& name, int flags, mode_t mode) {
  open_how how{};
  how.flags = static_cast<std::uint64_t>(flags | O_CLOEXEC);
  how.mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? mode : 0;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  long fd;
  do {
    fd = ::syscall(SYS_openat2, folder, name.c_str(), &how, sizeof how);
  } while (fd < 0 && (errno == EINTR || errno == EAGAIN));
  return static_cast<int>(fd);
}

std::string joined(const std::string& folder, std::string_view name) {
  return folder + "/" + std::string(name);
}

/// Opens a folder to empty it. Whoever made it may have taken its owner's permissions away.
Fd open_to_empty(int parent, const char* name) {
  constexpr int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  Fd fd(::openat(parent, name, flags));
  if (!fd && errno == EACCES && ::fchmodat(parent, name, 0700, AT_SYMLINK_NOFOLLOW) == 0)
    fd.reset(::openat(parent, name, flags));
  if (fd) ::fchmod(fd.get(), 0700);
  return fd;
}

using Entries = std::unique_ptr<DIR, int (*)(DIR*)>;

bool is_dots(const char* name) { return std::strcmp(name, ".") == 0 || std::strcmp(name, "..") == 0; }

Entries list_entries(int folder) {
  return {::fdopendir(::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)), ::closedir};
}

/// Removes a file, or a folder with nothing in it; also true if it was not there. False for a folder that holds something.
Result<bool> remove_at_once(int parent, const char* name, const std::string& shown) {
  if (::unlinkat(parent, name, 0) == 0 || errno == ENOENT) return true;
  if (errno != EISDIR && errno != EPERM) return system_error("cannot remove " + shown);
  return ::unlinkat(parent, name, AT_REMOVEDIR) == 0;
}

/// Removes a tree with a handful of descriptors and no recursion, however deep it is: folders that are found in a
/// folder of the top are moved up to the top before the folder is removed.
class TreeRemoval {
 public:
  TreeRemoval(Fd top, std::string shown, const GoOn& go_on)
      : top_(std::move(top)), shown_(std::move(shown)), go_on_(go_on) {}

  Status empty() {
    for (bool found = true; found;) {  // folders that were moved up may have missed the listing
      found = false;
      const Entries entries = list_entries(top_.get());
      if (!entries) return system_error("cannot list " + shown_);
      while (const dirent* entry = ::readdir(entries.get())) {
        if (is_dots(entry->d_name)) continue;
        found = true;
        if (auto done = remove(entry->d_name); !done) return done;
      }
    }
    return {};
  }

 private:
  Error failed(const char* what) const { return system_error(std::string(what) + " in " + shown_); }

  Status remove(const char* name) {
    if (!go_on_()) return failure("stopped while removing " + shown_);
    const auto gone = remove_at_once(top_.get(), name, "what is in " + shown_);
    if (!gone) return gone.error();
    if (*gone) return {};
    const Fd folder = open_to_empty(top_.get(), name);
    if (!folder) return failed("cannot open a folder");
    if (auto done = move_up(folder.get()); !done) return done;
    if (::unlinkat(top_.get(), name, AT_REMOVEDIR) != 0) return failed("cannot remove a folder");
    return {};
  }

  Status move_up(int folder) {
    const Entries entries = list_entries(folder);
    if (!entries) return failed("cannot list a folder");
    while (const dirent* entry = ::readdir(entries.get())) {
      if (is_dots(entry->d_name)) continue;
      if (!go_on_()) return failure("stopped while removing " + shown_);
      const auto gone = remove_at_once(folder, entry->d_name, "what is in " + shown_);
      if (!gone) return gone.error();
      if (*gone) continue;
      open_to_empty(folder, entry->d_name);  // a folder is moved only by who may write in it
      int moved;
      do {
        const std::string name = ".removing" + std::to_string(moved_++);
        moved = ::renameat2(folder, entry->d_name, top_.get(), name.c_str(), RENAME_NOREPLACE);
      } while (moved != 0 && errno == EEXIST);
      if (moved != 0) return failed("cannot move a folder up");
    }
    return {};
  }

  const Fd top_;
  const std::string shown_;
  const GoOn& go_on_;
  std::uint64_t moved_ = 0;
};

}  // namespace

void Fd::reset(int fd) {
  if (fd_ >= 0) ::close(fd_);
  fd_ = fd;
}

Result<Folder> Folder::open(const std::string& path, bool create) {
  if (create) {
    std::string prefix;
    for (std::size_t end = 0; end != std::string::npos;) {
      end = path.find('/', end + 1);
      prefix = path.substr(0, end);
      if (::mkdir(prefix.c_str(), 0700) != 0 && errno != EEXIST)
        return system_error("cannot make folder " + prefix);
    }
  }
  Fd fd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd) return system_error("cannot open folder " + path);
  return Folder(std::move(fd), path);
}

Result<Folder> Folder::folder(std::string_view name, bool create) const {
  if (create) {
    for (std::size_t end = 0; end != std::string_view::npos;) {
      end = name.find('/', end + 1);
      const std::string part(name.substr(0, end));
      const std::size_t cut = part.rfind('/');
      Fd parent(open_beneath(fd(), cut == std::string::npos ? "." : part.substr(0, cut),
                             O_RDONLY | O_DIRECTORY, 0));
      const std::string leaf = cut == std::string::npos ? part : part.substr(cut + 1);
      if (!parent || leaf == ".." || (::mkdirat(parent.get(), leaf.c_str(), 0700) != 0 && errno != EEXIST)) {
        return system_error("cannot make folder " + joined(path_, part));
      }
    }
  }
  Fd fd(open_beneath(this->fd(), std::string(name), O_RDONLY | O_DIRECTORY, 0));
  if (!fd) return system_error("cannot open folder " + joined(path_, name));
  return Folder(std::move(fd), joined(path_, name));
}

Result<Fd> Folder::file(std::string_view name, int flags, mode_t mode) const {
  Fd fd(open_beneath(this->fd(), std::string(name), flags, mode));
  if (!fd) return system_error("cannot open " + joined(path_, name));
  return fd;
}

Result<std::string> Folder::read(std::string_view name, std::size_t limit) const {
  auto fd = file(name, O_RDONLY);
  if (!fd) return fd.error();
  auto bytes = read_all(fd->get(), limit);
  if (!bytes) return bytes.error().within(joined(path_, name));
  return bytes;
}

Status Folder::write_durably(std::string_view name, std::string_view bytes, mode_t mode) const {
  return replace(name, bytes, mode, true);
}

Status Folder::write_atomically(std::string_view name, std::string_view bytes, mode_t mode) const {
  return replace(name, bytes, mode, false);
}

Status Folder::replace(std::string_view name, std::string_view bytes, mode_t mode, bool durable) const {
  static std::atomic<unsigned> counter{0};
  const std::string temporary =
      std::string(name) + ".tmp" + std::to_string(::getpid()) + "-" + std::to_string(counter++);
  auto fd = file(temporary, O_WRONLY | O_CREAT | O_EXCL, mode);
  if (!fd) return fd.error();
  const auto give_up = [&](Error error) {
    ::unlinkat(this->fd(), temporary.c_str(), 0);
    return error.within(joined(path_, name));
  };
  if (auto done = write_all(fd->get(), bytes); !done) return give_up(done.error());
  if (durable && ::fsync(fd->get()) != 0) return give_up(system_error("fsync"));
  if (::renameat(this->fd(), temporary.c_str(), this->fd(), std::string(name).c_str()) != 0) {
    return give_up(system_error("rename"));
  }
  return durable ? sync() : Status{};
}

Status Folder::create_durably(std::string_view name, std::string_view bytes, mode_t mode) const {
  auto fd = file(name, O_WRONLY | O_CREAT | O_EXCL, mode);
  if (!fd) return fd.error();
  if (auto done = write_all(fd->get(), bytes); !done) return done.error().within(joined(path_, name));
  if (::fsync(fd->get()) != 0) return system_error("cannot fsync " + joined(path_, name));
  return sync();
}

Status Folder::remove(std::string_view name) const {
  if (::unlinkat(fd(), std::string(name).c_str(), 0) != 0 && errno != ENOENT) {
    return system_error("cannot remove " + joined(path_, name));
  }
  return {};
}

Status Folder::remove_tree(std::string_view name, const GoOn& go_on) const {
  const std::string text(name), shown = joined(path_, name);
  const auto gone = remove_at_once(fd(), text.c_str(), shown);
  if (!gone) return gone.error();
  if (*gone) return {};
  Fd top = open_to_empty(fd(), text.c_str());
  if (!top) return system_error("cannot open " + shown);
  if (auto done = TreeRemoval(std::move(top), shown, go_on).empty(); !done) return done;
  if (::unlinkat(fd(), text.c_str(), AT_REMOVEDIR) != 0 && errno != ENOENT)
    return system_error("cannot remove " + shown);
  return {};
}

Status Folder::sync() const {
  if (::fsync(fd()) != 0) return system_error("cannot fsync folder " + path_);
  return {};
}

Result<std::vector<std::string>> Folder::list() const {
  const Entries entries = list_entries(fd());
  if (!entries) return system_error("cannot list " + path_);
  std::vector<std::string> names;
  while (const dirent* entry = ::readdir(entries.get())) {
    if (!is_dots(entry->d_name)) names.emplace_back(entry->d_name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool Folder::has(std::string_view name) const {
  struct stat status;
  return ::fstatat(fd(), std::string(name).c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
}

Status write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return system_error("write");
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

Result<std::string> read_all(int fd, std::size_t limit) {
  std::string bytes;
  for (std::size_t used = 0;;) {
    bytes.resize(std::max<std::size_t>(used + 16384, used * 2));
    const ssize_t got = ::read(fd, bytes.data() + used, bytes.size() - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error("read");
    used += static_cast<std::size_t>(got);
    if (used > limit) return system_error("larger than " + std::to_string(limit) + " bytes", EFBIG);
    if (got == 0) {
      bytes.resize(used);
      return bytes;
    }
  }
}

Result<std::string> read_file(const std::string& path, std::size_t limit) {
  Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd) return system_error("cannot open " + path);
  auto bytes = read_all(fd.get(), limit);
  if (!bytes) return bytes.error().within("cannot read " + path);
  return bytes;
}

TemporaryFolder::TemporaryFolder() {
  std::string pattern = std::filesystem::temp_directory_path().string() + "/berth-XXXXXX";
  BERTH_CHECK(::mkdtemp(pattern.data()) != nullptr, "the temporary directory is writable");
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;  // a leftover in /tmp is no reason to fail
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace base
