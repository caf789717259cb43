#include "fathom/model/network.hpp"

#include "fathom/core/errors.hpp"
#include "fathom/cpu/cpu_backend.hpp"
#include "fathom/model/network_build.hpp"
#include "fathom/model/tests/small_nets.hpp"
#include "fathom/reference/reference_backend.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fathom::model {
namespace {

using namespace testing;

NetworkConfig two_layers() {
  NetworkConfig config =
      network({input("Input", 60, "in"), hidden("One", 33, {"Input"}),
               hidden("Two", 17, {"One"}, Activation::Tanh), output("Output", 110, {"Two"}, "out")});
  config.denoising_p = 0.2F;
  config.sparseness_p = 0.5F;
  config.sparseness_beta = 0.1F;
  config.layers[1].sparse = true;
  config.layers[1].p_dropout = 0.3F;
  config.layers[2].weight_norm = 1.2F;
  config.layers[2].delta_norm = 0.5F;
  config.layers[3].weight_norm = 0.9F;
  return config;
}

std::vector<data::DataSet> data_for_two_layers() {
  return {sparse_set("in", 70, 60), sparse_set("out", 70, 110, false, 9)};
}

template <class Real>
ModelFile trained(Backend<Real>& backend, std::size_t threads, const formula::Optimizer& optimizer,
                  double alpha, std::vector<double>* losses = nullptr) {
  Context ctx({.threads = threads, .seed = 8});
  const NetworkConfig config = two_layers();
  const auto sets = data_for_two_layers();
  const BatchSource source(config, sets, Use::training);
  BasicNetwork<Real> network(config, backend, ctx, 32);
  network.initialise(21);
  network.prepare_training(optimizer, UpdateMode::apply);
  Batch batch;
  std::vector<std::uint32_t> examples(70);
  std::iota(examples.begin(), examples.end(), 0U);
  for (std::uint64_t step = 0; step < 9; ++step) {
    const std::size_t first = step % 3 * 32;
    source.fill(std::span(examples).subspan(first, std::min<std::size_t>(32, 70 - first)),
                Denoising{8, step / 3, 0.2F}, batch);
    const Learning learning{optimizer, formula::rates_at(optimizer, step + 1, alpha, 1e-3, 1e-4),
                            UpdateMode::apply};
    const double loss = network.train(batch, learning, step);
    if (losses) losses->push_back(loss);
  }
  return network.to_model_file();
}

TEST(Training, on_the_processor_follows_the_double_precision_reference) {
  const std::pair<formula::Optimizer, double> optimizers[] = {
      {formula::Sgd{}, 0.1}, {formula::Adam{}, 0.005}, {formula::Nesterov{0.9F}, 0.02}};
  for (const auto& [optimizer, alpha] : optimizers) {
    std::vector<double> got_losses, losses;
    const ModelFile got = trained(*cpu::make_backend(), 2, optimizer, alpha, &got_losses);
    const ModelFile expected = trained(*reference::make_backend(), 1, optimizer, alpha, &losses);
    for (std::size_t i = 0; i < losses.size(); ++i) EXPECT_NEAR(got_losses[i], losses[i], 1e-4 * losses[i]);
    EXPECT_LT(losses.back(), losses.front());
    for (std::size_t set = 0; set < expected.weights.size(); ++set)
      for (std::size_t i = 0; i < expected.weights[set].weights.size(); ++i)
        EXPECT_NEAR(got.weights[set].weights[i], expected.weights[set].weights[i], 3e-4F)
            << "optimizer " << optimizer.index() << ", set " << set << ", weight " << i;
  }
}

TEST(Training, gives_the_same_bytes_for_any_number_of_threads) {
  const auto backend = cpu::make_backend();
  const ModelFile one = trained(*backend, 1, formula::Adam{}, 0.01);
  for (const std::size_t threads : {2, 3, 8}) {
    const ModelFile other = trained(*backend, threads, formula::Adam{}, 0.01);
    for (std::size_t set = 0; set < one.weights.size(); ++set) {
      EXPECT_EQ(one.weights[set].weights, other.weights[set].weights) << threads << " threads";
      EXPECT_EQ(one.weights[set].bias, other.weights[set].bias) << threads << " threads";
    }
  }
}

TEST(Network, scores_by_tile_are_the_scores_of_the_whole) {
  Context ctx;
  const auto backend = cpu::make_backend();
  Network network(two_layers(), *backend, ctx, 32);
  network.initialise(1);
  const auto sets = data_for_two_layers();
  const BatchSource source(network.config(), sets, Use::prediction);
  Batch batch;
  const std::uint32_t examples[] = {3, 1, 4, 1, 5};
  source.fill(examples, std::nullopt, batch);
  network.forward(batch);
  std::vector<float> all(5 * 110), tile(5 * 37);
  network.scores(0, Matrix<float>(all.data(), 5, 110));
  for (const std::size_t first : {0, 37, 73}) {
    network.scores(first, Matrix<float>(tile.data(), 5, 37));
    for (std::size_t example = 0; example < 5; ++example)
      for (std::size_t unit = 0; unit < 37; ++unit)
        ASSERT_EQ(tile[example * 37 + unit], all[example * 110 + first + unit]);
  }
  EXPECT_EQ(std::vector<float>(all.begin() + 110, all.begin() + 220),
            std::vector<float>(all.begin() + 330, all.begin() + 440))
      << "the same example twice";
  EXPECT_THROW(network.scores(100, Matrix<float>(tile.data(), 5, 37)), ShapeError);
  EXPECT_THROW(network.scores(0, Matrix<float>(tile.data(), 4, 37)), ShapeError);
  EXPECT_EQ(network.units("Two").size(), 5U * 17);
  EXPECT_THROW((void)network.units("Three"), ConfigError);
  EXPECT_EQ(network.output_named("Output"), 0U);
  EXPECT_THROW((void)network.output_named("Two"), ConfigError);
}

TEST(Network, prediction_drops_and_scales_nothing) {
  // One hidden linear-like unit with dropout: the score must be the plain sum.
  NetworkConfig config = network({input("Input", 3, "in"), hidden("Hidden", 1, {"Input"}, Activation::Linear),
                                  output("Output", 1, {"Hidden"}, "out", Activation::Linear)},
                                 ErrorFunction::L2);
  config.layers[1].p_dropout = 0.5F;
  config.denoising_p = 0.5F;
  Context ctx;
  const auto backend = cpu::make_backend();
  Network network(config, *backend, ctx, 4);
  ModelFile model = network.to_model_file();
  model.weights[0].weights = {1, 10, 100};
  model.weights[0].bias = {0.5F};
  model.weights[1].weights = {2};
  model.weights[1].bias = {1000};
  network.load(model);
  data::DataSet in;
  in.name = "in";
  in.attributes = data::sparse | data::boolean;
  in.width = 3;
  in.examples = in.unique_examples = 2;
  in.start = {0, 2};
  in.end = {2, 2};
  in.index = {0, 2};
  const std::vector<data::DataSet> sets{in};
  Batch batch;
  const std::uint32_t both[] = {0, 1};
  BatchSource(config, sets, Use::prediction).fill(both, std::nullopt, batch);
  network.forward(batch);
  float scores[2];
  network.scores(0, Matrix<float>(scores, 2, 1));
  EXPECT_EQ(scores[0], 1000 + 2 * 101.5F);
  EXPECT_EQ(scores[1], 1001.0F) << "an example without points still has its biases";
}

TEST(Network, gives_back_the_weights_that_it_loaded) {
  Context ctx;
  const auto backend = cpu::make_backend();
  Network first(two_layers(), *backend, ctx, 8);
  first.initialise(5);
  ModelFile model = first.to_model_file();
  model.weights[1].locked = true;
  ASSERT_EQ(model.weights.size(), 3U);
  EXPECT_EQ(model.weights[2].input_layer, "Two");
  EXPECT_EQ(model.weights[2].output_layer, "Output");
  EXPECT_EQ(model.weights[2].n_in, 17U);
  EXPECT_EQ(model.weights[2].n_out, 110U);
  EXPECT_FLOAT_EQ(model.weights[2].norm, 0.9F);
  Network second(two_layers(), *backend, ctx, 8);
  second.load(model);
  const ModelFile back = second.to_model_file();
  for (std::size_t set = 0; set < 3; ++set) {
    EXPECT_EQ(back.weights[set].weights, model.weights[set].weights);
    EXPECT_EQ(back.weights[set].bias, model.weights[set].bias);
    EXPECT_EQ(back.weights[set].locked, model.weights[set].locked);
  }
  model.weights[0].output_layer = "Elsewhere";
  EXPECT_THROW(second.load(model), DataError);
  model = back;
  model.weights[0].n_in = 59;
  EXPECT_THROW(second.load(model), DataError);
}

TEST(Network, locked_weights_stay_and_those_below_still_learn) {
  const auto backend = cpu::make_backend();
  Context ctx;
  const NetworkConfig config = network({input("Input", 20, "in"), hidden("One", 8, {"Input"}),
                                        hidden("Two", 6, {"One"}), output("Output", 30, {"Two"}, "out")});
  const std::vector<data::DataSet> sets{sparse_set("in", 10, 20), sparse_set("out", 10, 30, false, 9)};
  const BatchSource source(config, sets, Use::training);
  Network network(config, *backend, ctx, 10);
  network.initialise(1);
  ModelFile before = network.to_model_file();
  before.weights[1].locked = before.weights[2].locked = true;
  network.load(before);
  network.prepare_training(formula::Sgd{}, UpdateMode::apply);
  Batch batch;
  const std::uint32_t some[] = {0, 1, 2, 3};
  source.fill(some, std::nullopt, batch);
  network.train(batch, {formula::Sgd{}, {.alpha = 0.5, .l2 = 0.1}, UpdateMode::apply}, 0);
  const ModelFile after = network.to_model_file();
  EXPECT_NE(after.weights[0].weights, before.weights[0].weights);
  for (const std::size_t set : {1, 2}) {
    EXPECT_EQ(after.weights[set].weights, before.weights[set].weights);
    EXPECT_EQ(after.weights[set].bias, before.weights[set].bias);
  }
}

TEST(Network, weight_norm_limits_what_comes_into_each_unit) {
  const ModelFile model = trained(*cpu::make_backend(), 1, formula::Sgd{}, 2.0);
  bool reached = false;
  for (const WeightSet& set : model.weights)
    for (std::size_t o = 0; o < set.n_out && set.norm > 0; ++o) {
      double squares = 0;
      for (std::size_t i = 0; i < set.n_in; ++i)
        squares += std::pow(static_cast<double>(set.weights[i * set.n_out + o]), 2);
      EXPECT_LE(std::sqrt(squares), static_cast<double>(set.norm) * 1.000001);
      reached = reached || std::sqrt(squares) > static_cast<double>(set.norm) * 0.999;
    }
  EXPECT_TRUE(reached) << "the test must bring at least one unit to its limit";
}

TEST(Network, refuses_what_is_not_computed_and_names_the_layer) {
  Context ctx;
  const auto backend = cpu::make_backend();
  const auto message = [&](auto change) -> std::string {
    NetworkConfig config = two_layers();
    change(config);
    try {
      const Network network(config, *backend, ctx, 4);
    } catch (const ConfigError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message([](auto&) {}), "");
  EXPECT_EQ(message([](auto& c) { c.layers[3].p_dropout = 0.5F; }),
            "layer Output: dropout on an output layer is not computed");
  EXPECT_EQ(message([](auto& c) { c.layers[1].p_dropout = 1.0F; }),
            "layer One: pDropout must be at least 0 and less than 1");
  EXPECT_EQ(message([](auto& c) { c.layers[3].delta_norm = 1; }),
            "layer Output: DeltaNorm on an output layer is not computed");
  EXPECT_EQ(message([](auto& c) { c.layers[3].skips = {"Two"}; }),
            "layer Output: skips into an output layer are not computed");
  EXPECT_EQ(message([](auto& c) { c.layers[2].type = LayerType::Convolutional; }),
            "layer Two: only layers of type FullyConnected are computed");
  EXPECT_EQ(message([](auto& c) { c.layers[2].activation = Activation::SoftMax; }),
            "layer Two: the activation SoftMax is not computed yet");
  EXPECT_EQ(message([](auto& c) { c.layers[3].activation = Activation::Tanh; }),
            "layer Output: CrossEntropy is computed over Sigmoid units, not over Tanh");
  EXPECT_EQ(message([](auto& c) { c.error_function = ErrorFunction::Hinge; }),
            "ErrorFunction: Hinge is not computed yet");
  EXPECT_EQ(message([](auto& c) { c.layers[1].sources = {"Two"}; }),
            "the network's layers feed each other in a circle");
  EXPECT_EQ(message([](auto& c) { c.layers.pop_back(); }), "the network has no layer of kind Output");
  EXPECT_EQ(message([](auto& c) { c.layers[0].n = 0; }),
            "layer Input: its number of units is not known yet: attach its data set first");
}

struct Spread {
  double low, high, mean, deviation;
};
Spread spread_of(const WeightInit& init, std::size_t rows, std::size_t cols) {
  const std::vector<float> weights = initial_weights(init, rows, cols, 9, 0);
  double sum = 0, squares = 0;
  for (const float weight : weights) {
    sum += static_cast<double>(weight);
    squares += static_cast<double>(weight) * static_cast<double>(weight);
  }
  const auto count = static_cast<double>(weights.size());
  const auto [low, high] = std::ranges::minmax(weights);
  return {static_cast<double>(low), static_cast<double>(high), sum / count,
          std::sqrt(squares / count - sum / count * (sum / count))};
}

TEST(InitialWeights, lie_as_each_scheme_says) {
  const double half_glorot = std::sqrt(6.0 / 500) / 2;
  const struct {
    WeightScheme scheme;
    float scale;
    double low, high, deviation;
  } table[] = {
      {WeightScheme::Xavier, 2, -2 * half_glorot, 2 * half_glorot, 4 * half_glorot / std::sqrt(12.0)},
      {WeightScheme::CaffeXavier, 1, -0.1, 0.1, 0.2 / std::sqrt(12.0)},
      {WeightScheme::Uniform, 0.3F, -0.3, 0.3, 0.6 / std::sqrt(12.0)},
      {WeightScheme::UnitBall, 0.3F, 0, 0.3, 0.3 / std::sqrt(12.0)},
      {WeightScheme::Gaussian, 0.01F, -0.06, 0.06, 0.01},
      {WeightScheme::Selu, 7, -0.03, 0.03, 1.0 / 200},
      {WeightScheme::Constant, 0.25F, 0.25, 0.25, 0},
  };
  for (const auto& row : table) {
    const Spread spread = spread_of({row.scheme, row.scale, 0}, 200, 300);
    EXPECT_GE(spread.low, row.low - 1e-6) << to_text(row.scheme);
    EXPECT_LE(spread.high, row.high + 1e-6) << to_text(row.scheme);
    EXPECT_NEAR(spread.deviation, row.deviation, 0.02 * row.deviation + 1e-6) << to_text(row.scheme);
    if (row.scheme != WeightScheme::UnitBall && row.scheme != WeightScheme::Constant) {
      EXPECT_NEAR(spread.mean, 0, 0.02 * row.deviation + 1e-6) << to_text(row.scheme);
    }
  }
}

TEST(InitialWeights, an_odd_number_of_normal_ones_is_not_zero_and_matrices_differ) {
  const WeightInit gaussian{WeightScheme::Gaussian, 1, 0};
  const std::vector<float> odd = initial_weights(gaussian, 3, 3, 9, 0);
  EXPECT_TRUE(std::ranges::none_of(odd, [](float weight) { return weight == 0.0F; }));
  EXPECT_NE(initial_weights(gaussian, 3, 3, 9, 1), odd);
  EXPECT_NE(initial_weights(gaussian, 3, 3, 10, 0), odd);
  EXPECT_EQ(initial_weights(gaussian, 3, 3, 9, 0), odd);
}

TEST(InitialWeights, biases_are_exactly_what_the_configuration_says) {
  NetworkConfig config = two_layers();
  config.layers[3].weight_init.bias = -10.2F;
  Context ctx;
  const auto backend = cpu::make_backend();
  Network network(config, *backend, ctx, 4);
  network.initialise(1);
  EXPECT_EQ(network.to_model_file().weights[2].bias, std::vector<float>(110, -10.2F));
}

TEST(MemoryNeed, counts_weights_optimizer_state_and_units) {
  const NetworkConfig config = network({input("Input", 26752, "in"), hidden("Hidden", 128, {"Input"}),
                                        output("Output", 26752, {"Hidden"}, "out")});
  const MemoryNeed plain = memory_need(config, 256, nullptr);
  EXPECT_EQ(plain.weights, 2ULL * 26752 * 144 * 4);
  EXPECT_EQ(plain.optimizer, 0U);
  const formula::Optimizer adam = formula::Adam{};
  EXPECT_EQ(memory_need(config, 256, &adam).optimizer, 2 * plain.weights);
  EXPECT_EQ(memory_need(config, 256, &adam, UpdateMode::accumulate).optimizer, 3 * plain.weights);
  EXPECT_LT(plain.units, 1U << 20) << "scores of the whole catalogue are never kept";
}

}  // namespace
}  // namespace fathom::model
