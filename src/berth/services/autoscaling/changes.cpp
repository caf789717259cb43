// Operations that change groups, and those that describe what groups are made of.
#include "berth/services/autoscaling/autoscaling.hpp"
#include "berth/services/autoscaling/describe.hpp"
#include "berth/services/autoscaling/group_parts.hpp"
#include "berth/services/autoscaling/pages.hpp"
#include "berth/wire/error.hpp"

#include <algorithm>

namespace berth::autoscaling {

namespace {

void check_group(const AutoScaling& service, const fleet::Key& key) {
  const fleet::Group* group = service.fleet.find_group(key);
  if (!group) throw refused("AutoScalingGroup name not found - There is no group " + key.name);
  if (group->deleting) throw refused("You cannot update an AutoScaling group that is pending delete");
}

}  // namespace

void set_desired_capacity(AutoScaling& service, const Call& call, SetDesiredCapacityType in) {
  const fleet::Key key{call.account, call.region, in.AutoScalingGroupName};
  check_group(service, key);
  if (const auto set = service.fleet.set_desired(key, in.DesiredCapacity); !set)
    throw refused(set.error().message);
}

void update_auto_scaling_group(AutoScaling& service, const Call& call, UpdateAutoScalingGroupType in) {
  const fleet::Key key{call.account, call.region, in.AutoScalingGroupName};
  check_group(service, key);
  if (in.MixedInstancesPolicy)
    throw refused("MixedInstancesPolicy is not supported here. Use LaunchTemplate.");
  if (in.LaunchTemplate && in.LaunchConfigurationName)
    throw refused("Valid requests must contain either LaunchTemplate or LaunchConfigurationName, not both.");
  fleet::GroupChange change;
  change.minimum = in.MinSize;
  change.maximum = in.MaxSize;
  change.desired = in.DesiredCapacity;
  change.launch_configuration = in.LaunchConfigurationName;
  change.subnets = read_subnets(service, call, in.VPCZoneIdentifier, in.AvailabilityZones);
  if (in.LaunchTemplate) {
    auto [id, version] = read_template(service, call, *in.LaunchTemplate);
    change.launch_template = std::move(id);
    change.launch_template_version = std::move(version);
  }
  change.manners = read_manners(in, service.fleet.find_group(key)->manners);
  if (const auto updated = service.fleet.update_group(key, change); !updated)
    throw refused(updated.error().message);
}

ActivityType terminate_instance_in_auto_scaling_group(AutoScaling& service, const Call& call,
                                                      TerminateInstanceInAutoScalingGroupType in) {
  const auto* instance = service.fleet.find_instance(call.account, call.region, in.InstanceId);
  const std::string group = instance ? instance->record.group : "";
  const auto activity = service.fleet.terminate_instance(call.account, call.region, in.InstanceId,
                                                         in.ShouldDecrementDesiredCapacity);
  if (!activity) throw refused(activity.error().message);
  return {.Activity = describe(call, group, *activity)};
}

AutoScalingInstancesType describe_auto_scaling_instances(AutoScaling& service, const Call& call,
                                                         DescribeAutoScalingInstancesType in) {
  AutoScalingInstancesType out;
  for (const fleet::Instance* each : service.fleet.instances(call.account, call.region)) {
    const auto& ids = in.InstanceIds;
    if (each->is_implicit() || (!ids.empty() && std::ranges::find(ids, each->record.id) == ids.end()))
      continue;
    Instance shape = describe(service.fleet, call, *each);
    out.AutoScalingInstances.push_back({.InstanceId = std::move(shape.InstanceId),
                                        .InstanceType = std::move(shape.InstanceType),
                                        .AutoScalingGroupName = each->record.group,
                                        .AvailabilityZone = std::move(shape.AvailabilityZone),
                                        .LifecycleState = std::move(shape.LifecycleState),
                                        .HealthStatus = "HEALTHY",
                                        .LaunchConfigurationName = std::move(shape.LaunchConfigurationName),
                                        .LaunchTemplate = std::move(shape.LaunchTemplate),
                                        .ImageId = std::move(shape.ImageId)});
  }
  out.NextToken = cut_page(out.AutoScalingInstances, in.NextToken, in.MaxRecords);
  return out;
}

LaunchConfigurationsType describe_launch_configurations(AutoScaling& service, const Call& call,
                                                        LaunchConfigurationNamesType in) {
  LaunchConfigurationsType out;
  for (const fleet::LaunchConfiguration* each :
       service.fleet.launch_configurations(call.account, call.region)) {
    const auto& names = in.LaunchConfigurationNames;
    if (!names.empty() && std::ranges::find(names, each->name) == names.end()) continue;
    LaunchConfiguration shape{
        .LaunchConfigurationName = each->name,
        .LaunchConfigurationARN = "arn:aws:autoscaling:" + call.region + ":" + call.account +
                                  ":launchConfiguration:*:launchConfigurationName/" + each->name,
        .ImageId = each->image_id,
        .KeyName = text(each->key_name),
        .SecurityGroups = each->security_groups,
        .UserData = text(each->user_data),
        .InstanceType = each->instance_type,
        .IamInstanceProfile = text(each->iam_instance_profile),
        .CreatedTime = {each->created_at}};
    out.LaunchConfigurations.push_back(std::move(shape));
  }
  out.NextToken = cut_page(out.LaunchConfigurations, in.NextToken, in.MaxRecords);
  return out;
}

}  // namespace berth::autoscaling
