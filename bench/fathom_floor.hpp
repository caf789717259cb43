/// The fastest that this machine multiplies and adds: a loop that never leaves the registers. What a training
/// step takes is compared with the time that this loop takes for as many operations, in the same run.
#pragma once

#include <cstddef>

namespace fathom::bench {

/// Runs about `count` multiply-adds on floats in this thread, in the best vectors that the machine has;
/// returns how many it did. `sink` takes a result, so that the loop is not optimised away.
std::size_t multiply_add(std::size_t count, float& sink);

}  // namespace fathom::bench
