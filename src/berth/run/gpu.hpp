/// Which GPUs this machine has: the driver's own list (NVML, by dlopen) or a simulated one.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace berth::run {

struct Gpu {
  std::string uuid;  ///< `GPU-xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`
  std::string name;  ///< as the driver says, e.g. "NVIDIA A10G"
  std::int64_t memory_mib = 0;
  bool operator==(const Gpu&) const = default;
};

struct GpuInventory {
  std::vector<Gpu> gpus;
  std::string reason;  ///< why there are none, or where they come from; one line for people
};

/// Asks libnvidia-ml.so.1. Without a driver or library: no GPUs, and a reason.
GpuInventory discover_gpus();

/// `4xA10G`, `2xA10G,1xT4`, `A100` (one): ids are made from model and index, so they stay the same. Memory
/// comes from a table of known models (T4 A10G A10 L4 L40S V100 A100 H100 H200 K80 M60 …) or is given:
/// `2xMine:12288` (MiB).
base::Result<std::vector<Gpu>> parse_simulated_gpus(std::string_view spec);

/// The daemon's `--gpus`: `auto`, `none`, `simulate:SPEC` where SPEC may be the path of a file with such a
/// line.
base::Result<GpuInventory> find_gpus(std::string_view option);

}  // namespace berth::run
