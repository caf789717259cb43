/// From scores to deltas and losses, for every pair of a loss and an activation.
///
/// Sparse targets list few units of an example, so all units are computed as not listed, whole vectors at a
/// time; the listed ones are set right afterwards, one by one, from the scores that were put aside. The
/// single lane runs the same operations as the vectors, so what is taken off the loss again is what was
/// added.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fathom/cpu/output_deltas.cpp"
#include "fathom/cpu/targets.hpp"
//
#include <hwy/foreach_target.h>
//
#include "fathom/cpu/kernels.hpp"
#include "fathom/cpu/pack-inl.hpp"
#include "fathom/formula/loss-inl.hpp"

#include <algorithm>
#include <variant>

HWY_BEFORE_NAMESPACE();
namespace fathom::cpu::HWY_NAMESPACE {
namespace {

using FloatPack = Pack<Floats>;
namespace formulas = formula::HWY_NAMESPACE;

/// The points of one unit within the tile's examples.
struct Listed {
  const Csr* targets;
  std::uint64_t first, last;
  std::size_t first_example;

  std::size_t example(std::uint64_t point) const { return targets->index(point) - first_example; }
  /// Of a pair that occurs twice the last counts.
  bool counts(std::uint64_t point) const {
    return point + 1 == last || targets->index(point + 1) != targets->index(point);
  }
};

inline Listed listed_points(const DeltaTile& tile, std::size_t unit) {
  const Csr& targets = *tile.by_unit;
  const std::uint32_t* begin = targets.indices + targets.starts[tile.first_row + unit];
  const std::uint32_t* end = targets.indices + targets.ends[tile.first_row + unit];
  const auto from = static_cast<std::uint32_t>(tile.first_example);
  const auto to = static_cast<std::uint32_t>(tile.first_example + tile.scores.cols);
  const std::uint32_t* first = from == 0 ? begin : std::lower_bound(begin, end, from);
  const std::uint32_t* last = end != begin && end[-1] < to ? end : std::lower_bound(first, end, to);
  return {&targets, static_cast<std::uint64_t>(first - targets.indices),
          static_cast<std::uint64_t>(last - targets.indices), tile.first_example};
}

/// A row as if nothing were listed.
template <class Loss, class Activation>
void other_row(Loss loss, Activation f, const DeltaTile& tile, float* z) {
  const Floats d;
  const std::size_t batch = tile.scores.cols;
  for (std::size_t i = 0; i < batch; i += hn::Lanes(d)) {
    const std::size_t left = batch - i;
    const FloatPack a = formulas::value(f, load(d, z + i, left));
    FloatPack value = formulas::other_value(loss, a);
    FloatPack delta = formulas::other_delta(loss, f, a);
    if (tile.weights) {
      const FloatPack weight = load(d, tile.weights + i, left);
      value = weight * value;
      delta = weight * delta;
    }
    store(load(d, tile.losses + i, left) + value, d, tile.losses + i, left);
    store(delta, d, z + i, left);
  }
}

template <class Loss, class Activation>
void dense_row(Loss loss, Activation f, const DeltaTile& tile, const float* targets, float* z) {
  const Floats d;
  const std::size_t batch = tile.scores.cols;
  for (std::size_t i = 0; i < batch; i += hn::Lanes(d)) {
    const std::size_t left = batch - i;
    const FloatPack a = formulas::value(f, load(d, z + i, left));
    const FloatPack t = load(d, targets + i, left);
    const FloatPack weight = tile.weights ? load(d, tile.weights + i, left) : FloatPack(1);
    store(load(d, tile.losses + i, left) + weight * formulas::value(loss, a, t), d, tile.losses + i, left);
    store(weight * formulas::delta(loss, f, a, t), d, z + i, left);
  }
}

template <class Loss, class Activation>
void set_listed(Loss loss, Activation f, const DeltaTile& tile, float z, float target, std::size_t example,
                float* delta) {
  using One = Pack<OneFloat>;
  const float weight = tile.weights ? tile.weights[example] : 1.0F;
  const One a = formulas::value(f, One(z));
  const float other = tile.listed_only ? 0.0F : weight * hn::GetLane(formulas::other_value(loss, a).v);
  const float listed = weight * hn::GetLane(formulas::listed_value(loss, a, One(target)).v);
  tile.losses[example] += listed - other;
  *delta = weight * hn::GetLane(formulas::listed_delta(loss, f, a, One(target)).v);
}

/// In 16 virtual lanes and a fixed tree, whatever the machine's vectors are.
float row_sum(const float* x, std::size_t count) {
  constexpr std::size_t virtual_lanes = 16;
  const Floats d;
  const std::size_t lanes = hn::Lanes(d);
  HWY_ALIGN float sums[virtual_lanes] = {};
  for (std::size_t i = 0; i < count; i += virtual_lanes)
    for (std::size_t j = 0; j < virtual_lanes && i + j < count; j += lanes)
      store(load(d, sums + j, lanes) + load(d, x + i + j, count - i - j), d, sums + j, lanes);
  for (std::size_t half = virtual_lanes / 2; half > 0; half /= 2)
    for (std::size_t j = 0; j < half; ++j) sums[j] += sums[j + half];
  return sums[0];
}

template <class Loss, class Activation>
void sparse_row(Loss loss, Activation f, const DeltaTile& tile, Listed listed, float* z) {
  // Of most units only a few examples are listed: their scores are put aside one by one, else the whole
  // row's.
  constexpr std::size_t few = 64;
  float aside[few];
  const bool are_few = listed.last - listed.first <= few;
  if (are_few)
    for (std::uint64_t point = listed.first; point < listed.last; ++point)
      aside[point - listed.first] = z[listed.example(point)];
  else
    std::copy_n(z, tile.scores.cols, tile.aside);

  if (tile.listed_only)
    std::fill_n(z, tile.scores.cols, 0.0F);
  else
    other_row(loss, f, tile, z);

  for (std::uint64_t point = listed.first; point < listed.last; ++point) {
    if (!listed.counts(point)) continue;
    const std::size_t example = listed.example(point);
    const float score = are_few ? aside[point - listed.first] : tile.aside[example];
    set_listed(loss, f, tile, score, listed.targets->value(point), example, z + example);
  }
}

template <class Loss, class Activation>
HWY_NOINLINE void tile_deltas(Loss loss, Activation f, const DeltaTile& tile) {
  for (std::size_t unit = 0; unit < tile.scores.rows; ++unit) {
    float* z = tile.scores.data + unit * tile.scores.stride;
    if (tile.dense.present())
      dense_row(loss, f, tile, tile.dense.data + unit * tile.dense.stride, z);
    else
      sparse_row(loss, f, tile, listed_points(tile, unit), z);
    tile.sums[unit] += row_sum(z, tile.scores.cols);
  }
}

}  // namespace

void output_deltas_here(const formula::Loss& loss, const formula::Activation& f, const DeltaTile& tile) {
  std::visit(
      [&]<class Loss, class Activation>(Loss l, Activation a) {
        if constexpr (formula::goes_with<Loss, Activation>) tile_deltas(l, a, tile);
      },
      loss, f);
}

}  // namespace fathom::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fathom::cpu {
HWY_EXPORT(output_deltas_here);
void output_deltas(const formula::Loss& loss, const formula::Activation& f, const DeltaTile& tile) {
  HWY_DYNAMIC_DISPATCH(output_deltas_here)(loss, f, tile);
}
}  // namespace fathom::cpu
#endif
