/// The layers of a network as plain data, and what they do to a minibatch in terms of the backend's
/// primitives.
///
/// A layer knows its sources by their place in the network's list of layers, in which sources stand before
/// users. Forward fills `units`; backward takes `deltas` (d loss / d units, summed over all users of the
/// layer) down to the sources and lets the weights learn.
#pragma once

#include "fathom/backend/backend.hpp"
#include "fathom/core/buffer.hpp"
#include "fathom/core/context.hpp"
#include "fathom/formula/activation.hpp"
#include "fathom/formula/loss.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace fathom::layers {

/// A parameter with its memory.
template <class Real>
struct Weights {
  Buffer<Real> weights, gradient, first, second;

  Weights() = default;
  Weights(Memory& memory, std::size_t rows, std::size_t cols) : weights(memory, rows, cols) {}
  /// Makes room for a gradient and for as many optimizer states as wanted; all zero.
  void prepare(Memory& memory, bool with_gradient, int states);
  Parameter<Real> parameter() { return {weights.view(), gradient.view(), first.view(), second.view()}; }
  std::size_t bytes() const { return weights.bytes() + gradient.bytes() + first.bytes() + second.bytes(); }
};

/// What leads from one layer to a fully connected one.
template <class Real>
struct Connection {
  std::size_t source = 0;  ///< place of the layer it comes from
  Weights<Real> weights;   ///< hidden layers: [source units, units]
  Weights<Real> bias;      ///< [1, units]
  float norm = 0;          ///< largest length of an output unit's incoming weights; 0: any
  bool locked = false;     ///< does not learn
};

/// The data of a minibatch, as the source of a layer.
struct InputBatch {
  bool sparse = false;
  Csr rows;                   ///< sparse: [batch, width]
  Csr by_column;              ///< sparse and in training: the same by columns
  Matrix<const float> dense;  ///< else [batch, width]
};

template <class Real>
struct Input {
  float dropout = 0;      ///< dense data only
  bool expanded = false;  ///< a user of this layer reads `units` although the data are sparse
  InputBatch data;        ///< of the current minibatch
};

template <class Real>
struct Hidden {
  formula::Activation activation;
  float dropout = 0;
  float sparseness_p = 0, sparseness_beta = 0;  ///< penalty on the mean activation; active iff beta > 0
  float delta_norm = 0;                         ///< 0: off
  std::vector<Connection<Real>> connections;
  Buffer<Real> before_dropout;     ///< f(z), where dropout changes `units`
  Buffer<Real> mean;               ///< [1, width]: mean activation, for the penalty
  std::vector<std::size_t> skips;  ///< places of layers whose units are added to z
};

/// All sources of an output layer are one matrix [width, sum of source units]: a unit's weights lie together.
template <class Real>
struct Output {
  formula::Activation activation;
  formula::Loss loss;
  struct Source {
    std::size_t layer = 0;
    std::size_t first = 0;  ///< its first column
    std::size_t width = 0;
    float norm = 0;
  };
  std::vector<Source> sources;
  Weights<Real> weights, bias;
  bool locked = false;
  Buffer<Real> gathered;    ///< [batch, sum of source units], if there is more than one source
  Buffer<Real> d_gathered;  ///< the same for deltas
};

template <class Real>
struct Layer {
  std::string name;
  std::size_t width = 0;
  Buffer<Real> units;   ///< [batch, width]; absent for outputs and for sparse inputs that are not expanded.
                        ///< Dense inputs take it when the first batch comes
  Buffer<Real> deltas;  ///< [batch, width]; hidden layers in training, see prepare_training
  bool has_deltas = false;  ///< in the current backward pass, a user has written `deltas` already
  std::variant<Input<Real>, Hidden<Real>, Output<Real>> part;
};

/// What goes through a whole pass.
template <class Real>
struct Pass {
  Backend<Real>& backend;
  Context& ctx;
  std::span<Layer<Real>> layers;
  std::size_t capacity = 0;  ///< examples of the largest minibatch
  std::size_t batch = 0;     ///< examples in this minibatch
  bool training = false;     ///< dropout acts
  std::uint64_t step = 0;    ///< which dropout
};

/// Makes room for deltas, optimizer state and, if they are accumulated, gradients; state is zero.
template <class Real>
void prepare_training(Pass<Real>& pass, std::size_t layer, const formula::Optimizer& optimizer,
                      UpdateMode mode);

/// Fills layer.units from the sources' (input layers: from data). Output layers do nothing: their scores
/// never exist as a whole.
template <class Real>
void forward(Pass<Real>& pass, std::size_t layer);

/// Hidden layers: turns deltas into d loss / d z, hands them to the sources, lets the weights learn. A layer
/// that no output depends on has no deltas and keeps its weights.
template <class Real>
void backward(Pass<Real>& pass, std::size_t layer, const Learning& learning);

/// One training step of an output layer; returns its loss (sum over the batch).
template <class Real>
double output_step(Pass<Real>& pass, std::size_t layer, const Targets& targets, const Learning& learning);

/// Activations of the units [first, first + y.cols) of an output layer, after forward. y [batch, count].
template <class Real>
void output_scores(Pass<Real>& pass, std::size_t layer, std::size_t first, Matrix<Real> y);

/// Applies accumulated gradients.
template <class Real>
void update(Pass<Real>& pass, std::size_t layer, const Learning& learning);

}  // namespace fathom::layers
