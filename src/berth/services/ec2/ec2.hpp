/// Amazon EC2, as far as templates and tools ask for it: the default VPC of each region with its subnets and zones, and
/// security groups. One function an operation; operations.cpp tables them. State lane.
#pragma once

#include "berth/fleet/security_groups.hpp"
#include "berth/services/ec2/shapes.hpp"
#include "berth/wire/call.hpp"

namespace berth::ec2 {

using wire::Call;

struct Ec2 {
  const fleet::SecurityGroups& security_groups;
};

DescribeVpcsResult describe_vpcs(Ec2&, const Call&, DescribeVpcsRequest);
DescribeSubnetsResult describe_subnets(Ec2&, const Call&, DescribeSubnetsRequest);
DescribeAvailabilityZonesResult describe_availability_zones(Ec2&, const Call&,
                                                            DescribeAvailabilityZonesRequest);
DescribeSecurityGroupsResult describe_security_groups(Ec2&, const Call&, DescribeSecurityGroupsRequest);

}  // namespace berth::ec2
