/// What the words of a configuration mean to the engine: formulas, and bytes of memory.
#include "fathom/core/errors.hpp"
#include "fathom/model/network.hpp"

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

formula::Activation to_activation(const LayerConfig& layer) {
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
      break;
  }
  throw ConfigError("layer " + layer.name,
                    "the activation " + std::string(to_text(layer.activation)) + " is not computed yet");
}

formula::Loss to_loss(const NetworkConfig& config, const LayerConfig& output) {
  // DeltaBoost acts on cross-entropy and L1, and on L2 over sigmoid units (dsstne-compat 4.6).
  const float one = config.delta_boost_one;
  const float zero = config.delta_boost_zero;
  const bool sigmoid = output.activation == Activation::Sigmoid;
  const formula::Loss loss = [&]() -> formula::Loss {
    switch (config.error_function) {
      case ErrorFunction::L1:
        return formula::L1{one, zero};
      case ErrorFunction::L2:
        return sigmoid ? formula::L2{one, zero} : formula::L2{};
      case ErrorFunction::CrossEntropy:
        return formula::CrossEntropy{one, zero};
      case ErrorFunction::ScaledMarginalCrossEntropy:
        return formula::ScaledMarginalCrossEntropy{config.one_target, config.zero_target, config.one_scale,
                                                   config.zero_scale};
      case ErrorFunction::DataScaledMarginalCrossEntropy:
        return formula::DataScaledMarginalCrossEntropy{config.one_target, config.zero_target,
                                                       config.one_scale, config.zero_scale};
      default:
        break;
    }
    throw ConfigError("ErrorFunction", std::string(to_text(config.error_function)) + " is not computed yet");
  }();
  if (!formula::are_compatible(loss, to_activation(output)))
    throw ConfigError("layer " + output.name, std::string(to_text(config.error_function)) +
                                                  " is computed over Sigmoid units, not over " +
                                                  std::string(to_text(output.activation)));
  return loss;
}

MemoryNeed memory_need(const NetworkConfig& config, std::size_t batch_size,
                       const formula::Optimizer* optimizer, UpdateMode mode) {
  const auto bytes = [](std::size_t rows, std::size_t cols) {
    return std::uint64_t{rows} * padded_stride<float>(cols) * sizeof(float);
  };
  MemoryNeed need;
  for (const LayerConfig& layer : config.layers) {
    for (const std::string& name : layer.sources) {
      const LayerConfig* source = config.find(name);
      if (source == nullptr) continue;
      const bool output = layer.kind == LayerKind::Output;
      need.weights += output ? bytes(layer.n, source->n) : bytes(source->n, layer.n);
      if (output && source->kind == LayerKind::Input) need.units += bytes(batch_size, source->n);
    }
    if (layer.kind == LayerKind::Hidden) need.units += (optimizer ? 2 : 1) * bytes(batch_size, layer.n);
    if (layer.kind == LayerKind::Hidden && layer.p_dropout > 0) need.units += bytes(batch_size, layer.n);
  }
  if (optimizer)
    need.optimizer = need.weights * static_cast<std::uint64_t>(formula::states_of(*optimizer) +
                                                               (mode == UpdateMode::accumulate ? 1 : 0));
  return need;
}

}  // namespace fathom::model
