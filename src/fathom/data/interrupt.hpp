/// Stopping long work from outside: a flag that a signal handler may set, looked at between small steps.
#pragma once

#include "fathom/core/errors.hpp"

#include <atomic>

namespace fathom::data {

/// Thrown when the flag is found set; unfinished files are removed on the way out.
struct Interrupted : Error {
  Interrupted() : Error("interrupted; nothing was left half-written") {}
};

/// May be null: never stopped.
using InterruptFlag = const std::atomic<bool>*;

inline void stop_if(InterruptFlag flag) {
  if (flag != nullptr && flag->load(std::memory_order_relaxed)) throw Interrupted();
}

}  // namespace fathom::data
