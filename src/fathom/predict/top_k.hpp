/// The k best of many scores, fed piece by piece: exact for any k, in one pass, without keeping the scores.
///
///   TopK best(k, items);
///   best.offer(first_item, scores_of_the_tile);      // tiles in ascending order of items
///   for (const Scored& s : best.take()) …            // descending score; of equals the smaller item first
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace fathom::predict {

struct Scored {
  std::uint32_t item;
  float score;
  bool operator==(const Scored&) const = default;
};

class TopK {
 public:
  /// k > 0; `items`: how many there are at most, which bounds the memory.
  TopK(std::size_t k, std::size_t items);

  /// Offers the items first, first + 1, …; every item must be greater than all items offered before. A NaN
  /// counts as minus infinity.
  void offer(std::uint32_t first, std::span<const float> scores);

  /// The best so far, min(k, items offered) of them, in order. Starts anew; the span is good until the next
  /// call.
  std::span<const Scored> take();

 private:
  void add(std::uint32_t item, float score) {
    candidates_.push_back({item, score});
    if (candidates_.size() == capacity_) compact();
  }
  void compact();

  std::size_t k_, capacity_;
  std::vector<Scored> candidates_;  ///< never more than capacity_
  bool full_ = false;               ///< at least k candidates are kept and threshold_ holds
  float threshold_ = 0;             ///< a later item needs more than this
  std::vector<Scored> result_;
};

}  // namespace fathom::predict
