#include "fathom/model/formulas.hpp"

#include "fathom/core/errors.hpp"

#include <string>

namespace fathom::model {

formula::Optimizer to_optimizer(TrainingMode mode, float mu, float mu1) {
  switch (mode) {
    case TrainingMode::Sgd:
      return formula::Sgd{};
    case TrainingMode::Momentum:
      return formula::Momentum{mu};
    case TrainingMode::AdaGrad:
      return formula::AdaGrad{};
    case TrainingMode::Nesterov:
      return formula::Nesterov{mu};
    case TrainingMode::RmsProp:
      return formula::RmsProp{mu};
    case TrainingMode::AdaDelta:
      return formula::AdaDelta{mu};
    case TrainingMode::Adam:
      return formula::Adam{mu, mu1};
  }
  throw ConfigError("optimizer", "unknown training mode " + std::to_string(static_cast<unsigned>(mode)));
}

std::optional<formula::Activation> find_activation(const LayerConfig& layer) {
  switch (layer.activation) {
    case Activation::Linear:
      return formula::Linear{};
    case Activation::Sigmoid:
      return formula::Sigmoid{};
    case Activation::Tanh:
      return formula::Tanh{};
    case Activation::RectifiedLinear:
      return formula::Relu{};
    case Activation::LeakyRectifiedLinear:
      return formula::LeakyRelu{layer.relu_slope};
    case Activation::ExponentialLinear:
      return formula::Elu{layer.elu_alpha};
    case Activation::ScaledExponentialLinear:
      return formula::Selu{layer.selu_lambda, layer.elu_alpha};
    default:
      return {};
  }
}

std::optional<formula::Loss> find_loss(const NetworkConfig& config, const LayerConfig& output) {
  // DeltaBoost acts on cross-entropy and L1, and on L2 over sigmoid units (as in DSSTNE).
  const float one = config.delta_boost_one;
  const float zero = config.delta_boost_zero;
  switch (config.error_function) {
    case ErrorFunction::L1:
      return formula::L1{one, zero};
    case ErrorFunction::L2:
      return output.activation == Activation::Sigmoid ? formula::L2{one, zero} : formula::L2{};
    case ErrorFunction::CrossEntropy:
      return formula::CrossEntropy{one, zero};
    case ErrorFunction::ScaledMarginalCrossEntropy:
      return formula::ScaledMarginalCrossEntropy{config.one_target, config.zero_target, config.one_scale,
                                                 config.zero_scale};
    case ErrorFunction::DataScaledMarginalCrossEntropy:
      return formula::DataScaledMarginalCrossEntropy{config.one_target, config.zero_target, config.one_scale,
                                                     config.zero_scale};
    default:
      return {};
  }
}

bool goes_together(const NetworkConfig& config, const LayerConfig& output) {
  const auto loss = find_loss(config, output);
  const auto activation = find_activation(output);
  return loss && activation && formula::are_compatible(*loss, *activation);
}

formula::Activation to_activation(const LayerConfig& layer) {
  if (const auto activation = find_activation(layer)) return *activation;
  throw ConfigError("layer " + layer.name,
                    "the activation " + std::string(to_text(layer.activation)) + " is not computed yet");
}

formula::Loss to_loss(const NetworkConfig& config, const LayerConfig& output) {
  const auto loss = find_loss(config, output);
  if (!loss)
    throw ConfigError("ErrorFunction", std::string(to_text(config.error_function)) + " is not computed yet");
  if (!formula::are_compatible(*loss, to_activation(output)))
    throw ConfigError("layer " + output.name, std::string(to_text(config.error_function)) +
                                                  " is computed over Sigmoid units, not over " +
                                                  std::string(to_text(output.activation)));
  return *loss;
}

}  // namespace fathom::model
