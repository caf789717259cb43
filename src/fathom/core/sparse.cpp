#include "fathom/core/sparse.hpp"

namespace fathom {

void transpose(const Csr& x, SparseRows& by_column) {
  by_column.cols = x.rows;
  by_column.starts.assign(x.cols + 1, 0);
  std::uint64_t points = 0;
  for (std::size_t row = 0; row < x.rows; ++row) {
    points += x.length(row);
    for (std::uint64_t point = x.starts[row]; point < x.ends[row]; ++point)
      ++by_column.starts[x.index(point) + 1];
  }
  for (std::size_t col = 0; col < x.cols; ++col) by_column.starts[col + 1] += by_column.starts[col];
  by_column.indices.resize(points);
  by_column.values.resize(x.values ? points : 0);
  // Filling moves each start to its column's end, which is the next column's start: shift back afterwards.
  for (std::size_t row = 0; row < x.rows; ++row)
    for (std::uint64_t point = x.starts[row]; point < x.ends[row]; ++point) {
      const std::uint64_t place = by_column.starts[x.index(point)]++;
      by_column.indices[place] = static_cast<std::uint32_t>(row);
      if (x.values) by_column.values[place] = x.values[point];
    }
  for (std::size_t col = x.cols; col > 0; --col) by_column.starts[col] = by_column.starts[col - 1];
  by_column.starts[0] = 0;
}

}  // namespace fathom
