/// The training loop: epochs of minibatches, shuffled, denoised, guarded against divergence; resumable.
///
///   Trainer trainer(network, source, options, callbacks);    // the seed is the network's context's
///   trainer.run();                                           // or run_epoch(), one at a time
///   write_model(file, trainer.checkpoint());
#pragma once

#include "fathom/core/context.hpp"
#include "fathom/model/batch.hpp"
#include "fathom/model/network.hpp"
#include "fathom/model/weights.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace fathom::train {

struct TrainerOptions {
  std::uint32_t epochs = 40;
  std::uint32_t batch_size = 1024;
  float alpha = 0.025F;    ///< learning rate
  float lambda = 0.0001F;  ///< L2
  float lambda1 = 0.0F;    ///< L1
  float mu = 0.5F;         ///< momentum; Adam's beta1
  float mu1 = 0.0F;        ///< Adam's beta2
  model::TrainingMode optimizer = model::TrainingMode::Sgd;
  /// As DSSTNE did: the divergence guard refuses the very batch (its update waits for the batch's loss), and
  /// its average starts anew every epoch; optimizer state is cleared every epoch.
  bool dsstne_exact = false;
  std::uint32_t checkpoint_interval = 10;  ///< epochs; 0: never
  std::function<std::chrono::steady_clock::time_point()> now = std::chrono::steady_clock::now;
};

/// What DSSTNE's line `Epoch %d, average error %f, …` says of one epoch.
struct EpochReport {
  std::uint32_t epoch = 0;  ///< counted from 1
  double average_error = 0;
  double average_training_error = 0;
  double average_regularization_error = 0;
  double elapsed_seconds = 0;
};

struct Callbacks {
  std::function<void(const EpochReport&)> epoch;
  /// After every `checkpoint_interval` epochs; the trainer's checkpoint() is then what to write.
  std::function<void(std::uint32_t epoch)> checkpoint;
  /// After each batch: batches done and batches of this epoch.
  std::function<void(std::uint64_t done, std::uint64_t batches)> batch;
  /// The guard has seen the loss jump (the sentence DSSTNE prints).
  std::function<void(const std::string& message)> divergence;
};

/// Divergence guard: the loss of a batch is compared with a running average (as in DSSTNE).
struct DivergenceGuard {
  static constexpr std::uint64_t warm_up = 100;  ///< batches before it acts
  static constexpr int slow_steps = 24;          ///< at a tenth of the learning rate, after an alarm

  double average = 0;
  std::uint64_t batches = 0;
  int slow = 0;  ///< slow steps still to do

  /// Takes a batch's loss in; true if it is an alarm.
  bool alarms(double loss);
  /// The factor of the next update's learning rate, 1 or 0.1; counts it.
  double next_factor();
};

template <class Real>
class BasicTrainer {
 public:
  /// All by reference: they outlive the trainer. Allocates what the optimizer needs.
  BasicTrainer(model::BasicNetwork<Real>& network, const model::BatchSource& source, TrainerOptions options,
               Callbacks callbacks = {});

  /// Runs epochs until `options.epochs` are done.
  void run();
  /// Runs the next epoch. Throws DivergenceError, naming epoch and batch, when the loss is not finite.
  EpochReport run_epoch();
  std::uint32_t epochs_done() const { return epoch_; }

  /// Weights and everything that a resumed run needs to give the bytes of an uninterrupted one. Throws
  /// DivergenceError when a weight is not finite: such a network is of no use to anyone.
  model::ModelFile checkpoint() const;
  /// Continues from a checkpoint (weights, too). Throws ConfigError if it was made with another optimizer,
  /// seed or batch size, DataError if its state is incomplete.
  void resume(const model::ModelFile& checkpoint);

 private:
  void prepare();
  double regularization();
  double train_batch(std::uint64_t position);
  Learning learning(double factor) const;

  model::BasicNetwork<Real>& network_;
  const model::BatchSource& source_;
  TrainerOptions options_;
  Callbacks callbacks_;
  formula::Optimizer optimizer_;
  DivergenceGuard guard_;
  std::uint32_t epoch_ = 0;  ///< epochs done
  std::uint64_t step_ = 0;   ///< batches done
  std::vector<std::uint32_t> order_;
  model::Batch batch_;
};

using Trainer = BasicTrainer<float>;
extern template class BasicTrainer<float>;
extern template class BasicTrainer<double>;

}  // namespace fathom::train
