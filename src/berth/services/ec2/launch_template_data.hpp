/// What of LaunchTemplateData is acted on, kept or refused: for the API and for stacks.
#pragma once

#include "berth/services/ec2/ec2.hpp"

#include <optional>
#include <string>

namespace berth::ec2 {

/// A version that has not been added yet. Throws UnsupportedOperation for a member that is refused (it names the member,
/// and what to use instead), InvalidParameterValue for an unknown instance profile, AccessDenied if the caller may not
/// pass its role.
fleet::LaunchTemplateVersion launch_template_version_of(const Ec2& ec2, const Call& call,
                                                        const std::optional<std::string>& description,
                                                        const RequestLaunchTemplateData& data);

}  // namespace berth::ec2
