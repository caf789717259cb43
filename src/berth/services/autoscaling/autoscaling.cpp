#include "berth/services/autoscaling/autoscaling.hpp"

#include "base/encoding.hpp"
#include "berth/wire/error.hpp"

#include <algorithm>
#include <charconv>

namespace berth::autoscaling {

namespace {

wire::ServiceError invalid_token() {
  return {"InvalidNextToken", "The NextToken value is not one that was given out."};
}

/// Cuts `items` down to the page that token and size ask for; the token counts what came before.
template <class Item>
std::optional<std::string> cut_page(std::vector<Item>& items, const std::optional<std::string>& token,
                                    const std::optional<int>& size) {
  if (size && (*size < 1 || *size > 100))
    throw wire::ServiceError("ValidationError", "MaxRecords must be between 1 and 100.");
  std::size_t first = 0;
  if (token) {
    const auto text = base::from_base64(*token).value_or("");
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), first);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size()) throw invalid_token();
  }
  const std::size_t last = std::min(items.size(), first + static_cast<std::size_t>(size.value_or(50)));
  first = std::min(first, items.size());
  std::optional<std::string> next;
  if (last < items.size()) next = base::to_base64(std::to_string(last));
  items = std::vector<Item>(items.begin() + static_cast<std::ptrdiff_t>(first),
                            items.begin() + static_cast<std::ptrdiff_t>(last));
  return next;
}

std::string arn(const Call& call, const std::string& group) {
  return "arn:aws:autoscaling:" + call.region + ":" + call.account +
         ":autoScalingGroup:*:autoScalingGroupName/" + group;
}

Instance describe(const fleet::Instance& instance, const fleet::Group& group) {
  const fleet::InstanceRecord& record = instance.record;
  return {.InstanceId = record.id,
          .InstanceType = record.instance_type,
          .AvailabilityZone = record.availability_zone,
          .LifecycleState = record.terminating ? "Terminating" : "InService",
          .HealthStatus = "Healthy",
          .LaunchConfigurationName = group.launch_configuration,
          .ImageId = record.image_id};
}

AutoScalingGroup describe(const AutoScaling& service, const Call& call, const fleet::Group& group,
                          bool with_instances) {
  AutoScalingGroup shape{.AutoScalingGroupName = group.name,
                         .AutoScalingGroupARN = arn(call, group.name),
                         .LaunchConfigurationName = group.launch_configuration,
                         .MinSize = group.minimum,
                         .MaxSize = group.maximum,
                         .DesiredCapacity = group.desired,
                         .HealthCheckType = "EC2",
                         .HealthCheckGracePeriod = 0,
                         .CreatedTime = {group.created_at},
                         .TerminationPolicies = {"Default"},
                         .NewInstancesProtectedFromScaleIn = false};
  std::string subnets;
  for (const std::string& subnet : group.subnets) subnets += (subnets.empty() ? "" : ",") + subnet;
  if (!subnets.empty()) shape.VPCZoneIdentifier = subnets;
  if (group.deleting) shape.Status = "Delete in progress";
  for (const fleet::Subnet& subnet : fleet::default_network(call.account, call.region).subnets)
    if (group.subnets.empty() || std::ranges::find(group.subnets, subnet.id) != group.subnets.end())
      shape.AvailabilityZones.push_back(subnet.zone.name);
  if (with_instances)
    for (const fleet::Instance* instance :
         service.fleet.instances_of_group({call.account, call.region, group.name}))
      shape.Instances.push_back(describe(*instance, group));
  for (const auto& [key, value] : group.tags)
    shape.Tags.push_back(
        {.ResourceId = group.name, .ResourceType = "auto-scaling-group", .Key = key, .Value = value});
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
      out.AutoScalingGroups.push_back(describe(service, call, *group, in.IncludeInstances.value_or(true)));
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
      out.Activities.push_back({.ActivityId = activity.id,
                                .AutoScalingGroupName = group->name,
                                .Description = activity.description,
                                .Cause = activity.cause,
                                .StartTime = {activity.at},
                                .EndTime = wire::Timestamp{activity.at},
                                .StatusCode = activity.status,
                                .Progress = 100,
                                .AutoScalingGroupARN = arn(call, group->name)});
      if (!activity.message.empty()) out.Activities.back().StatusMessage = activity.message;
    }
  }
  std::ranges::reverse(out.Activities);  // newest first within each group
  std::ranges::stable_sort(out.Activities, std::greater(),
                           [](const Activity& each) { return each.StartTime; });
  out.NextToken = cut_page(out.Activities, in.NextToken, in.MaxRecords);
  return out;
}

}  // namespace berth::autoscaling
