/// A cluster's capacity providers and default strategy, which two types set: the cluster itself, and
/// AWS::ECS::ClusterCapacityProviderAssociations.
#pragma once

#include "berth/services/cloudformation/resources/resource.hpp"
#include "berth/services/ecs/ecs.hpp"

#include <string>
#include <vector>

namespace berth::cloudformation {

struct StrategyProperty {
  std::optional<std::string> CapacityProvider;
  std::optional<int> Base;
  std::optional<int> Weight;
};
AWS_SHAPE(StrategyProperty, CapacityProvider, Base, Weight)

inline std::vector<ecs::CapacityProviderStrategyItem> to_strategy(
    const std::vector<StrategyProperty>& properties) {
  std::vector<ecs::CapacityProviderStrategyItem> strategy;
  for (const StrategyProperty& each : properties)
    strategy.push_back(
        {.capacityProvider = each.CapacityProvider.value_or(""), .weight = each.Weight, .base = each.Base});
  return strategy;
}

/// Throws what ecs::put_cluster_capacity_providers throws.
inline void put_cluster_capacity(Environment& environment, const Call& call, const std::string& cluster,
                                 std::vector<std::string> providers,
                                 const std::vector<StrategyProperty>& strategy) {
  ecs::PutClusterCapacityProvidersRequest in;
  in.cluster = cluster;
  in.capacityProviders = std::move(providers);
  in.defaultCapacityProviderStrategy = to_strategy(strategy);
  ecs::put_cluster_capacity_providers(environment.ecs, call, std::move(in));
}

}  // namespace berth::cloudformation
