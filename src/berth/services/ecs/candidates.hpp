/// Container instances as placement sees them.
#pragma once

#include "berth/sched/placement.hpp"
#include "berth/services/ecs/ecs.hpp"

#include <string>
#include <vector>

namespace berth::ecs {

/// Borrows from the instance. Without what is costly to gather (tasks alike, task groups).
sched::Candidate candidate_of(Ecs& ecs, const Call& call, const fleet::Instance& instance);

/// The groups of the tasks that live on it.
std::vector<std::string> task_groups_on(Ecs& ecs, const fleet::Instance& instance);

/// How many tasks of `group` live on it.
int tasks_alike_on(Ecs& ecs, const fleet::Instance& instance, const std::string& group);

}  // namespace berth::ecs
