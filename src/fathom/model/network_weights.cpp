/// A network's weights and optimizer state on their way from and to model files, whose matrices are [n_in, n_out] of
/// floats, one for each pair of a source and a layer.
#include "fathom/core/errors.hpp"
#include "fathom/model/network.hpp"
#include "fathom/model/network_build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace fathom::model {
namespace {

template <class Real>
std::vector<Real> to_host(Backend<Real>& backend, Context& ctx, Matrix<const Real> device) {
  std::vector<Real> host(device.rows * device.cols);
  backend.to_host(ctx, device, Matrix<Real>(host.data(), device.rows, device.cols));
  return host;
}

/// y(c, r) = x(r, c): output layers keep [n_out, n_in], files [n_in, n_out].
template <class From, class To>
std::vector<To> transposed(std::span<const From> x, std::size_t rows, std::size_t cols) {
  std::vector<To> y(x.size());
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < cols; ++c) y[c * rows + r] = static_cast<To>(x[r * cols + c]);
  return y;
}

constexpr std::string_view state_names[] = {"m", "v"};

}  // namespace

template <class Real>
std::vector<typename BasicNetwork<Real>::Slot> BasicNetwork<Real>::slots() const {
  std::vector<Slot> slots;
  for (std::size_t index = 0; index < config_.layers.size(); ++index) {
    const LayerConfig& layer = config_.layers[index];
    for (std::size_t number = 0; number < layer.sources.size(); ++number) {
      const std::string& source = layer.sources[number];
      slots.push_back({&layer, source, built_.place[index], number, config_.find(source)->n, layer.n});
    }
  }
  return slots;
}

template <class Real>
std::vector<float> BasicNetwork<Real>::read_weights(const Slot& slot, Member member) const {
  const layers::Layer<Real>& layer = built_.layers[slot.place];
  if (const auto* hidden = std::get_if<layers::Hidden<Real>>(&layer.part)) {
    const auto wide =
        to_host<Real>(backend_, ctx_, (hidden->connections[slot.number].weights.*member).view());
    return {wide.begin(), wide.end()};
  }
  const auto& output = std::get<layers::Output<Real>>(layer.part);
  const auto& source = output.sources[slot.number];
  const auto host =
      to_host<Real>(backend_, ctx_, (output.weights.*member).view().col_range(source.first, source.width));
  return transposed<Real, float>(host, slot.n_out, slot.n_in);
}

template <class Real>
std::vector<float> BasicNetwork<Real>::read_bias(const Slot& slot, Member member) const {
  const layers::Layer<Real>& layer = built_.layers[slot.place];
  const auto* hidden = std::get_if<layers::Hidden<Real>>(&layer.part);
  // An output layer has one bias, whatever the number of its sources: the first one carries it in a file.
  if (!hidden && slot.number > 0) return std::vector<float>(slot.n_out, 0.0F);
  const layers::Weights<Real>& bias =
      hidden ? hidden->connections[slot.number].bias : std::get<layers::Output<Real>>(layer.part).bias;
  const auto wide = to_host<Real>(backend_, ctx_, (bias.*member).view());
  return {wide.begin(), wide.end()};
}

template <class Real>
void BasicNetwork<Real>::write_weights(const Slot& slot, Member member, std::span<const float> from) {
  layers::Layer<Real>& layer = built_.layers[slot.place];
  if (auto* hidden = std::get_if<layers::Hidden<Real>>(&layer.part)) {
    const std::vector<Real> host(from.begin(), from.end());
    backend_.from_host(ctx_, Matrix<const Real>(host.data(), slot.n_in, slot.n_out),
                       (hidden->connections[slot.number].weights.*member).view());
    return;
  }
  auto& output = std::get<layers::Output<Real>>(layer.part);
  const auto& source = output.sources[slot.number];
  const std::vector<Real> host = transposed<float, Real>(from, slot.n_in, slot.n_out);
  backend_.from_host(ctx_, Matrix<const Real>(host.data(), slot.n_out, slot.n_in),
                     (output.weights.*member).view().col_range(source.first, source.width));
}

template <class Real>
void BasicNetwork<Real>::write_bias(const Slot& slot, Member member, std::span<const float> from) {
  layers::Layer<Real>& layer = built_.layers[slot.place];
  std::vector<Real> host(from.begin(), from.end());
  const Matrix<const Real> row(host.data(), 1, slot.n_out);
  if (auto* hidden = std::get_if<layers::Hidden<Real>>(&layer.part)) {
    backend_.from_host(ctx_, row, (hidden->connections[slot.number].bias.*member).view());
    return;
  }
  const Matrix<Real> bias = (std::get<layers::Output<Real>>(layer.part).bias.*member).view();
  if (slot.number > 0) {
    const std::vector<Real> before = to_host<Real>(backend_, ctx_, bias);
    std::ranges::transform(before, host, host.begin(), std::plus<>());
  }
  backend_.from_host(ctx_, row, bias);
}

template <class Real>
void BasicNetwork<Real>::initialise(std::uint64_t seed) {
  std::uint32_t part = 0;
  for (const Slot& slot : slots()) {
    const WeightInit& init = slot.layer->weight_init;
    write_weights(slot, &layers::Weights<Real>::weights,
                  initial_weights(init, slot.n_in, slot.n_out, seed, part++));
    write_bias(slot, &layers::Weights<Real>::weights, std::vector<float>(slot.n_out, init.bias));
  }
}

template <class Real>
void BasicNetwork<Real>::load(const ModelFile& model) {
  for (const Slot& slot : slots()) {
    const auto found = std::ranges::find_if(model.weights, [&](const WeightSet& set) {
      return set.input_layer == slot.source && set.output_layer == slot.layer->name;
    });
    if (found == model.weights.end())
      throw DataError(
          fmt::format("the model has no weights from layer {} to layer {}", slot.source, slot.layer->name));
    if (found->n_in != slot.n_in || found->n_out != slot.n_out ||
        found->weights.size() != slot.n_in * slot.n_out || found->bias.size() != slot.n_out)
      throw DataError(fmt::format("the model's weights from layer {} to layer {} are {} x {}, not {} x {}",
                                  slot.source, slot.layer->name, found->n_in, found->n_out, slot.n_in,
                                  slot.n_out));
    write_weights(slot, &layers::Weights<Real>::weights, found->weights);
    write_bias(slot, &layers::Weights<Real>::weights, found->bias);
    layers::Layer<Real>& layer = built_.layers[slot.place];
    if (auto* hidden = std::get_if<layers::Hidden<Real>>(&layer.part)) {
      hidden->connections[slot.number].locked = found->locked;
      hidden->connections[slot.number].norm = found->norm;
    } else {
      auto& output = std::get<layers::Output<Real>>(layer.part);
      output.locked = output.locked || found->locked;
      output.sources[slot.number].norm = found->norm;
    }
  }
}

template <class Real>
ModelFile BasicNetwork<Real>::to_model_file() const {
  ModelFile model;
  model.config = config_;
  for (const Slot& slot : slots()) {
    WeightSet set;
    set.input_layer = slot.source;
    set.output_layer = slot.layer->name;
    set.n_in = slot.n_in;
    set.n_out = slot.n_out;
    set.weights = read_weights(slot, &layers::Weights<Real>::weights);
    set.bias = read_bias(slot, &layers::Weights<Real>::weights);
    const layers::Layer<Real>& layer = built_.layers[slot.place];
    if (const auto* hidden = std::get_if<layers::Hidden<Real>>(&layer.part)) {
      set.locked = hidden->connections[slot.number].locked;
      set.norm = hidden->connections[slot.number].norm;
    } else {
      const auto& output = std::get<layers::Output<Real>>(layer.part);
      set.locked = output.locked;
      set.norm = output.sources[slot.number].norm;
    }
    model.weights.push_back(std::move(set));
  }
  return model;
}

template <class Real>
void BasicNetwork<Real>::save_state(TrainingState& state) const {
  const Member members[] = {&layers::Weights<Real>::first, &layers::Weights<Real>::second};
  std::size_t number = 0;
  for (const Slot& slot : slots()) {
    for (int kind = 0; kind < optimizer_states_; ++kind) {
      state.vectors[fmt::format("weight{}_{}", number, state_names[kind])] =
          read_weights(slot, members[kind]);
      state.vectors[fmt::format("bias{}_{}", number, state_names[kind])] = read_bias(slot, members[kind]);
    }
    ++number;
  }
}

template <class Real>
void BasicNetwork<Real>::load_state(const TrainingState& state) {
  const Member members[] = {&layers::Weights<Real>::first, &layers::Weights<Real>::second};
  const auto vector = [&](const std::string& name, std::size_t size) -> std::span<const float> {
    const auto found = state.vectors.find(name);
    if (found == state.vectors.end() || found->second.size() != size)
      throw DataError(
          fmt::format("the checkpoint's optimizer state {} is missing or has another size", name));
    return found->second;
  };
  std::size_t number = 0;
  for (const Slot& slot : slots()) {
    for (int kind = 0; kind < optimizer_states_; ++kind) {
      write_weights(slot, members[kind],
                    vector(fmt::format("weight{}_{}", number, state_names[kind]), slot.n_in * slot.n_out));
      write_bias(slot, members[kind],
                 vector(fmt::format("bias{}_{}", number, state_names[kind]), slot.n_out));
    }
    ++number;
  }
}

template class BasicNetwork<float>;
template class BasicNetwork<double>;

}  // namespace fathom::model
