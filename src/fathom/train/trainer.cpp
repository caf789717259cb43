#include "fathom/train/trainer.hpp"

#include "fathom/core/errors.hpp"
#include "fathom/core/random.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fathom::train {

bool DivergenceGuard::alarms(double loss) {
  average = 0.9 * average + 0.1 * loss;
  return ++batches > warm_up && loss > 2.0 * average;
}

double DivergenceGuard::next_factor() {
  if (slow == 0) return 1.0;
  --slow;
  return 0.1;
}

template <class Real>
BasicTrainer<Real>::BasicTrainer(model::BasicNetwork<Real>& network, const model::BatchSource& source,
                                 TrainerOptions options, Callbacks callbacks)
    : network_(network),
      source_(source),
      options_(std::move(options)),
      callbacks_(std::move(callbacks)),
      optimizer_(model::to_optimizer(options_.optimizer, options_.mu, options_.mu1)),
      order_(source.examples()) {
  if (options_.batch_size == 0 || options_.batch_size > network.batch_size())
    throw ConfigError("batch size", fmt::format("{} examples; between 1 and {} are possible",
                                                options_.batch_size, network.batch_size()));
  prepare();
}

template <class Real>
void BasicTrainer<Real>::prepare() {
  network_.prepare_training(optimizer_, options_.dsstne_exact ? UpdateMode::accumulate : UpdateMode::apply);
}

template <class Real>
void BasicTrainer<Real>::run() {
  while (epoch_ < options_.epochs) {
    const EpochReport report = run_epoch();
    if (callbacks_.epoch) callbacks_.epoch(report);
    const bool due = options_.checkpoint_interval > 0 && epoch_ % options_.checkpoint_interval == 0;
    if (due && callbacks_.checkpoint) callbacks_.checkpoint(epoch_);
  }
}

template <class Real>
EpochReport BasicTrainer<Real>::run_epoch() {
  const auto begun = options_.now();
  const std::uint64_t examples = source_.examples();
  if (network_.config().shuffle_indices)
    order_ = permutation(RandomStream(network_.context().seed(), Purpose::shuffle, epoch_), examples);
  else
    std::iota(order_.begin(), order_.end(), 0U);
  if (options_.dsstne_exact) {
    guard_ = {};
    if (formula::states_of(optimizer_) > 0) prepare();
  }

  double losses = 0;
  double regularizations = 0;
  const std::uint64_t batches = (examples + options_.batch_size - 1) / options_.batch_size;
  for (std::uint64_t batch = 0; batch < batches; ++batch) {
    losses += train_batch(batch * options_.batch_size);
    if (options_.dsstne_exact) regularizations += regularization() * static_cast<double>(batch_.size);
    if (callbacks_.batch) callbacks_.batch(batch + 1, batches);
  }
  ++epoch_;

  EpochReport report;
  report.epoch = epoch_;
  if (examples > 0) {
    report.average_training_error = losses / static_cast<double>(examples);
    report.average_regularization_error =
        options_.dsstne_exact ? regularizations / static_cast<double>(examples) : regularization();
  }
  report.average_error = report.average_training_error + report.average_regularization_error;
  report.elapsed_seconds = std::chrono::duration<double>(options_.now() - begun).count();
  return report;
}

template <class Real>
double BasicTrainer<Real>::regularization() {
  return network_.regularization(static_cast<double>(options_.lambda), static_cast<double>(options_.lambda1));
}

template <class Real>
double BasicTrainer<Real>::train_batch(std::uint64_t position) {
  const model::NetworkConfig& config = network_.config();
  const std::size_t count = std::min<std::size_t>(options_.batch_size, order_.size() - position);
  std::optional<model::Denoising> denoising;
  if (config.denoising_p > 0) denoising = {network_.context().seed(), epoch_, config.denoising_p};
  source_.fill(std::span(order_).subspan(position, count), denoising, batch_);

  // An alarm slows the updates that follow. Exactly as in DSSTNE it also refuses the batch's own, for which
  // every gradient has to wait until the loss of the whole batch is known.
  const double factor = options_.dsstne_exact ? 1.0 : guard_.next_factor();
  const double loss = network_.train(batch_, learning(factor), step_);
  if (!std::isfinite(loss))
    throw DivergenceError(
        fmt::format("epoch {}, batch {}: the loss is not finite any more; use a smaller learning rate",
                    epoch_ + 1, position / options_.batch_size + 1));
  const bool alarm = guard_.alarms(loss);
  if (alarm) {
    guard_.slow = DivergenceGuard::slow_steps;
    if (callbacks_.divergence) callbacks_.divergence("Detected network divergence, attempting recovery.");
  }
  if (options_.dsstne_exact && !alarm) network_.update(learning(guard_.next_factor()));
  ++step_;
  return loss;
}

template <class Real>
Learning BasicTrainer<Real>::learning(double factor) const {
  const auto decay = static_cast<double>(network_.config().decay);
  const double alpha =
      static_cast<double>(options_.alpha) / (decay > 0 ? 1.0 + decay * static_cast<double>(step_) : 1.0);
  return {optimizer_,
          formula::rates_at(optimizer_, step_ + 1, factor * alpha, static_cast<double>(options_.lambda),
                            static_cast<double>(options_.lambda1)),
          options_.dsstne_exact ? UpdateMode::accumulate : UpdateMode::apply};
}

namespace {

/// The last update can leave the numbers where no further loss tells of it.
void require_finite(const model::ModelFile& file) {
  const auto finite = [](const std::vector<float>& values) {
    return std::ranges::all_of(values, [](float value) { return std::isfinite(value); });
  };
  for (const model::WeightSet& set : file.weights) {
    if (finite(set.weights) && finite(set.bias)) continue;
    throw DivergenceError("training ended in weights that are not finite; use a smaller learning rate");
  }
}

}  // namespace

template <class Real>
model::ModelFile BasicTrainer<Real>::checkpoint() const {
  model::ModelFile file = network_.to_model_file();
  require_finite(file);
  model::TrainingState state;
  state.optimizer = static_cast<std::uint32_t>(options_.optimizer);
  state.step = step_;
  state.epoch = epoch_;
  state.seed = network_.context().seed();
  state.batch_size = options_.batch_size;
  state.alpha = options_.alpha;
  state.lambda = options_.lambda;
  state.lambda1 = options_.lambda1;
  state.mu = options_.mu;
  state.mu1 = options_.mu1;
  state.numbers = {{"guard_average", guard_.average},
                   {"guard_batches", static_cast<double>(guard_.batches)},
                   {"guard_slow", static_cast<double>(guard_.slow)}};
  network_.save_state(state);
  file.training = std::move(state);
  file.checkpoint_interval = static_cast<std::int32_t>(options_.checkpoint_interval);
  file.checkpoint_epochs = static_cast<std::int32_t>(epoch_);
  return file;
}

template <class Real>
void BasicTrainer<Real>::resume(const model::ModelFile& checkpoint) {
  if (!checkpoint.training)
    throw DataError("the model file is no checkpoint: it has weights, but no training state");
  const model::TrainingState& state = *checkpoint.training;
  const auto expect = [](std::uint64_t have, std::uint64_t want, std::string_view what) {
    if (have != want)
      throw ConfigError("checkpoint",
                        fmt::format("it was made with {} {}, this run has {}", what, have, want));
  };
  expect(state.optimizer, static_cast<std::uint32_t>(options_.optimizer), "optimizer");
  expect(state.seed, network_.context().seed(), "seed");
  expect(state.batch_size, options_.batch_size, "batch size");
  const auto number = [&](const std::string& name) {
    const auto found = state.numbers.find(name);
    if (found == state.numbers.end()) throw DataError("the checkpoint's training state has no " + name);
    return found->second;
  };
  network_.load(checkpoint);
  network_.load_state(state);
  guard_.average = number("guard_average");
  guard_.batches = static_cast<std::uint64_t>(number("guard_batches"));
  guard_.slow = static_cast<int>(number("guard_slow"));
  epoch_ = static_cast<std::uint32_t>(state.epoch);
  step_ = state.step;
}

template class BasicTrainer<float>;
template class BasicTrainer<double>;

}  // namespace fathom::train
