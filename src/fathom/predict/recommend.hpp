/// Recommendations: the k best outputs of every example, by tiles over the outputs, so that a catalogue-sized
/// score matrix never exists.
#pragma once

#include "fathom/core/thread_pool.hpp"
#include "fathom/core/views.hpp"
#include "fathom/data/interrupt.hpp"
#include "fathom/predict/filter.hpp"
#include "fathom/predict/top_k.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace fathom::predict {

/// Where scores come from: a network (network_scores.hpp), or numbers of a test's own.
class ScoreSource {
 public:
  virtual ~ScoreSource() = default;
  /// Makes examples [first, first + count) the current batch.
  virtual void forward(std::uint64_t first, std::size_t count) = 0;
  /// The scores of outputs [first, first + y.cols) for the current batch: y [count, cols].
  virtual void scores(std::size_t first, Matrix<float> y) = 0;
};

struct RecommendOptions {
  std::size_t k = 100;
  std::size_t batch = 1024;  ///< examples at a time, at most
  std::size_t items = 0;     ///< outputs that are real: those from here on are padding and never listed
  data::InterruptFlag interrupt = nullptr;
  // Told of each batch, if set: before it is scored, when its lists are complete, when all were received.
  std::function<void(std::uint64_t position)> started;
  std::function<void()> ranked, received;
};

/// Called for every example in order, with its best items in order.
using Receiver = std::function<void(std::uint64_t example, std::span<const Scored> best)>;

/// Ranks the outputs of `examples` examples. `filter` applies before ranking: example e is its sample e.
/// The result does not depend on batch, tiles or threads.
void recommend(ScoreSource& source, std::uint64_t examples, const Filter& filter,
               const RecommendOptions& options, ThreadPool& pool, const Receiver& receive);

}  // namespace fathom::predict
