#include "berth/services/ecs/arns.hpp"
#include "berth/services/ecs/capacity_strategy.hpp"
#include "berth/services/ecs/describe.hpp"
#include "berth/services/ecs/ecs.hpp"
#include "berth/services/ecs/errors.hpp"
#include "berth/services/ecs/lookup.hpp"
#include "berth/services/ecs/pages.hpp"
#include "berth/services/ecs/tag_rules.hpp"
#include "berth/services/ecs/task_definition_rules.hpp"

#include <algorithm>

namespace berth::ecs {

namespace {

constexpr std::size_t most_described = 100;

bool includes(const std::vector<std::string>& include, std::string_view what) {
  return std::ranges::find(include, what) != include.end();
}

/// Counts by launch type; what has no capacity here counts zero.
std::vector<KeyValuePair> statistics(const Cluster& cluster) {
  std::vector<KeyValuePair> lines;
  for (const std::string type : {"EC2", "Fargate", "External"}) {
    const bool ec2 = type == "EC2";
    lines.push_back({"running" + type + "TasksCount", std::to_string(ec2 ? *cluster.runningTasksCount : 0)});
    lines.push_back({"pending" + type + "TasksCount", std::to_string(ec2 ? *cluster.pendingTasksCount : 0)});
    lines.push_back({"active" + type + "ServiceCount", "0"});
    lines.push_back({"draining" + type + "ServiceCount", "0"});
  }
  return lines;
}

std::map<std::string, std::string> read_settings(const std::vector<ClusterSetting>& given) {
  std::map<std::string, std::string> settings;
  for (const ClusterSetting& each : given) {
    if (each.name != "containerInsights")
      throw invalid_parameter("Invalid cluster setting name: containerInsights is known.");
    settings[*each.name] = each.value.value_or("disabled");
  }
  return settings;
}

Cluster update_settings(Ecs& ecs, const Call& call, const std::string& name,
                        const std::vector<ClusterSetting>& given) {
  const fleet::Cluster& cluster = active_cluster(ecs, call, name);
  std::map<std::string, std::string> settings = cluster.settings;
  for (auto& [key, value] : read_settings(given)) settings[key] = value;
  ecs.fleet.set_cluster_settings({call.account, call.region, cluster.name}, std::move(settings));
  return describe(ecs, call, cluster);
}

}  // namespace

CreateClusterResponse create_cluster(Ecs& ecs, const Call& call, CreateClusterRequest in) {
  const std::string name = in.clusterName.value_or("default");
  if (!is_name(name))
    throw invalid_parameter(
        "Invalid cluster name: up to 255 letters (uppercase and lowercase), numbers, underscores, and "
        "hyphens are allowed.");
  check_tags(in.tags);
  auto providers = read_providers(ecs, call, in.capacityProviders);
  auto strategy = read_strategy(in.defaultCapacityProviderStrategy, providers);
  std::map<std::string, std::string> settings = read_settings(in.settings);
  if (!settings.contains("containerInsights"))
    if (const std::string usual = effective_setting(ecs, call, "containerInsights"); usual != "disabled")
      settings["containerInsights"] = usual;
  const fleet::Key key{call.account, call.region, name};
  const fleet::Cluster* there = ecs.fleet.find_cluster(key);
  const bool is_new = there == nullptr || !there->active;
  const fleet::Cluster& cluster = ecs.fleet.create_cluster(key, from_tags(in.tags), std::move(settings));
  if (is_new) ecs.fleet.set_cluster_capacity(key, std::move(providers), std::move(strategy));
  return {.cluster = describe(ecs, call, cluster)};
}

DescribeClustersResponse describe_clusters(Ecs& ecs, const Call& call, DescribeClustersRequest in) {
  if (in.clusters.size() > most_described) throw list_too_long("clusters", most_described);
  check_include(in.include, {"ATTACHMENTS", "CONFIGURATIONS", "SETTINGS", "STATISTICS", "TAGS"});
  if (in.clusters.empty()) in.clusters.push_back("default");
  DescribeClustersResponse out;
  for (const std::string& name : in.clusters) {
    const fleet::Cluster* cluster = find_cluster(ecs, call, name);
    if (!cluster) {
      out.failures.push_back(missing(name.starts_with("arn:") ? name : cluster_arn(call, name)));
      continue;
    }
    Cluster shape = describe(ecs, call, *cluster);
    if (includes(in.include, "STATISTICS")) shape.statistics = statistics(shape);
    if (!includes(in.include, "TAGS")) shape.tags.clear();
    if (!includes(in.include, "SETTINGS")) shape.settings.clear();
    out.clusters.push_back(std::move(shape));
  }
  return out;
}

ListClustersResponse list_clusters(Ecs& ecs, const Call& call, ListClustersRequest in) {
  auto clusters = ecs.fleet.clusters(call.account, call.region);
  std::erase_if(clusters, [](const fleet::Cluster* each) { return !each->active; });
  Page page = page_of(
      clusters, in.nextToken, in.maxResults, [](const fleet::Cluster* each) { return each->name; },
      [&](const fleet::Cluster* each) { return cluster_arn(call, each->name); });
  return {.clusterArns = std::move(page.items), .nextToken = std::move(page.nextToken)};
}

DeleteClusterResponse delete_cluster(Ecs& ecs, const Call& call, DeleteClusterRequest in) {
  const fleet::Cluster* cluster = find_cluster(ecs, call, in.cluster);
  if (!cluster) throw cluster_not_found();
  const fleet::Key key{call.account, call.region, cluster->name};
  const auto counts = ecs.tasks.counts_of(key);
  if (!ecs.fleet.instances_of(key).empty()) throw cluster_contains_container_instances();
  if (counts.pending + counts.running > 0) throw cluster_contains_tasks();
  if (cluster->active) ecs.fleet.deactivate_cluster(key);
  return {.cluster = describe(ecs, call, *cluster)};
}

UpdateClusterResponse update_cluster(Ecs& ecs, const Call& call, UpdateClusterRequest in) {
  return {.cluster = update_settings(ecs, call, in.cluster, in.settings)};
}

UpdateClusterSettingsResponse update_cluster_settings(Ecs& ecs, const Call& call,
                                                      UpdateClusterSettingsRequest in) {
  if (in.settings.empty()) throw empty_list("Settings");
  return {.cluster = update_settings(ecs, call, in.cluster, in.settings)};
}

}  // namespace berth::ecs
