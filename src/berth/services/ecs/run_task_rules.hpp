/// What of a RunTask request can be refused without looking at anything else: lengths, ranges, choices,
/// doubled names. Source: Amazon ECS API Reference, RunTask.
#pragma once

#include "berth/services/ecs/task_shapes.hpp"

namespace berth::ecs {

/// Throws what AWS answers.
void check(const RunTaskRequest& request);

}  // namespace berth::ecs
