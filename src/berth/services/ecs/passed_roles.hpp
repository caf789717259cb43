/// Roles that a request hands to tasks: the caller must be allowed to pass them.
#pragma once

#include "berth/services/ecs/arns.hpp"
#include "berth/wire/call.hpp"

#include <optional>
#include <string>

namespace berth::ecs {

/// Throws AccessDenied unless the caller may pass the role to tasks. No role: nothing to ask.
inline void authorize_passed_role(const wire::Call& call, const std::optional<std::string>& role) {
  if (role && !role->empty())
    call.authorize("iam:PassRole", role_arn(call, *role),
                   {{"iam:PassedToService", {"ecs-tasks.amazonaws.com"}}});
}

}  // namespace berth::ecs
