/// IAM's errors, each text once.
#pragma once

#include "berth/wire/error.hpp"

#include <cstddef>
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
wire::ServiceError no_such_policy(std::string_view arn);
wire::ServiceError no_such_policy_version(std::string_view arn, std::string_view version);
wire::ServiceError not_attachable(std::string_view arn);
wire::ServiceError policy_exists(std::string_view name);
wire::ServiceError policy_in_use();
wire::ServiceError policy_of_aws(std::string_view arn);
wire::ServiceError quota_exceeded(std::string_view quota, std::size_t limit);
wire::ServiceError inline_policies_too_large(std::string_view role, std::size_t limit);
wire::ServiceError too_many_tags();
wire::ServiceError invalid_tag(std::string_view part, std::string_view value);
wire::ServiceError reserved_tag();
wire::ServiceError doubled_tag();
wire::ServiceError boundary_not_supported();
wire::ServiceError invalid_page(int max_items);
wire::ServiceError invalid_marker();
wire::ServiceError invalid_choice(std::string_view member, std::string_view value, std::string_view choices);

}  // namespace berth::iam
