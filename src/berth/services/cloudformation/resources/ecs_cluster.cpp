#include "berth/services/cloudformation/resources/cluster_capacity.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"
#include "berth/services/cloudformation/resources/shared_shapes.hpp"
#include "berth/services/ecs/ecs.hpp"
#include "berth/services/ecs/errors.hpp"
#include "berth/services/ecs/tag_rules.hpp"
#include "berth/wire/error.hpp"

namespace berth::cloudformation {
namespace {

struct ClusterSettingProperty {
  std::optional<std::string> Name;
  std::optional<std::string> Value;
};
AWS_SHAPE(ClusterSettingProperty, Name, Value)

struct ClusterProperties {
  std::optional<std::string> ClusterName;
  std::vector<ClusterSettingProperty> ClusterSettings;
  std::optional<wire::Document> Configuration;
  std::vector<std::string> CapacityProviders;
  std::vector<StrategyProperty> DefaultCapacityProviderStrategy;
  std::optional<wire::Document> ServiceConnectDefaults;
  std::vector<ResourceTag> Tags;
};
AWS_SHAPE(ClusterProperties, ClusterName, ClusterSettings, Configuration, CapacityProviders,
          DefaultCapacityProviderStrategy, ServiceConnectDefaults, Tags)

constexpr PropertyRow rows[] = {
    {"ClusterName", Standing::Honoured, "", replaces},
    {"ClusterSettings", Standing::Ignored, "kept and shown; nothing acts on it"},
    {"Configuration", Standing::Ignored, "there is no ExecuteCommand to configure"},
    {"CapacityProviders", Standing::Honoured},
    {"DefaultCapacityProviderStrategy", Standing::Honoured},
    {"ServiceConnectDefaults", Standing::Ignored, "there is no Service Connect"},
    {"Tags", Standing::Honoured},
};
constexpr std::string_view attributes[] = {"Arn"};

Making create(Environment& environment, const Call& call, ResourceRequest& request,
              ClusterProperties properties) {
  const fleet::Cluster* there =
      environment.fleet.find_cluster({request.account, request.region, properties.ClusterName.value_or("")});
  if (there != nullptr && there->active) throw ResourceFailure(there->name + " already exists");
  ecs::CreateClusterRequest in;
  in.clusterName = properties.ClusterName;
  for (const auto& [key, value] : merge_tags(request.tags, properties.Tags)) in.tags.push_back({key, value});
  for (const ClusterSettingProperty& setting : properties.ClusterSettings)
    in.settings.push_back({setting.Name, setting.Value});
  in.capacityProviders = properties.CapacityProviders;
  in.defaultCapacityProviderStrategy = to_strategy(properties.DefaultCapacityProviderStrategy);
  const ecs::CreateClusterResponse out = ecs::create_cluster(environment.ecs, call, std::move(in));
  request.initiated(out.cluster->clusterName.value());
  co_return Attributes{{"Arn", out.cluster->clusterArn.value()}};
}

Making update(Environment& environment, const Call& call, ResourceRequest& request, ClusterProperties wanted,
              ClusterProperties before) {
  const fleet::Key key{request.account, request.region, request.physical_id};
  const fleet::Cluster* cluster = environment.fleet.find_cluster(key);
  if (cluster == nullptr || !cluster->active) throw ecs::cluster_not_found();
  const std::string arn = arn_start("ecs", request) + "cluster/" + key.name;
  auto tags = merge_tags(request.tags, wanted.Tags);
  std::vector<ecs::Tag> checked;
  for (const auto& [name, value] : tags) checked.push_back({name, value});
  ecs::check_tags(checked);
  if (!wanted.ClusterSettings.empty() || !before.ClusterSettings.empty()) {
    call.authorize("ecs:UpdateCluster", arn);
    ecs::UpdateClusterRequest in{.cluster = key.name};
    for (const ClusterSettingProperty& setting : wanted.ClusterSettings)
      in.settings.push_back({setting.Name, setting.Value});
    if (in.settings.empty()) in.settings.push_back({"containerInsights", "disabled"});
    ecs::update_cluster(environment.ecs, call, std::move(in));
  }
  // What AWS::ECS::ClusterCapacityProviderAssociations has set stays if the cluster never said anything.
  const bool says = !wanted.CapacityProviders.empty() || !before.CapacityProviders.empty() ||
                    !wanted.DefaultCapacityProviderStrategy.empty() ||
                    !before.DefaultCapacityProviderStrategy.empty();
  if (says) {
    call.authorize("ecs:PutClusterCapacityProviders", arn);
    put_cluster_capacity(environment, call, key.name, wanted.CapacityProviders,
                         wanted.DefaultCapacityProviderStrategy);
  }
  if (tags != cluster->tags) {
    call.authorize("ecs:TagResource", arn);
    environment.fleet.set_cluster_tags(key, std::move(tags));
  }
  co_return Attributes{{"Arn", arn}};
}

Removing remove(Environment& environment, const Call& call, const ResourceRequest& request) {
  try {
    ecs::DeleteClusterRequest in{.cluster = request.physical_id};
    ecs::delete_cluster(environment.ecs, call, std::move(in));
  } catch (const wire::ServiceError& error) {
    if (error.code != "ClusterNotFoundException") throw;
  }
  co_return;
}

std::vector<std::string> arns(const Environment&, const ResourceRequest& request, const std::string& name) {
  return {arn_start("ecs", request) + "cluster/" + name};
}

}  // namespace

const ResourceType ecs_cluster = resource_type<&create, &remove, &update>(
    {"AWS::ECS::Cluster", rows, attributes}, {.property = "ClusterName"},
    {"ecs:CreateCluster", "ecs:DeleteCluster", &arns});

}  // namespace berth::cloudformation
