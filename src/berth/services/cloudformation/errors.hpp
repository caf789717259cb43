/// CloudFormation's errors, each text once.
#pragma once

#include "berth/wire/error.hpp"

#include <string>
#include <string_view>

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

}  // namespace berth::cloudformation
