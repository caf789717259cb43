/// What a simulated container does, read from its argv. Pure.
#pragma once

#include "base/clock.hpp"

#include <optional>
#include <string>
#include <vector>

namespace berth::run {

struct Script {
  std::optional<base::Milliseconds> duration;  ///< none: until stopped
  int wait_status = 0;                         ///< how it ends by itself
  bool heeds_term = true;                      ///< ends with SIGTERM's status on SIGTERM
  bool out_of_memory = false;
  std::string cannot_start;  ///< not empty: why it never runs
};

/// See simulated_runner.hpp for the words.
Script parse_script(const std::vector<std::string>& argv);

}  // namespace berth::run
