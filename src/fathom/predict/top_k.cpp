#include "fathom/predict/top_k.hpp"

#include "base/check.hpp"

#include <algorithm>
#include <cmath>

namespace fathom::predict {
namespace {

constexpr std::size_t stripe = 32;

bool better(const Scored& a, const Scored& b) {
  return a.score > b.score || (a.score == b.score && a.item < b.item);
}

/// Whether any of `stripe` scores passes; a plain reduction, which the compiler turns into vector code.
bool any_above(const float* scores, float threshold) {
  int above = 0;
  for (std::size_t i = 0; i < stripe; ++i) above |= scores[i] > threshold ? 1 : 0;
  return above != 0;
}

}  // namespace

TopK::TopK(std::size_t k, std::size_t items)
    : k_(std::min(k, std::max<std::size_t>(items, 1))), capacity_(2 * k_ + stripe) {
  BERTH_CHECK(k > 0, "the best none are not a question");
  candidates_.reserve(capacity_);
}

void TopK::compact() {
  const auto worst = candidates_.begin() + static_cast<std::ptrdiff_t>(k_ - 1);
  std::nth_element(candidates_.begin(), worst, candidates_.end(), better);
  candidates_.resize(k_);
  full_ = true;
  // Later items are greater, so one that equals the worst kept would stand behind it.
  threshold_ = candidates_.back().score;
}

void TopK::offer(std::uint32_t first, std::span<const float> scores) {
  std::size_t i = 0;
  while (i < scores.size()) {
    if (full_ && i + stripe <= scores.size() && !any_above(scores.data() + i, threshold_)) {
      i += stripe;
      continue;
    }
    for (const std::size_t end = std::min(i + stripe, scores.size()); i < end; ++i) {
      const float score = std::isnan(scores[i]) ? -std::numeric_limits<float>::infinity() : scores[i];
      if (!full_ || score > threshold_) add(first + static_cast<std::uint32_t>(i), score);
    }
  }
}

std::span<const Scored> TopK::take() {
  if (candidates_.size() > k_) compact();
  std::sort(candidates_.begin(), candidates_.end(), better);
  result_.assign(candidates_.begin(), candidates_.end());
  candidates_.clear();
  full_ = false;
  return result_;
}

}  // namespace fathom::predict
