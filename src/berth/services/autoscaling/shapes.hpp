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

struct Instance {
  std::string InstanceId;
  std::optional<std::string> InstanceType;
  std::string AvailabilityZone;
  std::string LifecycleState;
  std::string HealthStatus;
  std::optional<std::string> LaunchConfigurationName;
  std::optional<std::string> ImageId;
  bool ProtectedFromScaleIn = false;
};
AWS_SHAPE(Instance, InstanceId, InstanceType, AvailabilityZone, LifecycleState, HealthStatus,
          LaunchConfigurationName, ImageId, ProtectedFromScaleIn)

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
AWS_SHAPE(AutoScalingGroup, AutoScalingGroupName, AutoScalingGroupARN, LaunchConfigurationName, MinSize,
          MaxSize, DesiredCapacity, DefaultCooldown, AvailabilityZones, LoadBalancerNames, TargetGroupARNs,
          HealthCheckType, HealthCheckGracePeriod, Instances, CreatedTime, VPCZoneIdentifier, Status, Tags,
          TerminationPolicies, NewInstancesProtectedFromScaleIn)

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

}  // namespace berth::autoscaling
