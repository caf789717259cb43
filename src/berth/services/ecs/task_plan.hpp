/// From a task definition and a RunTask request's overrides to what shall run. Pure.
#pragma once

#include "berth/services/ecs/task_definition_shapes.hpp"
#include "berth/services/ecs/task_shapes.hpp"
#include "berth/task/task.hpp"

namespace berth::ecs {

/// Merges as RunTask does: environment by name, everything else replaces; entryPoint stays. Throws
/// InvalidParameterException for an override of a container that the definition does not have, or a value
/// that is wrong.
task::TaskPlan plan_task(const TaskDefinition& definition, const TaskOverride& overrides);

}  // namespace berth::ecs
