/// Amazon's machine images for ECS as templates and tools name them: by the public parameters of SSM, and by image id.
///
/// Nothing is booted from an image here: an instance is a slice of this machine. The table is what makes one name mean
/// the same image everywhere (SSM, DescribeImages, parameters of stacks). Ids are made from region and image and never
/// change, so they are other ids than AWS's. Source: AWS, "Retrieving Amazon ECS-optimized Linux AMI metadata".
#pragma once

#include "base/clock.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace berth::fleet {

struct MachineImage {
  std::string_view parameter;     ///< below optimized_images: "amazon-linux-2/gpu/recommended"
  std::string_view name;          ///< "amzn2-ami-ecs-gpu-hvm-2.0.20250610-x86_64-ebs"
  std::string_view version;       ///< "2.0.20250610"
  std::string_view os;            ///< "Amazon Linux 2"
  std::string_view source;        ///< name of the image that it was made from
  std::string_view architecture;  ///< "x86_64" or "arm64"
  std::string_view description;

  std::string id(std::string_view region) const;  ///< ami- and 17 hexadecimal digits
};

/// Where AWS publishes the images for ECS among the parameters.
inline constexpr std::string_view optimized_images = "/aws/service/ecs/optimized-ami/";
/// When the images of the table were published: one day for all.
base::TimePoint images_published_at();

/// Sorted by parameter.
std::span<const MachineImage> machine_images();
/// nullptr if no image of the table has this id in that region.
const MachineImage* find_machine_image(std::string_view region, std::string_view id);
/// The image that an instance has when nothing names one: Amazon Linux 2.
std::string image_id(std::string_view region);

struct PublicParameter {
  std::string name;   ///< "/aws/service/ecs/optimized-ami/amazon-linux-2/recommended/image_id"
  std::string value;  ///< of …/recommended: a JSON document with what its children hold one by one
};

/// All of a region, by name.
std::vector<PublicParameter> public_parameters(std::string_view region);
std::optional<std::string> public_parameter(std::string_view region, std::string_view name);

}  // namespace berth::fleet
