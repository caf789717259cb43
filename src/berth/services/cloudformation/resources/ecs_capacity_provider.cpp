#include "berth/services/cloudformation/resources/resource_types.hpp"
#include "berth/services/cloudformation/resources/shared_shapes.hpp"
#include "berth/services/ecs/arns.hpp"
#include "berth/services/ecs/ecs.hpp"
#include "berth/services/ecs/errors.hpp"
#include "berth/wire/error.hpp"

namespace berth::cloudformation {
namespace {

struct ProviderProperties {
  std::optional<std::string> Name;
  std::optional<ecs::AutoScalingGroupProvider> AutoScalingGroupProvider;
  std::optional<std::string> ClusterName;
  std::optional<wire::Document> ManagedInstancesProvider;
  std::vector<ResourceTag> Tags;
};
AWS_SHAPE(ProviderProperties, Name, AutoScalingGroupProvider, ClusterName, ManagedInstancesProvider, Tags)

constexpr PropertyRow rows[] = {
    {"Name", Standing::Honoured, "", replaces},
    {"AutoScalingGroupProvider", Standing::Honoured},
    {"AutoScalingGroupProvider.ManagedScaling", Standing::Ignored,
     "kept and shown; nothing scales by itself: set the group's DesiredCapacity"},
    {"AutoScalingGroupProvider.ManagedTerminationProtection", Standing::Ignored,
     "kept and shown; nothing scales in by itself"},
    {"AutoScalingGroupProvider.ManagedDraining", Standing::Ignored,
     "kept and shown; tasks on an instance that goes are stopped"},
    {"ClusterName", Standing::Refused, "it is for managed instances; use AutoScalingGroupProvider", replaces},
    {"ManagedInstancesProvider", Standing::Refused,
     "there are no managed instances; use AutoScalingGroupProvider"},
    {"Tags", Standing::Honoured},
};

ecs::CreateCapacityProviderRequest request_of(const ResourceRequest& request,
                                              const ProviderProperties& properties, const std::string& name) {
  ecs::CreateCapacityProviderRequest in;
  in.name = name;
  in.autoScalingGroupProvider = properties.AutoScalingGroupProvider;
  for (const auto& [key, value] : merge_tags(request.tags, properties.Tags)) in.tags.push_back({key, value});
  return in;
}

Making create(Environment& environment, const Call& call, ResourceRequest& request,
              ProviderProperties properties) {
  ecs::CreateCapacityProviderRequest in = request_of(request, properties, properties.Name.value_or(""));
  const auto out = ecs::create_capacity_provider(environment.ecs, call, std::move(in));
  request.initiated(out.capacityProvider->name.value());
  co_return Attributes{};
}

std::vector<std::string> arns(const Environment&, const ResourceRequest& request, const std::string& name) {
  return {arn_start("ecs", request) + "capacity-provider/" + name};
}

/// Another group too is given to the provider that is there, where AWS makes another provider.
Making update(Environment& environment, const Call& call, ResourceRequest& request, ProviderProperties wanted,
              ProviderProperties) {
  if (!wanted.AutoScalingGroupProvider)
    throw PropertyError("Property AutoScalingGroupProvider cannot be empty.");
  const fleet::Key key{request.account, request.region, request.physical_id};
  const ecs::CapacityProviderRecord* found = environment.ecs.capacity_providers.find(key);
  if (found == nullptr) throw ecs::capacity_provider_not_found();
  const std::string arn = arns(environment, request, key.name).front();
  call.authorize("ecs:UpdateCapacityProvider", arn);
  ecs::CapacityProviderRecord record = *found;
  record.provider = *wanted.AutoScalingGroupProvider;
  record.group = std::string(ecs::id_of(record.provider.autoScalingGroupArn));
  if (environment.fleet.find_group({key.account, key.region, record.group}) == nullptr)
    throw ecs::invalid_scaling_group();
  ecs::complete(record.provider);
  record.tags = merge_tags(request.tags, wanted.Tags);
  if (record.tags != found->tags) call.authorize("ecs:TagResource", arn);
  environment.ecs.capacity_providers.put(key, std::move(record));
  co_return Attributes{};
}

Removing remove(Environment& environment, const Call& call, const ResourceRequest& request) {
  if (environment.ecs.capacity_providers.find({request.account, request.region, request.physical_id}) ==
      nullptr)
    co_return;
  ecs::DeleteCapacityProviderRequest in{.capacityProvider = request.physical_id};
  ecs::delete_capacity_provider(environment.ecs, call, std::move(in));
}

}  // namespace

const ResourceType ecs_capacity_provider = resource_type<&create, &remove, &update>(
    {"AWS::ECS::CapacityProvider", rows, {}}, {.property = "Name"},
    {"ecs:CreateCapacityProvider", "ecs:DeleteCapacityProvider", &arns});

}  // namespace berth::cloudformation
