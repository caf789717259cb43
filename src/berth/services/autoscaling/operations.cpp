#include "berth/services/autoscaling/operations.hpp"

#include <algorithm>

namespace berth::autoscaling {

namespace {

using wire::Action;
using wire::op;
using wire::resource;

template <class Request>
std::string group(const Call& call, const Request& in) {
  return "arn:aws:autoscaling:" + call.region + ":" + call.account +
         ":autoScalingGroup:*:autoScalingGroupName/" + in.AutoScalingGroupName;
}

/// The group that the tags are of; all groups where they are of several.
template <class Request>
std::string tagged(const Call& call, const Request& in) {
  const std::string name = in.Tags.empty() ? "*" : in.Tags.front().ResourceId.value_or("*");
  const bool one = std::ranges::all_of(in.Tags, [&](const Tag& tag) { return tag.ResourceId == name; });
  return "arn:aws:autoscaling:" + call.region + ":" + call.account +
         ":autoScalingGroup:*:autoScalingGroupName/" + (one ? name : "*");
}

// A group's history goes with the group.
constexpr std::string_view activities_ignores[] = {"IncludeDeletedGroups"};

constexpr std::string_view desired_ignores[] = {"HonorCooldown"};
constexpr std::string_view update_ignores[] = {"DefaultCooldown",
                                               "HealthCheckType",
                                               "HealthCheckGracePeriod",
                                               "TerminationPolicies",
                                               "NewInstancesProtectedFromScaleIn",
                                               "MaxInstanceLifetime",
                                               "CapacityRebalance",
                                               "DefaultInstanceWarmup"};

constexpr std::string_view create_ignores[] = {"DefaultCooldown",        "HealthCheckType",
                                               "HealthCheckGracePeriod", "PlacementGroup",
                                               "TerminationPolicies",    "NewInstancesProtectedFromScaleIn",
                                               "CapacityRebalance",      "ServiceLinkedRoleARN",
                                               "MaxInstanceLifetime",    "DefaultInstanceWarmup"};

constexpr wire::Operation<AutoScaling> table[] = {
    op<&describe_auto_scaling_groups>("DescribeAutoScalingGroups",
                                      Action{"autoscaling:DescribeAutoScalingGroups"}),
    op<&describe_scaling_activities>("DescribeScalingActivities",
                                     Action{"autoscaling:DescribeScalingActivities"})
        .ignoring(activities_ignores),
    op<&describe_auto_scaling_instances>("DescribeAutoScalingInstances",
                                         Action{"autoscaling:DescribeAutoScalingInstances"}),
    op<&describe_launch_configurations>("DescribeLaunchConfigurations",
                                        Action{"autoscaling:DescribeLaunchConfigurations"}),
    op<&create_auto_scaling_group>("CreateAutoScalingGroup", Action{"autoscaling:CreateAutoScalingGroup"},
                                   resource<&group<CreateAutoScalingGroupType>>)
        .ignoring(create_ignores),
    op<&delete_auto_scaling_group>("DeleteAutoScalingGroup", Action{"autoscaling:DeleteAutoScalingGroup"},
                                   resource<&group<DeleteAutoScalingGroupType>>),
    op<&create_or_update_tags>("CreateOrUpdateTags", Action{"autoscaling:CreateOrUpdateTags"},
                               resource<&tagged<CreateOrUpdateTagsType>>),
    op<&delete_tags>("DeleteTags", Action{"autoscaling:DeleteTags"}, resource<&tagged<DeleteTagsType>>),
    op<&describe_tags>("DescribeTags", Action{"autoscaling:DescribeTags"}),
    op<&set_desired_capacity>("SetDesiredCapacity", Action{"autoscaling:SetDesiredCapacity"},
                              resource<&group<SetDesiredCapacityType>>)
        .ignoring(desired_ignores),
    op<&update_auto_scaling_group>("UpdateAutoScalingGroup", Action{"autoscaling:UpdateAutoScalingGroup"},
                                   resource<&group<UpdateAutoScalingGroupType>>)
        .ignoring(update_ignores),
    op<&terminate_instance_in_auto_scaling_group>("TerminateInstanceInAutoScalingGroup",
                                                  Action{"autoscaling:TerminateInstanceInAutoScalingGroup"}),
};

}  // namespace

std::span<const wire::Operation<AutoScaling>> operations() { return table; }

}  // namespace berth::autoscaling
