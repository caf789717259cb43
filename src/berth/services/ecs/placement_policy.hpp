/// From a definition's and a request's placement members to what placement understands. Pure.
#pragma once

#include "berth/sched/placement.hpp"
#include "berth/services/ecs/task_definition_shapes.hpp"
#include "berth/services/ecs/task_shapes.hpp"

namespace berth::ecs {

/// Throws InvalidParameterException for a constraint, expression or strategy that is not one.
sched::Policy placement_policy(const TaskDefinition& definition, const RunTaskRequest& request);

}  // namespace berth::ecs
