/// Loops over rows: sparse sums, activations, optimizers. One loop a pattern; the formulas come from
/// fathom/formula.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fathom/cpu/rows.cpp"
#include "fathom/cpu/targets.hpp"
//
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
//
#include "fathom/cpu/kernels.hpp"
#include "fathom/cpu/pack-inl.hpp"
#include "fathom/formula/activation-inl.hpp"
#include "fathom/formula/optimizer-inl.hpp"

#include <algorithm>
#include <variant>

HWY_BEFORE_NAMESPACE();
namespace fathom::cpu::HWY_NAMESPACE {
namespace {

using FloatPack = Pack<Floats>;
namespace formulas = formula::HWY_NAMESPACE;

/// Columns [column, column + vectors·lanes) of the sum, in registers.
template <int vectors>
HWY_INLINE void sum_columns(const SparseSum& sum, std::size_t column, std::size_t left) {
  const Floats d;
  const std::size_t lanes = hn::Lanes(d);
  FloatPack total[vectors];
#pragma GCC unroll 8
  for (int j = 0; j < vectors; ++j) {
    const std::size_t at = static_cast<std::size_t>(j) * lanes;
    const std::size_t here = left - std::min(left, at);
    total[j] = sum.add ? load(d, sum.y + column + at, here) : FloatPack(0);
    if (sum.bias) total[j] = total[j] + load(d, sum.bias + column + at, here);
  }
  for (std::uint64_t point = sum.first; point < sum.last; ++point) {
    // The rows lie anywhere: ask for one some rows ahead, while these are added.
    if (point + 8 < sum.last) hwy::Prefetch(sum.w.data + sum.x->index(point + 8) * sum.w.stride + column);
    const float* row = sum.w.data + sum.x->index(point) * sum.w.stride + column;
    const hn::Vec<Floats> value = hn::Set(d, sum.x->value(point));
#pragma GCC unroll 8
    for (int j = 0; j < vectors; ++j) {
      const std::size_t at = static_cast<std::size_t>(j) * lanes;
      total[j].v = hn::MulAdd(value, load(d, row + at, left - std::min(left, at)).v, total[j].v);
    }
  }
#pragma GCC unroll 8
  for (int j = 0; j < vectors; ++j) {
    const std::size_t at = static_cast<std::size_t>(j) * lanes;
    store(total[j], d, sum.y + column + at, left - std::min(left, at));
  }
}

template <class F>
HWY_NOINLINE void activate_with(F f, const float* z, float* y, std::size_t count) {
  const Floats d;
  for (std::size_t i = 0; i < count; i += hn::Lanes(d))
    store(formulas::value(f, load(d, z + i, count - i)), d, y + i, count - i);
}

template <class F>
HWY_NOINLINE void multiply_slope_with(F f, const float* y, float* delta, std::size_t count) {
  const Floats d;
  for (std::size_t i = 0; i < count; i += hn::Lanes(d))
    store(load(d, delta + i, count - i) * formulas::slope(f, load(d, y + i, count - i)), d, delta + i,
          count - i);
}

template <class Optimizer>
HWY_NOINLINE void update_with(Optimizer optimizer, const formula::Rates& rates, float factor,
                              const WeightRow& row) {
  constexpr int states = formula::state_count<Optimizer>;
  const Floats d;
  for (std::size_t i = 0; i < row.count; i += hn::Lanes(d)) {
    const std::size_t left = row.count - i;
    const FloatPack weight = load(d, row.weights + i, left);
    const FloatPack gradient = FloatPack(factor) * load(d, row.gradient + i, left);
    FloatPack first = states > 0 ? load(d, row.first + i, left) : FloatPack(0);
    FloatPack second = states > 1 ? load(d, row.second + i, left) : FloatPack(0);
    const FloatPack descent = formulas::descent(rates, weight, gradient);
    store(formulas::step(optimizer, rates, weight, descent, first, second), d, row.weights + i, left);
    if (states > 0) store(first, d, row.first + i, left);
    if (states > 1) store(second, d, row.second + i, left);
  }
}

}  // namespace

void sparse_sum_here(const SparseSum& sum) {
  constexpr int most = 8;
  const std::size_t step = most * hn::Lanes(Floats());
  std::size_t column = 0;
  for (; column + step <= sum.w.cols; column += step) sum_columns<most>(sum, column, step);
  for (; column < sum.w.cols; column += hn::Lanes(Floats())) sum_columns<1>(sum, column, sum.w.cols - column);
}

void add_here(const float* x, float* y, std::size_t count) {
  const Floats d;
  for (std::size_t i = 0; i < count; i += hn::Lanes(d))
    store(load(d, y + i, count - i) + load(d, x + i, count - i), d, y + i, count - i);
}

void scale_here(float factor, const float* x, float* y, std::size_t count) {
  const Floats d;
  for (std::size_t i = 0; i < count; i += hn::Lanes(d))
    store(FloatPack(factor) * load(d, x + i, count - i), d, y + i, count - i);
}

void activate_here(const formula::Activation& f, const float* z, float* y, std::size_t count) {
  std::visit([&](auto formula) { activate_with(formula, z, y, count); }, f);
}

void multiply_slope_here(const formula::Activation& f, const float* y, float* delta, std::size_t count) {
  std::visit([&](auto formula) { multiply_slope_with(formula, y, delta, count); }, f);
}

void update_weights_here(const formula::Optimizer& optimizer, const formula::Rates& rates, float factor,
                         const WeightRow& row) {
  std::visit([&](auto formula) { update_with(formula, rates, factor, row); }, optimizer);
}

}  // namespace fathom::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fathom::cpu {
HWY_EXPORT(sparse_sum_here);
HWY_EXPORT(add_here);
HWY_EXPORT(scale_here);
HWY_EXPORT(activate_here);
HWY_EXPORT(multiply_slope_here);
HWY_EXPORT(update_weights_here);

void sparse_sum(const SparseSum& sum) { HWY_DYNAMIC_DISPATCH(sparse_sum_here)(sum); }
void add(const float* x, float* y, std::size_t count) { HWY_DYNAMIC_DISPATCH(add_here)(x, y, count); }
void scale(float factor, const float* x, float* y, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(scale_here)(factor, x, y, count);
}
void activate(const formula::Activation& f, const float* z, float* y, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(activate_here)(f, z, y, count);
}
void multiply_slope(const formula::Activation& f, const float* y, float* d, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(multiply_slope_here)(f, y, d, count);
}
void update_weights(const formula::Optimizer& optimizer, const formula::Rates& rates, float factor,
                    const WeightRow& row) {
  HWY_DYNAMIC_DISPATCH(update_weights_here)(optimizer, rates, factor, row);
}

void transpose_block(Matrix<const float> x, Matrix<float> y) {
  constexpr std::size_t tile = 16;
  for (std::size_t r0 = 0; r0 < x.rows; r0 += tile)
    for (std::size_t c0 = 0; c0 < x.cols; c0 += tile)
      for (std::size_t c = c0; c < std::min(x.cols, c0 + tile); ++c)
        for (std::size_t r = r0; r < std::min(x.rows, r0 + tile); ++r) y(c, r) = x(r, c);
}
}  // namespace fathom::cpu
#endif
