#include "berth/services/cloudformation/resources/cluster_capacity.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"
#include "berth/services/ecs/arns.hpp"
#include "berth/services/ecs/lookup.hpp"

namespace berth::cloudformation {
namespace {

struct AssociationProperties {
  std::string Cluster;
  std::vector<std::string> CapacityProviders;
  wire::Required<std::vector<StrategyProperty>> DefaultCapacityProviderStrategy;
};
AWS_SHAPE(AssociationProperties, Cluster, CapacityProviders, DefaultCapacityProviderStrategy)

constexpr PropertyRow rows[] = {
    {"Cluster", Standing::Honoured, "", replaces},
    {"CapacityProviders", Standing::Honoured},
    {"DefaultCapacityProviderStrategy", Standing::Honoured},
};

Making create(Environment& environment, const Call& call, ResourceRequest& request,
              AssociationProperties properties) {
  const fleet::Cluster& cluster = ecs::active_cluster(environment.ecs, call, properties.Cluster);
  const std::string name = cluster.name;
  put_cluster_capacity(environment, call, name, properties.CapacityProviders,
                       properties.DefaultCapacityProviderStrategy);
  request.initiated(name);
  co_return Attributes{};
}

std::vector<std::string> arns(const Environment&, const ResourceRequest& request, const std::string&) {
  const auto* cluster = request.properties.if_contains("Cluster");
  const std::string named =
      cluster != nullptr && cluster->is_string() ? std::string(cluster->get_string()) : request.physical_id;
  return {arn_start("ecs", request) + "cluster/" + std::string(ecs::id_of(named))};
}

Making update(Environment& environment, const Call& call, ResourceRequest& request,
              AssociationProperties wanted, AssociationProperties) {
  call.authorize("ecs:PutClusterCapacityProviders", arns(environment, request, "").front());
  put_cluster_capacity(environment, call, request.physical_id, wanted.CapacityProviders,
                       wanted.DefaultCapacityProviderStrategy);
  co_return Attributes{};
}

Removing remove(Environment& environment, const Call& call, const ResourceRequest& request) {
  const fleet::Cluster* cluster = ecs::find_cluster(environment.ecs, call, request.physical_id);
  if (cluster != nullptr && cluster->active)
    put_cluster_capacity(environment, call, request.physical_id, {}, {});
  co_return;
}

}  // namespace

const ResourceType ecs_cluster_capacity = resource_type<&create, &remove, &update>(
    {"AWS::ECS::ClusterCapacityProviderAssociations", rows, {}}, {},
    {"ecs:PutClusterCapacityProviders", "ecs:PutClusterCapacityProviders", &arns});

}  // namespace berth::cloudformation
