/// VPCs, subnets and route tables as they are made and changed.
#pragma once

#include "berth/services/ec2/launch_template_shapes.hpp"
#include "berth/wire/shape.hpp"

#include <optional>
#include <string>
#include <vector>

namespace berth::ec2 {

struct CreateVpcRequest {
  std::optional<std::string> CidrBlock;
  Named<std::vector<TagSpecification>, "TagSpecification"> TagSpecifications;
  std::optional<bool> DryRun;
  std::optional<std::string> InstanceTenancy;
};
AWS_SHAPE(CreateVpcRequest, CidrBlock, TagSpecifications, DryRun, InstanceTenancy)

struct CreateVpcResult {
  std::optional<ec2::Vpc> Vpc;
};
AWS_SHAPE(CreateVpcResult, Vpc)

struct DeleteVpcRequest {
  std::string VpcId;
  std::optional<bool> DryRun;
};
AWS_SHAPE(DeleteVpcRequest, VpcId, DryRun)

struct ModifyVpcAttributeRequest {
  std::optional<AttributeBooleanValue> EnableDnsHostnames;
  std::optional<AttributeBooleanValue> EnableDnsSupport;
  std::string VpcId;
};
AWS_SHAPE(ModifyVpcAttributeRequest, EnableDnsHostnames, EnableDnsSupport, VpcId)

struct CreateSubnetRequest {
  Named<std::vector<TagSpecification>, "TagSpecification"> TagSpecifications;
  std::optional<std::string> AvailabilityZone;
  std::optional<std::string> CidrBlock;
  std::string VpcId;
  std::optional<bool> DryRun;
};
AWS_SHAPE(CreateSubnetRequest, TagSpecifications, AvailabilityZone, CidrBlock, VpcId, DryRun)

struct CreateSubnetResult {
  std::optional<ec2::Subnet> Subnet;
};
AWS_SHAPE(CreateSubnetResult, Subnet)

struct DeleteSubnetRequest {
  std::string SubnetId;
  std::optional<bool> DryRun;
};
AWS_SHAPE(DeleteSubnetRequest, SubnetId, DryRun)

struct ModifySubnetAttributeRequest {
  std::optional<AttributeBooleanValue> MapPublicIpOnLaunch;
  std::string SubnetId;
};
AWS_SHAPE(ModifySubnetAttributeRequest, MapPublicIpOnLaunch, SubnetId)

struct CreateRouteTableRequest {
  Named<std::vector<TagSpecification>, "TagSpecification"> TagSpecifications;
  std::optional<bool> DryRun;
  std::string VpcId;
};
AWS_SHAPE(CreateRouteTableRequest, TagSpecifications, DryRun, VpcId)

struct RouteTableAssociationState {
  std::optional<std::string> State;
};
AWS_SHAPE(RouteTableAssociationState, State)

struct RouteTableAssociation {
  std::optional<bool> Main;
  std::optional<std::string> RouteTableAssociationId;
  std::optional<std::string> RouteTableId;
  std::optional<std::string> SubnetId;
  std::optional<RouteTableAssociationState> AssociationState;
};
AWS_SHAPE(RouteTableAssociation, Main, RouteTableAssociationId, RouteTableId, SubnetId, AssociationState)

struct Route {
  std::optional<std::string> DestinationCidrBlock;
  std::optional<std::string> DestinationIpv6CidrBlock;
  std::optional<std::string> GatewayId;
  std::optional<std::string> NatGatewayId;
  std::optional<std::string> Origin;
  std::optional<std::string> State;
};
AWS_SHAPE(Route, DestinationCidrBlock, DestinationIpv6CidrBlock, GatewayId, NatGatewayId, Origin, State)

struct RouteTable {
  Named<std::vector<RouteTableAssociation>, "associationSet"> Associations;
  std::optional<std::string> RouteTableId;
  Named<std::vector<Route>, "routeSet"> Routes;
  Named<std::vector<Tag>, "tagSet"> Tags;
  std::optional<std::string> VpcId;
  std::optional<std::string> OwnerId;
};
AWS_SHAPE(RouteTable, Associations, RouteTableId, Routes, Tags, VpcId, OwnerId)

struct CreateRouteTableResult {
  std::optional<ec2::RouteTable> RouteTable;
};
AWS_SHAPE(CreateRouteTableResult, RouteTable)

struct DeleteRouteTableRequest {
  std::optional<bool> DryRun;
  std::string RouteTableId;
};
AWS_SHAPE(DeleteRouteTableRequest, DryRun, RouteTableId)

struct DescribeRouteTablesRequest {
  std::optional<std::string> NextToken;
  std::optional<int> MaxResults;
  std::optional<bool> DryRun;
  Named<std::vector<std::string>, "RouteTableId"> RouteTableIds;
  Named<std::vector<Filter>, "Filter"> Filters;
};
AWS_SHAPE(DescribeRouteTablesRequest, NextToken, MaxResults, DryRun, RouteTableIds, Filters)

struct DescribeRouteTablesResult {
  Named<std::vector<RouteTable>, "routeTableSet"> RouteTables;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(DescribeRouteTablesResult, RouteTables, NextToken)

struct CreateRouteRequest {
  std::optional<bool> DryRun;
  std::string RouteTableId;
  std::optional<std::string> DestinationCidrBlock;
  std::optional<std::string> GatewayId;
  std::optional<std::string> DestinationIpv6CidrBlock;
  std::optional<std::string> NatGatewayId;
};
AWS_SHAPE(CreateRouteRequest, DryRun, RouteTableId, DestinationCidrBlock, GatewayId, DestinationIpv6CidrBlock,
          NatGatewayId)

struct CreateRouteResult {
  std::optional<bool> Return;
};
AWS_SHAPE(CreateRouteResult, Return)

struct DeleteRouteRequest {
  std::optional<bool> DryRun;
  std::string RouteTableId;
  std::optional<std::string> DestinationCidrBlock;
  std::optional<std::string> DestinationIpv6CidrBlock;
};
AWS_SHAPE(DeleteRouteRequest, DryRun, RouteTableId, DestinationCidrBlock, DestinationIpv6CidrBlock)

struct AssociateRouteTableRequest {
  std::optional<bool> DryRun;
  std::optional<std::string> SubnetId;
  std::string RouteTableId;
};
AWS_SHAPE(AssociateRouteTableRequest, DryRun, SubnetId, RouteTableId)

struct AssociateRouteTableResult {
  std::optional<std::string> AssociationId;
  std::optional<RouteTableAssociationState> AssociationState;
};
AWS_SHAPE(AssociateRouteTableResult, AssociationId, AssociationState)

struct DisassociateRouteTableRequest {
  std::optional<bool> DryRun;
  std::string AssociationId;
};
AWS_SHAPE(DisassociateRouteTableRequest, DryRun, AssociationId)

}  // namespace berth::ec2
