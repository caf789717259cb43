/// Small networks and data sets for tests, each in a line.
#pragma once

#include "fathom/core/random.hpp"
#include "fathom/data/data_set.hpp"
#include "fathom/model/network_config.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fathom::model::testing {

inline LayerConfig input(const std::string& name, std::uint32_t n, const std::string& data_set,
                         bool sparse = true) {
  LayerConfig layer;
  layer.name = name;
  layer.kind = LayerKind::Input;
  layer.n = n;
  layer.data_set = data_set;
  layer.sparse = sparse;
  return layer;
}

inline LayerConfig hidden(const std::string& name, std::uint32_t n, std::vector<std::string> sources,
                          Activation activation = Activation::Sigmoid) {
  LayerConfig layer;
  layer.name = name;
  layer.kind = LayerKind::Hidden;
  layer.n = n;
  layer.sources = std::move(sources);
  layer.activation = activation;
  return layer;
}

inline LayerConfig output(const std::string& name, std::uint32_t n, std::vector<std::string> sources,
                          const std::string& data_set, Activation activation = Activation::Sigmoid) {
  LayerConfig layer = hidden(name, n, std::move(sources), activation);
  layer.kind = LayerKind::Output;
  layer.data_set = data_set;
  return layer;
}

inline NetworkConfig network(std::vector<LayerConfig> layers,
                             ErrorFunction loss = ErrorFunction::CrossEntropy) {
  NetworkConfig config;
  config.error_function = loss;
  config.shuffle_indices = false;
  config.layers = std::move(layers);
  return config;
}

/// Sparse examples, about a quarter of the columns each; some are empty.
inline data::DataSet sparse_set(const std::string& name, std::uint64_t examples, std::uint32_t width,
                                bool with_values = false, std::uint64_t seed = 1) {
  data::DataSet set;
  set.name = name;
  set.attributes = data::sparse | (with_values ? 0U : static_cast<std::uint32_t>(data::boolean));
  set.type = with_values ? data::DataType::Float : data::DataType::UInt;
  set.width = width;
  set.examples = set.unique_examples = examples;
  const RandomStream stream(seed, Purpose::split, 1);
  for (std::uint64_t example = 0; example < examples; ++example) {
    set.start.push_back(set.index.size());
    for (std::uint32_t column = 0; column < width && example % 7 != 5; ++column) {
      const std::uint64_t draw = 2 * (example * width + column);
      if (stream.uniform(draw) > 0.25F) continue;
      set.index.push_back(column);
      if (with_values) set.values.push_back(0.2F + stream.uniform(draw + 1));
    }
    set.end.push_back(set.index.size());
  }
  return set;
}

/// Dense examples of numbers in (0, 1].
inline data::DataSet dense_set(const std::string& name, std::uint64_t examples, std::uint32_t width,
                               std::uint64_t seed = 2) {
  data::DataSet set;
  set.name = name;
  set.type = data::DataType::Float;
  set.width = width;
  set.examples = set.unique_examples = examples;
  const RandomStream stream(seed, Purpose::split, 2);
  for (std::uint64_t i = 0; i < examples * width; ++i) set.values.push_back(stream.uniform(i));
  return set;
}

}  // namespace fathom::model::testing
