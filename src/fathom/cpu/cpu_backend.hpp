/// The primitives on the processor: single precision, SIMD by Highway (the best instruction set that the
/// machine has is chosen at run time), threads over fixed shards.
#pragma once

#include "fathom/backend/backend.hpp"

#include <memory>
#include <string_view>

namespace fathom::cpu {

std::unique_ptr<Backend<float>> make_backend();
/// The instruction set in use, e.g. "AVX3".
std::string_view instruction_set();

}  // namespace fathom::cpu
