#include "berth/services/ecs/arns.hpp"
#include "berth/services/ecs/candidates.hpp"
#include "berth/services/ecs/describe.hpp"
#include "berth/services/ecs/ecs.hpp"
#include "berth/services/ecs/errors.hpp"
#include "berth/services/ecs/lookup.hpp"
#include "berth/services/ecs/pages.hpp"

#include <algorithm>

namespace berth::ecs {

namespace {

constexpr std::size_t most_described = 100, most_updated = 10;

std::string status_of(const fleet::Instance& instance) {
  return instance.record.terminating || instance.record.draining ? "DRAINING" : "ACTIVE";
}

/// Registered with the cluster, by id or ARN; nullptr if there is none.
fleet::Instance* find_in(Ecs& ecs, const Call& call, const fleet::Cluster& cluster,
                         const std::string& given) {
  if (is_foreign_arn(call, given)) return nullptr;
  fleet::Instance* found = ecs.fleet.find_instance(call.account, call.region, id_of(given));
  return found && found->record.registered && found->record.cluster == cluster.name ? found : nullptr;
}

Failure missing_instance(const Call& call, const fleet::Cluster& cluster, const std::string& given) {
  return missing(given.starts_with("arn:") ? given : container_instance_arn(call, cluster.name, given));
}

}  // namespace

ListContainerInstancesResponse list_container_instances(Ecs& ecs, const Call& call,
                                                        ListContainerInstancesRequest in) {
  const fleet::Cluster& cluster = active_cluster(ecs, call, in.cluster);
  auto instances = ecs.fleet.instances_of({call.account, call.region, cluster.name});
  if (in.status) std::erase_if(instances, [&](const auto* each) { return status_of(*each) != *in.status; });
  if (in.filter && !in.filter->empty()) {
    const auto expression = sched::Expression::parse(*in.filter);
    if (!expression) throw invalid_parameter("Invalid filter: " + expression.error().message);
    std::erase_if(instances, [&](const fleet::Instance* each) {
      sched::Candidate candidate = candidate_of(ecs, call, *each);
      candidate.task_groups = task_groups_on(ecs, *each);
      return !expression->matches(sched::subjects_of(candidate));
    });
  }
  const auto id = [](const fleet::Instance* each) { return each->record.container_instance_id; };
  std::ranges::sort(instances, {}, id);
  Page page = page_of(instances, in.nextToken, in.maxResults, id, [&](const fleet::Instance* each) {
    return container_instance_arn(call, each->record.cluster, each->record.container_instance_id);
  });
  return {.containerInstanceArns = std::move(page.items), .nextToken = std::move(page.nextToken)};
}

DescribeContainerInstancesResponse describe_container_instances(Ecs& ecs, const Call& call,
                                                                DescribeContainerInstancesRequest in) {
  const fleet::Cluster& cluster = active_cluster(ecs, call, in.cluster);
  if (in.containerInstances.empty()) throw empty_list("Container instances");
  if (in.containerInstances.size() > most_described)
    throw list_too_long("containerInstances", most_described);
  check_include(in.include, {"CONTAINER_INSTANCE_HEALTH", "TAGS"});
  const bool with_tags = std::ranges::find(in.include, "TAGS") != in.include.end();
  DescribeContainerInstancesResponse out;
  for (const std::string& given : in.containerInstances) {
    const fleet::Instance* instance = find_in(ecs, call, cluster, given);
    if (!instance) {
      out.failures.push_back(missing_instance(call, cluster, given));
      continue;
    }
    ContainerInstance& shape = out.containerInstances.emplace_back(describe(ecs, call, *instance));
    if (!with_tags) shape.tags.clear();
  }
  return out;
}

UpdateContainerInstancesStateResponse update_container_instances_state(
    Ecs& ecs, const Call& call, UpdateContainerInstancesStateRequest in) {
  const fleet::Cluster& cluster = active_cluster(ecs, call, in.cluster);
  if (in.status != "ACTIVE" && in.status != "DRAINING")
    throw invalid_parameter("Container instance status should be one of [ACTIVE, DRAINING]");
  if (in.containerInstances.empty()) throw empty_list("Container instances");
  if (in.containerInstances.size() > most_updated) throw list_too_long("containerInstances", most_updated);
  UpdateContainerInstancesStateResponse out;
  for (const std::string& given : in.containerInstances) {
    fleet::Instance* instance = find_in(ecs, call, cluster, given);
    if (!instance) {
      out.failures.push_back(missing_instance(call, cluster, given));
      continue;
    }
    ecs.fleet.set_draining(*instance, in.status == "DRAINING");
    out.containerInstances.push_back(describe(ecs, call, *instance));
  }
  return out;
}

}  // namespace berth::ecs
