/// Work is cut into shards that only the shapes decide, never threads or ranks: whoever computes a shard, and
/// when, the bytes are the same.
#pragma once

#include <algorithm>
#include <cstddef>

namespace fathom {

/// `total` things in pieces of `grain` (the last one shorter).
struct Shards {
  std::size_t total = 0;
  std::size_t grain = 1;

  struct Range {
    std::size_t first = 0;
    std::size_t count = 0;
  };

  std::size_t count() const { return (total + grain - 1) / grain; }
  Range operator[](std::size_t shard) const {
    const std::size_t first = shard * grain;
    return {first, std::min(grain, total - first)};
  }

  /// At most `pieces` shards, each a multiple of `unit` things long (but the last).
  static Shards at_most(std::size_t pieces, std::size_t total, std::size_t unit) {
    const std::size_t units = (total + unit - 1) / unit;
    const std::size_t per_piece = std::max<std::size_t>(1, (units + pieces - 1) / pieces);
    return {total, per_piece * unit};
  }
};

}  // namespace fathom
