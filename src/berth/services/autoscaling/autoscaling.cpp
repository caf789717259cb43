#include "berth/services/autoscaling/autoscaling.hpp"

#include "berth/services/autoscaling/describe.hpp"
#include "berth/services/autoscaling/pages.hpp"
#include "berth/wire/error.hpp"

#include <algorithm>
#include <set>

namespace berth::autoscaling {

namespace {

AutoScalingGroup describe_group(const AutoScaling& service, const Call& call, const fleet::Group& group,
                                bool with_instances) {
  AutoScalingGroup shape{.AutoScalingGroupName = group.name,
                         .AutoScalingGroupARN = group_arn(call, group.name),
                         .LaunchConfigurationName = text(group.launch_configuration),
                         .LaunchTemplate = template_of(service.fleet, call, group.launch_template,
                                                       group.launch_template_version),
                         .MinSize = group.minimum,
                         .MaxSize = group.maximum,
                         .DesiredCapacity = group.desired,
                         .DefaultCooldown = group.manners.cooldown_seconds,
                         .HealthCheckType = group.manners.health_check_type,
                         .HealthCheckGracePeriod = group.manners.health_check_grace_seconds,
                         .CreatedTime = {group.created_at},
                         .TerminationPolicies = {"Default"},
                         .NewInstancesProtectedFromScaleIn = group.manners.protects_new_instances};
  std::string subnets;
  for (const std::string& subnet : group.subnets) subnets += (subnets.empty() ? "" : ",") + subnet;
  if (!subnets.empty()) shape.VPCZoneIdentifier = subnets;
  if (group.deleting) shape.Status = "Delete in progress";
  std::set<std::string> zones;
  for (const fleet::Subnet& subnet : fleet::default_network(call.account, call.region).subnets)
    if (group.subnets.empty()) zones.insert(subnet.zone.name);
  for (const std::string& id : group.subnets)
    if (const auto subnet = service.fleet.network().find_subnet(call.account, call.region, id))
      zones.insert(subnet->zone.name);
  shape.AvailabilityZones.assign(zones.begin(), zones.end());
  if (with_instances)
    for (const fleet::Instance* instance :
         service.fleet.instances_of_group({call.account, call.region, group.name}))
      shape.Instances.push_back(describe(service.fleet, call, *instance));
  shape.Tags = tags_of(group);
  if (!group.manners.termination_policies.empty())
    shape.TerminationPolicies = group.manners.termination_policies;
  return shape;
}

}  // namespace

AutoScalingGroupsType describe_auto_scaling_groups(AutoScaling& service, const Call& call,
                                                   AutoScalingGroupNamesType in) {
  if (!in.Filters.empty())
    throw wire::ServiceError("ValidationError", "Filters are not applied here. Use AutoScalingGroupNames.");
  AutoScalingGroupsType out;
  for (const fleet::Group* group : service.fleet.groups(call.account, call.region)) {
    const auto& names = in.AutoScalingGroupNames;
    if (names.empty() || std::ranges::find(names, group->name) != names.end())
      out.AutoScalingGroups.push_back(
          describe_group(service, call, *group, in.IncludeInstances.value_or(true)));
  }
  out.NextToken = cut_page(out.AutoScalingGroups, in.NextToken, in.MaxRecords);
  return out;
}

ActivitiesType describe_scaling_activities(AutoScaling& service, const Call& call,
                                           DescribeScalingActivitiesType in) {
  ActivitiesType out;
  for (const fleet::Group* group : service.fleet.groups(call.account, call.region)) {
    if (in.AutoScalingGroupName && *in.AutoScalingGroupName != group->name) continue;
    for (const fleet::ScalingActivity& activity : group->activities) {
      const auto& ids = in.ActivityIds;
      if (!ids.empty() && std::ranges::find(ids, activity.id) == ids.end()) continue;
      out.Activities.push_back(describe(call, group->name, activity));
    }
  }
  std::ranges::reverse(out.Activities);  // newest first within each group
  std::ranges::stable_sort(out.Activities, std::greater(),
                           [](const Activity& each) { return each.StartTime; });
  out.NextToken = cut_page(out.Activities, in.NextToken, in.MaxRecords);
  return out;
}

}  // namespace berth::autoscaling
