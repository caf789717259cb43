/// CloudFormation's errors, each text once.
#pragma once

#include "berth/wire/error.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace berth::cloudformation {

wire::ServiceError validation_error(std::string text);
wire::ServiceError stack_does_not_exist(std::string_view name_or_id);
wire::ServiceError resource_does_not_exist(std::string_view logical_id, std::string_view stack);
wire::ServiceError stack_exists(std::string_view name);
wire::ServiceError needs_capability(std::string_view capability);
wire::ServiceError invalid_stack_name(std::string_view name);
wire::ServiceError termination_protected(std::string_view name);
wire::ServiceError template_url_not_ours();
wire::ServiceError template_not_readable(std::string_view why);
wire::ServiceError too_many_stacks();
wire::ServiceError no_updates();
wire::ServiceError export_in_use(std::string_view name, const std::vector<std::string>& stacks);
wire::ServiceError change_set_not_found(std::string_view name_or_id);
wire::ServiceError change_set_exists(std::string_view name, std::string_view stack);
wire::ServiceError change_set_not_executable(std::string_view id, std::string_view status);

}  // namespace berth::cloudformation
