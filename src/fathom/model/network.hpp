/// A network that computes: layers made from a NetworkConfig, over one backend.
///
///   Network network(config, backend, ctx, 256);      // config: checked, sizes final (set_automatic_sizes)
///   network.initialise(seed);                         // or network.load(read_model(file))
///   network.forward(batch);
///   network.scores(first, count, scores);             // a tile of the output layer, [batch, count]
///
/// Training is in train/trainer.hpp; this class only takes steps.
#pragma once

#include "fathom/backend/backend.hpp"
#include "fathom/layers/layer.hpp"
#include "fathom/model/batch.hpp"
#include "fathom/model/formulas.hpp"
#include "fathom/model/network_config.hpp"
#include "fathom/model/weights.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fathom::model {

/// Bytes of memory that a network will take: weights, optimizer state, units of one batch.
struct MemoryNeed {
  std::uint64_t weights = 0, optimizer = 0, units = 0;
  std::uint64_t total() const { return weights + optimizer + units; }
};
MemoryNeed memory_need(const NetworkConfig& config, std::size_t batch_size,
                       const formula::Optimizer* optimizer, UpdateMode mode = UpdateMode::apply);

/// The layers that a configuration means.
template <class Real>
struct BuiltNetwork {
  std::vector<layers::Layer<Real>> layers;   ///< sources before users
  std::vector<std::size_t> place;            ///< of a configuration's layer in `layers`
  std::vector<std::size_t> inputs, outputs;  ///< places, in the order of the configuration
};

template <class Real>
class BasicNetwork {
 public:
  /// batch_size: the most examples of a batch. Throws ConfigError, naming the layer, for what is not
  /// computed: shared weights, convolutions, dropout, delta norms or skips on output layers.
  BasicNetwork(NetworkConfig config, Backend<Real>& backend, Context& ctx, std::size_t batch_size);

  const NetworkConfig& config() const { return config_; }
  const Context& context() const { return ctx_; }
  std::size_t batch_size() const { return batch_size_; }

  /// Random weights as the configuration's WeightInit says. Source: Amazon DSSTNE.
  void initialise(std::uint64_t seed);
  /// Weights of a model file. Throws DataError if a matrix is missing or has another shape.
  void load(const ModelFile& model);
  /// Configuration and weights.
  ModelFile to_model_file() const;

  /// Runs a batch up to the last hidden layers. Nothing is dropped.
  void forward(const Batch& batch);
  /// The scores, activations of an output layer, of units [first, first + y.cols) for the batch of the last
  /// forward(). y [batch, count]. `output`: which output layer, in the order of the configuration.
  void scores(std::size_t first, Matrix<Real> y, std::size_t output = 0);
  /// The units of a hidden layer after forward(), copied to the host: [batch, width]. Throws ConfigError if
  /// there is no hidden layer of that name.
  std::vector<Real> units(std::string_view layer);
  /// Units of an output layer.
  std::size_t outputs(std::size_t output = 0) const;
  /// The place of an output layer by name; ConfigError if there is none.
  std::size_t output_named(std::string_view layer) const;

  /// Makes room for deltas, gradients (if they are accumulated) and optimizer state, which is zero then.
  void prepare_training(const formula::Optimizer& optimizer, UpdateMode mode);
  /// One step: forward with dropout, loss, backward, and (learning.mode) weights changed or gradients kept.
  /// `step` numbers the batches of the run; it decides which units dropout takes. Returns the loss, summed
  /// over the batch.
  double train(const Batch& batch, const Learning& learning, std::uint64_t step);
  /// Applies the gradients that train() accumulated.
  void update(const Learning& learning);
  /// l2/2·Σw² + l1·Σ|w| over all weights, without biases.
  double regularization(double l2, double l1);
  /// Optimizer state into and out of a checkpoint, by DSSTNE's order of weights.
  void save_state(TrainingState& state) const;
  void load_state(const TrainingState& state);

 private:
  /// Where a weight set of a model file lives.
  struct Slot {
    const LayerConfig* layer;
    std::string source;
    std::size_t place;   ///< of the layer
    std::size_t number;  ///< of the source among the layer's
    std::size_t n_in, n_out;
  };
  std::vector<Slot> slots() const;
  using Member = Buffer<Real> layers::Weights<Real>::*;
  std::vector<float> read_weights(const Slot& slot, Member member) const;
  std::vector<float> read_bias(const Slot& slot, Member member) const;
  void write_weights(const Slot& slot, Member member, std::span<const float> from);
  void write_bias(const Slot& slot, Member member, std::span<const float> from);
  layers::Pass<Real> pass(std::size_t batch, bool training = false, std::uint64_t step = 0);
  void take_inputs(const Batch& batch);

  NetworkConfig config_;
  Backend<Real>& backend_;
  Context& ctx_;
  std::size_t batch_size_;
  std::size_t current_batch_ = 0;
  int optimizer_states_ = 0;
  BuiltNetwork<Real> built_;
};

using Network = BasicNetwork<float>;
extern template class BasicNetwork<float>;
extern template class BasicNetwork<double>;

}  // namespace fathom::model
