#include "fathom/model/network_build.hpp"

#include "fathom/core/errors.hpp"
#include "fathom/core/random.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace fathom::model {
namespace {

[[noreturn]] void refuse(const LayerConfig& layer, const std::string& sentence) {
  throw ConfigError("layer " + layer.name, sentence);
}

void check_probability(const LayerConfig& layer) {
  if (!(layer.p_dropout >= 0 && layer.p_dropout < 1))
    refuse(layer, "pDropout must be at least 0 and less than 1");
}

template <class Real>
class Builder {
 public:
  Builder(const NetworkConfig& config, Memory& memory, std::size_t batch_size)
      : config_(config), memory_(memory), batch_size_(batch_size) {}

  BuiltNetwork<Real> build() {
    const std::vector<std::size_t> order = forward_order(config_);
    if (order.size() != config_.layers.size())
      throw ConfigError("the network's layers feed each other in a circle");
    built_.place.resize(order.size());
    for (std::size_t place = 0; place < order.size(); ++place) built_.place[order[place]] = place;
    for (const std::size_t index : order) built_.layers.push_back(make(config_.layers[index]));
    for (std::size_t index = 0; index < order.size(); ++index) {
      if (config_.layers[index].kind == LayerKind::Input) built_.inputs.push_back(built_.place[index]);
      if (config_.layers[index].kind == LayerKind::Output) built_.outputs.push_back(built_.place[index]);
    }
    if (built_.inputs.empty()) throw ConfigError("the network has no layer of kind Input");
    if (built_.outputs.empty()) throw ConfigError("the network has no layer of kind Output");
    return std::move(built_);
  }

 private:
  layers::Layer<Real> make(const LayerConfig& config) {
    if (config.type != LayerType::FullyConnected)
      refuse(config, "only layers of type FullyConnected are computed");
    if (config.n == 0) refuse(config, "its number of units is not known yet: attach its data set first");
    check_probability(config);
    layers::Layer<Real> layer;
    layer.name = config.name;
    layer.width = config.n;
    switch (config.kind) {
      case LayerKind::Input:
        make_input(config, layer);
        break;
      case LayerKind::Hidden:
        make_hidden(config, layer);
        break;
      case LayerKind::Output:
        make_output(config, layer);
        break;
      case LayerKind::Target:
        refuse(config, "layers of kind Target are not computed");
    }
    return layer;
  }

  void make_input(const LayerConfig& config, layers::Layer<Real>& layer) {
    layers::Input<Real> input;
    input.dropout = config.p_dropout;
    layer.part = std::move(input);
  }

  void make_hidden(const LayerConfig& config, layers::Layer<Real>& layer) {
    layers::Hidden<Real> hidden;
    hidden.activation = to_activation(config);
    hidden.dropout = config.p_dropout;
    hidden.delta_norm = config.delta_norm;
    if (config.sparse && config_.sparseness_beta > 0) {
      hidden.sparseness_p = config.sparseness_p > 0 ? config.sparseness_p : config_.sparseness_p;
      hidden.sparseness_beta = config.sparseness_beta > 0 ? config.sparseness_beta : config_.sparseness_beta;
      hidden.mean = Buffer<Real>(memory_, 1, config.n);
    }
    for (const std::string& name : config.sources) {
      const std::size_t source = source_named(config, name);
      layers::Connection<Real> connection;
      connection.source = source;
      connection.norm = config.weight_norm;
      connection.weights = layers::Weights<Real>(memory_, built_.layers[source].width, config.n);
      connection.bias = layers::Weights<Real>(memory_, 1, config.n);
      hidden.connections.push_back(std::move(connection));
    }
    for (const std::string& name : config.skips) {
      const std::size_t source = source_named(config, name);
      if (built_.layers[source].width != config.n)
        refuse(config, "skip layer " + name + " has another number of units");
      expand(source);
      hidden.skips.push_back(source);
    }
    layer.units = Buffer<Real>(memory_, batch_size_, config.n);
    if (config.p_dropout > 0) hidden.before_dropout = Buffer<Real>(memory_, batch_size_, config.n);
    layer.part = std::move(hidden);
  }

  void make_output(const LayerConfig& config, layers::Layer<Real>& layer) {
    if (config.p_dropout > 0) refuse(config, "dropout on an output layer is not computed");
    if (config.delta_norm > 0) refuse(config, "DeltaNorm on an output layer is not computed");
    if (!config.skips.empty()) refuse(config, "skips into an output layer are not computed");
    layers::Output<Real> output;
    output.activation = to_activation(config);
    output.loss = to_loss(config_, config);
    std::size_t columns = 0;
    for (const std::string& name : config.sources) {
      const std::size_t source = source_named(config, name);
      expand(source);
      const std::size_t width = built_.layers[source].width;
      output.sources.push_back({source, columns, width, config.weight_norm});
      columns += width;
    }
    output.weights = layers::Weights<Real>(memory_, config.n, columns);
    output.bias = layers::Weights<Real>(memory_, 1, config.n);
    if (output.sources.size() > 1) output.gathered = Buffer<Real>(memory_, batch_size_, columns);
    layer.part = std::move(output);
  }

  std::size_t source_named(const LayerConfig& config, const std::string& name) {
    const auto found = std::ranges::find(built_.layers, name, &layers::Layer<Real>::name);
    if (found == built_.layers.end()) refuse(config, "there is no layer " + name + " to take as a source");
    if (std::holds_alternative<layers::Output<Real>>(found->part))
      refuse(config, "output layer " + name + " cannot be a source");
    return static_cast<std::size_t>(found - built_.layers.begin());
  }

  /// An input layer whose units are read one by one: sparse data are expanded for it.
  void expand(std::size_t place) {
    layers::Layer<Real>& layer = built_.layers[place];
    if (auto* input = std::get_if<layers::Input<Real>>(&layer.part)) {
      input->expanded = true;
      if (!layer.units.present()) layer.units = Buffer<Real>(memory_, batch_size_, layer.width);
    }
  }

  const NetworkConfig& config_;
  Memory& memory_;
  std::size_t batch_size_;
  BuiltNetwork<Real> built_;
};

/// Where the weights of a scheme lie: uniform in `offset` + `range`·(0, 1], or normal.
struct Distribution {
  double offset = 0, range = 0;
  std::optional<double> deviation;
};

Distribution distribution_of(const WeightInit& init, std::size_t rows, std::size_t cols) {
  const auto scale = static_cast<double>(init.scale);
  const auto in = static_cast<double>(rows);
  const auto out = static_cast<double>(cols);
  const auto symmetric = [](double limit) { return Distribution{-limit, 2 * limit, {}}; };
  switch (init.scheme) {
    case WeightScheme::Xavier:
      return symmetric(0.5 * scale * std::sqrt(6.0 / (in + out)));  // half of Glorot's
    case WeightScheme::CaffeXavier:
      return symmetric(scale * std::sqrt(3.0 / out));
    case WeightScheme::Uniform:
      return symmetric(scale);
    case WeightScheme::UnitBall:
      return {0, scale, {}};
    case WeightScheme::Gaussian:
      return {0, 0, scale};
    case WeightScheme::Selu:
      return {0, 0, 1.0 / in};
    case WeightScheme::Constant:
      return {scale, 0, {}};
  }
  throw ConfigError("weight initialisation: unknown scheme");
}

}  // namespace

template <class Real>
BuiltNetwork<Real> build_network(const NetworkConfig& config, Memory& memory, std::size_t batch_size) {
  return Builder<Real>(config, memory, batch_size).build();
}
template BuiltNetwork<float> build_network(const NetworkConfig&, Memory&, std::size_t);
template BuiltNetwork<double> build_network(const NetworkConfig&, Memory&, std::size_t);

std::vector<float> initial_weights(const WeightInit& init, std::size_t rows, std::size_t cols,
                                   std::uint64_t seed, std::uint32_t part) {
  const Distribution d = distribution_of(init, rows, cols);
  const RandomStream stream(seed, Purpose::weights, 0, part);
  std::vector<float> weights(rows * cols);
  for (std::size_t first = 0; first < weights.size(); first += 4) {
    const std::size_t count = std::min<std::size_t>(4, weights.size() - first);
    const std::array<double, 4> normal = d.deviation ? stream.gaussians(first / 4) : std::array<double, 4>{};
    const PhiloxCounter words = d.deviation ? PhiloxCounter{} : stream.block(first / 4);
    for (std::size_t i = 0; i < count; ++i) {
      const double uniform = d.offset + d.range * static_cast<double>(RandomStream::to_uniform(words[i]));
      weights[first + i] = static_cast<float>(d.deviation ? *d.deviation * normal[i] : uniform);
    }
  }
  return weights;
}

}  // namespace fathom::model
