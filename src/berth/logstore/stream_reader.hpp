/// Reads one stream's segments, while somebody may be writing them. For the blocking pool.
#pragma once

#include "base/files.hpp"
#include "base/result.hpp"
#include "berth/logstore/position.hpp"
#include "berth/logstore/segment.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace berth::logstore {

/// What CloudWatch puts into one reply at most, counting as PutLogEvents does.
inline constexpr std::size_t page_bytes = std::size_t{1} << 20;
inline constexpr std::size_t event_overhead_bytes = 26;

struct StoredEvent {
  Position position;
  std::int64_t ingestion = 0;
  std::string message;
};

struct ReadLimits {
  std::size_t events = 10'000;
  std::size_t bytes = page_bytes;
};

/// Timestamps from `start` up to but not including `end`.
struct TimeRange {
  std::optional<std::int64_t> start, end;
};

class StreamReader {
 public:
  /// Looks at the indexes; the stream is what was written until now. A folder that is not there is an empty stream.
  static base::Result<StreamReader> open(const base::Folder& root, const std::string& name);

  /// The first events after `from`, in order: as many as the limits allow, at least one if there is one.
  base::Result<std::vector<StoredEvent>> after(Position from, TimeRange range, ReadLimits limits) const;
  /// The last events before `from`, in order.
  base::Result<std::vector<StoredEvent>> before(Position from, TimeRange range, ReadLimits limits) const;

  std::optional<std::int64_t> lowest() const;
  std::optional<std::int64_t> highest() const;
  base::Result<std::optional<std::int64_t>> last_ingestion() const;
  std::uint64_t stored_bytes() const { return stored_bytes_; }

  /// Segments of which every record is older than `timestamp`: their offsets. The last one is never among them.
  std::vector<std::uint64_t> segments_before(std::int64_t timestamp) const;

 private:
  /// A run of records in one file, with the range of their timestamps.
  struct Block {
    std::uint64_t segment = 0, begin = 0, end = 0;  // stream offsets
    std::int64_t lowest = 0, highest = 0;
  };
  using Visit = std::function<void(const Record&)>;

  base::Status scan(const Block& block, const Visit& visit) const;
  base::Status load_segment(std::uint64_t start);

  base::Folder folder_;
  std::vector<std::uint64_t> segments_;
  std::vector<Block> blocks_;
  std::uint64_t stored_bytes_ = 0;
};

/// Bytes of the segments in a stream's folder.
std::uint64_t segment_bytes(const base::Folder& stream);

/// Removes what is older than `timestamp`: whole segments, and the last one if nobody is writing (a new, empty one takes its
/// place, so that offsets are never used again).
base::Status expire_segments(const base::Folder& root, const std::string& name, std::int64_t timestamp);

}  // namespace berth::logstore
