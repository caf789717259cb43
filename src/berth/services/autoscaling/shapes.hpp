/// The shapes of Amazon EC2 Auto Scaling that we act on: what groups there are, and why they are as large as they are.
/// API 2011-01-01.
#pragma once

#include "berth/wire/shape.hpp"

#include <optional>
#include <string>
#include <vector>

namespace berth::autoscaling {

struct Filter {
  std::optional<std::string> Name;
  std::vector<std::string> Values;
};
AWS_SHAPE(Filter, Name, Values)

struct LaunchTemplateSpecification {
  std::optional<std::string> LaunchTemplateId;
  std::optional<std::string> LaunchTemplateName;
  std::optional<std::string> Version;
};
AWS_SHAPE(LaunchTemplateSpecification, LaunchTemplateId, LaunchTemplateName, Version)

struct Instance {
  std::string InstanceId;
  std::optional<std::string> InstanceType;
  std::string AvailabilityZone;
  std::string LifecycleState;
  std::string HealthStatus;
  std::optional<std::string> LaunchConfigurationName;
  std::optional<LaunchTemplateSpecification> LaunchTemplate;
  std::optional<std::string> ImageId;
  bool ProtectedFromScaleIn = false;
};
AWS_SHAPE(Instance, InstanceId, InstanceType, AvailabilityZone, LifecycleState, HealthStatus,
          LaunchConfigurationName, LaunchTemplate, ImageId, ProtectedFromScaleIn)

struct TagDescription {
  std::optional<std::string> ResourceId;
  std::optional<std::string> ResourceType;
  std::string Key;
  std::optional<std::string> Value;
  std::optional<bool> PropagateAtLaunch;
};
AWS_SHAPE(TagDescription, ResourceId, ResourceType, Key, Value, PropagateAtLaunch)

struct AutoScalingGroup {
  std::string AutoScalingGroupName;
  std::optional<std::string> AutoScalingGroupARN;
  std::optional<std::string> LaunchConfigurationName;
  std::optional<LaunchTemplateSpecification> LaunchTemplate;
  int MinSize = 0;
  int MaxSize = 0;
  int DesiredCapacity = 0;
  int DefaultCooldown = 300;
  std::vector<std::string> AvailabilityZones;
  std::vector<std::string> LoadBalancerNames;
  std::vector<std::string> TargetGroupARNs;
  std::string HealthCheckType;
  std::optional<int> HealthCheckGracePeriod;
  std::vector<Instance> Instances;
  wire::Timestamp CreatedTime;
  std::optional<std::string> VPCZoneIdentifier;
  std::optional<std::string> Status;
  std::vector<TagDescription> Tags;
  std::vector<std::string> TerminationPolicies;
  std::optional<bool> NewInstancesProtectedFromScaleIn;
};
AWS_SHAPE(AutoScalingGroup, AutoScalingGroupName, AutoScalingGroupARN, LaunchConfigurationName,
          LaunchTemplate, MinSize, MaxSize, DesiredCapacity, DefaultCooldown, AvailabilityZones,
          LoadBalancerNames, TargetGroupARNs, HealthCheckType, HealthCheckGracePeriod, Instances, CreatedTime,
          VPCZoneIdentifier, Status, Tags, TerminationPolicies, NewInstancesProtectedFromScaleIn)

struct AutoScalingGroupNamesType {
  std::vector<std::string> AutoScalingGroupNames;
  std::optional<bool> IncludeInstances;
  std::optional<std::string> NextToken;
  std::optional<int> MaxRecords;
  std::vector<Filter> Filters;
};
AWS_SHAPE(AutoScalingGroupNamesType, AutoScalingGroupNames, IncludeInstances, NextToken, MaxRecords, Filters)
struct AutoScalingGroupsType {
  std::vector<AutoScalingGroup> AutoScalingGroups;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(AutoScalingGroupsType, AutoScalingGroups, NextToken)

struct Activity {
  std::string ActivityId;
  std::string AutoScalingGroupName;
  std::optional<std::string> Description;
  std::string Cause;
  wire::Timestamp StartTime;
  std::optional<wire::Timestamp> EndTime;
  std::string StatusCode;
  std::optional<std::string> StatusMessage;
  std::optional<int> Progress;
  std::optional<std::string> AutoScalingGroupARN;
};
AWS_SHAPE(Activity, ActivityId, AutoScalingGroupName, Description, Cause, StartTime, EndTime, StatusCode,
          StatusMessage, Progress, AutoScalingGroupARN)

struct DescribeScalingActivitiesType {
  std::vector<std::string> ActivityIds;
  std::optional<std::string> AutoScalingGroupName;
  std::optional<bool> IncludeDeletedGroups;
  std::optional<int> MaxRecords;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(DescribeScalingActivitiesType, ActivityIds, AutoScalingGroupName, IncludeDeletedGroups, MaxRecords,
          NextToken)
struct ActivitiesType {
  std::vector<Activity> Activities;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(ActivitiesType, Activities, NextToken)

struct SetDesiredCapacityType {
  std::string AutoScalingGroupName;
  int DesiredCapacity = 0;
  std::optional<bool> HonorCooldown;
};
AWS_SHAPE(SetDesiredCapacityType, AutoScalingGroupName, DesiredCapacity, HonorCooldown)

/// Only to be refused.
struct MixedLaunchTemplate {
  std::optional<autoscaling::LaunchTemplateSpecification> LaunchTemplateSpecification;
};
AWS_SHAPE(MixedLaunchTemplate, LaunchTemplateSpecification)
struct MixedInstancesPolicy {
  std::optional<MixedLaunchTemplate> LaunchTemplate;
};
AWS_SHAPE(MixedInstancesPolicy, LaunchTemplate)

struct UpdateAutoScalingGroupType {
  std::string AutoScalingGroupName;
  std::optional<std::string> LaunchConfigurationName;
  std::optional<autoscaling::LaunchTemplateSpecification> LaunchTemplate;
  std::optional<autoscaling::MixedInstancesPolicy> MixedInstancesPolicy;
  std::optional<int> MinSize;
  std::optional<int> MaxSize;
  std::optional<int> DesiredCapacity;
  std::optional<int> DefaultCooldown;
  std::vector<std::string> AvailabilityZones;
  std::optional<std::string> HealthCheckType;
  std::optional<int> HealthCheckGracePeriod;
  std::optional<std::string> VPCZoneIdentifier;
  std::vector<std::string> TerminationPolicies;
  std::optional<bool> NewInstancesProtectedFromScaleIn;
  std::optional<int> MaxInstanceLifetime;
  std::optional<bool> CapacityRebalance;
  std::optional<int> DefaultInstanceWarmup;
};
AWS_SHAPE(UpdateAutoScalingGroupType, AutoScalingGroupName, LaunchConfigurationName, LaunchTemplate,
          MixedInstancesPolicy, MinSize, MaxSize, DesiredCapacity, DefaultCooldown, AvailabilityZones,
          HealthCheckType, HealthCheckGracePeriod, VPCZoneIdentifier, TerminationPolicies,
          NewInstancesProtectedFromScaleIn, MaxInstanceLifetime, CapacityRebalance, DefaultInstanceWarmup)

struct AutoScalingInstanceDetails {
  std::string InstanceId;
  std::optional<std::string> InstanceType;
  std::string AutoScalingGroupName;
  std::string AvailabilityZone;
  std::string LifecycleState;
  std::string HealthStatus;
  std::optional<std::string> LaunchConfigurationName;
  std::optional<LaunchTemplateSpecification> LaunchTemplate;
  std::optional<std::string> ImageId;
  bool ProtectedFromScaleIn = false;
};
AWS_SHAPE(AutoScalingInstanceDetails, InstanceId, InstanceType, AutoScalingGroupName, AvailabilityZone,
          LifecycleState, HealthStatus, LaunchConfigurationName, LaunchTemplate, ImageId,
          ProtectedFromScaleIn)

struct DescribeAutoScalingInstancesType {
  std::vector<std::string> InstanceIds;
  std::optional<int> MaxRecords;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(DescribeAutoScalingInstancesType, InstanceIds, MaxRecords, NextToken)
struct AutoScalingInstancesType {
  std::vector<AutoScalingInstanceDetails> AutoScalingInstances;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(AutoScalingInstancesType, AutoScalingInstances, NextToken)

struct LaunchConfiguration {
  std::string LaunchConfigurationName;
  std::optional<std::string> LaunchConfigurationARN;
  std::string ImageId;
  std::optional<std::string> KeyName;
  std::vector<std::string> SecurityGroups;
  std::optional<std::string> UserData;
  std::string InstanceType;
  std::optional<std::string> IamInstanceProfile;
  wire::Timestamp CreatedTime;
};
AWS_SHAPE(LaunchConfiguration, LaunchConfigurationName, LaunchConfigurationARN, ImageId, KeyName,
          SecurityGroups, UserData, InstanceType, IamInstanceProfile, CreatedTime)

struct LaunchConfigurationNamesType {
  std::vector<std::string> LaunchConfigurationNames;
  std::optional<std::string> NextToken;
  std::optional<int> MaxRecords;
};
AWS_SHAPE(LaunchConfigurationNamesType, LaunchConfigurationNames, NextToken, MaxRecords)
struct LaunchConfigurationsType {
  std::vector<LaunchConfiguration> LaunchConfigurations;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(LaunchConfigurationsType, LaunchConfigurations, NextToken)

struct TerminateInstanceInAutoScalingGroupType {
  std::string InstanceId;
  bool ShouldDecrementDesiredCapacity = false;
};
AWS_SHAPE(TerminateInstanceInAutoScalingGroupType, InstanceId, ShouldDecrementDesiredCapacity)
struct ActivityType {
  std::optional<autoscaling::Activity> Activity;
};
AWS_SHAPE(ActivityType, Activity)

}  // namespace berth::autoscaling
