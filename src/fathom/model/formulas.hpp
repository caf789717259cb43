/// Which formula each word of a configuration means: the one place that joins DSSTNE's keywords to fathom/formula. What
/// has no line here is not computed, and refused when the configuration is read.
#pragma once

#include "fathom/formula/activation.hpp"
#include "fathom/formula/loss.hpp"
#include "fathom/formula/optimizer.hpp"
#include "fathom/model/network_config.hpp"

#include <optional>

namespace fathom::model {

/// The optimizer that a training mode means. Momentum-like ones take mu, Adam beta1 = mu and beta2 = mu1.
formula::Optimizer to_optimizer(TrainingMode mode, float mu, float mu1);

/// Nothing if there is no formula.
std::optional<formula::Activation> find_activation(const LayerConfig& layer);
/// The network's loss for this output layer; nothing if there is no formula.
std::optional<formula::Loss> find_loss(const NetworkConfig& config, const LayerConfig& output);
/// Whether the loss has a delta with the output layer's activation.
bool goes_together(const NetworkConfig& config, const LayerConfig& output);

/// As above, but throw ConfigError that names the layer.
formula::Activation to_activation(const LayerConfig& layer);
formula::Loss to_loss(const NetworkConfig& config, const LayerConfig& output);

}  // namespace fathom::model
