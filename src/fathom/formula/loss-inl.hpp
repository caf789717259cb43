/// The losses' formulas, per output unit with activation a and target t. See formula.hpp for V, loss.hpp for
/// the list.
///
///   value, delta                 for a dense target t
///   listed_value, listed_delta   for a unit that a sparse target lists, with stored value t
///   other_value, other_delta     for a unit that it does not list
///
/// delta is d value / d z, the slope of the activation included. Cross-entropies have it in closed form for
/// sigmoid units, where value' and slope would each lose what the other needs. Included at file scope.
/// Source: Amazon DSSTNE.
#include "fathom/formula/activation-inl.hpp"
#include "fathom/formula/formula.hpp"
#include "fathom/formula/loss.hpp"

#if defined(FATHOM_FORMULA_LOSS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_FORMULA_LOSS_INL
#undef FATHOM_FORMULA_LOSS_INL
#else
#define FATHOM_FORMULA_LOSS_INL
#endif

FORMULA_BEFORE_NAMESPACE();
namespace fathom::formula::FORMULA_NAMESPACE {

// clang-format off
template <class V> FORMULA V clamped_log(V x) { return log(max(V(1e-12), x)); }
template <class V> FORMULA V sign(V x) { return select(less(V(0), x), V(1), select(less(x, V(0)), V(-1), V(0))); }

// Cross-entropy.
template <class V> FORMULA V value(CrossEntropy, V a, V t) { return V(0) - t * clamped_log(a) - (V(1) - t) * clamped_log(V(1) - a); }
template <class V> FORMULA V delta(CrossEntropy, Sigmoid, V a, V t) { return a - t; }
template <class V> FORMULA V listed_value(CrossEntropy f, V a, V t) { return value(f, a, t); }
template <class V> FORMULA V listed_delta(CrossEntropy f, Sigmoid, V a, V t) { return V(f.boost_one) * (a - t); }
template <class V> FORMULA V other_value(CrossEntropy, V a) { return V(0) - clamped_log(V(1) - a); }
template <class V> FORMULA V other_delta(CrossEntropy f, Sigmoid, V a) { return V(f.boost_zero) * a; }

// Scaled marginal cross-entropy: a unit that is past its target has no loss.
template <class V> FORMULA V listed_value(ScaledMarginalCrossEntropy f, V a, V) { return select(less(a, V(f.one_target)), V(-f.one_scale) * clamped_log(a), V(0) * a); }
template <class V> FORMULA V listed_delta(ScaledMarginalCrossEntropy f, Sigmoid, V a, V) { return select(less(a, V(f.one_target)), V(f.one_scale) * (a - V(1)), V(0) * a); }
template <class V> FORMULA V other_value(ScaledMarginalCrossEntropy f, V a) { return select(less(V(f.zero_target), a), V(-f.zero_scale) * clamped_log(V(1) - a), V(0) * a); }
template <class V> FORMULA V other_delta(ScaledMarginalCrossEntropy f, Sigmoid, V a) { return select(less(V(f.zero_target), a), V(f.zero_scale) * a, V(0) * a); }
template <class V> FORMULA V value(ScaledMarginalCrossEntropy f, V a, V t) { return select(equal(t, V(1)), listed_value(f, a, t), select(equal(t, V(0)), other_value(f, a), V(0))); }
template <class V> FORMULA V delta(ScaledMarginalCrossEntropy f, Sigmoid u, V a, V t) { return select(equal(t, V(1)), listed_delta(f, u, a, t), select(equal(t, V(0)), other_delta(f, u, a), V(0))); }

// The same, weighted by the stored value; a dense target counts as listed where it is not 0.
template <class V> FORMULA V listed_value(DataScaledMarginalCrossEntropy f, V a, V t) { return select(less(a, V(f.one_target)), V(-f.one_scale) * t * clamped_log(a), V(0) * a); }
template <class V> FORMULA V listed_delta(DataScaledMarginalCrossEntropy f, Sigmoid, V a, V t) { return select(less(a, V(f.one_target)), V(f.one_scale) * t * (a - V(1)), V(0) * a); }
template <class V> FORMULA V other_value(DataScaledMarginalCrossEntropy f, V a) { return select(less(V(f.zero_target), a), V(-f.zero_scale) * clamped_log(V(1) - a), V(0) * a); }
template <class V> FORMULA V other_delta(DataScaledMarginalCrossEntropy f, Sigmoid, V a) { return select(less(V(f.zero_target), a), V(f.zero_scale) * a, V(0) * a); }
template <class V> FORMULA V value(DataScaledMarginalCrossEntropy f, V a, V t) { return select(equal(t, V(0)), other_value(f, a), listed_value(f, a, t)); }
template <class V> FORMULA V delta(DataScaledMarginalCrossEntropy f, Sigmoid u, V a, V t) { return select(equal(t, V(0)), other_delta(f, u, a), listed_delta(f, u, a, t)); }

// L2, L1: any activation.
template <class V> FORMULA V value(L2, V a, V t) { return V(0.5) * (a - t) * (a - t); }
template <class U, class V> FORMULA V delta(L2, U u, V a, V t) { return (a - t) * slope(u, a); }
template <class V> FORMULA V listed_value(L2 f, V a, V t) { return value(f, a, t); }
template <class U, class V> FORMULA V listed_delta(L2 f, U u, V a, V t) { return V(f.boost_one) * delta(f, u, a, t); }
template <class V> FORMULA V other_value(L2 f, V a) { return value(f, a, V(0)); }
template <class U, class V> FORMULA V other_delta(L2 f, U u, V a) { return V(f.boost_zero) * delta(f, u, a, V(0)); }

template <class V> FORMULA V value(L1, V a, V t) { return abs(a - t); }
template <class U, class V> FORMULA V delta(L1, U u, V a, V t) { return sign(a - t) * slope(u, a); }
template <class V> FORMULA V listed_value(L1 f, V a, V t) { return value(f, a, t); }
template <class U, class V> FORMULA V listed_delta(L1 f, U u, V a, V t) { return V(f.boost_one) * delta(f, u, a, t); }
template <class V> FORMULA V other_value(L1 f, V a) { return value(f, a, V(0)); }
template <class U, class V> FORMULA V other_delta(L1 f, U u, V a) { return V(f.boost_zero) * delta(f, u, a, V(0)); }
// clang-format on

}  // namespace fathom::formula::FORMULA_NAMESPACE
FORMULA_AFTER_NAMESPACE();

#endif
