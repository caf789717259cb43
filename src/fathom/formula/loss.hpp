/// The losses: their parameters, the one list, and which activations each goes with. Formulas in
/// loss-inl.hpp.
///
/// A sparse target lists some units of an example: their target is the stored value (1 without values); every
/// other unit's target is 0. `boost_one` and `boost_zero` (DSSTNE's DeltaBoost) multiply the delta, not the
/// loss, of listed and other units, for sparse targets only. Source: Amazon DSSTNE.
#pragma once

#include "fathom/formula/activation.hpp"

#include <type_traits>
#include <variant>

namespace fathom::formula {

/// -t·log a - (1-t)·log(1-a), over sigmoid units.
struct CrossEntropy {
  float boost_one = 1.0F;
  float boost_zero = 1.0F;
};

/// Cross-entropy with a margin: a listed unit counts only while it is below one_target, another only while it
/// is above zero_target. Stored values are ignored; of dense targets those that are exactly 1 or 0 count.
/// Over sigmoid units.
struct ScaledMarginalCrossEntropy {
  float one_target = 0.9F;
  float zero_target = 0.1F;
  float one_scale = 1.0F;
  float zero_scale = 1.0F;
};

/// The same for sparse targets with values: a listed unit's loss is multiplied by its value. Over sigmoid
/// units.
struct DataScaledMarginalCrossEntropy {
  float one_target = 0.9F;
  float zero_target = 0.1F;
  float one_scale = 1.0F;
  float zero_scale = 1.0F;
};

/// (a-t)²/2. The boosts act with sigmoid units only; whoever makes an L2 for another activation leaves them
/// at 1.
struct L2 {
  float boost_one = 1.0F;
  float boost_zero = 1.0F;
};

/// |a-t|.
struct L1 {
  float boost_one = 1.0F;
  float boost_zero = 1.0F;
};

using Loss = std::variant<CrossEntropy, ScaledMarginalCrossEntropy, DataScaledMarginalCrossEntropy, L2, L1>;

/// Whether a loss has a delta with an activation. What has none is refused when a network is made.
template <class LossType, class ActivationType>
inline constexpr bool goes_with = std::is_same_v<ActivationType, Sigmoid>;
template <class ActivationType>
inline constexpr bool goes_with<L2, ActivationType> = true;
template <class ActivationType>
inline constexpr bool goes_with<L1, ActivationType> = true;

inline bool are_compatible(const Loss& loss, const Activation& activation) {
  return std::visit(
      []<class LossType, class ActivationType>(const LossType&, const ActivationType&) {
        return goes_with<LossType, ActivationType>;
      },
      loss, activation);
}

}  // namespace fathom::formula
