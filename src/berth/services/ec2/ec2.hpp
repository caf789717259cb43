/// Amazon EC2, as far as templates and tools ask for it: the default VPC of each region with its subnets and zones,
/// security groups, launch templates, and what instances there are and could be. There are no key pairs. One function an operation; operations.cpp tables them. State lane.
#pragma once

#include "berth/fleet/fleet.hpp"
#include "berth/fleet/security_groups.hpp"
#include "berth/identity/directory.hpp"
#include "berth/services/ec2/instance_shapes.hpp"
#include "berth/services/ec2/launch_template_shapes.hpp"
#include "berth/services/ec2/shapes.hpp"
#include "berth/wire/call.hpp"

namespace berth::ec2 {

using wire::Call;

struct Ec2 {
  const fleet::SecurityGroups& security_groups;
  fleet::Fleet& fleet;
  const identity::Directory& directory;
};

DescribeVpcsResult describe_vpcs(Ec2&, const Call&, DescribeVpcsRequest);
DescribeVpcAttributeResult describe_vpc_attribute(Ec2&, const Call&, DescribeVpcAttributeRequest);
DescribeSubnetsResult describe_subnets(Ec2&, const Call&, DescribeSubnetsRequest);
DescribeAvailabilityZonesResult describe_availability_zones(Ec2&, const Call&,
                                                            DescribeAvailabilityZonesRequest);
DescribeSecurityGroupsResult describe_security_groups(Ec2&, const Call&, DescribeSecurityGroupsRequest);

// instances.cpp
DescribeKeyPairsResult describe_key_pairs(Ec2&, const Call&, DescribeKeyPairsRequest);
DescribeImagesResult describe_images(Ec2&, const Call&, DescribeImagesRequest);
DescribeInstancesResult describe_instances(Ec2&, const Call&, DescribeInstancesRequest);
DescribeInstanceTypesResult describe_instance_types(Ec2&, const Call&, DescribeInstanceTypesRequest);

// launch_templates.cpp
CreateLaunchTemplateResult create_launch_template(Ec2&, const Call&, CreateLaunchTemplateRequest);
CreateLaunchTemplateVersionResult create_launch_template_version(Ec2&, const Call&,
                                                                 CreateLaunchTemplateVersionRequest);
ModifyLaunchTemplateResult modify_launch_template(Ec2&, const Call&, ModifyLaunchTemplateRequest);
DeleteLaunchTemplateResult delete_launch_template(Ec2&, const Call&, DeleteLaunchTemplateRequest);
DescribeLaunchTemplatesResult describe_launch_templates(Ec2&, const Call&, DescribeLaunchTemplatesRequest);
DescribeLaunchTemplateVersionsResult describe_launch_template_versions(Ec2&, const Call&,
                                                                       DescribeLaunchTemplateVersionsRequest);

}  // namespace berth::ec2
