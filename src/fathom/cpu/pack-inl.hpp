/// A SIMD vector as a number of the formulas (formula/formula.hpp), for the instruction set being compiled. D
/// is a Highway tag of floats: a full vector, or a single lane where one element is computed by itself; both
/// run the same operations, so both give the same bits.
#include "fathom/core/views.hpp"

#include <hwy/highway.h>
//
#include <hwy/contrib/math/math-inl.h>

#if defined(FATHOM_CPU_PACK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_CPU_PACK_INL
#undef FATHOM_CPU_PACK_INL
#else
#define FATHOM_CPU_PACK_INL
#endif

HWY_BEFORE_NAMESPACE();
namespace fathom::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// At most 16 lanes, so that sums can be kept in 16 virtual lanes on any machine.
using Floats = hn::CappedTag<float, 16>;
using OneFloat = hn::CappedTag<float, 1>;

template <class D>
struct Pack {
  using Vector = hn::Vec<D>;
  Vector v;

  HWY_INLINE Pack() {}  // undefined, as a plain number
  HWY_INLINE explicit Pack(double x) : v(hn::Set(D(), static_cast<float>(x))) {}
  struct Raw {};
  HWY_INLINE Pack(Raw, Vector x) : v(x) {}
};
template <class D>
HWY_INLINE Pack<D> pack(D, hn::Vec<D> v) {
  return Pack<D>(typename Pack<D>::Raw(), v);
}

// clang-format off
template <class D> HWY_INLINE Pack<D> operator+(Pack<D> a, Pack<D> b) { return pack(D(), hn::Add(a.v, b.v)); }
template <class D> HWY_INLINE Pack<D> operator-(Pack<D> a, Pack<D> b) { return pack(D(), hn::Sub(a.v, b.v)); }
template <class D> HWY_INLINE Pack<D> operator*(Pack<D> a, Pack<D> b) { return pack(D(), hn::Mul(a.v, b.v)); }
template <class D> HWY_INLINE Pack<D> operator/(Pack<D> a, Pack<D> b) { return pack(D(), hn::Div(a.v, b.v)); }
template <class D> HWY_INLINE hn::Mask<D> less(Pack<D> a, Pack<D> b) { return hn::Lt(a.v, b.v); }
template <class D> HWY_INLINE hn::Mask<D> equal(Pack<D> a, Pack<D> b) { return hn::Eq(a.v, b.v); }
template <class D> HWY_INLINE Pack<D> select(hn::Mask<D> condition, Pack<D> yes, Pack<D> no) { return pack(D(), hn::IfThenElse(condition, yes.v, no.v)); }
template <class D> HWY_INLINE Pack<D> sqrt(Pack<D> x) { return pack(D(), hn::Sqrt(x.v)); }
template <class D> HWY_INLINE Pack<D> abs(Pack<D> x) { return pack(D(), hn::Abs(x.v)); }
// Comparisons instead of Min and Max, whose treatment of not-a-number differs between instruction sets.
template <class D> HWY_INLINE Pack<D> min(Pack<D> a, Pack<D> b) { return select(less(a, b), a, b); }
template <class D> HWY_INLINE Pack<D> max(Pack<D> a, Pack<D> b) { return select(less(b, a), a, b); }
// Highway's functions answer numbers for not-a-number, and exp is undefined beyond 104: infinity from there on.
template <class D> HWY_INLINE Pack<D> unless_nan(Pack<D> x, Pack<D> y) { return select(equal(x, x), y, x); }
template <class D> HWY_INLINE Pack<D> exp(Pack<D> x) { return unless_nan(x, pack(D(), hn::Exp(D(), min(Pack<D>(104), x).v))); }
template <class D> HWY_INLINE Pack<D> log(Pack<D> x) { return unless_nan(x, pack(D(), hn::Log(D(), x.v))); }
template <class D> HWY_INLINE Pack<D> tanh(Pack<D> x) { return unless_nan(x, pack(D(), hn::Tanh(D(), x.v))); }
// clang-format on

/// The next lanes of an array of which `left` elements remain; lanes beyond are 0.
template <class D>
HWY_INLINE Pack<D> load(D d, const float* from, std::size_t left) {
  if (left >= hn::Lanes(d)) return pack(d, hn::LoadU(d, from));
  return pack(d, hn::MaskedLoad(hn::FirstN(d, left), d, from));
}
/// Stores the lanes that remain and touches nothing beyond.
template <class D>
HWY_INLINE void store(Pack<D> x, D d, float* to, std::size_t left) {
  if (left >= hn::Lanes(d))
    hn::StoreU(x.v, d, to);
  else
    hn::BlendedStore(x.v, hn::FirstN(d, left), d, to);
}

}  // namespace fathom::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
