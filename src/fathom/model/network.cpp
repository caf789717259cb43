#include "fathom/model/network.hpp"

#include "fathom/core/errors.hpp"
#include "fathom/model/network_build.hpp"

#include <fmt/format.h>

namespace fathom::model {
template <class Real>
BasicNetwork<Real>::BasicNetwork(NetworkConfig config, Backend<Real>& backend, Context& ctx,
                                 std::size_t batch_size)
    : config_(std::move(config)),
      backend_(backend),
      ctx_(ctx),
      batch_size_(batch_size),
      built_(build_network<Real>(config_, ctx.memory(), batch_size)) {}

template <class Real>
layers::Pass<Real> BasicNetwork<Real>::pass(std::size_t batch, bool training, std::uint64_t step) {
  return {backend_, ctx_, built_.layers, batch_size_, batch, training, step};
}

template <class Real>
void BasicNetwork<Real>::take_inputs(const Batch& batch) {
  if (batch.size > batch_size_)
    throw ShapeError(fmt::format("a batch of {} examples in a network made for {}", batch.size, batch_size_));
  if (batch.inputs.size() != built_.inputs.size())
    throw ShapeError(fmt::format("a batch for {} input layers in a network with {}", batch.inputs.size(),
                                 built_.inputs.size()));
  for (std::size_t i = 0; i < batch.inputs.size(); ++i)
    std::get<layers::Input<Real>>(built_.layers[built_.inputs[i]].part).data =
        batch.inputs[i].view(batch.size);
  current_batch_ = batch.size;
}

template <class Real>
void BasicNetwork<Real>::forward(const Batch& batch) {
  take_inputs(batch);
  layers::Pass<Real> now = pass(batch.size);
  for (std::size_t place = 0; place < built_.layers.size(); ++place) layers::forward(now, place);
}

template <class Real>
void BasicNetwork<Real>::scores(std::size_t first, Matrix<Real> y, std::size_t output) {
  if (y.rows != current_batch_ || first + y.cols > outputs(output))
    throw ShapeError(fmt::format("scores [{}, {}+{}) of {} examples; there are {} units and {} examples",
                                 first, first, y.cols, y.rows, outputs(output), current_batch_));
  layers::Pass<Real> now = pass(current_batch_);
  layers::output_scores(now, built_.outputs[output], first, y);
}

template <class Real>
std::vector<Real> BasicNetwork<Real>::units(std::string_view layer) {
  for (const layers::Layer<Real>& candidate : built_.layers)
    if (candidate.name == layer && std::holds_alternative<layers::Hidden<Real>>(candidate.part)) {
      const Matrix<const Real> units = candidate.units.top(current_batch_);
      std::vector<Real> host(units.rows * units.cols);
      backend_.to_host(ctx_, units, Matrix<Real>(host.data(), units.rows, units.cols));
      return host;
    }
  throw ConfigError(fmt::format("the network has no hidden layer {}", layer));
}

template <class Real>
std::size_t BasicNetwork<Real>::outputs(std::size_t output) const {
  return built_.layers[built_.outputs.at(output)].width;
}

template <class Real>
std::size_t BasicNetwork<Real>::output_named(std::string_view layer) const {
  for (std::size_t i = 0; i < built_.outputs.size(); ++i)
    if (built_.layers[built_.outputs[i]].name == layer) return i;
  throw ConfigError(fmt::format("the network has no output layer {}", layer));
}

template <class Real>
void BasicNetwork<Real>::prepare_training(const formula::Optimizer& optimizer, UpdateMode mode) {
  optimizer_states_ = formula::states_of(optimizer);
  layers::Pass<Real> now = pass(0);
  for (std::size_t place = 0; place < built_.layers.size(); ++place)
    layers::prepare_training(now, place, optimizer, mode);
}

template <class Real>
double BasicNetwork<Real>::train(const Batch& batch, const Learning& learning, std::uint64_t step) {
  take_inputs(batch);
  if (batch.targets.size() != built_.outputs.size())
    throw ShapeError(fmt::format("a batch for {} output layers in a network with {}", batch.targets.size(),
                                 built_.outputs.size()));
  layers::Pass<Real> now = pass(batch.size, true, step);
  for (std::size_t place = 0; place < built_.layers.size(); ++place) layers::forward(now, place);
  double loss = 0;
  for (std::size_t i = 0; i < built_.outputs.size(); ++i)
    loss += layers::output_step(now, built_.outputs[i], batch.targets[i].view(batch.size), learning);
  for (std::size_t place = built_.layers.size(); place > 0; --place)
    layers::backward(now, place - 1, learning);
  return loss;
}

template <class Real>
void BasicNetwork<Real>::update(const Learning& learning) {
  layers::Pass<Real> now = pass(current_batch_);
  for (std::size_t place = 0; place < built_.layers.size(); ++place) layers::update(now, place, learning);
}

template <class Real>
double BasicNetwork<Real>::regularization(double l2, double l1) {
  double sum = 0;
  const auto add = [&](const Buffer<Real>& weights) {
    const auto norms = backend_.norms(ctx_, weights.view());
    sum += 0.5 * l2 * norms.squares + l1 * norms.magnitudes;
  };
  for (const layers::Layer<Real>& layer : built_.layers) {
    if (const auto* hidden = std::get_if<layers::Hidden<Real>>(&layer.part))
      for (const auto& connection : hidden->connections) add(connection.weights.weights);
    if (const auto* output = std::get_if<layers::Output<Real>>(&layer.part)) add(output->weights.weights);
  }
  return sum;
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

template class BasicNetwork<float>;
template class BasicNetwork<double>;

}  // namespace fathom::model
