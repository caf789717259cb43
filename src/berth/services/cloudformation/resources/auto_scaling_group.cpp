#include "berth/fleet/fleet.hpp"
#include "berth/services/cloudformation/resources/duration.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace berth::cloudformation {
namespace {

struct GroupTag {
  std::string Key;
  std::string Value;
  bool PropagateAtLaunch = false;
};
AWS_SHAPE(GroupTag, Key, Value, PropagateAtLaunch)

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
  std::optional<wire::Document> LaunchTemplate;
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
    {"InstanceId", Standing::Refused, "there is no instance to copy from; use LaunchConfigurationName",
     replaces},
    {"LaunchTemplate", Standing::Refused,
     "launch templates are not offered yet; use LaunchConfigurationName"},
    {"MixedInstancesPolicy", Standing::Refused,
     "launch templates are not offered yet; use LaunchConfigurationName"},
    {"LifecycleHookSpecificationList", Standing::Refused, "there are no lifecycle hooks"},
    {"LoadBalancerNames", Standing::Refused, "there are no load balancers"},
    {"TargetGroupARNs", Standing::Refused, "there are no load balancers"},
};

/// CreationPolicy.ResourceSignal, with CloudFormation's defaults.
struct SignalProperty {
  std::optional<int> Count;
  std::optional<std::string> Timeout;
};
AWS_SHAPE(SignalProperty, Count, Timeout)

struct AutoScalingPolicyProperty {
  std::optional<int> MinSuccessfulInstancesPercent;
};
AWS_SHAPE(AutoScalingPolicyProperty, MinSuccessfulInstancesPercent)

struct CreationPolicyProperty {
  std::optional<SignalProperty> ResourceSignal;
  std::optional<AutoScalingPolicyProperty> AutoScalingCreationPolicy;
};
AWS_SHAPE(CreationPolicyProperty, ResourceSignal, AutoScalingCreationPolicy)

struct Wanted {
  int signals = 0;
  std::chrono::seconds timeout{300};
};

Wanted wanted_signals(const ResourceRequest& request) {
  Wanted wanted;
  if (request.creation_policy.empty()) return wanted;
  const auto policy = read_properties<CreationPolicyProperty>(request.creation_policy);
  const SignalProperty signal = policy.ResourceSignal.value_or(SignalProperty{});
  wanted.signals = signal.Count.value_or(1);
  if (policy.AutoScalingCreationPolicy) {
    const int percent = policy.AutoScalingCreationPolicy->MinSuccessfulInstancesPercent.value_or(100);
    wanted.signals = (wanted.signals * std::clamp(percent, 0, 100) + 99) / 100;
  }
  if (signal.Timeout) {
    const auto timeout = parse_duration(*signal.Timeout);
    if (!timeout)
      throw PropertyError(
          "CreationPolicy: Timeout must be a duration of at most 12 hours such as PT15M, not " +
          *signal.Timeout);
    wanted.timeout = *timeout;
  }
  return wanted;
}

/// What the fleet has reported so far. A registered instance is what cfn-signal tells on AWS.
struct Progress {
  explicit Progress(const boost::asio::any_io_executor& state) : changed(state) {}
  int registered = 0;
  std::string reason;
  boost::asio::steady_timer changed;  ///< cancelled at every report
};

base::Async<void> wait_for_signals(std::shared_ptr<Progress> progress, Wanted wanted,
                                   std::shared_ptr<stack::Cancellation> cancellation) {
  using Timer = boost::asio::steady_timer;
  const auto deadline = Timer::clock_type::now() + wanted.timeout;
  cancellation->on_request = [progress] { progress->changed.cancel(); };
  while (progress->registered < wanted.signals && !cancellation->requested) {
    if (Timer::clock_type::now() >= deadline)
      throw ResourceFailure(fmt::format(
          "Received {} SUCCESS signal(s) out of {}. Failed to receive {} resource signal(s) within the "
          "specified duration{}{}",
          progress->registered, wanted.signals, wanted.signals - progress->registered,
          progress->reason.empty() ? "" : ": ", progress->reason));
    progress->changed.expires_at(deadline);
    boost::system::error_code ignored;  // cancelled and expired are told apart by what has changed
    co_await progress->changed.async_wait(base::asio::redirect_error(base::asio::use_awaitable, ignored));
  }
  cancellation->on_request = nullptr;
  if (cancellation->requested) throw ResourceFailure("Resource creation cancelled");
}

fleet::Group group_of(const GroupProperties& properties, const ResourceRequest& request,
                      base::TimePoint now) {
  fleet::Group group;
  group.name = properties.AutoScalingGroupName.value_or("");
  group.launch_configuration = properties.LaunchConfigurationName.value_or("");
  group.minimum = properties.MinSize;
  group.maximum = properties.MaxSize;
  group.desired = properties.DesiredCapacity.value_or(properties.MinSize);
  group.subnets = properties.VPCZoneIdentifier;
  group.tags = request.tags;
  for (const GroupTag& tag : properties.Tags) group.tags[tag.Key] = tag.Value;
  group.created_at = now;
  return group;
}

Making create(Environment& environment, const Call&, ResourceRequest& request, GroupProperties properties) {
  if (!properties.LaunchConfigurationName)
    throw PropertyError("Property LaunchConfigurationName cannot be empty.");
  const Wanted wanted = wanted_signals(request);
  const auto progress = std::make_shared<Progress>(environment.state);
  fleet::Group group = group_of(properties, request, environment.clock.now());
  const fleet::Key key{request.account, request.region, group.name};
  const auto made =
      environment.fleet.create_group(key, std::move(group), [progress](const fleet::GroupReport& report) {
        progress->registered = report.registered;
        if (!report.reason.empty()) progress->reason = report.reason;
        progress->changed.cancel();
      });
  if (!made) throw ResourceFailure(made.error().message);
  request.initiated(key.name);
  if (wanted.signals > 0) co_await wait_for_signals(progress, wanted, request.cancellation);
  environment.fleet.unwatch_group(key);
  if (!progress->reason.empty()) request.note({"DesiredCapacity", progress->reason, ""});
  co_return Attributes{};
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

std::vector<std::string> arns(const Environment&, const ResourceRequest& request, const std::string& name) {
  return {arn_start("autoscaling", request) + "autoScalingGroup:*:autoScalingGroupName/" + name};
}

}  // namespace

const ResourceType auto_scaling_group = resource_type<&create, &remove>(
    {"AWS::AutoScaling::AutoScalingGroup", rows, {}}, {.property = "AutoScalingGroupName"},
    {"autoscaling:CreateAutoScalingGroup", "autoscaling:DeleteAutoScalingGroup", &arns});

}  // namespace berth::cloudformation
