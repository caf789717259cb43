/// EC2 instance types that templates name: what each has on AWS. Source: AWS's published instance
/// specifications.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace berth::fleet {

struct InstanceType {
  std::string_view name;  ///< "g5.xlarge"
  int vcpus = 0;
  std::int64_t memory_mib = 0;
  int gpus = 0;
  std::string_view gpu_kind;  ///< "A10G"; empty without GPUs
};

/// Sorted by name.
std::span<const InstanceType> instance_types();
/// nullptr if it is not known.
const InstanceType* find_instance_type(std::string_view name);

}  // namespace berth::fleet
