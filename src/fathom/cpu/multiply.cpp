/// Matrix products from one register-blocked kernel.
///
/// A block of C, `block_rows` rows by up to three vectors, stays in registers while p runs; each step loads a
/// row of B and broadcasts a column of A. B's columns are walked in panels of three vectors and p in pieces
/// of `depth_block`, so that a panel's piece (24 KiB) stays in the first-level cache while all rows of A pass
/// by. Between pieces C is stored and loaded again, which changes no bit: an element's chain of multiply-adds
/// is the same as without pieces.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fathom/cpu/multiply.cpp"
#include "fathom/cpu/targets.hpp"
//
#include <hwy/foreach_target.h>
//
#include "fathom/cpu/kernels.hpp"
#include "fathom/cpu/pack-inl.hpp"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace fathom::cpu::HWY_NAMESPACE {
namespace {

// 24 sums, 3 vectors of B and one of A fit 32 registers; with 16 there is room for half of the rows.
constexpr int block_rows = HWY_MAX_BYTES >= 64 ? 8 : 4;
constexpr std::size_t depth_block = 128;

struct Block {
  std::size_t depth;
  const float* a;
  std::size_t a_row, a_depth;
  const float* b;
  std::size_t b_stride;
  float* c;
  std::size_t c_stride;
  Start start;
  const float* bias;
  std::size_t left;  // columns of the last vector
};

template <int rows, int vectors, bool masked>
HWY_NOINLINE void multiply_block(const Block& block) {
  const Floats d;
  using Vector = hn::Vec<Floats>;
  const std::size_t lanes = hn::Lanes(d);
  const auto mask = hn::FirstN(d, block.left);
  const auto load_lanes = [&](const float* from) HWY_ATTR -> Vector {
    if constexpr (masked) return hn::MaskedLoad(mask, d, from);
    return hn::LoadU(d, from);
  };

  Vector sum[rows][vectors];
#pragma GCC unroll 8
  for (int i = 0; i < rows; ++i)
#pragma GCC unroll 4
    for (int j = 0; j < vectors; ++j) {
      const std::size_t column = static_cast<std::size_t>(j) * lanes;
      const auto row = static_cast<std::size_t>(i);
      switch (block.start) {
        case Start::zero:
          sum[i][j] = hn::Zero(d);
          break;
        case Start::keep:
          sum[i][j] = load_lanes(block.c + row * block.c_stride + column);
          break;
        case Start::row_bias:
          sum[i][j] = hn::Set(d, block.bias[row]);
          break;
        case Start::column_bias:
          sum[i][j] = load_lanes(block.bias + column);
          break;
      }
    }
  const float* a = block.a;
  const float* b = block.b;
  for (std::size_t p = 0; p < block.depth; ++p, a += block.a_depth, b += block.b_stride) {
    Vector right[vectors];
#pragma GCC unroll 4
    for (int j = 0; j < vectors; ++j) right[j] = load_lanes(b + static_cast<std::size_t>(j) * lanes);
#pragma GCC unroll 8
    for (int i = 0; i < rows; ++i) {
      const Vector left = hn::Set(d, a[static_cast<std::size_t>(i) * block.a_row]);
#pragma GCC unroll 4
      for (int j = 0; j < vectors; ++j) sum[i][j] = hn::MulAdd(left, right[j], sum[i][j]);
    }
  }
#pragma GCC unroll 8
  for (int i = 0; i < rows; ++i)
#pragma GCC unroll 4
    for (int j = 0; j < vectors; ++j) {
      float* to =
          block.c + static_cast<std::size_t>(i) * block.c_stride + static_cast<std::size_t>(j) * lanes;
      if constexpr (masked)
        hn::BlendedStore(sum[i][j], mask, d, to);
      else
        hn::StoreU(sum[i][j], d, to);
    }
}

/// All rows of one panel of columns; full blocks first, then 4, 2, 1 rows.
template <int vectors, bool masked>
void multiply_panel(const Product& product, Block block) {
  std::size_t row = 0;
  const auto run = [&](auto size) {
    constexpr int rows = decltype(size)::value;
    for (; row + rows <= product.rows; row += rows) {
      Block at = block;
      at.a += row * product.a_row;
      at.c += row * product.c_stride;
      if (block.start == Start::row_bias) at.bias += row;
      multiply_block<rows, vectors, masked>(at);
    }
  };
  run(std::integral_constant<int, block_rows>());
  if constexpr (block_rows > 4) run(std::integral_constant<int, 4>());
  run(std::integral_constant<int, 2>());
  run(std::integral_constant<int, 1>());
}

void multiply_depth(const Product& product, std::size_t first, std::size_t depth, Start start) {
  const std::size_t lanes = hn::Lanes(Floats());
  std::size_t column = 0;
  const auto panel = [&]() {
    return Block{depth,
                 product.a + first * product.a_depth,
                 product.a_row,
                 product.a_depth,
                 product.b + first * product.b_stride + column,
                 product.b_stride,
                 product.c + column,
                 product.c_stride,
                 start,
                 start == Start::column_bias ? product.bias + column : product.bias,
                 lanes};
  };
  // Three vectors at a time; two and two where that avoids a last panel of one, which would starve the
  // multipliers.
  std::size_t vectors = product.cols / lanes;
  for (; vectors >= 5 || vectors == 3; vectors -= 3, column += 3 * lanes)
    multiply_panel<3, false>(product, panel());
  for (; vectors >= 2; vectors -= 2, column += 2 * lanes) multiply_panel<2, false>(product, panel());
  for (; vectors >= 1; vectors -= 1, column += lanes) multiply_panel<1, false>(product, panel());
  if (column < product.cols) {
    Block last = panel();
    last.left = product.cols - column;
    multiply_panel<1, true>(product, last);
  }
}

}  // namespace

void multiply_here(const Product& product) {
  multiply_depth(product, 0, std::min(product.depth, depth_block), product.start);
  for (std::size_t first = depth_block; first < product.depth; first += depth_block)
    multiply_depth(product, first, std::min(product.depth - first, depth_block), Start::keep);
}

}  // namespace fathom::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fathom::cpu {
HWY_EXPORT(multiply_here);
void multiply(const Product& product) { HWY_DYNAMIC_DISPATCH(multiply_here)(product); }
}  // namespace fathom::cpu
#endif
