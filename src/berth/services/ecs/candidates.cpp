#include "berth/services/ecs/candidates.hpp"

#include "base/time_format.hpp"
#include "berth/services/ecs/arns.hpp"

#include <algorithm>
#include <set>

namespace berth::ecs {

sched::Candidate candidate_of(Ecs& ecs, const Call& call, const fleet::Instance& instance) {
  const fleet::InstanceRecord& record = instance.record;
  return {.id = container_instance_arn(call, record.cluster, record.container_instance_id),
          .inventory = &instance.inventory,
          .attributes = &instance.attributes,
          .properties = {{"agentConnected", "true"},
                         {"ec2InstanceId", record.id},
                         {"registeredAt", base::to_iso8601(record.registered_at)},
                         {"runningTasksCount",
                          std::to_string(ecs.tasks.counts_on(record.container_instance_id).running)}}};
}

std::vector<std::string> task_groups_on(Ecs& ecs, const fleet::Instance& instance) {
  std::set<std::string> groups;
  for (const task::Task* task : ecs.tasks.living_on(instance.record.container_instance_id))
    groups.insert(task->plan.group);
  return {groups.begin(), groups.end()};
}

int tasks_alike_on(Ecs& ecs, const fleet::Instance& instance, const std::string& group) {
  const auto tasks = ecs.tasks.living_on(instance.record.container_instance_id);
  return static_cast<int>(
      std::ranges::count_if(tasks, [&](const task::Task* task) { return task->plan.group == group; }));
}

}  // namespace berth::ecs
