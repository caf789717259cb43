#include "fathom/train/trainer.hpp"

#include "fathom/core/errors.hpp"
#include "fathom/cpu/cpu_backend.hpp"
#include "fathom/model/tests/small_nets.hpp"
#include "fathom/reference/reference_backend.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

namespace fathom::train {
namespace {

using namespace model::testing;
using model::BasicNetwork;
using model::BatchSource;
using model::ModelFile;
using model::Network;
using model::NetworkConfig;
using model::TrainingMode;

NetworkConfig autoencoder() {
  NetworkConfig config = network(
      {input("Input", 40, "in"), hidden("Hidden", 12, {"Input"}), output("Output", 40, {"Hidden"}, "in")});
  config.shuffle_indices = true;
  config.denoising_p = 0.2F;
  config.layers[1].p_dropout = 0.1F;
  return config;
}

/// A network over data of its own, for one test.
struct Training {
  explicit Training(const TrainerOptions& options, std::size_t threads = 1, Callbacks callbacks = {},
                    NetworkConfig network_config = autoencoder(), std::uint64_t seed = 12134)
      : ctx({.threads = threads, .seed = seed}),
        backend(cpu::make_backend()),
        config(std::move(network_config)),
        sets{sparse_set("in", 50, 40)},
        network(config, *backend, ctx, 16),
        source(config, sets, model::Use::training) {
    network.initialise(seed);
    trainer.emplace(network, source, options, std::move(callbacks));
  }

  Context ctx;
  std::unique_ptr<Backend<float>> backend;
  NetworkConfig config;
  std::vector<data::DataSet> sets;
  Network network;
  BatchSource source;
  std::optional<Trainer> trainer;
};

TrainerOptions options_of(TrainingMode mode = TrainingMode::Sgd, std::uint32_t epochs = 4) {
  TrainerOptions options;
  options.epochs = epochs;
  options.batch_size = 16;
  options.optimizer = mode;
  options.alpha = mode == TrainingMode::Sgd ? 0.2F : 0.01F;
  options.mu = 0.9F;
  options.mu1 = 0.99F;
  return options;
}

void expect_same(const ModelFile& a, const ModelFile& b, const std::string& what) {
  ASSERT_EQ(a.weights.size(), b.weights.size());
  for (std::size_t set = 0; set < a.weights.size(); ++set) {
    EXPECT_EQ(a.weights[set].weights, b.weights[set].weights) << what << ", set " << set;
    EXPECT_EQ(a.weights[set].bias, b.weights[set].bias) << what << ", set " << set;
  }
}

constexpr TrainingMode modes[] = {TrainingMode::Sgd,      TrainingMode::Momentum, TrainingMode::AdaGrad,
                                  TrainingMode::Nesterov, TrainingMode::RmsProp,  TrainingMode::AdaDelta,
                                  TrainingMode::Adam};

TEST(Trainer, gives_the_same_bytes_for_one_two_and_three_threads) {
  for (const TrainingMode mode : {TrainingMode::Sgd, TrainingMode::Adam}) {
    Training one(options_of(mode), 1);
    one.trainer->run();
    for (const std::size_t threads : {2, 3}) {
      Training other(options_of(mode), threads);
      other.trainer->run();
      expect_same(other.network.to_model_file(), one.network.to_model_file(),
                  std::to_string(threads) + " threads");
    }
  }
}

TEST(Trainer, another_seed_gives_other_weights) {
  Training one(options_of()), other(options_of(), 1, {}, autoencoder(), 7);
  one.trainer->run();
  other.trainer->run();
  EXPECT_NE(one.network.to_model_file().weights[0].weights, other.network.to_model_file().weights[0].weights);
}

TEST(Trainer, a_resumed_run_equals_an_uninterrupted_one_for_every_optimizer) {
  for (const TrainingMode mode : modes) {
    Training whole(options_of(mode, 5));
    whole.trainer->run();
    Training first(options_of(mode, 2));
    first.trainer->run();
    const ModelFile checkpoint = first.trainer->checkpoint();
    Training second(options_of(mode, 5));
    second.trainer->resume(checkpoint);
    EXPECT_EQ(second.trainer->epochs_done(), 2U);
    second.trainer->run();
    expect_same(second.network.to_model_file(), whole.network.to_model_file(), std::string(to_text(mode)));
    const auto a = second.trainer->checkpoint(), b = whole.trainer->checkpoint();
    EXPECT_EQ(a.training->vectors, b.training->vectors);
    EXPECT_EQ(a.training->numbers, b.training->numbers);
    EXPECT_EQ(a.training->step, b.training->step);
  }
}

TEST(Trainer, resumes_only_what_belongs_to_the_run) {
  Training adam(options_of(TrainingMode::Adam, 1));
  adam.trainer->run();
  ModelFile checkpoint = adam.trainer->checkpoint();
  const auto attempt = [&](const ModelFile& file) {
    Training run(options_of(TrainingMode::Adam, 2));
    run.trainer->resume(file);
  };
  EXPECT_NO_THROW(attempt(checkpoint));
  const auto changed = [&](auto change) {
    ModelFile file = checkpoint;
    change(file);
    return file;
  };
  EXPECT_THROW(attempt(changed([](ModelFile& f) { f.training.reset(); })), DataError);
  EXPECT_THROW(attempt(changed([](ModelFile& f) { f.training->optimizer = 0; })), ConfigError);
  EXPECT_THROW(attempt(changed([](ModelFile& f) { f.training->seed = 5; })), ConfigError);
  EXPECT_THROW(attempt(changed([](ModelFile& f) { f.training->batch_size = 8; })), ConfigError);
  EXPECT_THROW(attempt(changed([](ModelFile& f) { f.training->vectors.erase("bias1_v"); })), DataError);
  EXPECT_THROW(attempt(changed([](ModelFile& f) { f.training->numbers.erase("guard_slow"); })), DataError);
}

TEST(Trainer, exactly_as_dsstne_changes_no_byte_while_nothing_diverges) {
  TrainerOptions exact = options_of();
  exact.dsstne_exact = true;
  Training one(options_of()), other(exact);
  one.trainer->run();
  other.trainer->run();
  expect_same(one.network.to_model_file(), other.network.to_model_file(), "accumulated and applied");
}

TEST(Trainer, reports_what_the_epoch_line_says) {
  std::vector<EpochReport> reports;
  std::vector<std::uint32_t> checkpoints;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> batches;
  Callbacks callbacks;
  callbacks.epoch = [&](const EpochReport& report) { reports.push_back(report); };
  callbacks.checkpoint = [&](std::uint32_t epoch) { checkpoints.push_back(epoch); };
  callbacks.batch = [&](std::uint64_t done, std::uint64_t of) { batches.emplace_back(done, of); };
  TrainerOptions options = options_of(TrainingMode::Sgd, 5);
  options.lambda = 0.01F;
  options.lambda1 = 0.001F;
  options.checkpoint_interval = 2;
  int looks = 0;
  options.now = [&] {
    return std::chrono::steady_clock::time_point(std::chrono::milliseconds(1500 * looks++));
  };
  Training run(options, 1, callbacks);
  run.trainer->run();
  ASSERT_EQ(reports.size(), 5U);
  EXPECT_EQ(reports[0].epoch, 1U);
  EXPECT_EQ(reports[4].epoch, 5U);
  EXPECT_EQ(reports[3].elapsed_seconds, 1.5);
  EXPECT_EQ(checkpoints, (std::vector<std::uint32_t>{2, 4}));
  EXPECT_EQ(batches.size(), 5U * 4) << "50 examples make 3 batches of 16 and one of 2";
  EXPECT_EQ(batches[3], (std::pair<std::uint64_t, std::uint64_t>{4, 4}));
  for (const EpochReport& report : reports)
    EXPECT_EQ(report.average_error, report.average_training_error + report.average_regularization_error);
  EXPECT_LT(reports[4].average_training_error, reports[0].average_training_error);
  double penalty = 0;
  for (const auto& set : run.network.to_model_file().weights)
    for (const float weight : set.weights)
      penalty +=
          0.005 * static_cast<double>(weight * weight) + 0.001 * std::fabs(static_cast<double>(weight));
  EXPECT_NEAR(reports[4].average_regularization_error, penalty, 1e-4 * penalty);
}

TEST(Trainer, without_shuffling_the_first_loss_is_the_loss_of_the_first_examples) {
  // Weights all 0: every score is 1/2, so each unit costs log 2, whatever the data.
  NetworkConfig config = autoencoder();
  for (model::LayerConfig& layer : config.layers) layer.weight_init = {model::WeightScheme::Constant, 0, 0};
  TrainerOptions options = options_of();
  options.alpha = 0;
  Training run(options, 1, {}, config);
  EXPECT_NEAR(run.trainer->run_epoch().average_training_error, 40 * std::log(2.0), 1e-4);
}

TEST(Trainer, learns_to_reproduce_its_input) {
  NetworkConfig config = network(
      {input("Input", 40, "in"), hidden("Hidden", 32, {"Input"}), output("Output", 40, {"Hidden"}, "in")});
  TrainerOptions options = options_of(TrainingMode::Adam, 400);
  options.alpha = 0.02F;
  options.lambda = 0;
  Training run(options, 2, {}, config);
  const double before = run.trainer->run_epoch().average_training_error;
  run.trainer->run();
  const double after = run.trainer->run_epoch().average_training_error;
  EXPECT_GT(before, 20);
  EXPECT_LT(after, 1) << "40 units an example: nearly every one is right";
}

TEST(Trainer, stops_with_epoch_and_batch_when_the_loss_is_not_finite) {
  NetworkConfig config = autoencoder();
  config.error_function = model::ErrorFunction::L2;
  config.layers[1].activation = config.layers[2].activation = model::Activation::Linear;
  TrainerOptions options = options_of();
  options.alpha = 1e10F;
  options.epochs = 20;
  Training run(options, 1, {}, config);
  try {
    run.trainer->run();
    FAIL() << "it went on";
  } catch (const DivergenceError& error) {
    EXPECT_NE(std::string(error.what()).find("epoch "), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("use a smaller learning rate"), std::string::npos);
  }
}

TEST(Trainer, gives_no_checkpoint_with_weights_that_are_not_finite) {
  TrainerOptions options = options_of();
  options.epochs = 1;
  Training run(options);
  ModelFile file = run.trainer->checkpoint();
  file.weights[0].weights[3] = std::numeric_limits<float>::quiet_NaN();
  run.network.load(file);
  EXPECT_THROW(run.trainer->checkpoint(), DivergenceError);
}

TEST(Trainer, refuses_batches_that_the_network_has_no_room_for) {
  TrainerOptions options = options_of();
  options.batch_size = 17;
  EXPECT_THROW(Training{options}, ConfigError);
  options.batch_size = 0;
  EXPECT_THROW(Training{options}, ConfigError);
}

TEST(Trainer, decay_shortens_the_steps_with_every_batch) {
  NetworkConfig config = autoencoder();
  config.decay = 1e9F;  // from the second batch on there is no step at all
  TrainerOptions options = options_of(TrainingMode::Sgd, 1);
  Training one(options, 1, {}, config);
  one.trainer->run();
  const ModelFile after_one = one.network.to_model_file();
  options.epochs = 3;
  Training three(options, 1, {}, config);
  three.trainer->run();
  const ModelFile after_three = three.network.to_model_file();
  for (std::size_t i = 0; i < after_one.weights[0].weights.size(); ++i)
    EXPECT_NEAR(after_one.weights[0].weights[i], after_three.weights[0].weights[i], 1e-6F);
}

TEST(DivergenceGuard, alarms_after_its_warm_up_when_a_loss_is_twice_the_average) {
  DivergenceGuard guard;
  EXPECT_FALSE(guard.alarms(1e9)) << "the first batches never alarm";
  guard = {};
  for (std::uint64_t batch = 0; batch < DivergenceGuard::warm_up; ++batch) ASSERT_FALSE(guard.alarms(10));
  EXPECT_FALSE(guard.alarms(15));
  EXPECT_TRUE(guard.alarms(100));
}

TEST(DivergenceGuard, slows_the_next_updates_and_then_no_more) {
  DivergenceGuard guard;
  guard.slow = DivergenceGuard::slow_steps;
  for (int step = 0; step < 24; ++step) EXPECT_EQ(guard.next_factor(), 0.1);
  EXPECT_EQ(guard.next_factor(), 1.0);
}

}  // namespace
}  // namespace fathom::train
