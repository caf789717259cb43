/// Sparse rows that own their points: the minibatches that are cut out of a data set.
#pragma once

#include "fathom/core/views.hpp"

#include <cstdint>
#include <vector>

namespace fathom {

struct SparseRows {
  std::size_t cols = 0;
  std::vector<std::uint64_t> starts{0};  ///< [rows + 1]
  std::vector<std::uint32_t> indices;
  std::vector<float> values;  ///< empty (every point means 1), or one per index

  std::size_t rows() const { return starts.size() - 1; }
  void clear(std::size_t col_count) {
    cols = col_count;
    starts.assign(1, 0);
    indices.clear();
    values.clear();
  }
  /// Valid until this object changes.
  Csr view() const {
    return {rows(),         cols,
            starts.data(),  starts.data() + 1,
            indices.data(), values.empty() ? nullptr : values.data()};
  }
};

/// The same points seen from the columns: row c of `by_column` lists the rows of x that have column c,
/// ascending. Work O(points + cols). `by_column` keeps its memory from call to call.
void transpose(const Csr& x, SparseRows& by_column);

}  // namespace fathom
