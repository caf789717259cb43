#include "berth/cli/s3_copy.hpp"

#include "base/files.hpp"
#include "base/output_target.hpp"
#include "berth/cli/errors.hpp"
#include "berth/cli/progress.hpp"
#include "berth/cli/s3_calls.hpp"
#include "berth/cli/session.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <optional>

namespace berth::cli {
namespace {

namespace fs = std::filesystem;

/// Of input whose size nobody knows: 10,000 of them are 312 GiB.
constexpr std::uint64_t piped_part_size = std::uint64_t{32} << 20;

/// Up to `count` bytes; fewer only at the end of the file.
std::string read_up_to(int fd, std::uint64_t count, const std::string& name) {
  std::string bytes(count, '\0');
  std::size_t have = 0;
  while (have < count) {
    const ssize_t n = ::read(fd, bytes.data() + have, count - have);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw machine_refused(base::system_error("cannot read " + name).message);
    if (n == 0) break;
    have += static_cast<std::size_t>(n);
  }
  bytes.resize(have);
  return bytes;
}

/// A file that takes its name only when it is whole, and is gone if it never is. A link is followed to its file; a device or
/// a pipe is written as it is, for nothing may be renamed over it.
class PartialFile {
 public:
  explicit PartialFile(const std::string& name) : target_(base::output_target(name)) {
    if (target_.is_stream) {
      fd_ = base::Fd(::open(target_.path.c_str(), O_WRONLY | O_CLOEXEC));
    } else {
      partial_ = target_.path + ".berth-XXXXXX";
      fd_ = base::Fd(::mkostemp(partial_.data(), O_CLOEXEC));
    }
    if (!fd_) throw wrong_input(base::system_error("cannot write " + name).message);
  }
  ~PartialFile() {
    if (fd_ && !partial_.empty()) ::unlink(partial_.c_str());
  }
  int fd() const { return fd_.get(); }
  void finish() {
    if (!partial_.empty()) {
      const mode_t mask = ::umask(0);
      ::umask(mask);
      ::fchmod(fd_.get(), 0666 & ~mask);  // mkostemp's 0600 is not what the reader's other files have
      if (::rename(partial_.c_str(), target_.path.c_str()) != 0) {
        throw machine_refused(base::system_error("cannot write " + target_.path).message);
      }
    }
    fd_.reset();
  }

 private:
  const base::OutputTarget target_;
  std::string partial_;
  base::Fd fd_;
};

void write_out(int fd, std::string_view bytes, const std::string& name) {
  if (const auto written = base::write_all(fd, bytes); !written) {
    throw machine_refused(fmt::format("cannot write {}: {}", name, written.error().message));
  }
}

}  // namespace

std::uint64_t part_size_for(std::uint64_t size) {
  return std::max(part_size, (size + most_parts - 1) / most_parts);
}

S3Address destination_object(S3Address address, const std::string& file) {
  if (!address.key.empty() && !address.key.ends_with('/')) return address;
  if (file == "-") throw wrong_input("what comes from standard input needs a name: write s3://BUCKET/KEY");
  address.key += fs::path(file).filename().string();
  return address;
}

std::string destination_file(const std::string& to, const S3Address& address) {
  const std::string name = address.key.substr(address.key.rfind('/') + 1);
  if (!to.ends_with('/') && !fs::is_directory(to)) return to;
  if (name.empty() || name == "." || name == "..")
    throw wrong_input("the object's key ends in no file name: name the file");
  return (fs::path(to) / name).string();
}

void upload(Session& session, const std::string& file, const S3Address& address) {
  const S3Address target = destination_object(address, file);
  const bool piped = file == "-";
  const base::Fd opened(piped ? -1 : ::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!piped && !opened) throw wrong_input(base::system_error("cannot read " + file).message);
  const int fd = piped ? STDIN_FILENO : opened.get();
  struct stat status {};
  if (!piped && (::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)))
    throw wrong_input(file + " is not a file");
  const auto size = static_cast<std::uint64_t>(status.st_size);
  const std::uint64_t piece = piped ? piped_part_size : part_size_for(size);

  const std::string_view type = content_type_of(target.key);
  Progress progress(session.streams.err, session.streams.err_columns, session.clock, target.key, size);
  std::string bytes = read_up_to(fd, piece, file);
  if (bytes.size() < part_size) {  // all of it, for pieces are at least as large
    put_object(session.api(), target, bytes, type);
    return;
  }
  PartsUpload parts(session.api(), target, type);
  while (!bytes.empty()) {
    parts.add(bytes);
    progress.advance(bytes.size());
    bytes = read_up_to(fd, piece, file);
  }
  parts.complete();
}

void download(Session& session, const S3Address& address, const std::string& to) {
  const ObjectHead head = head_object(session.api(), address);
  const bool piped = to == "-";
  std::optional<PartialFile> file;
  if (!piped) file.emplace(destination_file(to, address));
  const int fd = piped ? STDOUT_FILENO : file->fd();
  Progress progress(session.streams.err, piped ? 0 : session.streams.err_columns, session.clock, address.key,
                    head.size);
  for (std::uint64_t at = 0; at < head.size;) {
    const std::string bytes =
        get_range(session.api(), address, head, at, std::min(part_size, head.size - at));
    write_out(fd, bytes, piped ? "standard output" : to);
    at += bytes.size();
    progress.advance(bytes.size());
  }
  if (file) file->finish();
}

}  // namespace berth::cli
