/// What train does with its numbers: flags win over the configuration's "Fathom" object, that over the defaults of the
/// optimizer.
#pragma once

#include "fathom/model/network_config.hpp"
#include "fathom/tools/arguments.hpp"
#include "fathom/train/trainer.hpp"

namespace fathom::tools {

/// The numeric flags of train. UsageError for one that is no number.
struct TrainFlags {
  std::optional<std::uint64_t> batch_size, epochs, checkpoint_interval;
  std::optional<float> alpha, lambda, lambda1, mu, mu1;
  std::optional<model::TrainingMode> optimizer;

  static TrainFlags from(const Arguments& arguments);
};

/// All but dsstne_exact.
train::TrainerOptions settings_of(const TrainFlags& flags, const model::NetworkConfig::Training& config);

}  // namespace fathom::tools
