/// Views: shapes over memory that somebody else owns. They are passed by value and never outlive their owner.
///
/// A view of constant elements is made from one of mutable elements implicitly, never the other way round.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace fathom {

/// A vector of numbers, contiguous.
template <class T>
using Row = std::span<T>;

/// A row-major matrix. Rows lie `stride` elements apart (stride >= cols), so a view can cut columns out of a
/// wider one.
template <class T>
struct Matrix {
  T* data = nullptr;
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::size_t stride = 0;

  Matrix() = default;
  Matrix(T* first, std::size_t row_count, std::size_t col_count, std::size_t row_stride)
      : data(first), rows(row_count), cols(col_count), stride(row_stride) {}
  Matrix(T* first, std::size_t row_count, std::size_t col_count)
      : Matrix(first, row_count, col_count, col_count) {}
  template <class U>
  requires(!std::is_same_v<U, T> && std::is_same_v<const U, T>) Matrix(Matrix<U> other)
      : Matrix(other.data, other.rows, other.cols, other.stride) {}  // NOLINT: implicit

  T& operator()(std::size_t row, std::size_t col) const { return data[row * stride + col]; }
  Row<T> row(std::size_t index) const { return {data + index * stride, cols}; }
  bool empty() const { return rows == 0 || cols == 0; }
  bool present() const { return data != nullptr; }

  /// `count` rows from `first` on.
  Matrix row_range(std::size_t first, std::size_t count) const {
    return {data + first * stride, count, cols, stride};
  }
  /// `count` columns from `first` on.
  Matrix col_range(std::size_t first, std::size_t count) const { return {data + first, rows, count, stride}; }
};

/// Sparse rows. Row r has the points [starts[r], ends[r]) of `indices` and `values`; an index is a column.
/// An index that a row names twice counts twice. `values` may be null: every stored value is 1 then.
struct Csr {
  std::size_t rows = 0;
  std::size_t cols = 0;
  const std::uint64_t* starts = nullptr;   ///< [rows]
  const std::uint64_t* ends = nullptr;     ///< [rows]; for compact rows, starts + 1
  const std::uint32_t* indices = nullptr;  ///< each < cols
  const float* values = nullptr;           ///< null, or one per index

  std::uint64_t length(std::size_t row) const { return ends[row] - starts[row]; }
  std::uint32_t index(std::uint64_t point) const { return indices[point]; }
  float value(std::uint64_t point) const { return values ? values[point] : 1.0F; }
};

/// The distance between rows that keeps a matrix of `cols` floats or doubles off the same cache sets: an odd
/// number of 64-byte lines. Without it, rows 4096 bytes apart all fall into one set of the first-level cache.
template <class T>
constexpr std::size_t padded_stride(std::size_t cols) {
  constexpr std::size_t line = 64 / sizeof(T);
  const std::size_t lines = (cols + line - 1) / line;
  return (lines | 1U) * line;
}

}  // namespace fathom
