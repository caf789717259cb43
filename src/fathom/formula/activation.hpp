/// The activations: their parameters, and the one list. The formulas stand in activation-inl.hpp.
/// Source: Amazon DSSTNE.
#pragma once

#include <variant>

namespace fathom::formula {

struct Linear {};
struct Sigmoid {};
struct Tanh {};
struct Relu {};
struct LeakyRelu {
  float slope = 1.0F;  ///< below 0; 1 is DSSTNE's default and makes it the identity
};
struct Elu {
  float alpha = 1.0F;
};
struct Selu {
  float lambda = 1.050701F;
  float alpha = 1.0F;
};

using Activation = std::variant<Linear, Sigmoid, Tanh, Relu, LeakyRelu, Elu, Selu>;

}  // namespace fathom::formula
