#include "berth/services/cloudformation/errors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace berth::cloudformation {

wire::ServiceError validation_error(std::string text) { return {"ValidationError", std::move(text), 400}; }

wire::ServiceError stack_does_not_exist(std::string_view name_or_id) {
  return validation_error(fmt::format("Stack with id {} does not exist", name_or_id));
}
wire::ServiceError resource_does_not_exist(std::string_view logical_id, std::string_view stack) {
  return validation_error(fmt::format("Resource {} does not exist for stack {}", logical_id, stack));
}
wire::ServiceError stack_exists(std::string_view name) {
  return {"AlreadyExistsException", fmt::format("Stack [{}] already exists", name), 400};
}
wire::ServiceError needs_capability(std::string_view capability) {
  return {"InsufficientCapabilitiesException", fmt::format("Requires capabilities : [{}]", capability), 400};
}
wire::ServiceError invalid_stack_name(std::string_view name) {
  return validation_error(fmt::format(
      "1 validation error detected: Value '{}' at 'stackName' failed to satisfy constraint: {}", name,
      name.size() > 128 ? "Member must have length less than or equal to 128"
                        : "Member must satisfy regular expression pattern: [a-zA-Z][-a-zA-Z0-9]*"));
}
wire::ServiceError termination_protected(std::string_view name) {
  return validation_error(
      fmt::format("Stack [{}] cannot be deleted while TerminationProtection is enabled", name));
}
wire::ServiceError template_url_not_ours() {
  return validation_error(
      "TemplateURL must reference a valid S3 object to which you have access: templates are read from this "
      "endpoint's own buckets only.");
}
wire::ServiceError template_not_readable(std::string_view why) {
  return validation_error(fmt::format("S3 error: {}", why));
}
wire::ServiceError too_many_stacks() {
  return {"LimitExceededException", "Limit for stacks has been exceeded", 400};
}

wire::ServiceError no_updates() { return validation_error("No updates are to be performed."); }
wire::ServiceError export_in_use(std::string_view name, const std::vector<std::string>& stacks) {
  return validation_error(
      fmt::format("Export {} cannot be deleted as it is in use by {}", name, fmt::join(stacks, ", ")));
}
wire::ServiceError change_set_not_found(std::string_view name_or_id) {
  return {"ChangeSetNotFound", fmt::format("ChangeSet [{}] does not exist", name_or_id), 404};
}
wire::ServiceError change_set_exists(std::string_view name, std::string_view stack) {
  return {"AlreadyExistsException", fmt::format("ChangeSet {} already exists for stack {}", name, stack),
          400};
}
wire::ServiceError change_set_not_executable(std::string_view id, std::string_view status) {
  return {"InvalidChangeSetStatus",
          fmt::format("ChangeSet [{}] cannot be executed in its current status of [{}]", id, status), 400};
}

}  // namespace berth::cloudformation
