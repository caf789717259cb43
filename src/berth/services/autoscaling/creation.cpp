// Operations that make, end and tag groups.
#include "berth/services/autoscaling/autoscaling.hpp"
#include "berth/services/autoscaling/describe.hpp"
#include "berth/services/autoscaling/group_parts.hpp"
#include "berth/services/autoscaling/pages.hpp"

#include <algorithm>

namespace berth::autoscaling {

namespace {

void check_offered(const CreateAutoScalingGroupType& in) {
  const auto refuse = [](std::string_view what, std::string_view instead) {
    throw refused(std::string(what) + " is not supported here. " + std::string(instead));
  };
  if (in.MixedInstancesPolicy) refuse("MixedInstancesPolicy", "Use LaunchTemplate.");
  if (in.InstanceId) refuse("InstanceId", "Use LaunchTemplate.");
  if (!in.LoadBalancerNames.empty()) refuse("LoadBalancerNames", "There are no load balancers.");
  if (!in.TargetGroupARNs.empty()) refuse("TargetGroupARNs", "There are no load balancers.");
  if (!in.LifecycleHookSpecificationList.empty())
    refuse("LifecycleHookSpecificationList", "There are no lifecycle hooks.");
}

/// A copy of the group that the tag is of.
fleet::Group find_tagged(const AutoScaling& service, const Call& call, const Tag& tag) {
  if (tag.ResourceType && *tag.ResourceType != "auto-scaling-group")
    throw refused("The resource type " + *tag.ResourceType + " is not a valid resource type");
  const std::string name = tag.ResourceId.value_or("");
  const fleet::Group* group = service.fleet.find_group({call.account, call.region, name});
  if (!group) throw refused("AutoScalingGroup name not found - AutoScalingGroup '" + name + "' not found");
  return *group;
}

void put_tag(fleet::Group& group, const Tag& tag) {
  if (tag.Key.empty() || tag.Key.size() > 128 || tag.Key.starts_with("aws:"))
    throw refused("Tag key '" + tag.Key + "' must have 1 to 128 characters and may not begin with aws:");
  group.tags[tag.Key] = tag.Value.value_or("");
  if (tag.PropagateAtLaunch.value_or(false))
    group.propagated_tags.insert(tag.Key);
  else
    group.propagated_tags.erase(tag.Key);
}

bool passes(const TagDescription& tag, const std::vector<Filter>& filters) {
  return std::ranges::all_of(filters, [&](const Filter& filter) {
    const std::string name = filter.Name.value_or("");
    std::string value;
    if (name == "auto-scaling-group")
      value = tag.ResourceId.value_or("");
    else if (name == "key")
      value = tag.Key;
    else if (name == "value")
      value = tag.Value.value_or("");
    else if (name == "propagate-at-launch")
      value = tag.PropagateAtLaunch.value_or(false) ? "true" : "false";
    else
      throw refused("Filter type " + name +
                    " is not correct. Allowed Filter types are: auto-scaling-group, key, "
                    "propagate-at-launch, value");
    return std::ranges::find(filter.Values, value) != filter.Values.end();
  });
}

}  // namespace

void create_auto_scaling_group(AutoScaling& service, const Call& call, CreateAutoScalingGroupType in) {
  check_offered(in);
  if (in.LaunchConfigurationName.has_value() == in.LaunchTemplate.has_value())
    throw refused(
        "Valid requests must contain either LaunchTemplate, LaunchConfigurationName, InstanceId or "
        "MixedInstancesPolicy parameter.");
  const fleet::Key key{call.account, call.region, in.AutoScalingGroupName};
  if (service.fleet.find_group(key))
    throw wire::ServiceError(
        "AlreadyExists", "AutoScalingGroup by this name already exists - A group with the name " + key.name +
                             " already exists");
  const auto subnets = read_subnets(service, call, in.VPCZoneIdentifier, in.AvailabilityZones);
  if (!subnets) throw refused("At least one Availability Zone or VPC Subnet is required.");
  fleet::Group group;
  group.launch_configuration = in.LaunchConfigurationName.value_or("");
  if (in.LaunchTemplate)
    std::tie(group.launch_template, group.launch_template_version) =
        read_template(service, call, *in.LaunchTemplate);
  group.minimum = in.MinSize;
  group.maximum = in.MaxSize;
  group.desired = in.DesiredCapacity.value_or(in.MinSize);
  group.subnets = *subnets;
  group.manners = read_manners(in, {});
  for (const Tag& tag : in.Tags) put_tag(group, tag);
  if (const auto made = service.fleet.create_group(key, std::move(group)); !made)
    throw refused(made.error().message);
}

void delete_auto_scaling_group(AutoScaling& service, const Call& call, DeleteAutoScalingGroupType in) {
  const fleet::Key key{call.account, call.region, in.AutoScalingGroupName};
  if (!service.fleet.find_group(key))
    throw refused("AutoScalingGroup name not found - AutoScalingGroup '" + key.name + "' not found");
  if (!in.ForceDelete.value_or(false) && !service.fleet.instances_of_group(key).empty())
    throw wire::ServiceError(
        "ResourceInUse",
        "You cannot delete an AutoScalingGroup while there are instances or pending Spot "
        "instance request(s) still in the group.");
  service.fleet.remove_group(key, [] {});
}

void create_or_update_tags(AutoScaling& service, const Call& call, CreateOrUpdateTagsType in) {
  for (const Tag& tag : in.Tags) {  // all are checked before any is put
    fleet::Group group = find_tagged(service, call, tag);
    put_tag(group, tag);
  }
  for (const Tag& tag : in.Tags) {
    fleet::Group group = find_tagged(service, call, tag);
    put_tag(group, tag);
    service.fleet.set_group_tags({call.account, call.region, group.name}, group.tags, group.propagated_tags);
  }
}

void delete_tags(AutoScaling& service, const Call& call, DeleteTagsType in) {
  for (const Tag& tag : in.Tags) {
    fleet::Group group = find_tagged(service, call, tag);
    group.tags.erase(tag.Key);
    group.propagated_tags.erase(tag.Key);
    service.fleet.set_group_tags({call.account, call.region, group.name}, group.tags, group.propagated_tags);
  }
}

TagsType describe_tags(AutoScaling& service, const Call& call, DescribeTagsType in) {
  TagsType out;
  for (const fleet::Group* group : service.fleet.groups(call.account, call.region))
    for (TagDescription& tag : tags_of(*group))
      if (passes(tag, in.Filters)) out.Tags.push_back(std::move(tag));
  out.NextToken = cut_page(out.Tags, in.NextToken, in.MaxRecords);
  return out;
}

}  // namespace berth::autoscaling
