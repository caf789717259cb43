/// Amazon EC2 Auto Scaling: groups, their instances and scaling activities, where it stands why a group is smaller than
/// desired, and what can be changed of a group. Launch configurations are made by stacks alone. State lane.
#pragma once

#include "berth/fleet/fleet.hpp"
#include "berth/identity/directory.hpp"
#include "berth/services/autoscaling/creation_shapes.hpp"
#include "berth/services/autoscaling/shapes.hpp"
#include "berth/wire/call.hpp"

namespace berth::autoscaling {

using wire::Call;

struct AutoScaling {
  fleet::Fleet& fleet;
  const identity::Directory& directory;
};

AutoScalingGroupsType describe_auto_scaling_groups(AutoScaling&, const Call&, AutoScalingGroupNamesType);
AutoScalingInstancesType describe_auto_scaling_instances(AutoScaling&, const Call&,
                                                         DescribeAutoScalingInstancesType);
LaunchConfigurationsType describe_launch_configurations(AutoScaling&, const Call&,
                                                        LaunchConfigurationNamesType);
void create_auto_scaling_group(AutoScaling&, const Call&, CreateAutoScalingGroupType);
/// The group shows "Delete in progress" until the last task on its instances has ended.
void delete_auto_scaling_group(AutoScaling&, const Call&, DeleteAutoScalingGroupType);
void create_or_update_tags(AutoScaling&, const Call&, CreateOrUpdateTagsType);
void delete_tags(AutoScaling&, const Call&, DeleteTagsType);
TagsType describe_tags(AutoScaling&, const Call&, DescribeTagsType);
void set_desired_capacity(AutoScaling&, const Call&, SetDesiredCapacityType);
void update_auto_scaling_group(AutoScaling&, const Call&, UpdateAutoScalingGroupType);
/// The answer's activity is done when it is told, unless tasks run on the instance: it goes with the last of them.
ActivityType terminate_instance_in_auto_scaling_group(AutoScaling&, const Call&,
                                                      TerminateInstanceInAutoScalingGroupType);
ActivitiesType describe_scaling_activities(AutoScaling&, const Call&, DescribeScalingActivitiesType);

}  // namespace berth::autoscaling
