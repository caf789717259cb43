#include "berth/objects/blob_writer.hpp"

#include "berth/objects/error.hpp"

#include <fcntl.h>
#include <sys/stat.h>

namespace berth::objects {
namespace {

constexpr std::size_t block_size = std::size_t{1} << 20;
/// Written pages are sent to the disk in stretches of this size, so that the fsync at the end has little to
/// do.
constexpr std::uint64_t writeback_stretch = std::uint64_t{8} << 20;

[[noreturn]] void throw_disk_error(const base::Error& error) {
  if (error.code == std::errc::no_space_on_device) throw ObjectError(Refusal::NoSpace);
  throw base::Failure(error);
}

void check(const base::Status& status) {
  if (!status) throw_disk_error(status.error());
}

}  // namespace

struct BlobWriter::Hashes {
  explicit Hashes(const std::vector<Checksum>& kinds) : running(kinds) {}
  void update(std::string_view bytes) {
    md5.update(bytes);
    running.update(bytes);
  }
  base::Digest md5{base::Digest::Kind::Md5};
  RunningChecksums running;
};

struct BlobWriter::File {
  void write(std::string_view bytes) {
    check(base::write_all(blob.fd(), bytes));
    size += bytes.size();
    if (size - started < writeback_stretch) return;
    ::sync_file_range(blob.fd(), static_cast<off64_t>(started), static_cast<off64_t>(size - started),
                      SYNC_FILE_RANGE_WRITE);
    started = size;
  }
  PendingBlob blob;
  std::uint64_t size = 0;
  std::uint64_t started = 0;  // writeback was begun up to here
};

BlobWriter::BlobWriter(BlobFiles files, base::asio::thread_pool& pool, std::vector<Checksum> checksums)
    : files_(std::move(files)),
      pool_(pool),
      hashes_(std::make_shared<Hashes>(checksums)),
      hashing_(pool),
      writing_(pool) {}

base::Async<void> BlobWriter::write(std::string_view bytes) {
  size_ += bytes.size();
  while (!bytes.empty()) {
    std::size_t room = block_size - buffer_.size();
    buffer_.append(bytes.substr(0, room));
    bytes.remove_prefix(std::min(room, bytes.size()));
    if (buffer_.size() == block_size) co_await hand_over();
  }
}

base::Async<void> BlobWriter::hand_over() {
  if (!file_) {
    auto make = [files = files_] { return files.create(); };
    auto blob = co_await base::blocking(pool_, std::move(make));
    if (!blob) throw_disk_error(blob.error());
    file_ = std::make_shared<File>();
    file_->blob = std::move(*blob);
  }
  auto block = std::make_shared<const std::string>(std::exchange(buffer_, {}));
  co_await hashing_.wait();
  hashing_.start([hashes = hashes_, block] { hashes->update(*block); });
  co_await writing_.wait();
  writing_.start([file = file_, block] { file->write(*block); });
  buffer_.reserve(block_size);
}

base::Async<Written> BlobWriter::finish() {
  Written written;
  written.size = size_;
  if (!file_ && size_ <= inline_limit) {
    hashes_->update(buffer_);
    written.bytes = std::move(buffer_);
  } else {
    if (!buffer_.empty()) co_await hand_over();
    co_await writing_.wait();
    writing_.start([file = file_] { check(file->blob.sync()); });
    co_await hashing_.wait();
    co_await writing_.wait();
    written.blob = std::move(file_->blob);
  }
  written.md5 = hashes_->md5.finish();
  written.checksums = hashes_->running.finish();
  co_return written;
}

}  // namespace berth::objects
