/// The daemon's own writers, for PutLogEvents: one a stream, kept open while it is busy. For the blocking pool.
#pragma once

#include "base/files.hpp"
#include "base/result.hpp"
#include "berth/logstore/segment.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace berth::logstore {

struct NewEvent;

class StreamWriters {
 public:
  explicit StreamWriters(std::shared_ptr<const base::Folder> root) : root_(std::move(root)) {}

  /// Appends and syncs. Calls for one stream take turns.
  base::Status put(std::uint64_t stream, const std::vector<NewEvent>& events, std::int64_t ingestion);
  /// Closes the stream's writer, so that a container may have it or its files may go.
  void close(std::uint64_t stream);

 private:
  struct Slot {
    std::mutex mutex;
    std::optional<SegmentWriter> writer;
  };
  std::shared_ptr<Slot> take(std::uint64_t stream);

  std::shared_ptr<const base::Folder> root_;
  std::mutex mutex_;  // of the map
  std::map<std::uint64_t, std::shared_ptr<Slot>> slots_;
};

}  // namespace berth::logstore
