#include "berth/fleet/machine_images.hpp"

#include "base/json.hpp"
#include "berth/fleet/made_id.hpp"

#include <algorithm>
#include <array>

namespace berth::fleet {

namespace {

// The agent and runtime that AWS's images of that day bring; here the daemon itself is the agent.
constexpr std::string_view agent_version = "1.94.0";
constexpr std::string_view runtime_version = "Docker version 25.0.8";

constexpr std::string_view linux_2 = "Amazon Linux 2", linux_2023 = "Amazon Linux 2023";
constexpr std::string_view version_2 = "2.0.20250610", version_2023 = "2023.0.20250610";
constexpr std::string_view source_2 = "amzn2-ami-minimal-hvm-2.0.20250603.0-x86_64-ebs";
constexpr std::string_view source_2_arm = "amzn2-ami-minimal-hvm-2.0.20250603.0-arm64-ebs";
constexpr std::string_view source_2023 = "al2023-ami-minimal-2023.7.20250609.0-kernel-6.1-x86_64";
constexpr std::string_view source_2023_arm = "al2023-ami-minimal-2023.7.20250609.0-kernel-6.1-arm64";

constexpr std::array images = {
    MachineImage{"amazon-linux-2/arm64/recommended", "amzn2-ami-ecs-hvm-2.0.20250610-arm64-ebs", version_2,
                 linux_2, source_2_arm, "arm64", "Amazon Linux AMI 2.0.20250610 arm64 ECS HVM GP2"},
    MachineImage{"amazon-linux-2/gpu/recommended", "amzn2-ami-ecs-gpu-hvm-2.0.20250610-x86_64-ebs", version_2,
                 linux_2, source_2, "x86_64", "Amazon Linux AMI 2.0.20250610 x86_64 ECS GPU HVM GP2"},
    MachineImage{"amazon-linux-2/inf/recommended", "amzn2-ami-ecs-inf-hvm-2.0.20250610-x86_64-ebs", version_2,
                 linux_2, source_2, "x86_64", "Amazon Linux AMI 2.0.20250610 x86_64 ECS INF HVM GP2"},
    MachineImage{"amazon-linux-2/recommended", "amzn2-ami-ecs-hvm-2.0.20250610-x86_64-ebs", version_2,
                 linux_2, source_2, "x86_64", "Amazon Linux AMI 2.0.20250610 x86_64 ECS HVM GP2"},
    MachineImage{"amazon-linux-2023/arm64/recommended", "al2023-ami-ecs-hvm-2023.0.20250610-kernel-6.1-arm64",
                 version_2023, linux_2023, source_2023_arm, "arm64",
                 "Amazon Linux AMI 2023.0.20250610 arm64 ECS HVM EBS"},
    MachineImage{"amazon-linux-2023/gpu/recommended",
                 "al2023-ami-ecs-gpu-hvm-2023.0.20250610-kernel-6.1-x86_64-ebs", version_2023, linux_2023,
                 source_2023, "x86_64", "Amazon Linux AMI 2023.0.20250610 x86_64 ECS GPU HVM EBS"},
    MachineImage{"amazon-linux-2023/neuron/recommended",
                 "al2023-ami-ecs-neuron-hvm-2023.0.20250610-kernel-6.1-x86_64", version_2023, linux_2023,
                 source_2023, "x86_64", "Amazon Linux AMI 2023.0.20250610 x86_64 ECS NEURON HVM EBS"},
    MachineImage{"amazon-linux-2023/recommended", "al2023-ami-ecs-hvm-2023.0.20250610-kernel-6.1-x86_64",
                 version_2023, linux_2023, source_2023, "x86_64",
                 "Amazon Linux AMI 2023.0.20250610 x86_64 ECS HVM EBS"}};
static_assert(std::ranges::is_sorted(images, {}, &MachineImage::parameter));

/// What AWS's document of an image says, and each of its children alone.
base::json::object document_of(const MachineImage& image, std::string_view region) {
  return {{"ecs_agent_version", agent_version},
          {"ecs_runtime_version", runtime_version},
          {"image_id", image.id(region)},
          {"image_name", image.name},
          {"image_version", image.version},
          {"os", image.os},
          {"schema_version", 1},
          {"source_image_name", image.source}};
}

}  // namespace

std::string MachineImage::id(std::string_view region) const { return made_id("ami", "", region, parameter); }

base::TimePoint images_published_at() {
  return base::TimePoint(std::chrono::sys_days(std::chrono::year(2025) / 6 / 16));
}

std::span<const MachineImage> machine_images() { return images; }

const MachineImage* find_machine_image(std::string_view region, std::string_view id) {
  const auto found = std::ranges::find_if(images, [&](const auto& image) { return image.id(region) == id; });
  return found == images.end() ? nullptr : &*found;
}

std::string image_id(std::string_view region) {
  const auto usual = std::ranges::find(images, "amazon-linux-2/recommended", &MachineImage::parameter);
  return usual->id(region);
}

std::vector<PublicParameter> public_parameters(std::string_view region) {
  std::vector<PublicParameter> all;
  for (const MachineImage& image : images) {
    const std::string name = std::string(optimized_images) + std::string(image.parameter);
    const base::json::object document = document_of(image, region);
    all.push_back({name, base::to_text(document)});
    for (const auto& [member, value] : document)
      all.push_back({name + "/" + std::string(member),
                     value.is_string() ? std::string(value.get_string()) : base::to_text(value)});
  }
  std::ranges::sort(all, {}, &PublicParameter::name);
  return all;
}

std::optional<std::string> public_parameter(std::string_view region, std::string_view name) {
  for (PublicParameter& each : public_parameters(region))
    if (each.name == name) return std::move(each.value);
  return std::nullopt;
}

}  // namespace berth::fleet
