/// How good recommendations are: recall@k and NDCG@k against held-out items, beside a most-popular baseline.
///
/// Protocol. Every sample with at least one held-out item counts, with equal weight; one without
/// recommendations counts as 0. Ranked are all items of the training data but those that the sample has there
/// ("seen"), which are struck out of the lists. recall@k = hits in the first k / held-out items. NDCG@k = Σ
/// 1/log2(rank + 1) over hits in the first k, divided by the same sum for a list that starts with min(k,
/// held-out items) hits. Held-out items that never occur in the training data count as held out. The baseline
/// ranks by the number of samples that have an item in the training data; of equals the one that occurs first
/// in it.
#pragma once

#include "fathom/data/interrupt.hpp"
#include "fathom/data/label_index.hpp"
#include "fathom/data/sample_text.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fathom::eval {

/// The means over all samples for one k.
struct Quality {
  std::size_t k = 0;
  double recall = 0, ndcg = 0;
};

/// One sample: `ranked` without seen items, best first; `held_out` sorted. Results are for each of `ks`.
std::vector<Quality> quality_of(const std::vector<std::uint32_t>& ranked,
                                const std::vector<std::uint32_t>& held_out,
                                const std::vector<std::size_t>& ks);

struct EvaluateOptions {
  std::string recs;   ///< what predict wrote
  std::string truth;  ///< held-out items, in DSSTNE's text format
  std::string seen;   ///< the training data; empty: nothing is struck out, and there is no baseline
  std::vector<std::size_t> ks{20, 100};
  data::InterruptFlag interrupt = nullptr;
};

struct Evaluation {
  std::vector<Quality> recommendations;
  std::vector<Quality> most_popular;  ///< empty without training data
  std::uint64_t samples = 0;          ///< with held-out items
  std::uint64_t without_recommendations = 0;
  std::uint64_t shortest_list = 0;  ///< of the samples that have one, after striking out
  std::uint64_t longest_list = 0;   ///< before striking out
  std::uint64_t held_out_items = 0,
                unknown_held_out_items = 0;  ///< the latter never occur in the training data
};

/// Throws DataError with file and line.
Evaluation evaluate(const EvaluateOptions& options);

/// A table for people, with the protocol in short.
std::string to_text(const Evaluation& evaluation);

}  // namespace fathom::eval
