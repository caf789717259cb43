/// How the weights of a row learn from a sum over the minibatch, whichever primitive made the sum.
#pragma once

#include "fathom/backend/backend.hpp"
#include "fathom/cpu/kernels.hpp"

#include <cstddef>

namespace fathom::cpu {

/// What makes a sum over a minibatch a mean.
inline float mean_of(std::size_t batch) { return batch > 0 ? 1.0F / static_cast<float>(batch) : 0.0F; }

/// `count` weights of a row, from column `first` on, with what the optimizer keeps for them.
inline WeightRow weight_row(const Parameter<float>& p, std::size_t row, std::size_t first, std::size_t count,
                            const float* gradient) {
  const auto at = [&](const Matrix<float>& m) {
    return m.present() ? m.data + row * m.stride + first : nullptr;
  };
  return {at(p.weights), gradient, at(p.first), at(p.second), count};
}

/// factor·sum [count] becomes the gradient of these weights, or changes them (learning.mode).
inline void learn_row(const Learning& learning, const Parameter<float>& p, std::size_t row, std::size_t first,
                      std::size_t count, float factor, const float* sum) {
  if (learning.mode == UpdateMode::accumulate)
    scale(factor, sum, p.gradient.data + row * p.gradient.stride + first, count);
  else
    update_weights(learning.optimizer, learning.rates, factor, weight_row(p, row, first, count, sum));
}

}  // namespace fathom::cpu
