/// IAM's errors, each text once.
#pragma once

#include "berth/wire/error.hpp"

#include <string>
#include <string_view>

namespace berth::iam {

wire::ServiceError no_such_role(std::string_view name);
wire::ServiceError no_such_instance_profile(std::string_view name);
wire::ServiceError no_such_role_policy(std::string_view policy_name);
wire::ServiceError policy_not_attached(std::string_view arn);
wire::ServiceError role_exists(std::string_view name);
wire::ServiceError instance_profile_exists(std::string_view name);
wire::ServiceError delete_conflict(std::string_view what_first);
wire::ServiceError malformed_policy(std::string_view why);
wire::ServiceError invalid_name(std::string_view member);
wire::ServiceError invalid_path();
wire::ServiceError invalid_arn(std::string_view arn);
wire::ServiceError invalid_session_length();
wire::ServiceError profile_has_role();

}  // namespace berth::iam
