#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fathom_floor.cpp"
#include <hwy/foreach_target.h>
//
#include "fathom_floor.hpp"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace fathom::bench::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

std::size_t multiply_add_here(std::size_t count, float& sink) {
  const hn::CappedTag<float, 16> d;
  using Vector = hn::Vec<decltype(d)>;
  constexpr int chains = 12;  // more than latency times width, fewer than registers
  Vector sum[chains];
  for (int i = 0; i < chains; ++i) sum[i] = hn::Set(d, static_cast<float>(i));
  const Vector a = hn::Set(d, 0.999F + sink);
  const Vector b = hn::Set(d, 0.001F + sink);
  const std::size_t rounds = count / (chains * hn::Lanes(d)) + 1;
  for (std::size_t round = 0; round < rounds; ++round)
#pragma GCC unroll 12
    for (int i = 0; i < chains; ++i) sum[i] = hn::MulAdd(sum[i], a, b);
  Vector total = sum[0];
  for (int i = 1; i < chains; ++i) total = hn::Add(total, sum[i]);
  sink = hn::GetLane(total) * 0.0F;
  return rounds * chains * hn::Lanes(d);
}

}  // namespace fathom::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fathom::bench {
HWY_EXPORT(multiply_add_here);
std::size_t multiply_add(std::size_t count, float& sink) {
  return HWY_DYNAMIC_DISPATCH(multiply_add_here)(count, sink);
}
}  // namespace fathom::bench
#endif
