/// The middle of output_layer_step in the reference: from all scores to all deltas.
#pragma once

#include "fathom/backend/backend.hpp"

namespace fathom::reference {

/// scores [batch, units] holds activations and is overwritten with d loss / d z. Returns the loss, summed.
double losses_and_deltas(const formula::Loss& loss, const formula::Activation& activation,
                         const Targets& targets, Matrix<double> scores);

}  // namespace fathom::reference
