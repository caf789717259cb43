#include "berth/services/ec2/operations.hpp"

namespace berth::ec2 {

namespace {

using wire::Action;
using wire::op;

// Everything fits in one page.
constexpr std::string_view paging[] = {"MaxResults", "NextToken"};

constexpr wire::Operation<Ec2> table[] = {
    op<&describe_vpcs>("DescribeVpcs", Action{"ec2:DescribeVpcs"}).ignoring(paging),
    op<&describe_subnets>("DescribeSubnets", Action{"ec2:DescribeSubnets"}).ignoring(paging),
    op<&describe_availability_zones>("DescribeAvailabilityZones", Action{"ec2:DescribeAvailabilityZones"}),
    op<&describe_security_groups>("DescribeSecurityGroups", Action{"ec2:DescribeSecurityGroups"})
        .ignoring(paging),
};

}  // namespace

std::span<const wire::Operation<Ec2>> operations() { return table; }

}  // namespace berth::ec2
