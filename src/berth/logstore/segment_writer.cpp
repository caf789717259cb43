#include "berth/logstore/segment.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>

namespace berth::logstore {
namespace {

/// What the records since the last index entry have in common.
struct Block {
  std::uint64_t start = 0;
  std::int64_t lowest = std::numeric_limits<std::int64_t>::max();
  std::int64_t highest = std::numeric_limits<std::int64_t>::min();
  bool ordered = true;
};

}  // namespace

struct SegmentWriter::State {
  base::Folder folder;
  base::Fd file, index;
  std::uint64_t segment_start = 0;  // stream offset of the open file's first byte
  std::uint64_t written = 0;        // bytes of the open file
  std::string buffer;               // records not yet in it
  std::string index_buffer;         // entries likewise
  bool indexing = true;             // false: this file has no more entries
  bool roll = false;                // the buffer belongs into a new file
  bool unsynced = false;
  Block block;
  std::int64_t highest = std::numeric_limits<std::int64_t>::min();  // of the whole stream

  std::uint64_t end() const { return segment_start + written + buffer.size(); }

  void note(std::int64_t timestamp) {
    block.ordered = block.ordered && timestamp >= highest;
    highest = std::max(highest, timestamp);
    block.lowest = std::min(block.lowest, timestamp);
    block.highest = std::max(block.highest, timestamp);
  }

  void close_block(std::uint64_t block_end) {
    if (block_end > block.start && indexing)
      index_buffer += encode_index_entry({block_end, block.lowest, block.highest, block.ordered});
    block = Block{};
    block.start = block_end;
  }

  /// Opens the files that begin at `start`; a new one is made known to the disk at once.
  base::Status open_files(std::uint64_t start) {
    const bool is_new = !folder.has(segment_name(start));
    auto log = folder.file(segment_name(start), O_RDWR | O_CREAT | O_APPEND);
    if (!log) return log.error();
    if (auto done = lock(log->get()); !done) return done;
    if (is_new)
      if (auto done = folder.sync(); !done) return done;
    file = std::move(*log);
    index.reset();
    segment_start = start;
    written = 0;
    indexing = true;
    return {};
  }

  /// One writer at a time: a container and PutLogEvents may mean the same stream. The lock goes with the descriptor.
  base::Status lock(int fd) const {
    struct flock whole {};
    whole.l_type = F_WRLCK;
    whole.l_whence = SEEK_SET;
    if (::fcntl(fd, F_OFD_SETLK, &whole) == 0) return {};
    if (errno == EACCES) errno = EAGAIN;
    return base::system_error("somebody else is writing to " + folder.path());
  }

  base::Status roll_over() {
    if (auto done = sync_file(); !done) return done;
    const std::uint64_t next = segment_start + written;
    if (auto done = open_files(next); !done) return done;
    roll = false;
    return {};
  }

  base::Status sync_file() {
    if (unsynced && ::fdatasync(file.get()) != 0) return base::system_error("cannot sync " + folder.path());
    unsynced = false;
    return {};
  }

  /// An index that could not be written costs a scan later, nothing else.
  void flush_index() {
    if (index_buffer.empty()) return;
    if (!index) {  // most streams are short and never have one
      auto opened = folder.file(index_name(segment_start), O_RDWR | O_CREAT | O_APPEND);
      if (!opened) return;
      index = std::move(*opened);
    }
    if (base::write_all(index.get(), index_buffer)) index_buffer.clear();
  }

  base::Status recover();
};

/// Finds the end of the good records in the last file, cuts off what follows, and takes up its unfinished
/// block.
base::Status SegmentWriter::State::recover() {
  auto names = folder.list();
  if (!names) return names.error();
  std::vector<std::uint64_t> starts;
  for (const std::string& name : *names)
    if (const auto start = parse_segment_name(name)) starts.push_back(*start);
  if (starts.empty()) return open_files(0);
  for (const std::uint64_t start : starts) {
    const auto bytes = folder.read(index_name(start));
    if (!bytes) continue;
    for (const IndexEntry& entry : parse_index(*bytes)) highest = std::max(highest, entry.highest);
  }
  const std::uint64_t start = starts.back();  // names sort as their offsets do
  if (auto done = open_files(start); !done) return done;
  auto bytes = base::read_all(file.get(), std::size_t{1} << 31);
  if (!bytes) return bytes.error().within(folder.path());
  const auto old_index = folder.read(index_name(start));
  std::string good_index;
  block.start = start;
  for (const IndexEntry& entry : old_index ? parse_index(*old_index) : std::vector<IndexEntry>{}) {
    if (entry.end <= start || entry.end > start + bytes->size()) break;
    good_index += encode_index_entry(entry);
    block.start = entry.end;
  }
  std::size_t good = block.start - start;
  while (const auto record = parse_record(std::string_view(*bytes).substr(good))) {
    note(record->first.timestamp);
    good += record->second;
  }
  if (good < bytes->size() &&
      (::ftruncate(file.get(), static_cast<off_t>(good)) != 0 || ::fsync(file.get()) != 0))
    return base::system_error("cannot cut the torn tail of " + folder.path());
  if (old_index && old_index->size() > good_index.size()) {
    auto opened = folder.file(index_name(start), O_RDWR | O_APPEND);
    if (!opened) return opened.error();
    if (::ftruncate(opened->get(), static_cast<off_t>(good_index.size())) != 0)
      return base::system_error("cannot cut the index of " + folder.path());
  }
  written = good;
  return {};
}

SegmentWriter::SegmentWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
SegmentWriter::SegmentWriter(SegmentWriter&&) noexcept = default;
SegmentWriter& SegmentWriter::operator=(SegmentWriter&&) noexcept = default;
SegmentWriter::~SegmentWriter() = default;

base::Result<SegmentWriter> SegmentWriter::open(base::Folder folder) {
  auto state = std::make_unique<State>();
  state->folder = std::move(folder);
  if (auto done = state->recover(); !done) return done.error();
  return SegmentWriter(std::move(state));
}

void SegmentWriter::append(std::int64_t timestamp, std::int64_t ingestion, std::uint8_t flags,
                           std::string_view message) {
  State& s = *state_;
  if (s.buffer.empty() && s.written >= segment_limit_bytes && !s.roll) {
    s.close_block(s.end());
    s.flush_index();  // into the old file's index; what follows is about the new one
    s.index_buffer.clear();
    s.roll = true;
  }
  if (s.end() - s.block.start >= index_block_bytes) s.close_block(s.end());
  s.note(timestamp);
  append_record(s.buffer, timestamp, ingestion, flags, message);
}

base::Status SegmentWriter::write() {
  State& s = *state_;
  if (s.buffer.empty()) return {};
  if (s.roll)
    if (auto done = s.roll_over(); !done) return done;
  if (auto done = base::write_all(s.file.get(), s.buffer); !done) {
    // Half a record must not stand in front of the next attempt. If even this fails, readers stop at the
    // checksum.
    (void)::ftruncate(s.file.get(), static_cast<off_t>(s.written));
    return done.error().within("cannot write to " + s.folder.path());
  }
  s.written += s.buffer.size();
  s.buffer.clear();
  s.unsynced = true;
  s.flush_index();
  return {};
}

base::Status SegmentWriter::sync() {
  if (auto done = write(); !done) return done;
  return state_->sync_file();
}

base::Status SegmentWriter::roll() {
  State& s = *state_;
  if (auto done = write(); !done) return done;
  if (s.written == 0) return {};
  s.close_block(s.end());
  s.flush_index();
  s.index_buffer.clear();
  return s.roll_over();
}

base::Result<base::Fd> SegmentWriter::begin_sync() {
  base::Fd copy(::fcntl(state_->file.get(), F_DUPFD_CLOEXEC, 3));
  if (!copy) return base::system_error("cannot duplicate a descriptor");
  state_->unsynced = false;
  return copy;
}

std::uint64_t SegmentWriter::discard() {
  State& s = *state_;
  const std::uint64_t bytes = s.buffer.size();
  s.buffer.clear();
  s.index_buffer.clear();  // it may speak of what is gone
  s.indexing = false;      // what lies behind the last entry of this file is scanned
  s.roll = false;
  return bytes;
}

std::uint64_t SegmentWriter::buffered_bytes() const { return state_->buffer.size(); }
std::uint64_t SegmentWriter::end() const { return state_->end(); }
bool SegmentWriter::has_unsynced() const { return state_->unsynced; }
std::int64_t SegmentWriter::highest_timestamp() const { return state_->highest; }

}  // namespace berth::logstore
