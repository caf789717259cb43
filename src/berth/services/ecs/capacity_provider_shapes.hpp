/// Capacity providers and their operations.
#pragma once

#include "berth/services/ecs/cluster_shapes.hpp"
#include "berth/services/ecs/common_shapes.hpp"
#include "berth/wire/shape.hpp"

namespace berth::ecs {

struct ManagedScaling {
  std::optional<std::string> status;
  std::optional<int> targetCapacity;
  std::optional<int> minimumScalingStepSize;
  std::optional<int> maximumScalingStepSize;
  std::optional<int> instanceWarmupPeriod;
};
AWS_SHAPE(ManagedScaling, status, targetCapacity, minimumScalingStepSize, maximumScalingStepSize,
          instanceWarmupPeriod)

struct AutoScalingGroupProvider {
  std::string autoScalingGroupArn;
  std::optional<ManagedScaling> managedScaling;
  std::optional<std::string> managedTerminationProtection;
  std::optional<std::string> managedDraining;
};
AWS_SHAPE(AutoScalingGroupProvider, autoScalingGroupArn, managedScaling, managedTerminationProtection,
          managedDraining)

struct AutoScalingGroupProviderUpdate {
  std::optional<ManagedScaling> managedScaling;
  std::optional<std::string> managedTerminationProtection;
  std::optional<std::string> managedDraining;
};
AWS_SHAPE(AutoScalingGroupProviderUpdate, managedScaling, managedTerminationProtection, managedDraining)

struct CapacityProvider {
  std::optional<std::string> capacityProviderArn;
  std::optional<std::string> name;
  std::optional<std::string> status;
  std::optional<ecs::AutoScalingGroupProvider> autoScalingGroupProvider;
  std::optional<std::string> updateStatus;
  std::vector<Tag> tags;
};
AWS_SHAPE(CapacityProvider, capacityProviderArn, name, status, autoScalingGroupProvider, updateStatus, tags)

struct CreateCapacityProviderRequest {
  std::string name;
  std::optional<std::string> cluster;
  std::optional<ecs::AutoScalingGroupProvider> autoScalingGroupProvider;
  std::optional<wire::Document> managedInstancesProvider;
  std::vector<Tag> tags;
};
AWS_SHAPE(CreateCapacityProviderRequest, name, cluster, autoScalingGroupProvider, managedInstancesProvider,
          tags)
struct CreateCapacityProviderResponse {
  std::optional<CapacityProvider> capacityProvider;
};
AWS_SHAPE(CreateCapacityProviderResponse, capacityProvider)

struct UpdateCapacityProviderRequest {
  std::string name;
  std::optional<std::string> cluster;
  std::optional<AutoScalingGroupProviderUpdate> autoScalingGroupProvider;
  std::optional<wire::Document> managedInstancesProvider;
};
AWS_SHAPE(UpdateCapacityProviderRequest, name, cluster, autoScalingGroupProvider, managedInstancesProvider)
struct UpdateCapacityProviderResponse {
  std::optional<CapacityProvider> capacityProvider;
};
AWS_SHAPE(UpdateCapacityProviderResponse, capacityProvider)

struct DeleteCapacityProviderRequest {
  std::string capacityProvider;
  std::optional<std::string> cluster;
};
AWS_SHAPE(DeleteCapacityProviderRequest, capacityProvider, cluster)
struct DeleteCapacityProviderResponse {
  std::optional<CapacityProvider> capacityProvider;
};
AWS_SHAPE(DeleteCapacityProviderResponse, capacityProvider)

struct DescribeCapacityProvidersRequest {
  std::vector<std::string> capacityProviders;
  std::optional<std::string> cluster;
  std::vector<std::string> include;
  std::optional<int> maxResults;
  std::optional<std::string> nextToken;
};
AWS_SHAPE(DescribeCapacityProvidersRequest, capacityProviders, cluster, include, maxResults, nextToken)
struct DescribeCapacityProvidersResponse {
  std::vector<CapacityProvider> capacityProviders;
  std::vector<Failure> failures;
  std::optional<std::string> nextToken;
};
AWS_SHAPE(DescribeCapacityProvidersResponse, capacityProviders, failures, nextToken)

struct PutClusterCapacityProvidersRequest {
  std::string cluster;
  wire::Required<std::vector<std::string>> capacityProviders;
  wire::Required<std::vector<CapacityProviderStrategyItem>> defaultCapacityProviderStrategy;
};
AWS_SHAPE(PutClusterCapacityProvidersRequest, cluster, capacityProviders, defaultCapacityProviderStrategy)
struct PutClusterCapacityProvidersResponse {
  std::optional<Cluster> cluster;
};
AWS_SHAPE(PutClusterCapacityProvidersResponse, cluster)

}  // namespace berth::ecs
