/// The activations' formulas: value from z, slope from the output y = value(z). See formula.hpp for V.
/// Included at file scope. Source: Amazon DSSTNE.
#include "fathom/formula/activation.hpp"
#include "fathom/formula/formula.hpp"

#if defined(FATHOM_FORMULA_ACTIVATION_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_FORMULA_ACTIVATION_INL
#undef FATHOM_FORMULA_ACTIVATION_INL
#else
#define FATHOM_FORMULA_ACTIVATION_INL
#endif

FORMULA_BEFORE_NAMESPACE();
namespace fathom::formula::FORMULA_NAMESPACE {

// clang-format off
template <class V> FORMULA V value(Linear, V z) { return z; }
template <class V> FORMULA V slope(Linear, V) { return V(1); }

template <class V> FORMULA V value(Sigmoid, V z) { return V(1) / (V(1) + exp(V(0) - z)); }
template <class V> FORMULA V slope(Sigmoid, V y) { return y * (V(1) - y); }

template <class V> FORMULA V value(Tanh, V z) { return tanh(z); }
template <class V> FORMULA V slope(Tanh, V y) { return V(1) - y * y; }

template <class V> FORMULA V value(Relu, V z) { return max(V(0), z); }
template <class V> FORMULA V slope(Relu, V y) { return select(less(V(0), y), V(1), V(0)); }

template <class V> FORMULA V value(LeakyRelu f, V z) { return select(less(V(0), z), z, V(f.slope) * z); }
template <class V> FORMULA V slope(LeakyRelu f, V y) { return select(less(V(0), y), V(1), V(f.slope)); }

template <class V> FORMULA V value(Elu f, V z) { return select(less(V(0), z), z, V(f.alpha) * (exp(z) - V(1))); }
template <class V> FORMULA V slope(Elu f, V y) { return select(less(V(0), y), V(1), y + V(f.alpha)); }

template <class V> FORMULA V value(Selu f, V z) { return V(f.lambda) * value(Elu{f.alpha}, z); }
template <class V> FORMULA V slope(Selu f, V y) { return select(less(V(0), y), V(f.lambda), y + V(f.lambda) * V(f.alpha)); }
// clang-format on

}  // namespace fathom::formula::FORMULA_NAMESPACE
FORMULA_AFTER_NAMESPACE();

#endif
