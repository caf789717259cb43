/// ARNs of ECS: made, and taken apart where a parameter may be a short id or an ARN.
#pragma once

#include "berth/wire/call.hpp"

#include <string>
#include <string_view>

namespace berth::ecs {

/// "arn:aws:ecs:REGION:ACCOUNT:" + what, e.g. "cluster/default".
std::string arn(const wire::Call& call, std::string_view what);

std::string cluster_arn(const wire::Call& call, std::string_view cluster);
std::string container_instance_arn(const wire::Call& call, std::string_view cluster, std::string_view id);
std::string task_arn(const wire::Call& call, std::string_view cluster, std::string_view id);
std::string task_definition_arn(const wire::Call& call, std::string_view family_and_revision);

/// What stands after the last '/': the id itself if it is short already.
std::string_view id_of(std::string_view id_or_arn);

/// Whether `text` is an ARN of another account or region, or of another service: nothing of ours has it.
bool is_foreign_arn(const wire::Call& call, std::string_view text);

/// A role's name as an ARN of the caller's account; an ARN stays as it is.
std::string role_arn(const wire::Call& call, const std::string& name_or_arn);

}  // namespace berth::ecs
