#include "fathom/model/network_config.hpp"

#include "base/encoding.hpp"
#include "base/hash.hpp"
#include "fathom/core/errors.hpp"
#include "fathom/model/config_reader.hpp"
#include "fathom/model/formulas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace fathom::model {
namespace {

constexpr auto training_modes = std::to_array<std::string_view>(
    {"SGD", "Momentum", "AdaGrad", "Nesterov", "RMSProp", "AdaDelta", "Adam"});

/// The names of an enum whose values count from 0.
template <class E, std::size_t N>
std::string_view name_of(const std::array<std::string_view, N>& names, E value) {
  const auto index = static_cast<std::size_t>(value);
  return index < N ? names[index] : std::string_view("unknown");
}

[[noreturn]] void refuse(const std::string& file, const LayerConfig& layer, const std::string& sentence) {
  throw ConfigError(fmt::format("{}: layer {}: {}", file, layer.name, sentence));
}

void check_layer(const NetworkConfig& config, const LayerConfig& layer, const std::string& file) {
  if (layer.name.empty()) throw ConfigError(file + ": a layer has an empty name");
  if (layer.kind == LayerKind::Target) refuse(file, layer, "the kind Target does nothing; remove the layer");
  if (layer.type != LayerType::FullyConnected) {
    refuse(file, layer, fmt::format("the type {} is not supported; FullyConnected is", to_text(layer.type)));
  }
  if (layer.n == 0 && !layer.automatic) refuse(file, layer, "it has no units");
  if (layer.kind == LayerKind::Input) return;
  if (!find_activation(layer))
    refuse(file, layer, fmt::format("the activation {} is not supported", to_text(layer.activation)));
  if (layer.sources.empty()) refuse(file, layer, "it has no source");
  for (const auto* names : {&layer.sources, &layer.skips}) {
    for (const std::string& name : *names) {
      const LayerConfig* other = config.find(name);
      if (other == nullptr)
        refuse(file, layer, fmt::format("there is no layer {} to take as a source", name));
      if (names == &layer.skips && other->n != layer.n) {
        refuse(file, layer, fmt::format("skip layer {} has {} units, not {}", name, other->n, layer.n));
      }
    }
  }
}

void check_output(const NetworkConfig& config, const LayerConfig& layer, const std::string& file) {
  // A cross-entropy's delta is a - t only for a sigmoid; with any other activation the original trains on
  // garbage.
  if (!goes_together(config, layer)) {
    refuse(file, layer,
           fmt::format("{} with the output activation {} is not supported; use Sigmoid",
                       to_text(config.error_function), to_text(layer.activation)));
  }
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::string_view to_text(NetworkKind value) {
  return name_of(std::to_array<std::string_view>({"FeedForward", "AutoEncoder"}), value);
}

std::string_view to_text(ErrorFunction value) {
  return name_of(std::to_array<std::string_view>({"L1", "L2", "CrossEntropy", "ScaledMarginalCrossEntropy",
                                                  "DataScaledMarginalCrossEntropy", "Hinge", "L2Hinge"}),
                 value);
}

std::string_view to_text(LayerKind value) {
  return name_of(std::to_array<std::string_view>({"Input", "Hidden", "Output", "Target"}), value);
}

std::string_view to_text(LayerType value) {
  return name_of(std::to_array<std::string_view>({"FullyConnected", "Convolutional", "Pooling"}), value);
}

std::string_view to_text(Activation value) {
  return name_of(std::to_array<std::string_view>({"Sigmoid", "Tanh", "RectifiedLinear", "Linear",
                                                  "ParametricRectifiedLinear", "SoftPlus", "SoftSign",
                                                  "SoftMax", "RELUMax", "LinearMax", "ExponentialLinear",
                                                  "LeakyRectifiedLinear", "ScaledExponentialLinear"}),
                 value);
}

std::string_view to_text(WeightScheme value) {
  return name_of(std::to_array<std::string_view>(
                     {"Xavier", "CaffeXavier", "Gaussian", "Uniform", "UnitBall", "Constant", "SELU"}),
                 value);
}

std::string_view to_text(TrainingMode value) { return name_of(training_modes, value); }

std::optional<TrainingMode> parse_training_mode(std::string_view text) {
  for (std::size_t i = 0; i < training_modes.size(); ++i) {
    if (equal_ignoring_case(training_modes[i], text)) return static_cast<TrainingMode>(i);
  }
  return {};
}

const LayerConfig* NetworkConfig::find(std::string_view layer) const {
  const auto found =
      std::find_if(layers.begin(), layers.end(), [&](const LayerConfig& l) { return l.name == layer; });
  return found == layers.end() ? nullptr : &*found;
}

void check_network(const NetworkConfig& config, const std::string& file) {
  std::set<std::string> names;
  std::size_t inputs = 0, outputs = 0;
  for (const LayerConfig& layer : config.layers) {
    if (!names.insert(layer.name).second) refuse(file, layer, "two layers have this name");
    inputs += layer.kind == LayerKind::Input;
    outputs += layer.kind == LayerKind::Output;
  }
  if (inputs == 0) throw ConfigError(file + ": the network has no layer of kind Input");
  if (outputs == 0) throw ConfigError(file + ": the network has no layer of kind Output");
  if (!find_loss(config, {}))
    throw ConfigError(
        fmt::format("{}: the error function {} is not supported", file, to_text(config.error_function)));
  for (const LayerConfig& layer : config.layers) {
    check_layer(config, layer, file);
    if (layer.kind == LayerKind::Output) check_output(config, layer, file);
  }
  if (forward_order(config).size() != config.layers.size()) {
    const auto order = forward_order(config);
    for (std::size_t i = 0; i < config.layers.size(); ++i) {
      if (std::find(order.begin(), order.end(), i) == order.end()) {
        refuse(file, config.layers[i], "it feeds itself, directly or through other layers");
      }
    }
  }
}

std::vector<std::size_t> forward_order(const NetworkConfig& config) {
  std::vector<std::size_t> order;
  std::vector<std::string> done;
  for (bool progress = true; progress;) {
    progress = false;
    for (std::size_t i = 0; i < config.layers.size(); ++i) {
      const LayerConfig& layer = config.layers[i];
      if (contains(done, layer.name)) continue;
      const auto ready = [&](const std::vector<std::string>& names) {
        return std::all_of(names.begin(), names.end(),
                           [&](const std::string& n) { return contains(done, n); });
      };
      if (!ready(layer.sources) || !ready(layer.skips)) continue;
      order.push_back(i);
      done.push_back(layer.name);
      progress = true;
    }
  }
  return order;
}

std::string config_hash(const NetworkConfig& config) {
  std::string text = fmt::format("fathom-config-1 {} {} {} {} {} {} {} {} {} {} {} {}\n",
                                 static_cast<unsigned>(config.error_function), config.shuffle_indices,
                                 config.one_target, config.zero_target, config.one_scale, config.zero_scale,
                                 config.sparseness_p, config.sparseness_beta, config.denoising_p,
                                 config.delta_boost_one, config.delta_boost_zero, config.decay);
  for (const LayerConfig& l : config.layers) {
    text +=
        fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {}", l.name,
                    static_cast<unsigned>(l.kind), static_cast<unsigned>(l.type), l.n, l.data_set, l.sparse,
                    l.p_dropout, static_cast<unsigned>(l.weight_init.scheme), l.weight_init.scale,
                    l.weight_init.bias, static_cast<unsigned>(l.activation), l.weight_norm, l.delta_norm,
                    l.sparseness_p, l.sparseness_beta, l.relu_slope, l.elu_alpha, l.selu_lambda);
    for (const std::string& source : l.sources) text += "\n< " + source;
    for (const std::string& skip : l.skips) text += "\n+ " + skip;
    text += '\n';
  }
  return base::to_hex(base::sha256(text));
}

}  // namespace fathom::model
