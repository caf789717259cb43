/// The composite step of the output layer on the processor.
#pragma once

#include "fathom/backend/backend.hpp"

namespace fathom::cpu {

double output_layer_step(Context& ctx, const OutputStep<float>& step, const Parameter<float>& w,
                         const Parameter<float>& b, Matrix<float> d_input);
void output_scores(Context& ctx, Matrix<const float> h, Matrix<const float> w, Row<const float> b,
                   const formula::Activation& f, Matrix<float> y);

}  // namespace fathom::cpu
