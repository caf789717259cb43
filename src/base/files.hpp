/// Files and folders, opened beneath a root by descriptor: a name from outside can never lead out of its
/// folder, and a path longer than PATH_MAX cannot fail half-way. Every descriptor is O_CLOEXEC.
#pragma once

#include "base/result.hpp"

#include <sys/types.h>

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace base {

/// Owns a descriptor; closes it once.
class Fd {
 public:
  Fd() = default;
  explicit Fd(int fd) : fd_(fd) {}
  Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Fd& operator=(Fd&& other) noexcept {
    if (this != &other) reset(std::exchange(other.fd_, -1));
    return *this;
  }
  ~Fd() { reset(); }
  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }
  int release() { return std::exchange(fd_, -1); }
  void reset(int fd = -1);

 private:
  int fd_ = -1;
};

/// Asked between steps of long work; false ends it early.
using GoOn = std::function<bool()>;

/// An open folder; everything else is named relative to it.
class Folder {
 public:
  Folder() = default;
  /// Opens the folder `path`; with `create` it and its parents are made first (mode 0700).
  static Result<Folder> open(const std::string& path, bool create = false);
  /// Opens (and makes) a folder inside this one. `name` may have several parts; `..`, absolute names and
  /// symbolic links that lead out are refused (openat2 RESOLVE_BENEATH).
  Result<Folder> folder(std::string_view name, bool create = false) const;
  /// Opens a file inside this one with open(2)'s flags.
  Result<Fd> file(std::string_view name, int flags, mode_t mode = 0600) const;
  Result<std::string> read(std::string_view name, std::size_t limit = std::size_t{64} << 20) const;
  /// Replaces the file whole: temporary name, write, fsync, rename, fsync of this folder. After a crash the
  /// old or the new content is there, never a mixture.
  Status write_durably(std::string_view name, std::string_view bytes, mode_t mode = 0600) const;
  /// The same without fsync: after kill -9 the old or the new content is there; after a power failure
  /// anything.
  Status write_atomically(std::string_view name, std::string_view bytes, mode_t mode = 0600) const;
  /// Makes the file; an error (EEXIST) if it is there. fsynced with the folder.
  Status create_durably(std::string_view name, std::string_view bytes, mode_t mode = 0600) const;
  Status remove(std::string_view name) const;  ///< a file; no error if it is not there
  /// A folder and all in it, however deep, never following links; no error if it is not there. Asks `go_on` between
  /// entries, and gives up with an error where it says no: a second call goes on.
  Status remove_tree(
      std::string_view name, const GoOn& go_on = [] { return true; }) const;
  Status sync() const;  ///< fsync: names made or removed here are on disk afterwards
  Result<std::vector<std::string>> list() const;  ///< names, sorted, without . and ..
  bool has(std::string_view name) const;
  int fd() const { return fd_.get(); }
  const std::string& path() const { return path_; }  ///< as opened, for messages
  explicit operator bool() const { return static_cast<bool>(fd_); }

 private:
  Status replace(std::string_view name, std::string_view bytes, mode_t mode, bool durable) const;
  Folder(Fd fd, std::string path) : fd_(std::move(fd)), path_(std::move(path)) {}
  Fd fd_;
  std::string path_;
};

Status write_all(int fd, std::string_view bytes);
Result<std::string> read_all(int fd,
                             std::size_t limit = std::size_t{64} << 20);  ///< an error beyond `limit` bytes
Result<std::string> read_file(const std::string& path, std::size_t limit = std::size_t{64} << 20);

/// A folder under $TMPDIR that is removed with everything in it. For tests and scratch work.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }
  std::string operator/(std::string_view name) const { return path_ + "/" + std::string(name); }

 private:
  std::string path_;
};

}  // namespace base
