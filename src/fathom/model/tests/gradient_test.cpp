/// Whole networks in double precision: what a step takes off each weight against finite differences of the loss.
#include "fathom/model/network.hpp"
#include "fathom/model/tests/small_nets.hpp"
#include "fathom/reference/reference_backend.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numeric>

namespace fathom::model {
namespace {

using namespace testing;

struct Case {
  std::string name;
  NetworkConfig config;
  std::vector<data::DataSet> sets;
  double l2 = 0, l1 = 0;
};

class Checker {
 public:
  explicit Checker(const Case& test)
      : test_(test), backend_(reference::make_backend()), network_(test.config, *backend_, ctx_, examples) {
    network_.prepare_training(formula::Sgd{}, UpdateMode::apply);
    network_.initialise(3);
    const BatchSource source(test.config, test.sets, Use::training);
    std::vector<std::uint32_t> all(source.examples());
    std::iota(all.begin(), all.end(), 0U);
    std::optional<Denoising> denoising;
    if (test.config.denoising_p > 0) denoising = Denoising{5, 0, test.config.denoising_p};
    source.fill(all, denoising, batch_);
  }

  void run() {
    // Weights of a model file are floats; start from such, away from the zeros of the initial biases.
    ModelFile start = network_.to_model_file();
    for (WeightSet& set : start.weights) {
      const RandomStream stream(11, Purpose::split, set.n_in, static_cast<std::uint32_t>(set.n_out));
      for (std::size_t i = 0; i < set.weights.size(); ++i) set.weights[i] = 1.6F * stream.uniform(i) - 0.8F;
      for (std::size_t o = 0; o < set.bias.size(); ++o)
        set.bias[o] = 0.6F * stream.uniform(100000 + o) - 0.3F;
    }
    network_.load(start);
    start =
        network_
            .to_model_file();  // the biases of an output layer's sources are one: the first's, the others 0
    step(1.0);
    const ModelFile moved = network_.to_model_file();
    for (std::size_t set = 0; set < start.weights.size(); ++set) {
      const std::string where =
          test_.name + ": " + start.weights[set].input_layer + " -> " + start.weights[set].output_layer;
      check(start, moved, set, &WeightSet::weights, where + ", weight ");
      const bool is_output = test_.config.find(start.weights[set].output_layer)->kind == LayerKind::Output;
      const bool first_source =
          test_.config.find(start.weights[set].output_layer)->sources[0] == start.weights[set].input_layer;
      if (!is_output || first_source) check(start, moved, set, &WeightSet::bias, where + ", bias ");
    }
  }

 private:
  static constexpr std::size_t examples = 13;

  /// Takes a step of length alpha, so that with 1 the weights move by minus the gradient. Returns the objective before.
  double step(double alpha) {
    const double penalty = network_.regularization(test_.l2, test_.l1);
    const double loss = network_.train(
        batch_,
        {formula::Sgd{}, {.alpha = alpha, .l2 = alpha * test_.l2, .l1 = alpha * test_.l1}, UpdateMode::apply},
        4);
    return loss / static_cast<double>(batch_.size) + penalty + sparseness();
  }

  /// beta times the divergence between p and each unit's mean activation.
  double sparseness() {
    double sum = 0;
    for (const LayerConfig& layer : test_.config.layers) {
      if (layer.kind != LayerKind::Hidden || !layer.sparse || test_.config.sparseness_beta == 0) continue;
      const std::vector<double> units = network_.units(layer.name);
      const auto p = static_cast<double>(test_.config.sparseness_p);
      for (std::size_t unit = 0; unit < layer.n; ++unit) {
        double mean = 0;
        for (std::size_t example = 0; example < batch_.size; ++example)
          mean += units[example * layer.n + unit];
        mean /= static_cast<double>(batch_.size);
        sum += static_cast<double>(test_.config.sparseness_beta) *
               (p * std::log(p / mean) + (1 - p) * std::log((1 - p) / (1 - mean)));
      }
    }
    return sum;
  }

  void check(const ModelFile& start, const ModelFile& moved, std::size_t set,
             std::vector<float> WeightSet::*member, const std::string& where) {
    const std::size_t size = (start.weights[set].*member).size();
    for (std::size_t i = 0; i < size; ++i) {
      const auto objective = [&](float by, double& at) {
        ModelFile shifted = start;
        float& weight = (shifted.weights[set].*member)[i];
        weight += by;
        at = static_cast<double>(weight);
        network_.load(shifted);
        return step(0);
      };
      double high = 0, low = 0;
      const double rise = objective(1e-3F, high) - objective(-1e-3F, low);
      const double difference = rise / (high - low);
      const double gradient = static_cast<double>((start.weights[set].*member)[i]) -
                              static_cast<double>((moved.weights[set].*member)[i]);
      EXPECT_NEAR(gradient, difference, 5e-6 + 5e-5 * std::fabs(difference)) << where << i;
    }
  }

  const Case& test_;
  Context ctx_;
  std::unique_ptr<Backend<double>> backend_;
  BasicNetwork<double> network_;
  Batch batch_;
};

constexpr std::uint64_t examples = 13;

NetworkConfig with(NetworkConfig config, const std::function<void(NetworkConfig&)>& change) {
  change(config);
  return config;
}

std::vector<Case> cases() {
  const auto sparse_in = sparse_set("in", examples, 6);
  const auto values_in = sparse_set("in", examples, 6, true);
  const auto out = sparse_set("out", examples, 5, false, 9);
  const auto values_out = sparse_set("out", examples, 5, true, 9);
  const auto dense_in = dense_set("in", examples, 6);
  const auto dense_out = dense_set("out", examples, 5);
  const auto one_hidden = network(
      {input("Input", 6, "in"), hidden("Hidden", 4, {"Input"}), output("Output", 5, {"Hidden"}, "out")});
  const auto two_hidden = [&](Activation first, Activation second, ErrorFunction loss, Activation last) {
    return network({input("Input", 6, "in"), hidden("One", 4, {"Input"}, first),
                    hidden("Two", 3, {"One"}, second), output("Output", 5, {"Two"}, "out", last)},
                   loss);
  };
  std::vector<Case> all;
  const auto add = [&](std::string name, NetworkConfig config, std::vector<data::DataSet> sets, double l2 = 0,
                       double l1 = 0) {
    all.push_back({std::move(name), std::move(config), std::move(sets), l2, l1});
  };

  add("one hidden layer", one_hidden, {sparse_in, out});
  add("penalties on weights", one_hidden, {sparse_in, out}, 0.01, 0.003);
  add("values as input and targets", one_hidden, {values_in, values_out});
  add("dense data", one_hidden, {dense_in, dense_out});
  add("marginal",
      with(one_hidden,
           [](auto& c) {
             c.error_function = ErrorFunction::ScaledMarginalCrossEntropy;
             c.one_target = 0.55F, c.zero_target = 0.45F, c.one_scale = 3, c.zero_scale = 2;
           }),
      {sparse_in, out});
  add("data-scaled marginal",
      with(one_hidden,
           [](auto& c) {
             c.error_function = ErrorFunction::DataScaledMarginalCrossEntropy;
             c.one_target = 1, c.zero_target = 0, c.one_scale = 30;
           }),
      {sparse_in, values_out});
  add("tanh, sigmoid, L2, linear",
      two_hidden(Activation::Tanh, Activation::Sigmoid, ErrorFunction::L2, Activation::Linear),
      {values_in, values_out});
  add("elu, selu, L2, tanh",
      two_hidden(Activation::ExponentialLinear, Activation::ScaledExponentialLinear, ErrorFunction::L2,
                 Activation::Tanh),
      {sparse_in, dense_out});
  add("relu, leaky relu, L1, sigmoid",
      with(two_hidden(Activation::RectifiedLinear, Activation::LeakyRectifiedLinear, ErrorFunction::L1,
                      Activation::Sigmoid),
           [](auto& c) { c.layers[2].relu_slope = 0.2F; }),
      {dense_in, values_out});
  add("denoising", with(one_hidden, [](auto& c) { c.denoising_p = 0.3F; }), {sparse_in, out});
  add("dropout in two layers",
      with(
          two_hidden(Activation::Sigmoid, Activation::Tanh, ErrorFunction::CrossEntropy, Activation::Sigmoid),
          [](auto& c) { c.layers[1].p_dropout = 0.5F, c.layers[2].p_dropout = 0.25F; }),
      {sparse_in, out});
  add("dropout of dense input", with(one_hidden, [](auto& c) { c.layers[0].p_dropout = 0.4F; }),
      {dense_in, out});
  add("sparseness penalty",
      with(one_hidden,
           [](auto& c) {
             c.sparseness_p = 0.3F, c.sparseness_beta = 0.7F;
             c.layers[1].sparse = true;
           }),
      {sparse_in, out});
  {
    auto weighted = out;
    weighted.attributes |= data::weighted;
    auto weighted_in = sparse_in;
    weighted_in.attributes |= data::weighted;
    for (std::size_t i = 0; i < examples; ++i) {
      weighted.weight.push_back(0.5F + 0.25F * static_cast<float>(i % 4));
      weighted_in.weight.push_back(1.5F - 0.25F * static_cast<float>(i % 3));
    }
    add("weighted examples", one_hidden, {weighted_in, weighted});
    auto listed_only = out;
    listed_only.attributes |= data::sparse_ignore_zero;
    add("listed units only", one_hidden, {sparse_in, listed_only});
  }
  add("several sources, inputs and outputs",
      network({input("A", 6, "in"), input("B", 3, "more", false), hidden("One", 4, {"A", "B"}),
               hidden("Two", 3, {"B", "One"}, Activation::Tanh), output("First", 5, {"One", "Two"}, "out"),
               output("Second", 2, {"One"}, "too")}),
      {sparse_in, dense_set("more", examples, 3, 4), out, dense_set("too", examples, 2, 5)});
  add("output straight from a sparse input",
      network(
          {input("Input", 6, "in"), hidden("Unused", 4, {"Input"}), output("Output", 5, {"Input"}, "out")}),
      {values_in, out});
  add("skip",
      with(
          two_hidden(Activation::Sigmoid, Activation::Tanh, ErrorFunction::CrossEntropy, Activation::Sigmoid),
          [](auto& c) {
            c.layers[2].n = 4;
            c.layers[2].skips = {"One"};
          }),
      {sparse_in, out});
  return all;
}

TEST(Gradient, of_every_kind_of_small_network_agrees_with_finite_differences) {
  for (const Case& test : cases()) Checker(test).run();
}

}  // namespace
}  // namespace fathom::model
