#include "berth/fleet/fleet.hpp"
#include "berth/services/cloudformation/resources/group_signals.hpp"
#include "berth/services/cloudformation/resources/passed_profile.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"

#include <boost/asio/redirect_error.hpp>

#include <set>

namespace berth::cloudformation {
namespace {

struct GroupTag {
  std::string Key;
  std::string Value;
  bool PropagateAtLaunch = false;
};
AWS_SHAPE(GroupTag, Key, Value, PropagateAtLaunch)

struct TemplateChoice {
  std::optional<std::string> LaunchTemplateId;
  std::optional<std::string> LaunchTemplateName;
  std::string Version;
};
AWS_SHAPE(TemplateChoice, LaunchTemplateId, LaunchTemplateName, Version)

struct GroupProperties {
  std::optional<std::string> AutoScalingGroupName;
  std::optional<std::string> LaunchConfigurationName;
  int MinSize = 0;
  int MaxSize = 0;
  std::optional<int> DesiredCapacity;
  std::vector<std::string> VPCZoneIdentifier;
  std::vector<std::string> AvailabilityZones;
  std::vector<GroupTag> Tags;
  std::optional<std::string> HealthCheckType;
  std::optional<int> HealthCheckGracePeriod;
  std::optional<int> Cooldown;
  std::optional<int> DefaultInstanceWarmup;
  std::optional<int> MaxInstanceLifetime;
  std::optional<std::string> PlacementGroup;
  std::optional<wire::Document> MetricsCollection;
  std::optional<wire::Document> NotificationConfigurations;
  std::vector<std::string> TerminationPolicies;
  std::optional<bool> NewInstancesProtectedFromScaleIn;
  std::optional<bool> CapacityRebalance;
  std::optional<std::string> ServiceLinkedRoleARN;
  std::optional<std::string> InstanceId;
  std::optional<TemplateChoice> LaunchTemplate;
  std::optional<wire::Document> MixedInstancesPolicy;
  std::optional<wire::Document> LifecycleHookSpecificationList;
  std::vector<std::string> LoadBalancerNames;
  std::vector<std::string> TargetGroupARNs;
};
AWS_SHAPE(GroupProperties, AutoScalingGroupName, LaunchConfigurationName, MinSize, MaxSize, DesiredCapacity,
          VPCZoneIdentifier, AvailabilityZones, Tags, HealthCheckType, HealthCheckGracePeriod, Cooldown,
          DefaultInstanceWarmup, MaxInstanceLifetime, PlacementGroup, MetricsCollection,
          NotificationConfigurations, TerminationPolicies, NewInstancesProtectedFromScaleIn,
          CapacityRebalance, ServiceLinkedRoleARN, InstanceId, LaunchTemplate, MixedInstancesPolicy,
          LifecycleHookSpecificationList, LoadBalancerNames, TargetGroupARNs)

constexpr PropertyRow rows[] = {
    {"AutoScalingGroupName", Standing::Honoured, "", replaces},
    {"LaunchConfigurationName", Standing::Honoured},
    {"MinSize", Standing::Honoured},
    {"MaxSize", Standing::Honoured},
    {"DesiredCapacity", Standing::Honoured},
    {"VPCZoneIdentifier", Standing::Emulated, "instances show these subnets; all are this machine's network"},
    {"AvailabilityZones", Standing::Emulated, "instances show these zones; all are this machine"},
    {"Tags", Standing::Honoured},
    {"HealthCheckType", Standing::Ignored, "a slice is as healthy as the machine"},
    {"HealthCheckGracePeriod", Standing::Ignored, "a slice is as healthy as the machine"},
    {"Cooldown", Standing::Ignored, "nothing scales by itself"},
    {"DefaultInstanceWarmup", Standing::Ignored, "a slice is warm at once"},
    {"MaxInstanceLifetime", Standing::Ignored, "instances are not replaced"},
    {"PlacementGroup", Standing::Ignored},
    {"MetricsCollection", Standing::Ignored},
    {"NotificationConfigurations", Standing::Ignored, "there is nobody to notify"},
    {"TerminationPolicies", Standing::Ignored},
    {"NewInstancesProtectedFromScaleIn", Standing::Ignored},
    {"CapacityRebalance", Standing::Ignored},
    {"ServiceLinkedRoleARN", Standing::Ignored},
    {"InstanceId", Standing::Refused, "there is no instance to copy from; use LaunchTemplate", replaces},
    {"LaunchTemplate", Standing::Honoured},
    {"MixedInstancesPolicy", Standing::Refused, "a group has one type of instance; use LaunchTemplate"},
    {"LifecycleHookSpecificationList", Standing::Refused,
     "there are no lifecycle hooks; tasks on an instance that goes are stopped first"},
    {"LoadBalancerNames", Standing::Refused, "there are no load balancers; leave it out"},
    {"TargetGroupARNs", Standing::Refused, "there are no load balancers; leave it out"},
};
constexpr std::string_view attributes[] = {"AutoScalingGroupARN"};

/// What instances are to be made of: one of the two.
struct Source {
  std::optional<std::string> configuration;
  std::optional<std::string> template_id;
  std::string version;
};

Source source_of(const Environment& environment, const Call& call, const GroupProperties& properties) {
  const auto& chosen = properties.LaunchTemplate;
  if (chosen.has_value() == properties.LaunchConfigurationName.has_value())
    throw PropertyError(
        "Valid requests must contain either LaunchTemplate, LaunchConfigurationName, InstanceId or "
        "MixedInstancesPolicy parameter.");
  if (!chosen) return {.configuration = properties.LaunchConfigurationName, .template_id = {}, .version = {}};
  if (chosen->LaunchTemplateId.has_value() == chosen->LaunchTemplateName.has_value())
    throw PropertyError(
        "Valid requests must contain either launchTemplateId or LaunchTemplateName in property "
        "LaunchTemplate.");
  const std::string& named =
      chosen->LaunchTemplateId ? *chosen->LaunchTemplateId : *chosen->LaunchTemplateName;
  const fleet::LaunchTemplate* found =
      environment.fleet.launch_templates().find({call.account, call.region, named});
  if (found == nullptr)
    throw ResourceFailure(
        "You must use a valid fully-formed launch template. The specified launch template, " + named +
        ", does not exist.");
  if (const auto* version = found->find_version(chosen->Version);
      version != nullptr && !version->launch.iam_instance_profile.empty())
    authorize_profile(environment, call, version->launch.iam_instance_profile);
  return {.configuration = {}, .template_id = found->id, .version = chosen->Version};
}

/// EC2's sentence for the first that is not there.
void check_subnets(const Environment& environment, const ResourceRequest& request,
                   const std::vector<std::string>& subnets) {
  for (const std::string& id : subnets)
    if (!environment.fleet.network().find_subnet(request.account, request.region, id))
      throw ResourceFailure("The subnet ID '" + id + "' does not exist");
}

std::map<std::string, std::string> tags_of(const GroupProperties& properties,
                                           const ResourceRequest& request) {
  auto tags = request.tags;
  for (const GroupTag& tag : properties.Tags) tags[tag.Key] = tag.Value;
  return tags;
}

/// The keys of those that instances would get.
std::set<std::string> propagated(const GroupProperties& properties) {
  std::set<std::string> keys;
  for (const GroupTag& tag : properties.Tags)
    if (tag.PropagateAtLaunch) keys.insert(tag.Key);
  return keys;
}

std::vector<std::string> arns(const Environment&, const ResourceRequest& request, const std::string& name) {
  return {arn_start("autoscaling", request) + "autoScalingGroup:*:autoScalingGroupName/" + name};
}

Attributes attributes_of(const Environment& environment, const ResourceRequest& request,
                         const std::string& name) {
  return {{"AutoScalingGroupARN", arns(environment, request, name).front()}};
}

fleet::Group group_of(const GroupProperties& properties, const Source& source, const ResourceRequest& request,
                      base::TimePoint now) {
  fleet::Group group;
  group.name = properties.AutoScalingGroupName.value_or("");
  group.launch_configuration = source.configuration.value_or("");
  group.launch_template = source.template_id.value_or("");
  group.launch_template_version = source.version;
  group.minimum = properties.MinSize;
  group.maximum = properties.MaxSize;
  group.desired = properties.DesiredCapacity.value_or(properties.MinSize);
  group.subnets = properties.VPCZoneIdentifier;
  group.tags = tags_of(properties, request);
  group.propagated_tags = propagated(properties);
  group.created_at = now;
  return group;
}

Making create(Environment& environment, const Call& call, ResourceRequest& request,
              GroupProperties properties) {
  check_subnets(environment, request, properties.VPCZoneIdentifier);
  const Source source = source_of(environment, call, properties);
  const SignalsWanted wanted = wanted_signals(request);
  const auto progress = std::make_shared<SignalProgress>(environment.state);
  fleet::Group group = group_of(properties, source, request, environment.clock.now());
  const fleet::Key key{request.account, request.region, group.name};
  const auto made = environment.fleet.create_group(
      key, std::move(group),
      [progress](const fleet::GroupReport& report) { progress->note(report.instance_id, report.reason); });
  if (!made) throw ResourceFailure(made.error().message);
  request.initiated(key.name);
  if (wanted.signals > 0) co_await wait_for_signals(progress, wanted, request);
  environment.fleet.unwatch_group(key);
  if (!progress->reason.empty()) request.note({"DesiredCapacity", progress->reason, ""});
  co_return attributes_of(environment, request, key.name);
}

/// The group stays, and with it the instances that it has: what they are made of is for those to come.
Making update(Environment& environment, const Call& call, ResourceRequest& request, GroupProperties wanted,
              GroupProperties before) {
  const fleet::Key key{request.account, request.region, request.physical_id};
  const fleet::Group* group = environment.fleet.find_group(key);
  if (group == nullptr)
    throw ResourceFailure("AutoScalingGroup name not found - There is no group " + key.name);
  const std::string arn = arns(environment, request, key.name).front();
  call.authorize("autoscaling:UpdateAutoScalingGroup", arn);
  check_subnets(environment, request, wanted.VPCZoneIdentifier);
  Source source = source_of(environment, call, wanted);
  fleet::GroupChange change;
  change.minimum = wanted.MinSize;
  change.maximum = wanted.MaxSize;
  change.desired = wanted.DesiredCapacity;
  change.launch_configuration = std::move(source.configuration);
  change.launch_template = std::move(source.template_id);
  change.launch_template_version = std::move(source.version);
  if (!wanted.VPCZoneIdentifier.empty() || !before.VPCZoneIdentifier.empty())
    change.subnets = wanted.VPCZoneIdentifier;
  auto tags = tags_of(wanted, request);
  const bool retagged = tags != group->tags || propagated(wanted) != group->propagated_tags;
  if (retagged) call.authorize("autoscaling:CreateOrUpdateTags", arn);
  const auto changed = environment.fleet.update_group(key, change);
  if (!changed) throw ResourceFailure(changed.error().message);
  if (retagged) environment.fleet.set_group_tags(key, std::move(tags), propagated(wanted));
  const auto& history = environment.fleet.find_group(key)->activities;
  if (!history.empty() && history.back().status == "Failed")
    request.note({"DesiredCapacity", history.back().message, ""});
  co_return attributes_of(environment, request, key.name);
}

Removing remove(Environment& environment, const Call&, const ResourceRequest& request) {
  const fleet::Key key{request.account, request.region, request.physical_id};
  if (environment.fleet.find_group(key) == nullptr) co_return;
  // The tasks on its instances are stopped first; `gone` may be called before remove_group returns.
  const auto finished = std::make_shared<bool>(false);
  const auto gone = std::make_shared<boost::asio::steady_timer>(environment.state,
                                                                boost::asio::steady_timer::time_point::max());
  environment.fleet.remove_group(key, [finished, gone] {
    *finished = true;
    gone->cancel();
  });
  request.cancellation->on_request = [gone] { gone->cancel(); };
  if (!*finished && !request.cancellation->requested) {
    boost::system::error_code ignored;  // it never expires
    co_await gone->async_wait(base::asio::redirect_error(base::asio::use_awaitable, ignored));
  }
  request.cancellation->on_request = nullptr;
}

}  // namespace

const ResourceType auto_scaling_group = resource_type<&create, &remove, &update>(
    {"AWS::AutoScaling::AutoScalingGroup", rows, attributes, true}, {.property = "AutoScalingGroupName"},
    {"autoscaling:CreateAutoScalingGroup", "autoscaling:DeleteAutoScalingGroup", &arns});

}  // namespace berth::cloudformation
