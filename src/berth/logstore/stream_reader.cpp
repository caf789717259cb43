#include "berth/logstore/stream_reader.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>

namespace berth::logstore {
namespace {

/// The best events seen so far, bounded in number and bytes. `Forward`: the lowest positions; else the highest.
template <bool Forward>
class Page {
 public:
  explicit Page(ReadLimits limits) : limits_(limits) {}

  /// True if an event at `position` would not be kept.
  bool refuses(Position position) const {
    if (!is_full()) return false;
    return Forward ? position > events_.rbegin()->first : position < events_.begin()->first;
  }

  void add(Position position, const Record& record) {
    events_.emplace(position, StoredEvent{position, record.ingestion, std::string(record.message)});
    bytes_ += record.message.size() + event_overhead_bytes;
    while (events_.size() > 1 && (events_.size() > limits_.events || bytes_without_worst() >= limits_.bytes))
      drop();
  }

  std::vector<StoredEvent> take() {
    while (events_.size() > 1 && bytes_ > limits_.bytes) drop();  // the worst one reached over the limit
    std::vector<StoredEvent> list;
    for (auto& [position, event] : events_) list.push_back(std::move(event));
    return list;
  }

 private:
  auto worst() const { return Forward ? std::prev(events_.end()) : events_.begin(); }
  static std::size_t size(const StoredEvent& event) { return event.message.size() + event_overhead_bytes; }
  std::size_t bytes_without_worst() const { return bytes_ - size(worst()->second); }
  bool is_full() const { return events_.size() >= limits_.events || bytes_ >= limits_.bytes; }
  void drop() {
    bytes_ -= size(worst()->second);
    events_.erase(worst());
  }

  ReadLimits limits_;
  std::map<Position, StoredEvent> events_;
  std::size_t bytes_ = 0;
};

bool is_in(std::int64_t timestamp, const TimeRange& range) {
  return (!range.start || timestamp >= *range.start) && (!range.end || timestamp < *range.end);
}

}  // namespace

base::Result<StreamReader> StreamReader::open(const base::Folder& root, const std::string& name) {
  StreamReader reader;
  auto folder = root.folder(name);
  if (!folder && folder.error().code == std::errc::no_such_file_or_directory) return reader;
  if (!folder) return folder.error();
  reader.folder_ = std::move(*folder);
  auto names = reader.folder_.list();
  if (!names) return names.error();
  for (const std::string& file : *names)
    if (const auto start = parse_segment_name(file)) reader.segments_.push_back(*start);
  for (const std::uint64_t start : reader.segments_) {
    auto loaded = reader.load_segment(start);
    // Retention may take a segment away while we look.
    if (!loaded && loaded.error().code != std::errc::no_such_file_or_directory) return loaded.error();
  }
  return reader;
}

/// Takes the blocks from the index, and scans what lies behind its last entry.
base::Status StreamReader::load_segment(std::uint64_t start) {
  auto file = folder_.file(segment_name(start), O_RDONLY);
  if (!file) return file.error();
  struct stat status {};
  if (::fstat(file->get(), &status) != 0) return base::system_error("cannot look at " + folder_.path());
  const std::uint64_t end = start + static_cast<std::uint64_t>(status.st_size);
  stored_bytes_ += end - start;
  std::uint64_t begin = start;
  if (const auto index = folder_.read(index_name(start))) {
    for (const IndexEntry& entry : parse_index(*index)) {
      if (entry.end <= begin || entry.end > end) break;
      blocks_.push_back({start, begin, entry.end, entry.lowest, entry.highest});
      begin = entry.end;
    }
  }
  if (begin >= end) return {};
  Block rest{start, begin, end, std::numeric_limits<std::int64_t>::max(),
             std::numeric_limits<std::int64_t>::min()};
  std::uint64_t good = begin;
  auto scanned = scan(rest, [&](const Record& record) {
    rest.lowest = std::min(rest.lowest, record.timestamp);
    rest.highest = std::max(rest.highest, record.timestamp);
    good = record.offset + record_header_bytes + record.message.size();
  });
  if (!scanned) return scanned;
  rest.end = good;
  if (good > begin) blocks_.push_back(rest);
  return {};
}

/// Calls for each record of the block; ends at the first that is torn.
base::Status StreamReader::scan(const Block& block, const Visit& visit) const {
  auto file = folder_.file(segment_name(block.segment), O_RDONLY);
  if (!file && file.error().code == std::errc::no_such_file_or_directory) return {};  // retention was here
  if (!file) return file.error();
  std::string bytes;
  std::uint64_t at = block.begin;  // stream offset of bytes[0]
  for (std::uint64_t read_to = block.begin; at < block.end;) {
    const std::size_t old = bytes.size();
    bytes.resize(old + std::min<std::uint64_t>(block.end - read_to, std::uint64_t{1} << 20));
    const ssize_t got = ::pread(file->get(), bytes.data() + old, bytes.size() - old,
                                static_cast<off_t>(read_to - block.segment));
    if (got < 0 && errno == EINTR) {
      bytes.resize(old);
      continue;
    }
    if (got < 0) return base::system_error("cannot read " + folder_.path());
    bytes.resize(old + static_cast<std::size_t>(got));
    read_to += static_cast<std::uint64_t>(got);
    std::size_t used = 0;
    while (auto parsed = parse_record(std::string_view(bytes).substr(used))) {
      parsed->first.offset = at + used;
      visit(parsed->first);
      used += parsed->second;
    }
    if (used == 0 && (got == 0 || bytes.size() > message_limit_bytes + record_header_bytes))
      return {};  // torn
    bytes.erase(0, used);
    at += used;
  }
  return {};
}

base::Result<std::vector<StoredEvent>> StreamReader::after(Position from, TimeRange range,
                                                           ReadLimits limits) const {
  Page<true> page(limits);
  for (const Block& block : blocks_) {
    if (block.highest < from.timestamp || (range.start && block.highest < *range.start)) continue;
    if ((range.end && block.lowest >= *range.end) || page.refuses({block.lowest, block.begin})) continue;
    auto scanned = scan(block, [&](const Record& record) {
      const Position position{record.timestamp, record.offset};
      if (position > from && is_in(record.timestamp, range) && !page.refuses(position))
        page.add(position, record);
    });
    if (!scanned) return scanned.error();
  }
  return page.take();
}

base::Result<std::vector<StoredEvent>> StreamReader::before(Position from, TimeRange range,
                                                            ReadLimits limits) const {
  Page<false> page(limits);
  for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block) {
    if (block->lowest > from.timestamp || (range.end && block->lowest >= *range.end)) continue;
    if ((range.start && block->highest < *range.start) || page.refuses({block->highest, block->end}))
      continue;
    auto scanned = scan(*block, [&](const Record& record) {
      const Position position{record.timestamp, record.offset};
      if (position < from && is_in(record.timestamp, range) && !page.refuses(position))
        page.add(position, record);
    });
    if (!scanned) return scanned.error();
  }
  return page.take();
}

std::optional<std::int64_t> StreamReader::lowest() const {
  const auto found = std::min_element(blocks_.begin(), blocks_.end(),
                                      [](const Block& a, const Block& b) { return a.lowest < b.lowest; });
  return found == blocks_.end() ? std::nullopt : std::optional(found->lowest);
}

std::optional<std::int64_t> StreamReader::highest() const {
  const auto found = std::max_element(blocks_.begin(), blocks_.end(),
                                      [](const Block& a, const Block& b) { return a.highest < b.highest; });
  return found == blocks_.end() ? std::nullopt : std::optional(found->highest);
}

base::Result<std::optional<std::int64_t>> StreamReader::last_ingestion() const {
  std::optional<std::int64_t> last;
  if (blocks_.empty()) return last;
  auto scanned = scan(blocks_.back(), [&](const Record& record) { last = record.ingestion; });
  if (!scanned) return scanned.error();
  return last;
}

std::vector<std::uint64_t> StreamReader::segments_before(std::int64_t timestamp) const {
  std::vector<std::uint64_t> old;
  for (std::size_t i = 0; i + 1 < segments_.size(); ++i) {
    const bool all = std::all_of(blocks_.begin(), blocks_.end(), [&](const Block& block) {
      return block.segment != segments_[i] || block.highest < timestamp;
    });
    if (all) old.push_back(segments_[i]);
  }
  return old;
}

std::uint64_t segment_bytes(const base::Folder& stream) {
  std::uint64_t bytes = 0;
  const auto names = stream.list();
  if (!names) return 0;
  for (const std::string& name : *names) {
    struct stat status {};
    if (parse_segment_name(name) && ::fstatat(stream.fd(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0)
      bytes += static_cast<std::uint64_t>(status.st_size);
  }
  return bytes;
}

base::Status expire_segments(const base::Folder& root, const std::string& name, std::int64_t timestamp) {
  const auto reader = StreamReader::open(root, name);
  if (!reader) return reader.error();
  const auto highest = reader->highest();
  if (!highest) return {};
  auto folder = root.folder(name);
  if (!folder) return folder.error();
  if (*highest < timestamp) {
    auto again = root.folder(name);
    if (!again) return again.error();
    auto writer = SegmentWriter::open(std::move(*again));
    if (!writer && writer.error().code == std::errc::resource_unavailable_try_again)
      return {};  // still being written
    if (!writer) return writer.error();
    if (auto rolled = writer->roll(); !rolled) return rolled;
  }
  const auto now = StreamReader::open(root, name);
  if (!now) return now.error();
  for (const std::uint64_t start : now->segments_before(timestamp)) {
    if (auto removed = folder->remove(segment_name(start)); !removed) return removed;
    if (auto removed = folder->remove(index_name(start)); !removed) return removed;
  }
  return {};
}

}  // namespace berth::logstore
