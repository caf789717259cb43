#include "berth/services/ecs/lookup.hpp"

#include "berth/services/ecs/arns.hpp"
#include "berth/services/ecs/errors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

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

void check_include(const std::vector<std::string>& include, std::initializer_list<std::string_view> known) {
  for (const std::string& each : include)
    if (std::ranges::find(known, each) == known.end())
      throw invalid_parameter(
          fmt::format("1 validation error detected: Value '[{}]' at 'include' failed to satisfy constraint: "
                      "Member must satisfy enum value set: [{}]",
                      each, fmt::join(known, ", ")));
}

}  // namespace berth::ecs
