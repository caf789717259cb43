#include "berth/services/ecs/lookup.hpp"

#include "berth/services/ecs/arns.hpp"
#include "berth/services/ecs/errors.hpp"

namespace berth::ecs {

const fleet::Cluster* find_cluster(Ecs& ecs, const Call& call,
                                   const std::optional<std::string>& name_or_arn) {
  const std::string given = name_or_arn && !name_or_arn->empty() ? *name_or_arn : "default";
  if (is_foreign_arn(call, given)) return nullptr;
  return ecs.fleet.find_cluster({call.account, call.region, std::string(id_of(given))});
}

const fleet::Cluster& active_cluster(Ecs& ecs, const Call& call,
                                     const std::optional<std::string>& name_or_arn) {
  const fleet::Cluster* cluster = find_cluster(ecs, call, name_or_arn);
  if (!cluster) throw cluster_not_found();
  if (!cluster->active) throw cluster_inactive();
  return *cluster;
}

task::Task* find_task(Ecs& ecs, const Call& call, const fleet::Cluster& cluster,
                      const std::string& id_or_arn) {
  if (is_foreign_arn(call, id_or_arn)) return nullptr;
  task::Task* task = ecs.tasks.find(call.account, call.region, std::string(id_of(id_or_arn)));
  return task && task->plan.cluster == cluster.name ? task : nullptr;
}

}  // namespace berth::ecs
