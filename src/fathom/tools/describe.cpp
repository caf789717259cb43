#include "fathom/tools/describe.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace fathom::tools {
namespace {

using data::DataSet;

constexpr auto type_names = std::to_array<std::string_view>(
    {"UInt", "Int", "LLInt", "ULLInt", "Float", "Double", "RGB8", "RGB16", "UChar", "Char"});

std::string_view name_of(data::DataType type) { return type_names.at(static_cast<std::size_t>(type)); }

std::string attributes_of(const DataSet& set) {
  const std::pair<std::uint32_t, std::string_view> names[] = {{data::sparse, "Sparse"},
                                                              {data::boolean, "Boolean"},
                                                              {data::sparse_ignore_zero, "SparseIgnoreZero"},
                                                              {data::indexed, "Indexed"},
                                                              {data::weighted, "Weighted"}};
  std::vector<std::string_view> set_ones;
  for (const auto& [bit, name] : names) {
    if ((set.attributes & bit) != 0) set_ones.push_back(name);
  }
  return set_ones.empty() ? "None" : fmt::format("{}", fmt::join(set_ones, " "));
}

/// Least, mean and greatest number of points of a stored row.
std::string row_lengths(const DataSet& set) {
  std::uint64_t least = ~std::uint64_t{0}, most = 0, empty = 0;
  for (std::uint64_t u = 0; u < set.unique_examples; ++u) {
    const std::uint64_t length = set.end[u] - set.start[u];
    least = std::min(least, length);
    most = std::max(most, length);
    empty += length == 0;
  }
  const double mean = static_cast<double>(set.points()) / static_cast<double>(set.unique_examples);
  return fmt::format("{} to {}, mean {:.1f}, {} empty", least, most, mean, empty);
}

std::string range_of(const std::vector<float>& numbers) {
  float low = 0, high = 0;
  double squares = 0;
  std::uint64_t bad = 0;
  bool first = true;
  for (const float x : numbers) {
    if (!std::isfinite(x)) {
      ++bad;
      continue;
    }
    low = first ? x : std::min(low, x);
    high = first ? x : std::max(high, x);
    first = false;
    squares += double{x} * x;
  }
  const double rms = numbers.empty() ? 0 : std::sqrt(squares / static_cast<double>(numbers.size()));
  return fmt::format("{:.4g} to {:.4g}, rms {:.4g}{}", low, high, rms,
                     bad > 0 ? fmt::format(", {} NOT FINITE", bad) : "");
}

}  // namespace

void tell_loaded(const DataSet& set, const Line& say) {
  const std::string_view type = name_of(set.type);
  const std::string prefix = fmt::format("NNDataSet<{}>::NNDataSet: ", type);
  say(fmt::format("LoadNetCDF: Loading {} data set", type));
  say(fmt::format("{}Name of data set: {}", prefix, set.name));
  say(fmt::format("{}Attributes: {}", prefix, attributes_of(set)));
  if (set.dimensions == 1) {
    say(fmt::format("{}1-dimensional data comprised of {} datapoints.", prefix, set.width));
  } else if (set.dimensions == 2) {
    say(fmt::format("{}2-dimensional data comprised of ({}, {}) datapoints.", prefix, set.width, set.height));
  } else {
    say(fmt::format("{}3-dimensional data comprised of ({}, {}, {}) datapoints.", prefix, set.width,
                    set.height, set.length));
  }
  if (set.is_sparse()) say(fmt::format("{}{} total datapoints.", prefix, set.points()));
  say(fmt::format("{}{} examples.", prefix, set.examples));
  if (set.unique_examples != set.examples)
    say(fmt::format("{}{} unique examples.", prefix, set.unique_examples));
}

void tell_network(const model::NetworkConfig& c, const Line& say) {
  say("LoadNeuralNetworkJSON: Enumerating network:");
  say(fmt::format("Name: {}, Kind: {}, Error function: {}, ShuffleIndices: {}", c.name, to_text(c.kind),
                  to_text(c.error_function), c.shuffle_indices));
  say(fmt::format("SMCE: oneTarget {}, zeroTarget {}, oneScale {}, zeroScale {}", c.one_target, c.zero_target,
                  c.one_scale, c.zero_scale));
  say(fmt::format(
      "Denoising p: {}, SparsenessPenalty p: {}, beta: {}, DeltaBoost one: {}, zero: {}, Decay: {}",
      c.denoising_p, c.sparseness_p, c.sparseness_beta, c.delta_boost_one, c.delta_boost_zero, c.decay));
  for (std::size_t i = 0; i < c.layers.size(); ++i) {
    const model::LayerConfig& l = c.layers[i];
    std::string line = fmt::format("Layer {}: {}, {} {}, N: {}", i, l.name, to_text(l.kind), to_text(l.type),
                                   l.automatic ? "auto" : std::to_string(l.n));
    if (!l.data_set.empty()) line += ", DataSet: " + l.data_set;
    if (l.sparse) line += ", Sparse";
    if (l.kind != model::LayerKind::Input) {
      line += fmt::format(", Source: {}, Activation: {}, WeightInit: {} {} bias {}",
                          fmt::join(l.sources, " "), to_text(l.activation), to_text(l.weight_init.scheme),
                          l.weight_init.scale, l.weight_init.bias);
    }
    if (l.p_dropout > 0) line += fmt::format(", pDropout: {}", l.p_dropout);
    say(line);
  }
}

std::string summary_of(const DataSet& set) {
  std::string text =
      fmt::format("data set {}\n  type        {} ({})\n", set.name, name_of(set.type), attributes_of(set));
  text += fmt::format("  examples    {}", set.examples);
  if (set.unique_examples != set.examples) text += fmt::format(" ({} stored)", set.unique_examples);
  text += fmt::format("\n  width       {}", set.width);
  if (set.dimensions > 1) text += fmt::format(" x {} x {}", set.height, set.length);
  text += "\n";
  if (set.is_sparse()) {
    const double cells = static_cast<double>(set.unique_examples) * static_cast<double>(set.stride());
    text += fmt::format("  points      {} (density {:.4g})\n", set.points(),
                        static_cast<double>(set.points()) / cells);
    text += fmt::format("  a row       {}\n", row_lengths(set));
  }
  if (!set.values.empty()) text += fmt::format("  values      {}\n", range_of(set.values));
  return text;
}

std::string summary_of(const model::ModelFile& model) {
  const model::NetworkConfig& c = model.config;
  std::string text =
      fmt::format("network {} ({}, {})\n\n  {:<16}{:<8}{:>10}  {:<16}{}\n", c.name, to_text(c.kind),
                  to_text(c.error_function), "layer", "kind", "units", "activation", "fed by");
  for (const model::LayerConfig& l : c.layers) {
    const bool input = l.kind == model::LayerKind::Input;
    text += fmt::format("  {:<16}{:<8}{:>10}  {:<16}{}\n", l.name, to_text(l.kind), l.n,
                        input ? "" : to_text(l.activation),
                        input ? "data set " + l.data_set : fmt::format("{}", fmt::join(l.sources, ", ")));
  }
  text += "\n";
  std::uint64_t numbers = 0;
  for (const model::WeightSet& w : model.weights) {
    text += fmt::format("  {} -> {}: weights {}; bias {}\n", w.input_layer, w.output_layer,
                        range_of(w.weights), range_of(w.bias));
    numbers += w.weights.size() + w.bias.size();
  }
  text += fmt::format("  {} parameters\n", numbers);
  if (model.training) {
    const model::TrainingState& s = *model.training;
    text += fmt::format(
        "\n  trained by Fathom: {} epochs, {} batches of {}, {}, alpha {:g}, lambda {:g}, seed {}\n", s.epoch,
        s.step, s.batch_size, to_text(static_cast<model::TrainingMode>(s.optimizer)), s.alpha, s.lambda,
        s.seed);
  }
  return text;
}

}  // namespace fathom::tools
