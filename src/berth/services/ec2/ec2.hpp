/// Amazon EC2, as far as templates and tools ask for it: networks and security groups (kept and shown; what runs here uses
/// this machine's network), launch templates, and what instances there are and could be. There are no key pairs. One
/// function an operation; operations.cpp tables them. State lane.
#pragma once

#include "berth/fleet/fleet.hpp"
#include "berth/fleet/security_groups.hpp"
#include "berth/identity/directory.hpp"
#include "berth/services/ec2/gateway_shapes.hpp"
#include "berth/services/ec2/group_shapes.hpp"
#include "berth/services/ec2/instance_shapes.hpp"
#include "berth/services/ec2/launch_template_shapes.hpp"
#include "berth/services/ec2/shapes.hpp"
#include "berth/services/ec2/tag_shapes.hpp"
#include "berth/services/ec2/vpc_shapes.hpp"
#include "berth/wire/call.hpp"

namespace berth::ec2 {

using wire::Call;

struct Ec2 {
  fleet::SecurityGroups& security_groups;
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

// vpcs.cpp
CreateVpcResult create_vpc(Ec2&, const Call&, CreateVpcRequest);
void delete_vpc(Ec2&, const Call&, DeleteVpcRequest);
void modify_vpc_attribute(Ec2&, const Call&, ModifyVpcAttributeRequest);
CreateSubnetResult create_subnet(Ec2&, const Call&, CreateSubnetRequest);
void delete_subnet(Ec2&, const Call&, DeleteSubnetRequest);
void modify_subnet_attribute(Ec2&, const Call&, ModifySubnetAttributeRequest);
CreateRouteTableResult create_route_table(Ec2&, const Call&, CreateRouteTableRequest);
void delete_route_table(Ec2&, const Call&, DeleteRouteTableRequest);
DescribeRouteTablesResult describe_route_tables(Ec2&, const Call&, DescribeRouteTablesRequest);
CreateRouteResult create_route(Ec2&, const Call&, CreateRouteRequest);
void delete_route(Ec2&, const Call&, DeleteRouteRequest);
AssociateRouteTableResult associate_route_table(Ec2&, const Call&, AssociateRouteTableRequest);
void disassociate_route_table(Ec2&, const Call&, DisassociateRouteTableRequest);

// gateways.cpp
CreateInternetGatewayResult create_internet_gateway(Ec2&, const Call&, CreateInternetGatewayRequest);
void delete_internet_gateway(Ec2&, const Call&, DeleteInternetGatewayRequest);
void attach_internet_gateway(Ec2&, const Call&, AttachInternetGatewayRequest);
void detach_internet_gateway(Ec2&, const Call&, DetachInternetGatewayRequest);
DescribeInternetGatewaysResult describe_internet_gateways(Ec2&, const Call&, DescribeInternetGatewaysRequest);
AllocateAddressResult allocate_address(Ec2&, const Call&, AllocateAddressRequest);
void release_address(Ec2&, const Call&, ReleaseAddressRequest);
DescribeAddressesResult describe_addresses(Ec2&, const Call&, DescribeAddressesRequest);
CreateNatGatewayResult create_nat_gateway(Ec2&, const Call&, CreateNatGatewayRequest);
DeleteNatGatewayResult delete_nat_gateway(Ec2&, const Call&, DeleteNatGatewayRequest);
DescribeNatGatewaysResult describe_nat_gateways(Ec2&, const Call&, DescribeNatGatewaysRequest);

// group_changes.cpp
CreateSecurityGroupResult create_security_group(Ec2&, const Call&, CreateSecurityGroupRequest);
DeleteSecurityGroupResult delete_security_group(Ec2&, const Call&, DeleteSecurityGroupRequest);
AuthorizeSecurityGroupIngressResult authorize_security_group_ingress(Ec2&, const Call&,
                                                                     AuthorizeSecurityGroupIngressRequest);
AuthorizeSecurityGroupEgressResult authorize_security_group_egress(Ec2&, const Call&,
                                                                   AuthorizeSecurityGroupEgressRequest);
RevokeSecurityGroupIngressResult revoke_security_group_ingress(Ec2&, const Call&,
                                                               RevokeSecurityGroupIngressRequest);
RevokeSecurityGroupEgressResult revoke_security_group_egress(Ec2&, const Call&,
                                                             RevokeSecurityGroupEgressRequest);
DescribeSecurityGroupRulesResult describe_security_group_rules(Ec2&, const Call&,
                                                               DescribeSecurityGroupRulesRequest);

// tags.cpp
void create_tags(Ec2&, const Call&, CreateTagsRequest);
void delete_tags(Ec2&, const Call&, DeleteTagsRequest);
DescribeTagsResult describe_tags(Ec2&, const Call&, DescribeTagsRequest);

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
