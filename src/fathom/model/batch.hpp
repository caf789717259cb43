/// Minibatches: the examples of the data sets that a network's layers name, cut out and denoised.
///
///   BatchSource source(config, sets, Use::training);     // throws ConfigError, DataError if they do not fit
///   Batch batch;
///   source.fill(order.subspan(position, count), denoising, batch);
///   network.train(batch, …);
#pragma once

#include "fathom/core/random.hpp"
#include "fathom/core/sparse.hpp"
#include "fathom/data/data_set.hpp"
#include "fathom/layers/layer.hpp"
#include "fathom/model/network_config.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fathom::model {

/// Fills in the sizes of layers with `"N": "auto"` from the data sets that they name. Throws ConfigError that
/// names the layer if there is no such data set.
void set_automatic_sizes(NetworkConfig& config, std::span<const data::DataSet> sets);

/// One minibatch. Keeps its memory from fill to fill.
struct Batch {
  struct Input {
    bool sparse = false;
    SparseRows rows, by_column;  ///< by_column in training only
    std::vector<float> dense;    ///< [size, width]
    layers::InputBatch view(std::size_t size) const;
    std::size_t width = 0;
  };
  struct Target {
    bool sparse = false;
    SparseRows rows, by_unit;
    std::vector<float> dense;    ///< [size, width]
    std::vector<float> weights;  ///< empty, or [size]
    bool listed_only = false;
    Targets view(std::size_t size) const;
    std::size_t width = 0;
  };
  std::size_t size = 0;
  std::vector<Input> inputs;    ///< in the order of the configuration's input layers
  std::vector<Target> targets;  ///< in the order of its output layers; empty for prediction
};

/// Which stored points an epoch does without.
struct Denoising {
  std::uint64_t seed = 0;
  std::uint64_t epoch = 0;
  float probability = 0;
};

enum class Use { training, prediction };

/// The data sets of a network, joined to its layers by name. They must outlive it.
class BatchSource {
 public:
  /// Throws ConfigError if a layer names a data set that is not there, or one that is wider than the layer
  /// (the message says which); DataError if data sets have different numbers of examples. For prediction,
  /// output layers need none.
  BatchSource(const NetworkConfig& config, std::span<const data::DataSet> sets, Use use);

  std::uint64_t examples() const { return examples_; }
  /// Cuts the examples with these numbers (each < examples()) out, in this order.
  void fill(std::span<const std::uint32_t> examples, const std::optional<Denoising>& denoising,
            Batch& batch) const;
  /// Remarks about layers that are wider than their data, one sentence each.
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  struct Bound {
    const data::DataSet* set = nullptr;
    std::size_t width = 0;  ///< units of the layer
    bool denoised = false;
  };
  Bound bind(const LayerConfig& layer, std::span<const data::DataSet> sets);

  Use use_;
  std::uint64_t examples_ = 0;
  std::vector<Bound> inputs_, targets_;
  std::vector<std::string> warnings_;
};

}  // namespace fathom::model
