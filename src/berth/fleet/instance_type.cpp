#include "berth/fleet/instance_type.hpp"

#include <algorithm>
#include <array>

namespace berth::fleet {

namespace {

constexpr std::int64_t gib = 1024;

// Sorted by name. g4dn, g5, g6 and p-types have their GPUs; what AWS calls K80 in p2 counts each of its two
// chips.
constexpr std::array types = {
    InstanceType{"c4.2xlarge", 8, 15 * gib, 0, ""},
    InstanceType{"c4.4xlarge", 16, 30 * gib, 0, ""},
    InstanceType{"c4.8xlarge", 36, 60 * gib, 0, ""},
    InstanceType{"c4.large", 2, 3840, 0, ""},
    InstanceType{"c4.xlarge", 4, 7680, 0, ""},
    InstanceType{"c5.12xlarge", 48, 96 * gib, 0, ""},
    InstanceType{"c5.18xlarge", 72, 144 * gib, 0, ""},
    InstanceType{"c5.24xlarge", 96, 192 * gib, 0, ""},
    InstanceType{"c5.2xlarge", 8, 16 * gib, 0, ""},
    InstanceType{"c5.4xlarge", 16, 32 * gib, 0, ""},
    InstanceType{"c5.9xlarge", 36, 72 * gib, 0, ""},
    InstanceType{"c5.large", 2, 4 * gib, 0, ""},
    InstanceType{"c5.xlarge", 4, 8 * gib, 0, ""},
    InstanceType{"c6i.2xlarge", 8, 16 * gib, 0, ""},
    InstanceType{"c6i.4xlarge", 16, 32 * gib, 0, ""},
    InstanceType{"c6i.8xlarge", 32, 64 * gib, 0, ""},
    InstanceType{"c6i.large", 2, 4 * gib, 0, ""},
    InstanceType{"c6i.xlarge", 4, 8 * gib, 0, ""},
    InstanceType{"g2.2xlarge", 8, 15 * gib, 1, "K520"},
    InstanceType{"g2.8xlarge", 32, 60 * gib, 4, "K520"},
    InstanceType{"g3.16xlarge", 64, 488 * gib, 4, "M60"},
    InstanceType{"g3.4xlarge", 16, 122 * gib, 1, "M60"},
    InstanceType{"g3.8xlarge", 32, 244 * gib, 2, "M60"},
    InstanceType{"g3s.xlarge", 4, 31232, 1, "M60"},
    InstanceType{"g4dn.12xlarge", 48, 192 * gib, 4, "T4"},
    InstanceType{"g4dn.16xlarge", 64, 256 * gib, 1, "T4"},
    InstanceType{"g4dn.2xlarge", 8, 32 * gib, 1, "T4"},
    InstanceType{"g4dn.4xlarge", 16, 64 * gib, 1, "T4"},
    InstanceType{"g4dn.8xlarge", 32, 128 * gib, 1, "T4"},
    InstanceType{"g4dn.metal", 96, 384 * gib, 8, "T4"},
    InstanceType{"g4dn.xlarge", 4, 16 * gib, 1, "T4"},
    InstanceType{"g5.12xlarge", 48, 192 * gib, 4, "A10G"},
    InstanceType{"g5.16xlarge", 64, 256 * gib, 1, "A10G"},
    InstanceType{"g5.24xlarge", 96, 384 * gib, 4, "A10G"},
    InstanceType{"g5.2xlarge", 8, 32 * gib, 1, "A10G"},
    InstanceType{"g5.48xlarge", 192, 768 * gib, 8, "A10G"},
    InstanceType{"g5.4xlarge", 16, 64 * gib, 1, "A10G"},
    InstanceType{"g5.8xlarge", 32, 128 * gib, 1, "A10G"},
    InstanceType{"g5.xlarge", 4, 16 * gib, 1, "A10G"},
    InstanceType{"g6.12xlarge", 48, 192 * gib, 4, "L4"},
    InstanceType{"g6.16xlarge", 64, 256 * gib, 1, "L4"},
    InstanceType{"g6.24xlarge", 96, 384 * gib, 4, "L4"},
    InstanceType{"g6.2xlarge", 8, 32 * gib, 1, "L4"},
    InstanceType{"g6.48xlarge", 192, 768 * gib, 8, "L4"},
    InstanceType{"g6.4xlarge", 16, 64 * gib, 1, "L4"},
    InstanceType{"g6.8xlarge", 32, 128 * gib, 1, "L4"},
    InstanceType{"g6.xlarge", 4, 16 * gib, 1, "L4"},
    InstanceType{"m4.10xlarge", 40, 160 * gib, 0, ""},
    InstanceType{"m4.16xlarge", 64, 256 * gib, 0, ""},
    InstanceType{"m4.2xlarge", 8, 32 * gib, 0, ""},
    InstanceType{"m4.4xlarge", 16, 64 * gib, 0, ""},
    InstanceType{"m4.large", 2, 8 * gib, 0, ""},
    InstanceType{"m4.xlarge", 4, 16 * gib, 0, ""},
    InstanceType{"m5.12xlarge", 48, 192 * gib, 0, ""},
    InstanceType{"m5.16xlarge", 64, 256 * gib, 0, ""},
    InstanceType{"m5.24xlarge", 96, 384 * gib, 0, ""},
    InstanceType{"m5.2xlarge", 8, 32 * gib, 0, ""},
    InstanceType{"m5.4xlarge", 16, 64 * gib, 0, ""},
    InstanceType{"m5.8xlarge", 32, 128 * gib, 0, ""},
    InstanceType{"m5.large", 2, 8 * gib, 0, ""},
    InstanceType{"m5.xlarge", 4, 16 * gib, 0, ""},
    InstanceType{"m6i.2xlarge", 8, 32 * gib, 0, ""},
    InstanceType{"m6i.4xlarge", 16, 64 * gib, 0, ""},
    InstanceType{"m6i.8xlarge", 32, 128 * gib, 0, ""},
    InstanceType{"m6i.large", 2, 8 * gib, 0, ""},
    InstanceType{"m6i.xlarge", 4, 16 * gib, 0, ""},
    InstanceType{"p2.16xlarge", 64, 732 * gib, 16, "K80"},
    InstanceType{"p2.8xlarge", 32, 488 * gib, 8, "K80"},
    InstanceType{"p2.xlarge", 4, 61 * gib, 1, "K80"},
    InstanceType{"p3.16xlarge", 64, 488 * gib, 8, "V100"},
    InstanceType{"p3.2xlarge", 8, 61 * gib, 1, "V100"},
    InstanceType{"p3.8xlarge", 32, 244 * gib, 4, "V100"},
    InstanceType{"p3dn.24xlarge", 96, 768 * gib, 8, "V100"},
    InstanceType{"p4d.24xlarge", 96, 1152 * gib, 8, "A100"},
    InstanceType{"p4de.24xlarge", 96, 1152 * gib, 8, "A100"},
    InstanceType{"p5.48xlarge", 192, 2048 * gib, 8, "H100"},
    InstanceType{"p5e.48xlarge", 192, 2048 * gib, 8, "H200"},
    InstanceType{"p5en.48xlarge", 192, 2048 * gib, 8, "H200"},
    InstanceType{"r5.12xlarge", 48, 384 * gib, 0, ""},
    InstanceType{"r5.24xlarge", 96, 768 * gib, 0, ""},
    InstanceType{"r5.2xlarge", 8, 64 * gib, 0, ""},
    InstanceType{"r5.4xlarge", 16, 128 * gib, 0, ""},
    InstanceType{"r5.8xlarge", 32, 256 * gib, 0, ""},
    InstanceType{"r5.large", 2, 16 * gib, 0, ""},
    InstanceType{"r5.xlarge", 4, 32 * gib, 0, ""},
    InstanceType{"t2.2xlarge", 8, 32 * gib, 0, ""},
    InstanceType{"t2.large", 2, 8 * gib, 0, ""},
    InstanceType{"t2.medium", 2, 4 * gib, 0, ""},
    InstanceType{"t2.micro", 1, 1 * gib, 0, ""},
    InstanceType{"t2.nano", 1, 512, 0, ""},
    InstanceType{"t2.small", 1, 2 * gib, 0, ""},
    InstanceType{"t2.xlarge", 4, 16 * gib, 0, ""},
    InstanceType{"t3.2xlarge", 8, 32 * gib, 0, ""},
    InstanceType{"t3.large", 2, 8 * gib, 0, ""},
    InstanceType{"t3.medium", 2, 4 * gib, 0, ""},
    InstanceType{"t3.micro", 2, 1 * gib, 0, ""},
    InstanceType{"t3.nano", 2, 512, 0, ""},
    InstanceType{"t3.small", 2, 2 * gib, 0, ""},
    InstanceType{"t3.xlarge", 4, 16 * gib, 0, ""},
};
static_assert(std::ranges::is_sorted(types, {}, &InstanceType::name),
              "find_instance_type searches by halves");

}  // namespace

std::span<const InstanceType> instance_types() { return types; }

const InstanceType* find_instance_type(std::string_view name) {
  const auto found = std::ranges::lower_bound(types, name, {}, &InstanceType::name);
  return found != types.end() && found->name == name ? &*found : nullptr;
}

}  // namespace berth::fleet
