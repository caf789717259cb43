/// What this machine has, before anything is taken from it.
#pragma once

#include "base/result.hpp"
#include "berth/sched/inventory.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace berth::fleet {

struct MachineCapacity {
  std::int64_t cpu_units = 0;  ///< 1024 for each CPU that we may use
  std::int64_t memory_mib = 0;
  std::vector<sched::Gpu> gpus;  ///< real ones from the driver, or simulated ones
  bool operator==(const MachineCapacity&) const = default;
};

/// CPUs and memory of this machine as far as this process may use them: the affinity mask and MemTotal,
/// bounded by the limits of the control groups that we run in (versions 1 and 2). No GPUs: their discovery is
/// the caller's. `root` stands before /proc and /sys, so that tests can show another machine.
base::Result<MachineCapacity> detect_machine(const std::string& root = "");

}  // namespace berth::fleet
