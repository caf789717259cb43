#include "fathom/reference/output_step.hpp"

#include "fathom/core/errors.hpp"
#include "fathom/formula/loss-inl.hpp"

#include <map>
#include <utility>

namespace fathom::reference {
namespace {

namespace scalar = formula::scalar;

struct Unit {
  double loss = 0;
  double delta = 0;
};

template <class LossType, class ActivationType>
double walk(LossType loss, ActivationType activation, const Targets& targets, Matrix<double> scores) {
  std::map<std::pair<std::size_t, std::size_t>, double>
      listed;  // (example, unit) to its target; the last counts
  if (!targets.dense.present())
    for (std::size_t unit = 0; unit < targets.by_unit.rows; ++unit)
      for (std::uint64_t p = targets.by_unit.starts[unit]; p < targets.by_unit.ends[unit]; ++p)
        listed[{targets.by_unit.index(p), unit}] = static_cast<double>(targets.by_unit.value(p));

  const auto evaluate = [&](std::size_t example, std::size_t unit, double a) -> Unit {
    if (targets.dense.present()) {
      const auto t = static_cast<double>(targets.dense(example, unit));
      return {scalar::value(loss, a, t), scalar::delta(loss, activation, a, t)};
    }
    if (const auto found = listed.find({example, unit}); found != listed.end())
      return {scalar::listed_value(loss, a, found->second),
              scalar::listed_delta(loss, activation, a, found->second)};
    if (targets.listed_only) return {};
    return {scalar::other_value(loss, a), scalar::other_delta(loss, activation, a)};
  };
  double sum = 0;
  for (std::size_t example = 0; example < scores.rows; ++example) {
    const double weight = targets.weights.empty() ? 1.0 : static_cast<double>(targets.weights[example]);
    for (std::size_t unit = 0; unit < scores.cols; ++unit) {
      const Unit result = evaluate(example, unit, scores(example, unit));
      sum += weight * result.loss;
      scores(example, unit) = weight * result.delta;
    }
  }
  return sum;
}

}  // namespace

double losses_and_deltas(const formula::Loss& loss, const formula::Activation& activation,
                         const Targets& targets, Matrix<double> scores) {
  return std::visit(
      [&]<class LossType, class ActivationType>(LossType l, ActivationType a) -> double {
        if constexpr (formula::goes_with<LossType, ActivationType>)
          return walk(l, a, targets, scores);
        else
          throw ConfigError("output_layer_step",
                            "this error function has no delta for the output layer's activation");
      },
      loss, activation);
}

}  // namespace fathom::reference
