/// From a NetworkConfig to layers: which buffers there are, and which weights of a model file live where.
#pragma once

#include "fathom/layers/layer.hpp"
#include "fathom/model/network.hpp"

#include <cstdint>
#include <vector>

namespace fathom::model {

/// Throws ConfigError, naming the layer, for what is not computed.
template <class Real>
BuiltNetwork<Real> build_network(const NetworkConfig& config, Memory& memory, std::size_t batch_size);

/// Fills one weight matrix, [rows, cols] by input unit, as the layer's WeightInit says. `part` numbers the
/// matrices of the network, so that each has a random stream of its own. Source: Amazon DSSTNE.
std::vector<float> initial_weights(const WeightInit& init, std::size_t rows, std::size_t cols,
                                   std::uint64_t seed, std::uint32_t part);

}  // namespace fathom::model
