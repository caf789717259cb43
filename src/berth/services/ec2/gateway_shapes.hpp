/// Internet gateways, elastic addresses and NAT gateways as they travel.
#pragma once

#include "berth/services/ec2/launch_template_shapes.hpp"
#include "berth/wire/shape.hpp"

#include <optional>
#include <string>
#include <vector>

namespace berth::ec2 {

struct CreateInternetGatewayRequest {
  Named<std::vector<TagSpecification>, "TagSpecification"> TagSpecifications;
  std::optional<bool> DryRun;
};
AWS_SHAPE(CreateInternetGatewayRequest, TagSpecifications, DryRun)

struct InternetGatewayAttachment {
  std::optional<std::string> State;
  std::optional<std::string> VpcId;
};
AWS_SHAPE(InternetGatewayAttachment, State, VpcId)

struct InternetGateway {
  Named<std::vector<InternetGatewayAttachment>, "attachmentSet"> Attachments;
  std::optional<std::string> InternetGatewayId;
  std::optional<std::string> OwnerId;
  Named<std::vector<Tag>, "tagSet"> Tags;
};
AWS_SHAPE(InternetGateway, Attachments, InternetGatewayId, OwnerId, Tags)

struct CreateInternetGatewayResult {
  std::optional<ec2::InternetGateway> InternetGateway;
};
AWS_SHAPE(CreateInternetGatewayResult, InternetGateway)

struct DeleteInternetGatewayRequest {
  std::optional<bool> DryRun;
  std::string InternetGatewayId;
};
AWS_SHAPE(DeleteInternetGatewayRequest, DryRun, InternetGatewayId)

struct AttachInternetGatewayRequest {
  std::optional<bool> DryRun;
  std::string InternetGatewayId;
  std::string VpcId;
};
AWS_SHAPE(AttachInternetGatewayRequest, DryRun, InternetGatewayId, VpcId)

struct DetachInternetGatewayRequest {
  std::optional<bool> DryRun;
  std::string InternetGatewayId;
  std::string VpcId;
};
AWS_SHAPE(DetachInternetGatewayRequest, DryRun, InternetGatewayId, VpcId)

struct DescribeInternetGatewaysRequest {
  std::optional<std::string> NextToken;
  std::optional<int> MaxResults;
  std::optional<bool> DryRun;
  Named<std::vector<std::string>, "InternetGatewayId"> InternetGatewayIds;
  Named<std::vector<Filter>, "Filter"> Filters;
};
AWS_SHAPE(DescribeInternetGatewaysRequest, NextToken, MaxResults, DryRun, InternetGatewayIds, Filters)

struct DescribeInternetGatewaysResult {
  Named<std::vector<InternetGateway>, "internetGatewaySet"> InternetGateways;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(DescribeInternetGatewaysResult, InternetGateways, NextToken)

struct AllocateAddressRequest {
  std::optional<std::string> Domain;
  Named<std::vector<TagSpecification>, "TagSpecification"> TagSpecifications;
  std::optional<bool> DryRun;
};
AWS_SHAPE(AllocateAddressRequest, Domain, TagSpecifications, DryRun)

struct AllocateAddressResult {
  std::optional<std::string> AllocationId;
  std::optional<std::string> NetworkBorderGroup;
  std::optional<std::string> Domain;
  std::optional<std::string> PublicIp;
};
AWS_SHAPE(AllocateAddressResult, AllocationId, NetworkBorderGroup, Domain, PublicIp)

struct ReleaseAddressRequest {
  std::optional<std::string> AllocationId;
  std::optional<bool> DryRun;
};
AWS_SHAPE(ReleaseAddressRequest, AllocationId, DryRun)

struct DescribeAddressesRequest {
  Named<std::vector<std::string>, "PublicIp"> PublicIps;
  std::optional<bool> DryRun;
  Named<std::vector<Filter>, "Filter"> Filters;
  Named<std::vector<std::string>, "AllocationId"> AllocationIds;
};
AWS_SHAPE(DescribeAddressesRequest, PublicIps, DryRun, Filters, AllocationIds)

struct Address {
  std::optional<std::string> AllocationId;
  std::optional<std::string> AssociationId;
  std::optional<std::string> Domain;
  Named<std::vector<Tag>, "tagSet"> Tags;
  std::optional<std::string> NetworkBorderGroup;
  std::optional<std::string> PublicIp;
};
AWS_SHAPE(Address, AllocationId, AssociationId, Domain, Tags, NetworkBorderGroup, PublicIp)

struct DescribeAddressesResult {
  Named<std::vector<Address>, "addressesSet"> Addresses;
};
AWS_SHAPE(DescribeAddressesResult, Addresses)

struct CreateNatGatewayRequest {
  std::optional<std::string> AllocationId;
  std::optional<std::string> ClientToken;
  std::optional<bool> DryRun;
  std::optional<std::string> SubnetId;
  Named<std::vector<TagSpecification>, "TagSpecification"> TagSpecifications;
  std::optional<std::string> ConnectivityType;
};
AWS_SHAPE(CreateNatGatewayRequest, AllocationId, ClientToken, DryRun, SubnetId, TagSpecifications,
          ConnectivityType)

struct NatGatewayAddress {
  std::optional<std::string> AllocationId;
  std::optional<std::string> PublicIp;
  std::optional<std::string> Status;
};
AWS_SHAPE(NatGatewayAddress, AllocationId, PublicIp, Status)

struct NatGateway {
  std::optional<wire::Timestamp> CreateTime;
  Named<std::vector<NatGatewayAddress>, "natGatewayAddressSet"> NatGatewayAddresses;
  std::optional<std::string> NatGatewayId;
  std::optional<std::string> State;
  std::optional<std::string> SubnetId;
  std::optional<std::string> VpcId;
  Named<std::vector<Tag>, "tagSet"> Tags;
  std::optional<std::string> ConnectivityType;
};
AWS_SHAPE(NatGateway, CreateTime, NatGatewayAddresses, NatGatewayId, State, SubnetId, VpcId, Tags,
          ConnectivityType)

struct CreateNatGatewayResult {
  std::optional<ec2::NatGateway> NatGateway;
};
AWS_SHAPE(CreateNatGatewayResult, NatGateway)

struct DeleteNatGatewayRequest {
  std::optional<bool> DryRun;
  std::string NatGatewayId;
};
AWS_SHAPE(DeleteNatGatewayRequest, DryRun, NatGatewayId)

struct DeleteNatGatewayResult {
  std::optional<std::string> NatGatewayId;
};
AWS_SHAPE(DeleteNatGatewayResult, NatGatewayId)

struct DescribeNatGatewaysRequest {
  std::optional<bool> DryRun;
  std::vector<ec2::Filter> Filter;
  std::optional<int> MaxResults;
  Named<std::vector<std::string>, "NatGatewayId"> NatGatewayIds;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(DescribeNatGatewaysRequest, DryRun, Filter, MaxResults, NatGatewayIds, NextToken)

struct DescribeNatGatewaysResult {
  Named<std::vector<NatGateway>, "natGatewaySet"> NatGateways;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(DescribeNatGatewaysResult, NatGateways, NextToken)

}  // namespace berth::ec2
