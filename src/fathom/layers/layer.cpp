#include "fathom/layers/layer.hpp"

#include "fathom/core/errors.hpp"

#include <algorithm>

namespace fathom::layers {
namespace {

/// The stream of dropout numbers of one layer in one step.
template <class Real>
DropMask drop_mask(const Pass<Real>& pass, std::size_t layer, float probability) {
  return {RandomStream(pass.ctx.seed(), Purpose::dropout, pass.step, static_cast<std::uint32_t>(layer)),
          probability};
}

/// A source's data, if they are sparse and its users read them as they are.
template <class Real>
const InputBatch* sparse_data(const Layer<Real>& source) {
  const auto* input = std::get_if<Input<Real>>(&source.part);
  return input && input->data.sparse ? &input->data : nullptr;
}

template <class Real>
void copy_dense(Pass<Real>& pass, Matrix<const float> data, Matrix<Real> units) {
  if constexpr (std::is_same_v<Real, float>) {
    pass.backend.from_host(pass.ctx, data, units);
  } else {
    std::vector<Real> wide(data.rows * data.cols);
    for (std::size_t row = 0; row < data.rows; ++row)
      std::ranges::copy(data.row(row), wide.begin() + static_cast<std::ptrdiff_t>(row * data.cols));
    pass.backend.from_host(pass.ctx, Matrix<const Real>(wide.data(), data.rows, data.cols), units);
  }
}

template <class Real>
void forward(Pass<Real>& pass, std::size_t place, Layer<Real>& layer, Input<Real>& input) {
  if (input.data.sparse) {
    if (input.expanded) pass.backend.expand(pass.ctx, input.data.rows, layer.units.top(pass.batch));
    return;
  }
  if (!layer.units.present()) layer.units = Buffer<Real>(pass.ctx.memory(), pass.capacity, layer.width);
  const Matrix<Real> units = layer.units.top(pass.batch);
  copy_dense(pass, input.data.dense, units);
  if (pass.training && input.dropout > 0)
    pass.backend.drop(pass.ctx, drop_mask(pass, place, input.dropout), units, units);
}

template <class Real>
void forward(Pass<Real>& pass, std::size_t place, Layer<Real>& layer, Hidden<Real>& hidden) {
  const Matrix<Real> units = layer.units.top(pass.batch);
  Into into = Into::overwrite;
  for (Connection<Real>& connection : hidden.connections) {
    const Layer<Real>& source = pass.layers[connection.source];
    const Matrix<const Real> w = connection.weights.weights.view();
    const Row<const Real> b = connection.bias.weights.row();
    if (const InputBatch* data = sparse_data(source))
      pass.backend.sparse_affine(pass.ctx, data->rows, w, b, into, units);
    else
      pass.backend.affine(pass.ctx, source.units.top(pass.batch), w, b, into, units);
    into = Into::add;
  }
  for (const std::size_t skip : hidden.skips)
    pass.backend.add(pass.ctx, pass.layers[skip].units.top(pass.batch), units);
  const bool drops = hidden.dropout > 0;
  const Matrix<Real> activations = drops ? hidden.before_dropout.top(pass.batch) : units;
  pass.backend.activate(pass.ctx, hidden.activation, units, activations);
  if (!drops) return;
  if (pass.training)
    pass.backend.drop(pass.ctx, drop_mask(pass, place, hidden.dropout), activations, units);
  else
    pass.backend.copy(pass.ctx, activations, units);
}

template <class Real>
void forward(Pass<Real>&, std::size_t, Layer<Real>&, Output<Real>&) {}

/// d loss / d units gets what the penalty on each unit's mean activation adds: with pi the mean over the
/// batch, beta·(-p/pi + (1-p)/(1-pi)) for every example. Source: Amazon DSSTNE.
template <class Real>
void add_sparseness_penalty(Pass<Real>& pass, Hidden<Real>& hidden, Matrix<const Real> activations,
                            Matrix<Real> deltas) {
  const std::size_t width = activations.cols;
  pass.backend.column_sums(pass.ctx, activations, Real(1) / static_cast<Real>(pass.batch), hidden.mean.row());
  std::vector<Real> row(width);
  pass.backend.to_host(pass.ctx, hidden.mean.view(), Matrix<Real>(row.data(), 1, width));
  const auto p = static_cast<Real>(hidden.sparseness_p);
  const auto beta = static_cast<Real>(hidden.sparseness_beta);
  for (Real& element : row) {
    const Real mean = std::clamp(element, Real(1e-6), Real(1) - Real(1e-6));
    element = beta * (-p / mean + (Real(1) - p) / (Real(1) - mean));
  }
  pass.backend.from_host(pass.ctx, Matrix<const Real>(row.data(), 1, width), hidden.mean.view());
  pass.backend.add_row(pass.ctx, hidden.mean.row(), deltas);
}

/// Hands deltas to a source that learns; later users of the same source add theirs.
template <class Real>
Into take_turn(Layer<Real>& source) {
  const Into into = source.has_deltas ? Into::add : Into::overwrite;
  source.has_deltas = true;
  return into;
}

/// Gives a source deltas that have its own shape.
template <class Real>
void hand_down(Pass<Real>& pass, Layer<Real>& source, Matrix<const Real> deltas) {
  if (!source.deltas.present()) return;
  if (take_turn(source) == Into::overwrite)
    pass.backend.copy(pass.ctx, deltas, source.deltas.top(pass.batch));
  else
    pass.backend.add(pass.ctx, deltas, source.deltas.top(pass.batch));
}

template <class Real>
void limit_norms(Pass<Real>& pass, Connection<Real>& connection) {
  if (connection.norm > 0)
    pass.backend.limit_column_norms(pass.ctx, static_cast<Real>(connection.norm),
                                    connection.weights.weights.view());
}

template <class Real>
void limit_norms(Pass<Real>& pass, Output<Real>& output) {
  for (const auto& source : output.sources)
    if (source.norm > 0)
      pass.backend.limit_row_norms(pass.ctx, static_cast<Real>(source.norm),
                                   output.weights.weights.view().col_range(source.first, source.width));
}

template <class Real>
void learn(Pass<Real>& pass, Connection<Real>& connection, Matrix<const Real> deltas,
           const Learning& learning) {
  if (connection.locked) return;
  const Layer<Real>& source = pass.layers[connection.source];
  if (const InputBatch* data = sparse_data(source))
    pass.backend.sparse_affine_step(pass.ctx, data->by_column, deltas, learning,
                                    connection.weights.parameter());
  else
    pass.backend.affine_step(pass.ctx, source.units.top(pass.batch), deltas, learning,
                             connection.weights.parameter());
  pass.backend.column_sums(pass.ctx, deltas, Real(1) / static_cast<Real>(pass.batch),
                           connection.bias.gradient.row());
  if (learning.mode == UpdateMode::accumulate) return;
  pass.backend.update(pass.ctx, learning.without_penalties(), connection.bias.parameter());
  limit_norms(pass, connection);
}

/// The sources of an output layer as one matrix: the only source itself, or all gathered side by side.
template <class Real>
Matrix<const Real> gather(Pass<Real>& pass, Output<Real>& output) {
  if (output.sources.size() == 1) return pass.layers[output.sources[0].layer].units.top(pass.batch);
  const Matrix<Real> all = output.gathered.top(pass.batch);
  for (const auto& source : output.sources)
    pass.backend.copy(pass.ctx, pass.layers[source.layer].units.top(pass.batch),
                      all.col_range(source.first, source.width));
  return all;
}

}  // namespace

template <class Real>
void Weights<Real>::prepare(Memory& memory, bool with_gradient, int states) {
  const std::size_t rows = weights.view().rows;
  const std::size_t cols = weights.view().cols;
  gradient = with_gradient ? Buffer<Real>(memory, rows, cols) : Buffer<Real>();
  first = states > 0 ? Buffer<Real>(memory, rows, cols) : Buffer<Real>();
  second = states > 1 ? Buffer<Real>(memory, rows, cols) : Buffer<Real>();
}

template <class Real>
void prepare_training(Pass<Real>& pass, std::size_t place, const formula::Optimizer& optimizer,
                      UpdateMode mode) {
  Memory& memory = pass.ctx.memory();
  const bool keeps_gradients = mode == UpdateMode::accumulate;
  const int states = formula::states_of(optimizer);
  Layer<Real>& layer = pass.layers[place];
  if (auto* hidden = std::get_if<Hidden<Real>>(&layer.part)) {
    layer.deltas = Buffer<Real>(memory, pass.capacity, layer.width);
    for (Connection<Real>& connection : hidden->connections) {
      connection.weights.prepare(memory, keeps_gradients, states);
      connection.bias.prepare(memory, true,
                              states);  // its gradient is a column sum before it is anything else
    }
  } else if (auto* output = std::get_if<Output<Real>>(&layer.part)) {
    output->weights.prepare(memory, keeps_gradients, states);
    output->bias.prepare(memory, keeps_gradients, states);
    output->d_gathered = Buffer<Real>(memory, pass.capacity, output->weights.weights.view().cols);
  }
}

template <class Real>
void forward(Pass<Real>& pass, std::size_t place) {
  Layer<Real>& layer = pass.layers[place];
  layer.has_deltas = false;
  std::visit([&](auto& part) { forward(pass, place, layer, part); }, layer.part);
}

template <class Real>
void backward(Pass<Real>& pass, std::size_t place, const Learning& learning) {
  Layer<Real>& layer = pass.layers[place];
  auto* hidden = std::get_if<Hidden<Real>>(&layer.part);
  if (!hidden || !layer.has_deltas) return;
  const Matrix<Real> deltas = layer.deltas.top(pass.batch);
  const bool drops = hidden->dropout > 0;
  const Matrix<Real> activations =
      drops ? hidden->before_dropout.top(pass.batch) : layer.units.top(pass.batch);
  if (drops) pass.backend.drop(pass.ctx, drop_mask(pass, place, hidden->dropout), deltas, deltas);
  if (hidden->sparseness_beta > 0) add_sparseness_penalty<Real>(pass, *hidden, activations, deltas);
  pass.backend.multiply_slope(pass.ctx, hidden->activation, activations, deltas);
  if (hidden->delta_norm > 0)
    pass.backend.limit_row_norms(pass.ctx, static_cast<Real>(hidden->delta_norm), deltas);

  for (Connection<Real>& connection : hidden->connections) {
    Layer<Real>& source = pass.layers[connection.source];
    if (source.deltas.present())
      pass.backend.affine_back(pass.ctx, deltas, connection.weights.weights.view(), take_turn(source),
                               source.deltas.top(pass.batch));
    learn<Real>(pass, connection, deltas, learning);
  }
  for (const std::size_t skip : hidden->skips) hand_down<Real>(pass, pass.layers[skip], deltas);
}

template <class Real>
double output_step(Pass<Real>& pass, std::size_t place, const Targets& targets, const Learning& learning) {
  auto& output = std::get<Output<Real>>(pass.layers[place].part);
  // Locked weights still have deltas to hand down: a step of length 0 leaves them as they are.
  const Learning here = output.locked ? Learning{formula::Sgd{}, {.alpha = 0}, learning.mode} : learning;
  const OutputStep<Real> step{gather(pass, output), targets,        output.loss,
                              output.activation,    Head::one_pass, here};
  const bool someone_learns = std::ranges::any_of(
      output.sources, [&](const auto& source) { return pass.layers[source.layer].deltas.present(); });
  Layer<Real>& first = pass.layers[output.sources[0].layer];
  const bool direct = output.sources.size() == 1 && !first.has_deltas;

  Matrix<Real> d_input;
  if (someone_learns) d_input = direct ? first.deltas.top(pass.batch) : output.d_gathered.top(pass.batch);
  if (someone_learns && direct) take_turn(first);
  const double loss = pass.backend.output_layer_step(pass.ctx, step, output.weights.parameter(),
                                                     output.bias.parameter(), d_input);
  if (learning.mode == UpdateMode::apply && !output.locked) limit_norms(pass, output);
  if (!someone_learns || direct) return loss;

  for (const auto& source : output.sources)
    hand_down<Real>(pass, pass.layers[source.layer], d_input.col_range(source.first, source.width));
  return loss;
}

template <class Real>
void output_scores(Pass<Real>& pass, std::size_t place, std::size_t first, Matrix<Real> y) {
  auto& output = std::get<Output<Real>>(pass.layers[place].part);
  pass.backend.output_scores(pass.ctx, gather(pass, output),
                             output.weights.weights.view().row_range(first, y.cols),
                             output.bias.weights.row().subspan(first, y.cols), output.activation, y);
}

template <class Real>
void update(Pass<Real>& pass, std::size_t place, const Learning& learning) {
  const auto both = [&](Weights<Real>& weights, Weights<Real>& bias) {
    pass.backend.update(pass.ctx, learning, weights.parameter());
    pass.backend.update(pass.ctx, learning.without_penalties(), bias.parameter());
  };
  Layer<Real>& layer = pass.layers[place];
  if (auto* output = std::get_if<Output<Real>>(&layer.part); output && !output->locked) {
    both(output->weights, output->bias);
    limit_norms(pass, *output);
  } else if (auto* hidden = std::get_if<Hidden<Real>>(&layer.part); hidden && layer.has_deltas) {
    for (Connection<Real>& connection : hidden->connections) {
      if (connection.locked) continue;
      both(connection.weights, connection.bias);
      limit_norms(pass, connection);
    }
  }
}

template struct Weights<float>;
template struct Weights<double>;
template void prepare_training(Pass<float>&, std::size_t, const formula::Optimizer&, UpdateMode);
template void prepare_training(Pass<double>&, std::size_t, const formula::Optimizer&, UpdateMode);
template void forward(Pass<float>&, std::size_t);
template void forward(Pass<double>&, std::size_t);
template void backward(Pass<float>&, std::size_t, const Learning&);
template void backward(Pass<double>&, std::size_t, const Learning&);
template double output_step(Pass<float>&, std::size_t, const Targets&, const Learning&);
template double output_step(Pass<double>&, std::size_t, const Targets&, const Learning&);
template void output_scores(Pass<float>&, std::size_t, std::size_t, Matrix<float>);
template void output_scores(Pass<double>&, std::size_t, std::size_t, Matrix<double>);
template void update(Pass<float>&, std::size_t, const Learning&);
template void update(Pass<double>&, std::size_t, const Learning&);

}  // namespace fathom::layers
