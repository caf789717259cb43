#include "berth/services/cloudformation/errors.hpp"

#include <fmt/format.h>

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

}  // namespace berth::cloudformation
