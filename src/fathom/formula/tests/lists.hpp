/// Every member of the formula lists, with its defaults and with parameters that show: what tests walk.
#pragma once

#include "fathom/formula/activation.hpp"
#include "fathom/formula/loss.hpp"
#include "fathom/formula/optimizer.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace fathom::formula {

template <class Variant>
std::vector<Variant> defaults() {
  return []<std::size_t... index>(std::index_sequence<index...>) {
    return std::vector<Variant>{std::variant_alternative_t<index, Variant>{}...};
  }
  (std::make_index_sequence<std::variant_size_v<Variant>>());
}

inline std::vector<Activation> all_activations() {
  std::vector<Activation> all = defaults<Activation>();
  for (const Activation& more :
       {Activation(LeakyRelu{0.1F}), Activation(Elu{0.7F}), Activation(Selu{1.0507F, 1.6733F})})
    all.push_back(more);
  return all;
}

inline std::vector<Loss> all_losses() {
  std::vector<Loss> all = defaults<Loss>();
  for (const Loss& more :
       {Loss(CrossEntropy{30, 0.5F}), Loss(ScaledMarginalCrossEntropy{1, 0, 30, 1}),
        Loss(ScaledMarginalCrossEntropy{0.6F, 0.4F, 2, 3}),
        Loss(DataScaledMarginalCrossEntropy{0.6F, 0.4F, 2, 3}), Loss(L2{2, 3}), Loss(L1{2, 3})})
    all.push_back(more);
  return all;
}

inline std::vector<Optimizer> all_optimizers() { return defaults<Optimizer>(); }

}  // namespace fathom::formula
