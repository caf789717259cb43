/// The optimizers' formulas. r is the direction of descent, penalties included; s1 and s2 are what the
/// optimizer keeps for the weight; step returns the new weight. See formula.hpp for V. Included at file
/// scope. Source: Amazon DSSTNE.
#include "fathom/formula/formula.hpp"
#include "fathom/formula/optimizer.hpp"

#if defined(FATHOM_FORMULA_OPTIMIZER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_FORMULA_OPTIMIZER_INL
#undef FATHOM_FORMULA_OPTIMIZER_INL
#else
#define FATHOM_FORMULA_OPTIMIZER_INL
#endif

FORMULA_BEFORE_NAMESPACE();
namespace fathom::formula::FORMULA_NAMESPACE {

/// From the gradient (d loss / d w) to r.
template <class V>
FORMULA V descent(const Rates& k, V w, V gradient) {
  const V sign = select(less(V(0), w), V(1), select(less(w, V(0)), V(-1), V(0)));
  return V(0) - gradient - V(k.l2) * w - V(k.l1) * sign;
}

template <class V>
FORMULA V step(Sgd, const Rates& k, V w, V r, V&, V&) {
  return w + V(k.alpha) * r;
}

template <class V>
FORMULA V step(Momentum f, const Rates& k, V w, V r, V& v, V&) {
  v = V(f.mu) * v + V(k.alpha) * r;
  return w + v;
}

template <class V>
FORMULA V step(Nesterov f, const Rates& k, V w, V r, V& v, V&) {
  const V before = v;
  v = V(f.mu) * v + V(k.alpha) * r;
  return w + v + V(f.mu) * (v - before);
}

template <class V>
FORMULA V step(AdaGrad, const Rates& k, V w, V r, V& v, V&) {
  v = v + r * r;
  return w + V(k.alpha) * r / sqrt(max(V(1e-9), v));
}

template <class V>
FORMULA V step(RmsProp f, const Rates& k, V w, V r, V& v, V&) {
  v = V(f.mu) * v + V(1.0 - f.mu) * r * r;
  return w + V(k.alpha) * r / sqrt(max(V(1e-9), v));
}

template <class V>
FORMULA V step(AdaDelta f, const Rates&, V w, V r, V& s, V& v) {
  s = V(f.mu) * s + V(1.0 - f.mu) * r * r;
  const V change = sqrt(max(V(1e-9), v) / max(V(1e-9), s)) * r;
  v = V(f.mu) * v + V(1.0 - f.mu) * change * change;
  return w + change;
}

template <class V>
FORMULA V step(Adam f, const Rates& k, V w, V r, V& m, V& v) {
  m = V(f.beta1) * m + V(1.0 - f.beta1) * r;
  v = V(f.beta2) * v + V(1.0 - f.beta2) * r * r;
  return w + V(k.alpha) * (m * V(k.correction1)) / (sqrt(v * V(k.correction2)) + V(1e-8));
}

}  // namespace fathom::formula::FORMULA_NAMESPACE
FORMULA_AFTER_NAMESPACE();

#endif
