/// Whoever has instances made hands on the role in their instance profile.
#pragma once

#include "berth/services/cloudformation/resources/environment.hpp"
#include "berth/wire/call.hpp"

#include <string>

namespace berth::cloudformation {

/// Throws NoSuchEntity if there is no such profile, AccessDenied if the caller may not pass its role (iam:PassRole).
void authorize_profile(const Environment& environment, const wire::Call& call,
                       const std::string& name_or_arn);

}  // namespace berth::cloudformation
