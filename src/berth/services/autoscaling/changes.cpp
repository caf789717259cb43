// Operations that change groups, and those that describe what groups are made of.
#include "berth/fleet/network.hpp"
#include "berth/services/autoscaling/autoscaling.hpp"
#include "berth/services/autoscaling/describe.hpp"
#include "berth/services/autoscaling/pages.hpp"
#include "berth/wire/error.hpp"

#include <algorithm>

namespace berth::autoscaling {

namespace {

wire::ServiceError refused(std::string message) { return {"ValidationError", std::move(message)}; }

void check_group(const AutoScaling& service, const fleet::Key& key) {
  const fleet::Group* group = service.fleet.find_group(key);
  if (!group) throw refused("AutoScalingGroup name not found - There is no group " + key.name);
  if (group->deleting) throw refused("You cannot update an AutoScaling group that is pending delete");
}

/// The subnets that the request names by id or by zone; nothing if it names none.
std::optional<std::vector<std::string>> read_subnets(const Call& call, const UpdateAutoScalingGroupType& in) {
  const fleet::Network network = fleet::default_network(call.account, call.region);
  std::vector<std::string> subnets;
  if (in.VPCZoneIdentifier && !in.VPCZoneIdentifier->empty()) {
    std::string_view rest = *in.VPCZoneIdentifier;
    while (!rest.empty()) {
      const std::size_t comma = std::min(rest.find(','), rest.size());
      std::string id(rest.substr(0, comma));
      if (std::ranges::find(network.subnets, id, &fleet::Subnet::id) == network.subnets.end())
        throw refused("The subnet ID '" + id + "' does not exist");
      subnets.push_back(std::move(id));
      rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    return subnets;
  }
  for (const std::string& zone : in.AvailabilityZones) {
    const auto found =
        std::ranges::find_if(network.subnets, [&](const auto& subnet) { return subnet.zone.name == zone; });
    if (found == network.subnets.end()) throw refused("Invalid availability zone: [" + zone + "]");
    subnets.push_back(found->id);
  }
  return subnets.empty() ? std::nullopt : std::optional(std::move(subnets));
}

/// Whoever gives a group a template hands on the role in its instance profile.
void authorize_profile(const AutoScaling& service, const Call& call, const std::string& profile_name) {
  if (profile_name.empty()) return;
  const auto* profile = service.directory.find_instance_profile(call.account, profile_name);
  const auto* role = profile ? service.directory.find_role(call.account, profile->role) : nullptr;
  if (role) call.authorize("iam:PassRole", role->arn(), {{"iam:PassedToService", {"ec2.amazonaws.com"}}});
}

void read_template(const AutoScaling& service, const Call& call, const LaunchTemplateSpecification& given,
                   fleet::GroupChange& change) {
  if (given.LaunchTemplateId.has_value() == given.LaunchTemplateName.has_value())
    throw refused("Valid requests must contain either launchTemplateId or LaunchTemplateName");
  const std::string& named = given.LaunchTemplateId ? *given.LaunchTemplateId : *given.LaunchTemplateName;
  const auto* found = service.fleet.launch_templates().find({call.account, call.region, named});
  if (!found)
    throw refused("You must use a valid fully-formed launch template. The specified launch template, " +
                  named + ", does not exist.");
  change.launch_template = found->id;
  change.launch_template_version = given.Version.value_or("");
  if (const auto* version = found->find_version(change.launch_template_version))
    authorize_profile(service, call, version->launch.iam_instance_profile);
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
  change.subnets = read_subnets(call, in);
  if (in.LaunchTemplate) read_template(service, call, *in.LaunchTemplate, change);
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
