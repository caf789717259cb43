/// The fleet as Auto Scaling's shapes. Private to this folder.
#pragma once

#include "berth/fleet/fleet.hpp"
#include "berth/services/autoscaling/shapes.hpp"
#include "berth/wire/call.hpp"

#include <optional>
#include <string>
#include <vector>

namespace berth::autoscaling {

std::string group_arn(const wire::Call& call, const std::string& group);
/// Nothing for an empty text.
std::optional<std::string> text(const std::string& value);
/// Nothing for an empty id.
std::optional<LaunchTemplateSpecification> template_of(const fleet::Fleet& fleet, const wire::Call& call,
                                                       const std::string& id, const std::string& version);
std::vector<TagDescription> tags_of(const fleet::Group& group);
Instance describe(const fleet::Fleet& fleet, const wire::Call& call, const fleet::Instance& instance);
Activity describe(const wire::Call& call, const std::string& group, const fleet::ScalingActivity& activity);

}  // namespace berth::autoscaling
