#include "berth/services/autoscaling/operations.hpp"

namespace berth::autoscaling {

namespace {

using wire::Action;
using wire::op;

// A group's history goes with the group.
constexpr std::string_view activities_ignores[] = {"IncludeDeletedGroups"};

constexpr wire::Operation<AutoScaling> table[] = {
    op<&describe_auto_scaling_groups>("DescribeAutoScalingGroups",
                                      Action{"autoscaling:DescribeAutoScalingGroups"}),
    op<&describe_scaling_activities>("DescribeScalingActivities",
                                     Action{"autoscaling:DescribeScalingActivities"})
        .ignoring(activities_ignores),
};

}  // namespace

std::span<const wire::Operation<AutoScaling>> operations() { return table; }

}  // namespace berth::autoscaling
