/// The numbers of a network between memory and file: one WeightSet for each (source, layer) pair.
#pragma once

#include "fathom/model/network_config.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fathom::model {

/// The matrix and the bias vector that lead from one layer to another.
struct WeightSet {
  std::string input_layer, output_layer;
  std::uint64_t n_in = 0, n_out = 0;
  std::vector<float> weights;  ///< [n_in * n_out], row-major by input unit: weights[i * n_out + o]
  std::vector<float> bias;     ///< [n_out]
  bool locked = false;         ///< training leaves it alone
  float norm = 0.0f;           ///< 0: off; else the largest length of an output unit's incoming vector
};

/// What a checkpoint has beyond DSSTNE's format, stored as `fathom_*` attributes and variables, which
/// DSSTNE's reader does not look at. Vectors are named by their owner, e.g. "weight0_m", "bias0_v".
struct TrainingState {
  std::uint32_t optimizer = 0;  ///< a TrainingMode
  std::uint64_t step = 0;       ///< minibatches done
  std::uint64_t epoch = 0;      ///< epochs done
  std::uint64_t seed = 0;       ///< of all random numbers
  std::uint64_t batch_size = 0;
  float alpha = 0, lambda = 0, lambda1 = 0, mu = 0, mu1 = 0;
  std::map<std::string, double> numbers;              ///< further scalars of the trainer, by name
  std::map<std::string, std::vector<float>> vectors;  ///< optimizer state, by name
};

/// A whole model file.
struct ModelFile {
  NetworkConfig config;                   ///< layer sizes are final
  std::vector<WeightSet> weights;         ///< per layer in file order, per source in its order
  std::optional<TrainingState> training;  ///< absent in a file that DSSTNE wrote
  std::string checkpoint_name;            ///< DSSTNE keeps the checkpoint settings in the file
  std::int32_t checkpoint_interval = 0, checkpoint_epochs = 0;
};

/// Reads a model file of DSSTNE or of Fathom.
/// Throws DataError (file, what is missing or wrong) and ConfigError for a network that Fathom does not
/// compute. Source: Amazon DSSTNE.
ModelFile read_model(const std::string& file);

/// Writes a model file with DSSTNE's exact types (NetCDF-4) under a temporary name beside `file`, then
/// renames it: under its final name the file is whole or not there. Throws DataError if that fails.
void write_model(const std::string& file, const ModelFile& model);

}  // namespace fathom::model
