/// Turns a container's output into records: one a line, stamped when its first byte was read; lines longer
/// than CloudWatch's largest event in several records, no byte lost. Used by the shim.
#pragma once

#include "base/clock.hpp"
#include "berth/logstore/segment.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace berth::logstore {

/// One output (standard output or standard error) of a container. Both share a SegmentWriter, so their
/// records interleave in the order in which they were read.
class LineWriter {
 public:
  LineWriter(SegmentWriter& writer, std::uint8_t flags) : writer_(writer), flags_(flags) {}

  /// Bytes as read. Complete lines go to the writer's buffer (without "\n"; a "\r" before it stays).
  void add(std::string_view bytes, base::TimePoint now);
  /// The output has ended: what is left without a newline becomes the last record.
  void finish(base::TimePoint now);

 private:
  void emit(std::string_view line, std::uint8_t more_flags, base::TimePoint now);

  SegmentWriter& writer_;
  std::uint8_t flags_;
  std::string partial_;
  base::TimePoint partial_since_{};
};

}  // namespace berth::logstore
