/// The optimizers: their parameters, and the one list. Formulas in optimizer-inl.hpp. Source:
/// Amazon DSSTNE.
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>
#include <variant>

namespace fathom::formula {

struct Sgd {};
struct Momentum {
  float mu = 0.9F;
};
struct Nesterov {
  float mu = 0.9F;
};
struct AdaGrad {};
struct RmsProp {
  float mu = 0.9F;
};
struct AdaDelta {
  float mu = 0.9F;
};
struct Adam {
  float beta1 = 0.9F;
  float beta2 = 0.999F;
};

using Optimizer = std::variant<Sgd, Momentum, Nesterov, AdaGrad, RmsProp, AdaDelta, Adam>;

/// How many numbers an optimizer keeps for each weight.
template <class OptimizerType>
inline constexpr int state_count = 1;
template <>
inline constexpr int state_count<Sgd> = 0;
template <>
inline constexpr int state_count<AdaDelta> = 2;
template <>
inline constexpr int state_count<Adam> = 2;

inline int states_of(const Optimizer& optimizer) {
  return std::visit([]<class Type>(const Type&) { return state_count<Type>; }, optimizer);
}

/// The numbers of one step that are the same for all weights.
struct Rates {
  double alpha = 0.025;      ///< learning rate
  double l2 = 0;             ///< lambda: r has -l2·w
  double l1 = 0;             ///< lambda1: r has -l1·sgn(w)
  double correction1 = 1.0;  ///< Adam: 1/(1-beta1^T)
  double correction2 = 1.0;  ///< Adam: 1/(1-beta2^T)
};

/// The rates of step T, counted from 1 (DSSTNE's Adam starts at 2, which makes the first step too short).
inline Rates rates_at(const Optimizer& optimizer, std::uint64_t step, double alpha, double l2, double l1) {
  Rates rates{alpha, l2, l1, 1.0, 1.0};
  if (const Adam* adam = std::get_if<Adam>(&optimizer)) {
    const auto power = static_cast<double>(step);
    rates.correction1 = 1.0 / (1.0 - std::pow(static_cast<double>(adam->beta1), power));
    rates.correction2 = 1.0 / (1.0 - std::pow(static_cast<double>(adam->beta2), power));
  }
  return rates;
}

}  // namespace fathom::formula
