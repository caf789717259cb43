/// The shapes of operations that make, end and tag groups. API 2011-01-01.
#pragma once

#include "berth/services/autoscaling/shapes.hpp"

namespace berth::autoscaling {

struct Tag {
  std::optional<std::string> ResourceId;
  std::optional<std::string> ResourceType;
  std::string Key;
  std::optional<std::string> Value;
  std::optional<bool> PropagateAtLaunch;
};
AWS_SHAPE(Tag, ResourceId, ResourceType, Key, Value, PropagateAtLaunch)

/// Only to be refused.
struct LifecycleHookSpecification {
  std::string LifecycleHookName;
  std::string LifecycleTransition;
};
AWS_SHAPE(LifecycleHookSpecification, LifecycleHookName, LifecycleTransition)

struct CreateAutoScalingGroupType {
  std::string AutoScalingGroupName;
  std::optional<std::string> LaunchConfigurationName;
  std::optional<autoscaling::LaunchTemplateSpecification> LaunchTemplate;
  std::optional<autoscaling::MixedInstancesPolicy> MixedInstancesPolicy;
  std::optional<std::string> InstanceId;
  int MinSize = 0;
  int MaxSize = 0;
  std::optional<int> DesiredCapacity;
  std::optional<int> DefaultCooldown;
  std::vector<std::string> AvailabilityZones;
  std::vector<std::string> LoadBalancerNames;
  std::vector<std::string> TargetGroupARNs;
  std::optional<std::string> HealthCheckType;
  std::optional<int> HealthCheckGracePeriod;
  std::optional<std::string> PlacementGroup;
  std::optional<std::string> VPCZoneIdentifier;
  std::vector<std::string> TerminationPolicies;
  std::optional<bool> NewInstancesProtectedFromScaleIn;
  std::optional<bool> CapacityRebalance;
  std::vector<LifecycleHookSpecification> LifecycleHookSpecificationList;
  std::vector<Tag> Tags;
  std::optional<std::string> ServiceLinkedRoleARN;
  std::optional<int> MaxInstanceLifetime;
  std::optional<int> DefaultInstanceWarmup;
};
AWS_SHAPE(CreateAutoScalingGroupType, AutoScalingGroupName, LaunchConfigurationName, LaunchTemplate,
          MixedInstancesPolicy, InstanceId, MinSize, MaxSize, DesiredCapacity, DefaultCooldown,
          AvailabilityZones, LoadBalancerNames, TargetGroupARNs, HealthCheckType, HealthCheckGracePeriod,
          PlacementGroup, VPCZoneIdentifier, TerminationPolicies, NewInstancesProtectedFromScaleIn,
          CapacityRebalance, LifecycleHookSpecificationList, Tags, ServiceLinkedRoleARN, MaxInstanceLifetime,
          DefaultInstanceWarmup)

struct DeleteAutoScalingGroupType {
  std::string AutoScalingGroupName;
  std::optional<bool> ForceDelete;
};
AWS_SHAPE(DeleteAutoScalingGroupType, AutoScalingGroupName, ForceDelete)

struct CreateOrUpdateTagsType {
  wire::Required<std::vector<Tag>> Tags;
};
AWS_SHAPE(CreateOrUpdateTagsType, Tags)

struct DeleteTagsType {
  wire::Required<std::vector<Tag>> Tags;
};
AWS_SHAPE(DeleteTagsType, Tags)

struct DescribeTagsType {
  std::vector<Filter> Filters;
  std::optional<std::string> NextToken;
  std::optional<int> MaxRecords;
};
AWS_SHAPE(DescribeTagsType, Filters, NextToken, MaxRecords)
struct TagsType {
  std::vector<TagDescription> Tags;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(TagsType, Tags, NextToken)

}  // namespace berth::autoscaling
