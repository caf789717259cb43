/// How much and how many a task definition may have: ranges of numbers, lengths, counts, names that may
/// stand once. What its members mean together is checked in task_definition_rules.hpp. Source: Amazon ECS
/// API Reference, RegisterTaskDefinition, and "Amazon ECS service quotas".
#pragma once

#include "berth/services/ecs/task_definition_shapes.hpp"

namespace berth::ecs {

/// Throws ClientException (for tags InvalidParameterException) with what is too much. After
/// check(request): containers have names.
void check_limits(const RegisterTaskDefinitionRequest& request);

}  // namespace berth::ecs
