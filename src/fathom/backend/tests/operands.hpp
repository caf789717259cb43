/// Operands for one call of a primitive: the same numbers for every backend, with guards around every matrix.
#pragma once

#include "fathom/backend/backend.hpp"
#include "fathom/core/random.hpp"
#include "fathom/core/sparse.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <deque>
#include <limits>
#include <string>
#include <vector>

namespace fathom {

/// Adds the special values to what the operands hold.
enum class Numbers { plain, special };

template <class R>
class Operands {
 public:
  using Real = R;
  static constexpr Real guard = Real(-98765.5);

  explicit Operands(Numbers numbers = Numbers::plain) : numbers_(numbers) {}

  /// A matrix of numbers in (-1, 1], on purpose not aligned and with room between its rows.
  Matrix<Real> matrix(std::size_t rows, std::size_t cols) {
    const std::size_t stride = cols + 5;
    std::vector<Real>& memory = memory_.emplace_back(rows * stride + 40, guard);
    const Matrix<Real> view(memory.data() + 17, rows, cols, stride);
    const RandomStream stream(99, Purpose::split, memory_.size());
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t c = 0; c < cols; ++c)
        view(r, c) = static_cast<Real>(2 * stream.uniform(r * cols + c) - 1);
    if (numbers_ == Numbers::special && rows * cols > 0) {
      constexpr Real infinity = std::numeric_limits<Real>::infinity();
      const Real specials[] = {std::numeric_limits<Real>::quiet_NaN(), infinity, -infinity};
      for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t at = stream.bits(1000 + i) % (rows * cols);
        view(at / cols, at % cols) = specials[i];
      }
    }
    views_.push_back(view);
    return view;
  }
  Row<Real> row(std::size_t cols) { return matrix(1, cols).row(0); }
  Matrix<Real> positive(std::size_t rows, std::size_t cols) {
    const Matrix<Real> view = matrix(rows, cols);
    for (std::size_t r = 0; r < rows; ++r)
      for (Real& element : view.row(r)) element = std::fabs(element);
    return view;
  }
  /// A parameter with gradient and two states (squares: not negative).
  Parameter<Real> parameter(std::size_t rows, std::size_t cols) {
    return {matrix(rows, cols), matrix(rows, cols), positive(rows, cols), positive(rows, cols)};
  }
  void result(double number) { results_.push_back(number); }

  const std::vector<Matrix<Real>>& views() const { return views_; }
  const std::vector<double>& results() const { return results_; }

  void expect_guards_whole(const std::string& what) const {
    for (std::size_t m = 0; m < views_.size(); ++m) {
      std::vector<Real> expected(memory_[m].size(), guard);
      const Matrix<Real>& view = views_[m];
      for (std::size_t r = 0; r < view.rows; ++r)
        std::copy_n(view.row(r).data(), view.cols, expected.data() + 17 + r * view.stride);
      EXPECT_EQ(std::memcmp(expected.data(), memory_[m].data(), sizeof(Real) * expected.size()), 0)
          << what << ": wrote beside operand " << m;
    }
  }
  /// All bytes that a call may have changed.
  std::vector<unsigned char> bytes() const {
    std::vector<unsigned char> all;
    const auto append = [&](const void* data, std::size_t size) {
      const auto* from = static_cast<const unsigned char*>(data);
      all.insert(all.end(), from, from + size);
    };
    for (const auto& memory : memory_) append(memory.data(), sizeof(Real) * memory.size());
    append(results_.data(), sizeof(double) * results_.size());
    return all;
  }

 private:
  Numbers numbers_;
  std::deque<std::vector<Real>> memory_;
  std::vector<Matrix<Real>> views_;
  std::vector<double> results_;
};

/// Sparse rows with about `density` of the columns, some rows empty, some indices twice.
inline SparseRows sparse_rows(std::size_t rows, std::size_t cols, double density, bool with_values,
                              std::uint64_t seed = 5) {
  SparseRows x;
  x.clear(cols);
  const RandomStream stream(seed, Purpose::split, 77);
  std::uint64_t drawn = 0;
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < cols && r % 5 != 3; ++c) {
      if (static_cast<double>(stream.uniform(drawn++)) > density) continue;
      const int times = stream.bits(drawn++) % 16 == 0 ? 2 : 1;
      for (int i = 0; i < times; ++i) {
        x.indices.push_back(static_cast<std::uint32_t>(c));
        if (with_values) x.values.push_back(2 * stream.uniform(drawn++) - 1);
      }
    }
    x.starts.push_back(x.indices.size());
  }
  return x;
}

}  // namespace fathom
