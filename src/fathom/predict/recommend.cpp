#include "fathom/predict/recommend.hpp"

#include "fathom/core/shards.hpp"

#include <algorithm>
#include <memory>

namespace fathom::predict {
namespace {

constexpr std::size_t tile_items = 2048;
constexpr std::size_t rows_a_shard = 16;
constexpr std::size_t candidate_bytes = std::size_t{64} << 20;  ///< for the candidates of a batch

/// One example on its way through the tiles.
struct Ranking {
  Ranking(std::size_t k, std::size_t items) : best(k, items) {}

  void start(std::span<const FilterEntry> entries) { filter = entries; }

  /// Multiplies what is to be multiplied and offers the stretches between removed items.
  void offer(std::uint32_t first, std::span<float> scores) {
    std::size_t offered = 0;
    for (; !filter.empty() && filter.front().item < first + scores.size(); filter = filter.subspan(1)) {
      const std::size_t at = filter.front().item - first;
      if (!filter.front().removed) {
        scores[at] *= filter.front().factor;
        continue;
      }
      if (at < offered) continue;  // removed already
      offer_part(first, scores, offered, at);
      offered = at + 1;
    }
    offer_part(first, scores, offered, scores.size());
  }

  TopK best;
  std::span<const FilterEntry> filter;  ///< what is left of it

 private:
  void offer_part(std::uint32_t first, std::span<const float> scores, std::size_t from, std::size_t to) {
    if (from < to) best.offer(first + static_cast<std::uint32_t>(from), scores.subspan(from, to - from));
  }
};

std::size_t rows_at_a_time(const RecommendOptions& options) {
  const std::size_t bytes = (2 * std::min(options.k, options.items) + rows_a_shard) * sizeof(Scored);
  return std::clamp<std::size_t>(candidate_bytes / bytes, 1, std::max<std::size_t>(options.batch, 1));
}

}  // namespace

void recommend(ScoreSource& source, std::uint64_t examples, const Filter& filter,
               const RecommendOptions& options, ThreadPool& pool, const Receiver& receive) {
  const std::size_t rows =
      std::min<std::uint64_t>(rows_at_a_time(options), std::max<std::uint64_t>(examples, 1));
  std::vector<Ranking> rankings(rows, Ranking(options.k, options.items));
  std::vector<float> tile(rows * std::min(tile_items, options.items));
  for (std::uint64_t position = 0; position < examples; position += rows) {
    data::stop_if(options.interrupt);
    const std::size_t count = std::min<std::uint64_t>(rows, examples - position);
    if (options.started) options.started(position);
    source.forward(position, count);
    for (std::size_t r = 0; r < count; ++r) rankings[r].start(filter.row(position + r));
    for (std::size_t first = 0; first < options.items; first += tile_items) {
      const std::size_t width = std::min(tile_items, options.items - first);
      const Matrix<float> scores(tile.data(), count, width);
      source.scores(first, scores);
      const Shards shards{count, rows_a_shard};
      pool.run(shards.count(), [&](std::size_t shard, std::size_t) {
        const auto range = shards[shard];
        for (std::size_t r = range.first; r < range.first + range.count; ++r) {
          rankings[r].offer(static_cast<std::uint32_t>(first), scores.row(r));
        }
      });
    }
    if (options.ranked) options.ranked();
    for (std::size_t r = 0; r < count; ++r) receive(position + r, rankings[r].best.take());
    if (options.received) options.received();
  }
}

}  // namespace fathom::predict
