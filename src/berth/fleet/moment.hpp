/// How the causes of scaling activities tell the time. Private to this folder.
#pragma once

#include "base/clock.hpp"
#include "base/time_format.hpp"

#include <chrono>
#include <string>

namespace berth::fleet {

/// "At 2026-11-30T15:47:16Z"
inline std::string at(const base::Clock& clock) {
  return "At " + base::to_iso8601(clock.now()).substr(0, 19) + "Z";
}

}  // namespace berth::fleet
