/// Cuts a block of scratch memory into matrices.
#pragma once

#include "fathom/core/context.hpp"
#include "fathom/core/views.hpp"

#include <cstddef>

namespace fathom::cpu {

/// Elements of a matrix of floats with padded rows.
inline std::size_t padded_size(std::size_t rows, std::size_t cols) {
  return rows * padded_stride<float>(cols);
}

class Scratch {
 public:
  explicit Scratch(void* block) : next_(static_cast<float*>(block)) {}
  Matrix<float> matrix(std::size_t rows, std::size_t cols) {
    const Matrix<float> view(next_, rows, cols, padded_stride<float>(cols));
    next_ += padded_size(rows, cols);
    return view;
  }
  Row<float> row(std::size_t count) { return matrix(1, count).row(0); }

 private:
  float* next_;
};

}  // namespace fathom::cpu
