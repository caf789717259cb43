#include "berth/services/cloudformation/resources/resource_types.hpp"
#include "berth/services/cloudformation/resources/shared_shapes.hpp"
#include "berth/services/ecs/ecs.hpp"
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
  std::optional<wire::Document> DefaultCapacityProviderStrategy;
  std::optional<wire::Document> ServiceConnectDefaults;
  std::vector<ResourceTag> Tags;
};
AWS_SHAPE(ClusterProperties, ClusterName, ClusterSettings, Configuration, CapacityProviders,
          DefaultCapacityProviderStrategy, ServiceConnectDefaults, Tags)

constexpr PropertyRow rows[] = {
    {"ClusterName", Standing::Honoured, "", replaces},
    {"ClusterSettings", Standing::Ignored, "kept and shown; nothing acts on it"},
    {"Configuration", Standing::Ignored, "there is no ExecuteCommand to configure"},
    {"CapacityProviders", Standing::Refused, "instances come through an AutoScalingGroup"},
    {"DefaultCapacityProviderStrategy", Standing::Refused, "instances come through an AutoScalingGroup"},
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
  const ecs::CreateClusterResponse out = ecs::create_cluster(environment.ecs, call, std::move(in));
  request.initiated(out.cluster->clusterName.value());
  co_return Attributes{{"Arn", out.cluster->clusterArn.value()}};
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

const ResourceType ecs_cluster =
    resource_type<&create, &remove>({"AWS::ECS::Cluster", rows, attributes}, {.property = "ClusterName"},
                                    {"ecs:CreateCluster", "ecs:DeleteCluster", &arns});

}  // namespace berth::cloudformation
