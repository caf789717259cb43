// Capacity providers: Auto Scaling groups under names that tasks ask for. Nothing scales by itself: what managed scaling
// says is kept and shown.
#include "base/ascii.hpp"
#include "berth/services/ecs/arns.hpp"
#include "berth/services/ecs/capacity_strategy.hpp"
#include "berth/services/ecs/describe.hpp"
#include "berth/services/ecs/ecs.hpp"
#include "berth/services/ecs/errors.hpp"
#include "berth/services/ecs/lookup.hpp"
#include "berth/services/ecs/pages.hpp"
#include "berth/services/ecs/tag_rules.hpp"

#include <algorithm>
#include <cctype>
#include <set>

namespace berth::ecs {

namespace {

bool is_provider_name(const std::string& name) {
  const auto is_allowed = [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; };
  const std::string small = base::to_lower(name);
  return !name.empty() && name.size() <= 255 && std::ranges::all_of(name, is_allowed) &&
         !small.starts_with("aws") && !small.starts_with("ecs") && !small.starts_with("fargate");
}

void check_range(const std::optional<int>& value, const char* member, int least, int most) {
  if (value && (*value < least || *value > most))
    throw invalid_parameter(std::string("The ") + member + " of managed scaling must be between " +
                            std::to_string(least) + " and " + std::to_string(most) + ".");
}

/// ENABLED or DISABLED, which is what `value` becomes if it is not given.
void check_switch(std::optional<std::string>& value, const char* member, const char* otherwise) {
  if (!value) value = otherwise;
  if (*value != "ENABLED" && *value != "DISABLED")
    throw invalid_parameter(std::string(member) + " must be ENABLED or DISABLED, not " + *value + ".");
}

void refuse_managed_instances(bool asked, bool clustered) {
  if (asked || clustered)
    throw wire::ServiceError("UnsupportedFeatureException",
                             "Managed instances are not supported here. Give an autoScalingGroupProvider.");
}

CapacityProvider to_shape(const Call& call, const CapacityProviderRecord& record) {
  return {.capacityProviderArn = arn(call, "capacity-provider/" + record.name),
          .name = record.name,
          .status = "ACTIVE",
          .autoScalingGroupProvider = record.provider,
          .tags = to_tags(record.tags)};
}

const CapacityProviderRecord& find(const Ecs& ecs, const Call& call, const std::string& name_or_arn) {
  const auto* found =
      ecs.capacity_providers.find({call.account, call.region, std::string(id_of(name_or_arn))});
  if (!found) throw capacity_provider_not_found();
  return *found;
}

/// A provider that goes from a cluster must not have tasks there.
void check_unused(Ecs& ecs, const fleet::Key& cluster, const std::vector<std::string>& staying) {
  for (const fleet::Instance* instance : ecs.fleet.instances_of(cluster))
    for (const task::Task* task : ecs.tasks.living_on(instance->record.container_instance_id)) {
      const std::string& provider = task->plan.capacity_provider;
      if (!provider.empty() && std::ranges::find(staying, provider) == staying.end())
        throw capacity_provider_in_use();
    }
}

}  // namespace

void complete(AutoScalingGroupProvider& provider) {
  ManagedScaling scaling = provider.managedScaling.value_or(ManagedScaling());
  check_switch(scaling.status, "The status of managed scaling", "DISABLED");
  check_range(scaling.targetCapacity, "targetCapacity", 1, 100);
  check_range(scaling.minimumScalingStepSize, "minimumScalingStepSize", 1, 10'000);
  check_range(scaling.maximumScalingStepSize, "maximumScalingStepSize", 1, 10'000);
  check_range(scaling.instanceWarmupPeriod, "instanceWarmupPeriod", 0, 10'000);
  if (!scaling.targetCapacity) scaling.targetCapacity = 100;
  if (!scaling.minimumScalingStepSize) scaling.minimumScalingStepSize = 1;
  if (!scaling.maximumScalingStepSize) scaling.maximumScalingStepSize = 10'000;
  if (!scaling.instanceWarmupPeriod) scaling.instanceWarmupPeriod = 300;
  provider.managedScaling = scaling;
  check_switch(provider.managedTerminationProtection, "managedTerminationProtection", "DISABLED");
  check_switch(provider.managedDraining, "managedDraining", "ENABLED");
  if (provider.managedTerminationProtection == "ENABLED" && scaling.status != "ENABLED")
    throw invalid_parameter(
        "The managed termination protection setting for the capacity provider is invalid. To enable managed "
        "termination protection for a capacity provider, managed scaling must be enabled.");
}

CreateCapacityProviderResponse create_capacity_provider(Ecs& ecs, const Call& call,
                                                        CreateCapacityProviderRequest in) {
  if (!is_provider_name(in.name)) throw invalid_provider_name();
  refuse_managed_instances(in.managedInstancesProvider.has_value(), in.cluster.has_value());
  if (!in.autoScalingGroupProvider)
    throw invalid_parameter("Specify the autoScalingGroupProvider of the capacity provider.");
  check_tags(in.tags);
  const fleet::Key key{call.account, call.region, in.name};
  if (ecs.capacity_providers.find(key)) throw capacity_provider_exists();
  CapacityProviderRecord record{.name = in.name,
                                .group = std::string(id_of(in.autoScalingGroupProvider->autoScalingGroupArn)),
                                .provider = *in.autoScalingGroupProvider,
                                .tags = from_tags(in.tags)};
  if (!ecs.fleet.find_group({call.account, call.region, record.group})) throw invalid_scaling_group();
  complete(record.provider);
  const CapacityProvider shape = to_shape(call, record);
  ecs.capacity_providers.put(key, std::move(record));
  return {.capacityProvider = shape};
}

UpdateCapacityProviderResponse update_capacity_provider(Ecs& ecs, const Call& call,
                                                        UpdateCapacityProviderRequest in) {
  refuse_managed_instances(in.managedInstancesProvider.has_value(), in.cluster.has_value());
  if (!in.autoScalingGroupProvider)
    throw invalid_parameter("Specify the autoScalingGroupProvider of the capacity provider.");
  CapacityProviderRecord record = find(ecs, call, in.name);
  const AutoScalingGroupProviderUpdate& change = *in.autoScalingGroupProvider;
  if (change.managedScaling) {
    ManagedScaling scaling = record.provider.managedScaling.value_or(ManagedScaling());
    const ManagedScaling& wanted = *change.managedScaling;
    if (wanted.status) scaling.status = wanted.status;
    if (wanted.targetCapacity) scaling.targetCapacity = wanted.targetCapacity;
    if (wanted.minimumScalingStepSize) scaling.minimumScalingStepSize = wanted.minimumScalingStepSize;
    if (wanted.maximumScalingStepSize) scaling.maximumScalingStepSize = wanted.maximumScalingStepSize;
    if (wanted.instanceWarmupPeriod) scaling.instanceWarmupPeriod = wanted.instanceWarmupPeriod;
    record.provider.managedScaling = scaling;
  }
  if (change.managedTerminationProtection)
    record.provider.managedTerminationProtection = change.managedTerminationProtection;
  if (change.managedDraining) record.provider.managedDraining = change.managedDraining;
  complete(record.provider);
  CapacityProvider shape = to_shape(call, record);
  shape.updateStatus = "UPDATE_COMPLETE";
  const fleet::Key key{call.account, call.region, record.name};
  ecs.capacity_providers.put(key, std::move(record));
  return {.capacityProvider = std::move(shape)};
}

DeleteCapacityProviderResponse delete_capacity_provider(Ecs& ecs, const Call& call,
                                                        DeleteCapacityProviderRequest in) {
  const CapacityProviderRecord& record = find(ecs, call, in.capacityProvider);
  for (const fleet::Cluster* cluster : ecs.fleet.clusters(call.account, call.region))
    if (cluster->active &&
        std::ranges::find(cluster->capacity_providers, record.name) != cluster->capacity_providers.end())
      throw capacity_provider_associated(cluster->name);
  CapacityProvider shape = to_shape(call, record);
  shape.status = "INACTIVE";
  shape.updateStatus = "DELETE_COMPLETE";
  ecs.capacity_providers.remove({call.account, call.region, std::string(record.name)});
  return {.capacityProvider = std::move(shape)};
}

DescribeCapacityProvidersResponse describe_capacity_providers(Ecs& ecs, const Call& call,
                                                              DescribeCapacityProvidersRequest in) {
  check_include(in.include, {"TAGS"});
  if (in.capacityProviders.size() > 100) throw list_too_long("capacityProviders", 100);
  DescribeCapacityProvidersResponse out;
  std::vector<std::string> names;
  for (const std::string& each : in.capacityProviders) names.emplace_back(id_of(each));
  if (names.empty()) {
    Page page = page_of(
        ecs.capacity_providers.all(call.account, call.region), in.nextToken, in.maxResults,
        [](const CapacityProviderRecord* each) { return each->name; },
        [](const CapacityProviderRecord* each) { return each->name; });
    names = std::move(page.items);
    out.nextToken = std::move(page.nextToken);
  }
  for (const std::string& name : names) {
    const auto* found = ecs.capacity_providers.find({call.account, call.region, name});
    if (!found) {
      out.failures.push_back(missing(arn(call, "capacity-provider/" + name)));
      continue;
    }
    CapacityProvider shape = to_shape(call, *found);
    if (in.include.empty()) shape.tags.clear();
    out.capacityProviders.push_back(std::move(shape));
  }
  return out;
}

PutClusterCapacityProvidersResponse put_cluster_capacity_providers(Ecs& ecs, const Call& call,
                                                                   PutClusterCapacityProvidersRequest in) {
  const fleet::Cluster& cluster = active_cluster(ecs, call, in.cluster);
  const fleet::Key key{call.account, call.region, cluster.name};
  std::vector<std::string> providers = read_providers(ecs, call, in.capacityProviders);
  auto strategy = read_strategy(in.defaultCapacityProviderStrategy, providers);
  check_unused(ecs, key, providers);
  ecs.fleet.set_cluster_capacity(key, std::move(providers), std::move(strategy));
  return {.cluster = describe(ecs, call, cluster)};
}

}  // namespace berth::ecs
