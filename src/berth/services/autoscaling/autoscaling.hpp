/// Amazon EC2 Auto Scaling, the reading half: groups and their scaling activities, where it stands why a group is smaller
/// than desired. Groups are made by stacks. State lane.
#pragma once

#include "berth/fleet/fleet.hpp"
#include "berth/services/autoscaling/shapes.hpp"
#include "berth/wire/call.hpp"

namespace berth::autoscaling {

using wire::Call;

struct AutoScaling {
  const fleet::Fleet& fleet;
};

AutoScalingGroupsType describe_auto_scaling_groups(AutoScaling&, const Call&, AutoScalingGroupNamesType);
ActivitiesType describe_scaling_activities(AutoScaling&, const Call&, DescribeScalingActivitiesType);

}  // namespace berth::autoscaling
