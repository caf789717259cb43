#include "berth/shim/output.hpp"

#include "berth/shim/syncer.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace berth::shim {
namespace {

constexpr base::Milliseconds sync_delay{1000};
/// What may wait in memory for a disk that refuses, before the container is made to wait.
constexpr std::uint64_t buffer_limit = std::uint64_t{4} << 20;
constexpr int pipe_bytes = 1 << 20;

}  // namespace

base::Result<std::unique_ptr<ContainerOutput>> ContainerOutput::open(
    const std::optional<run::LogTarget>& target) {
  std::unique_ptr<ContainerOutput> output(new ContainerOutput());
  if (target) {
    auto folder = base::Folder::open(target->folder, true);
    if (!folder) return folder.error();
    auto writer = logstore::SegmentWriter::open(std::move(*folder));
    if (!writer) return writer.error();
    output->writer_ = std::move(*writer);
  }
  for (std::size_t which : {0U, 1U}) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return base::system_error("cannot make a pipe");
    output->read_ends_[which].reset(ends[0]);
    output->write_ends_[which].reset(ends[1]);
    ::fcntl(ends[0], F_SETPIPE_SZ, pipe_bytes);  // a wish: users have a budget of pipe memory
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    if (output->writer_)
      output->lines_[which].emplace(
          *output->writer_, static_cast<std::uint8_t>(which == 1 ? logstore::record_standard_error : 0));
  }
  return output;
}

void ContainerOutput::close_write_ends() {
  for (base::Fd& end : write_ends_) end.reset();
}

int ContainerOutput::read_end(std::size_t which) const {
  const bool full = writer_ && writer_->buffered_bytes() > buffer_limit;
  return full ? -1 : read_ends_[which].get();
}

/// One read; false if there is nothing (more).
bool ContainerOutput::take(std::size_t which, base::TimePoint now) {
  static thread_local std::array<char, 256 * 1024> bytes;
  if (!read_ends_[which]) return false;
  const ssize_t got = ::read(read_ends_[which].get(), bytes.data(), bytes.size());
  if (got < 0) return errno == EINTR;
  if (got == 0) {
    if (lines_[which]) lines_[which]->finish(now);
    read_ends_[which].reset();
    return false;
  }
  if (lines_[which]) lines_[which]->add({bytes.data(), static_cast<std::size_t>(got)}, now);
  return true;
}

void ContainerOutput::store(base::TimePoint steady) {
  if (!writer_) return;
  const auto written = writer_->write();
  trouble_ = written ? std::string() : written.error().message;
  if (!deadline_ && (writer_->has_unsynced() || !written)) deadline_ = steady + sync_delay;
}

void ContainerOutput::read(std::size_t which, base::TimePoint now, base::TimePoint steady) {
  take(which, now);
  store(steady);
}

void ContainerOutput::finish(base::TimePoint now) {
  for (std::size_t which : {0U, 1U}) {
    // All writers are gone, so this ends; what a refusing disk cannot take is counted, not kept.
    while (take(which, now)) {
      store({});
      if (writer_ && writer_->buffered_bytes() > buffer_limit) lost_bytes_ += writer_->discard();
    }
    if (lines_[which]) lines_[which]->finish(now);
    read_ends_[which].reset();
  }
  if (!writer_) return;
  const auto synced = writer_->sync();
  trouble_ = synced ? std::string() : synced.error().message;
  if (!synced) lost_bytes_ += writer_->discard();
  deadline_.reset();
}

void ContainerOutput::tend(base::TimePoint steady, Syncer& syncer) {
  if (!deadline_ || steady < *deadline_) return;
  deadline_.reset();
  store(steady);
  if (!writer_ || !writer_->has_unsynced()) return;
  if (auto file = writer_->begin_sync()) syncer.submit(std::move(*file));
  // Written to between the two calls above: not possible, there is one thread. The next write sets the next
  // deadline.
}

std::string ContainerOutput::loss() const {
  if (lost_bytes_ == 0) return {};
  return std::to_string(lost_bytes_) + " bytes of output could not be stored: " + trouble_;
}

}  // namespace berth::shim
