#include "berth/services/iam/errors.hpp"

#include <fmt/format.h>

namespace berth::iam {
namespace {

wire::ServiceError no_such_entity(std::string text) { return {"NoSuchEntity", std::move(text), 404}; }
wire::ServiceError exists(std::string text) { return {"EntityAlreadyExists", std::move(text), 409}; }
wire::ServiceError invalid(std::string text) { return {"ValidationError", std::move(text), 400}; }

}  // namespace

wire::ServiceError no_such_role(std::string_view name) {
  return no_such_entity(fmt::format("The role with name {} cannot be found.", name));
}
wire::ServiceError no_such_instance_profile(std::string_view name) {
  return no_such_entity(fmt::format("Instance Profile {} cannot be found.", name));
}
wire::ServiceError no_such_role_policy(std::string_view policy_name) {
  return no_such_entity(fmt::format("The role policy with name {} cannot be found.", policy_name));
}
wire::ServiceError policy_not_attached(std::string_view arn) {
  return no_such_entity(fmt::format("Policy {} was not found.", arn));
}
wire::ServiceError role_exists(std::string_view name) {
  return exists(fmt::format("Role with name {} already exists.", name));
}
wire::ServiceError instance_profile_exists(std::string_view name) {
  return exists(fmt::format("Instance Profile {} already exists.", name));
}
wire::ServiceError delete_conflict(std::string_view what_first) {
  return {"DeleteConflict", fmt::format("Cannot delete entity, must {} first.", what_first), 409};
}
wire::ServiceError malformed_policy(std::string_view why) {
  return {"MalformedPolicyDocument", fmt::format("The policy document is not valid: {}", why), 400};
}
wire::ServiceError invalid_name(std::string_view member) {
  return invalid(
      fmt::format("The specified value for {} is invalid. It must contain only alphanumeric characters "
                  "and/or the following: +=,.@_-",
                  member));
}
wire::ServiceError invalid_path() {
  return invalid(
      "The specified value for path is invalid. It must begin and end with / and contain only alphanumeric "
      "characters "
      "and/or / characters.");
}
wire::ServiceError invalid_arn(std::string_view arn) {
  return {"InvalidInput", fmt::format("ARN {} is not valid.", arn), 400};
}
wire::ServiceError invalid_session_length() {
  return invalid(
      "The specified value for maxSessionDuration is invalid. It must be between 3600 and 43200 seconds.");
}
wire::ServiceError profile_has_role() {
  return {"LimitExceeded", "Cannot exceed quota for InstanceSessionsPerInstanceProfile: 1", 409};
}

}  // namespace berth::iam
