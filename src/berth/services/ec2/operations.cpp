#include "berth/services/ec2/operations.hpp"

#include "berth/services/ec2/pages.hpp"

namespace berth::ec2 {

namespace {

using wire::Action;
using wire::op;
using wire::resource;

std::string new_template(const Call& call, const CreateLaunchTemplateRequest&) {
  return "arn:aws:ec2:" + call.region + ":" + call.account + ":launch-template/*";
}
/// One that is given by name is asked about as any: the line does not know its id.
template <class Request>
std::string launch_template(const Call& call, const Request& in) {
  return "arn:aws:ec2:" + call.region + ":" + call.account + ":launch-template/" +
         in.LaunchTemplateId.value_or("*");
}

std::string arn(const Call& call, const std::string& what) {
  return "arn:aws:ec2:" + call.region + ":" + call.account + ":" + what;
}
/// One that is to be made has no id yet.
template <wire::FixedText Kind, class Request>
std::string any_of(const Call& call, const Request&) {
  return arn(call, std::string(Kind.view()) + "/*");
}
template <wire::FixedText Kind, class Request, std::string Request::*Id>
std::string one_of(const Call& call, const Request& in) {
  return arn(call, std::string(Kind.view()) + "/" + in.*Id);
}
/// One whose id may be left out, for its name or by mistake.
template <wire::FixedText Kind, class Request, std::optional<std::string> Request::*Id>
std::string some_of(const Call& call, const Request& in) {
  return arn(call, std::string(Kind.view()) + "/" + (in.*Id).value_or("*"));
}

constexpr std::string_view token[] = {"ClientToken"};

constexpr wire::Operation<Ec2> table[] = {
    op<paged<&describe_vpcs, &DescribeVpcsResult::Vpcs>>("DescribeVpcs", Action{"ec2:DescribeVpcs"}),
    op<&describe_vpc_attribute>("DescribeVpcAttribute", Action{"ec2:DescribeVpcAttribute"}),
    op<paged<&describe_subnets, &DescribeSubnetsResult::Subnets>>("DescribeSubnets",
                                                                  Action{"ec2:DescribeSubnets"}),
    op<&describe_availability_zones>("DescribeAvailabilityZones", Action{"ec2:DescribeAvailabilityZones"}),
    op<paged<&describe_security_groups, &DescribeSecurityGroupsResult::SecurityGroups>>(
        "DescribeSecurityGroups", Action{"ec2:DescribeSecurityGroups"}),
    op<&describe_key_pairs>("DescribeKeyPairs", Action{"ec2:DescribeKeyPairs"}),
    op<paged<&describe_images, &DescribeImagesResult::Images, PageSizes{1, 1000}>>(
        "DescribeImages", Action{"ec2:DescribeImages"}),
    op<paged<&describe_instances, &DescribeInstancesResult::Reservations>>("DescribeInstances",
                                                                           Action{"ec2:DescribeInstances"}),
    op<paged<&describe_instance_types, &DescribeInstanceTypesResult::InstanceTypes, PageSizes{5, 100}>>(
        "DescribeInstanceTypes", Action{"ec2:DescribeInstanceTypes"}),
    op<&create_vpc>("CreateVpc", Action{"ec2:CreateVpc"}, resource<&any_of<"vpc", CreateVpcRequest>>),
    op<&delete_vpc>("DeleteVpc", Action{"ec2:DeleteVpc"},
                    resource<&one_of<"vpc", DeleteVpcRequest, &DeleteVpcRequest::VpcId>>),
    op<&modify_vpc_attribute>(
        "ModifyVpcAttribute", Action{"ec2:ModifyVpcAttribute"},
        resource<&one_of<"vpc", ModifyVpcAttributeRequest, &ModifyVpcAttributeRequest::VpcId>>),
    op<&create_subnet>("CreateSubnet", Action{"ec2:CreateSubnet"},
                       resource<&any_of<"subnet", CreateSubnetRequest>>),
    op<&delete_subnet>("DeleteSubnet", Action{"ec2:DeleteSubnet"},
                       resource<&one_of<"subnet", DeleteSubnetRequest, &DeleteSubnetRequest::SubnetId>>),
    op<&modify_subnet_attribute>(
        "ModifySubnetAttribute", Action{"ec2:ModifySubnetAttribute"},
        resource<&one_of<"subnet", ModifySubnetAttributeRequest, &ModifySubnetAttributeRequest::SubnetId>>),
    op<&create_route_table>("CreateRouteTable", Action{"ec2:CreateRouteTable"},
                            resource<&any_of<"route-table", CreateRouteTableRequest>>),
    op<&delete_route_table>(
        "DeleteRouteTable", Action{"ec2:DeleteRouteTable"},
        resource<&one_of<"route-table", DeleteRouteTableRequest, &DeleteRouteTableRequest::RouteTableId>>),
    op<paged<&describe_route_tables, &DescribeRouteTablesResult::RouteTables, PageSizes{5, 100}>>(
        "DescribeRouteTables", Action{"ec2:DescribeRouteTables"}),
    op<&create_route>(
        "CreateRoute", Action{"ec2:CreateRoute"},
        resource<&one_of<"route-table", CreateRouteRequest, &CreateRouteRequest::RouteTableId>>),
    op<&delete_route>(
        "DeleteRoute", Action{"ec2:DeleteRoute"},
        resource<&one_of<"route-table", DeleteRouteRequest, &DeleteRouteRequest::RouteTableId>>),
    op<&associate_route_table>(
        "AssociateRouteTable",
        Action{"ec2:AssociateRouteTable"},
        resource<
            &one_of<"route-table", AssociateRouteTableRequest, &AssociateRouteTableRequest::RouteTableId>>),
    op<&disassociate_route_table>("DisassociateRouteTable", Action{"ec2:DisassociateRouteTable"}),
    op<&create_internet_gateway>("CreateInternetGateway", Action{"ec2:CreateInternetGateway"},
                                 resource<&any_of<"internet-gateway", CreateInternetGatewayRequest>>),
    op<&delete_internet_gateway>("DeleteInternetGateway", Action{"ec2:DeleteInternetGateway"},
                                 resource<&one_of<"internet-gateway", DeleteInternetGatewayRequest,
                                                  &DeleteInternetGatewayRequest::InternetGatewayId>>),
    op<&attach_internet_gateway>("AttachInternetGateway", Action{"ec2:AttachInternetGateway"},
                                 resource<&one_of<"internet-gateway", AttachInternetGatewayRequest,
                                                  &AttachInternetGatewayRequest::InternetGatewayId>>),
    op<&detach_internet_gateway>("DetachInternetGateway", Action{"ec2:DetachInternetGateway"},
                                 resource<&one_of<"internet-gateway", DetachInternetGatewayRequest,
                                                  &DetachInternetGatewayRequest::InternetGatewayId>>),
    op<paged<&describe_internet_gateways, &DescribeInternetGatewaysResult::InternetGateways>>(
        "DescribeInternetGateways", Action{"ec2:DescribeInternetGateways"}),
    op<&allocate_address>("AllocateAddress", Action{"ec2:AllocateAddress"},
                          resource<&any_of<"elastic-ip", AllocateAddressRequest>>),
    op<&release_address>(
        "ReleaseAddress", Action{"ec2:ReleaseAddress"},
        resource<&some_of<"elastic-ip", ReleaseAddressRequest, &ReleaseAddressRequest::AllocationId>>),
    op<&describe_addresses>("DescribeAddresses", Action{"ec2:DescribeAddresses"}),
    op<&create_nat_gateway>("CreateNatGateway", Action{"ec2:CreateNatGateway"},
                            resource<&any_of<"natgateway", CreateNatGatewayRequest>>)
        .ignoring(token),
    op<&delete_nat_gateway>(
        "DeleteNatGateway",
        Action{"ec2:DeleteNatGateway"},
        resource<&one_of<"natgateway", DeleteNatGatewayRequest, &DeleteNatGatewayRequest::NatGatewayId>>),
    op<paged<&describe_nat_gateways, &DescribeNatGatewaysResult::NatGateways>>(
        "DescribeNatGateways", Action{"ec2:DescribeNatGateways"}),
    op<&create_security_group>("CreateSecurityGroup", Action{"ec2:CreateSecurityGroup"},
                               resource<&any_of<"security-group", CreateSecurityGroupRequest>>),
    op<&delete_security_group>(
        "DeleteSecurityGroup",
        Action{"ec2:DeleteSecurityGroup"},
        resource<
            &some_of<"security-group", DeleteSecurityGroupRequest, &DeleteSecurityGroupRequest::GroupId>>),
    op<&authorize_security_group_ingress>(
        "AuthorizeSecurityGroupIngress", Action{"ec2:AuthorizeSecurityGroupIngress"},
        resource<&some_of<"security-group", AuthorizeSecurityGroupIngressRequest,
                          &AuthorizeSecurityGroupIngressRequest::GroupId>>),
    op<&authorize_security_group_egress>(
        "AuthorizeSecurityGroupEgress", Action{"ec2:AuthorizeSecurityGroupEgress"},
        resource<&one_of<"security-group", AuthorizeSecurityGroupEgressRequest,
                         &AuthorizeSecurityGroupEgressRequest::GroupId>>),
    op<&revoke_security_group_ingress>("RevokeSecurityGroupIngress", Action{"ec2:RevokeSecurityGroupIngress"},
                                       resource<&some_of<"security-group", RevokeSecurityGroupIngressRequest,
                                                         &RevokeSecurityGroupIngressRequest::GroupId>>),
    op<&revoke_security_group_egress>("RevokeSecurityGroupEgress", Action{"ec2:RevokeSecurityGroupEgress"},
                                      resource<&one_of<"security-group", RevokeSecurityGroupEgressRequest,
                                                       &RevokeSecurityGroupEgressRequest::GroupId>>),
    op<paged<&describe_security_group_rules, &DescribeSecurityGroupRulesResult::SecurityGroupRules>>(
        "DescribeSecurityGroupRules", Action{"ec2:DescribeSecurityGroupRules"}),
    op<&create_tags>("CreateTags", Action{"ec2:CreateTags"}),
    op<&delete_tags>("DeleteTags", Action{"ec2:DeleteTags"}),
    op<paged<&describe_tags, &DescribeTagsResult::Tags>>("DescribeTags", Action{"ec2:DescribeTags"}),
    op<&create_launch_template>("CreateLaunchTemplate", Action{"ec2:CreateLaunchTemplate"},
                                resource<&new_template>)
        .ignoring(token),
    op<&create_launch_template_version>("CreateLaunchTemplateVersion",
                                        Action{"ec2:CreateLaunchTemplateVersion"},
                                        resource<&launch_template<CreateLaunchTemplateVersionRequest>>)
        .ignoring(token),
    op<&modify_launch_template>("ModifyLaunchTemplate", Action{"ec2:ModifyLaunchTemplate"},
                                resource<&launch_template<ModifyLaunchTemplateRequest>>)
        .ignoring(token),
    op<&delete_launch_template>("DeleteLaunchTemplate", Action{"ec2:DeleteLaunchTemplate"},
                                resource<&launch_template<DeleteLaunchTemplateRequest>>),
    op<paged<&describe_launch_templates, &DescribeLaunchTemplatesResult::LaunchTemplates, PageSizes{1, 200}>>(
        "DescribeLaunchTemplates", Action{"ec2:DescribeLaunchTemplates"}),
    op<paged<&describe_launch_template_versions,
             &DescribeLaunchTemplateVersionsResult::LaunchTemplateVersions, PageSizes{1, 200}>>(
        "DescribeLaunchTemplateVersions", Action{"ec2:DescribeLaunchTemplateVersions"}),
};

}  // namespace

std::span<const wire::Operation<Ec2>> operations() { return table; }

}  // namespace berth::ec2
