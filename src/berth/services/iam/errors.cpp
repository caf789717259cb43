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
wire::ServiceError no_such_policy(std::string_view arn) {
  return no_such_entity(fmt::format("Policy {} was not found.", arn));
}
wire::ServiceError no_such_policy_version(std::string_view arn, std::string_view version) {
  return no_such_entity(
      fmt::format("Policy {} version {} does not exist or is not attachable.", arn, version));
}
wire::ServiceError not_attachable(std::string_view arn) {
  return no_such_entity(fmt::format("Policy {} does not exist or is not attachable.", arn));
}
wire::ServiceError policy_exists(std::string_view name) {
  return exists(fmt::format("A policy called {} already exists. Duplicate names are not allowed.", name));
}
wire::ServiceError policy_in_use() {
  return {"DeleteConflict", "Cannot delete a policy attached to entities.", 409};
}
wire::ServiceError policy_of_aws(std::string_view arn) {
  return {"AccessDenied", fmt::format("Policy {} is AWS's own and cannot be changed.", arn), 403};
}
wire::ServiceError quota_exceeded(std::string_view quota, std::size_t limit) {
  return {"LimitExceeded", fmt::format("Cannot exceed quota for {}: {}", quota, limit), 409};
}
wire::ServiceError inline_policies_too_large(std::string_view role, std::size_t limit) {
  return {"LimitExceeded", fmt::format("Maximum policy size of {} bytes exceeded for role {}", limit, role),
          409};
}
wire::ServiceError too_many_tags() {
  return {"LimitExceeded", "The number of tags has reached the maximum limit.", 409};
}
wire::ServiceError invalid_tag(std::string_view part, std::string_view value) {
  const bool is_key = part == "key";
  return invalid(fmt::format(
      "1 validation error detected: Value '{}' at 'tags.1.member.{}' failed to satisfy constraint: "
      "Member must have length {}",
      value, part,
      is_key && value.empty() ? "greater than or equal to 1"
      : is_key                ? "less than or equal to 128"
                              : "less than or equal to 256"));
}
wire::ServiceError reserved_tag() {
  return {"InvalidInput",
          "System tag keys (those that begin with aws:) cannot be added, changed or removed by users.", 400};
}
wire::ServiceError doubled_tag() {
  return {"InvalidInput", "Duplicate tag keys found. Please note that Tag keys are case insensitive.", 400};
}
wire::ServiceError boundary_not_supported() {
  return {"InvalidInput",
          "PermissionsBoundary is not supported here: the role would have more rights than it asks for.",
          400};
}
wire::ServiceError invalid_page(int max_items) {
  return invalid(fmt::format(
      "1 validation error detected: Value '{}' at 'maxItems' failed to satisfy constraint: Member "
      "must have value {}",
      max_items, max_items < 1 ? "greater than or equal to 1" : "less than or equal to 1000"));
}
wire::ServiceError invalid_marker() { return invalid("Invalid Marker: it is not one that was given out."); }
wire::ServiceError invalid_choice(std::string_view member, std::string_view value, std::string_view choices) {
  return invalid(
      fmt::format("1 validation error detected: Value '{}' at '{}' failed to satisfy constraint: Member must "
                  "satisfy enum value set: [{}]",
                  value, member, choices));
}

}  // namespace berth::iam
