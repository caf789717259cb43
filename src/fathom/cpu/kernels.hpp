/// The inner loops: one thread, one piece of memory. Compiled for several instruction sets; a call runs the
/// best one that the machine has. Nothing here checks shapes.
#pragma once

#include "fathom/core/views.hpp"
#include "fathom/formula/activation.hpp"
#include "fathom/formula/loss.hpp"
#include "fathom/formula/optimizer.hpp"

#include <cstddef>

namespace fathom::cpu {

/// What an element of C is before the products are added.
enum class Start { zero, keep, row_bias, column_bias };

/// C [rows, cols] = start + A·B. A(i, p) = a[i·a_row + p·a_depth], so it may be transposed; B [depth, cols]
/// and C are row-major. Each element is one chain of fused multiply-adds, p ascending.
struct Product {
  std::size_t rows = 0, cols = 0, depth = 0;
  const float* a = nullptr;
  std::size_t a_row = 0, a_depth = 0;
  const float* b = nullptr;
  std::size_t b_stride = 0;
  float* c = nullptr;
  std::size_t c_stride = 0;
  Start start = Start::zero;
  const float* bias = nullptr;  ///< [rows] or [cols]
};
void multiply(const Product& product);

/// y [cols] = (or +=) bias + sum over the points [first, last) of value·w(index). bias may be null.
struct SparseSum {
  const Csr* x = nullptr;
  std::uint64_t first = 0, last = 0;
  Matrix<const float> w;
  const float* bias = nullptr;
  bool add = false;
  float* y = nullptr;
};
void sparse_sum(const SparseSum& sum);

/// y [cols, rows] = xᵀ; x [rows, cols].
void transpose_block(Matrix<const float> x, Matrix<float> y);

void add(const float* x, float* y, std::size_t count);                  ///< y += x
void scale(float factor, const float* x, float* y, std::size_t count);  ///< y = factor·x
void activate(const formula::Activation& f, const float* z, float* y, std::size_t count);
void multiply_slope(const formula::Activation& f, const float* y, float* d, std::size_t count);

/// Weights of one row learn from `factor`·gradient. first and second may be null where the optimizer has no
/// use for them.
struct WeightRow {
  float* weights = nullptr;
  const float* gradient = nullptr;
  float* first = nullptr;
  float* second = nullptr;
  std::size_t count = 0;
};
void update_weights(const formula::Optimizer& optimizer, const formula::Rates& rates, float factor,
                    const WeightRow& row);

/// Scores of some output units become deltas, in place.
struct DeltaTile {
  Matrix<float> scores;          ///< [units, batch]; in: z, out: d loss / d z
  const Csr* by_unit = nullptr;  ///< sparse targets: row first_row + unit, examples from first_example on
  std::size_t first_row = 0;
  std::size_t first_example = 0;
  Matrix<const float> dense;       ///< or dense ones, [units, batch]
  const float* weights = nullptr;  ///< null, or [batch]
  bool listed_only = false;
  float* losses = nullptr;  ///< [batch], added to
  float* sums = nullptr;    ///< [units], the sum of a unit's deltas is added
  float* aside = nullptr;   ///< [batch], scratch
};
void output_deltas(const formula::Loss& loss, const formula::Activation& f, const DeltaTile& tile);

}  // namespace fathom::cpu
