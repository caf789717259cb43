/// The shapes of EC2 that we act on: the default network and the security groups that templates name. Names on the wire
/// are EC2's own (lists end in Set, first letters are small); members carry the SDKs' spelling. API 2016-11-15.
#pragma once

#include "berth/wire/shape.hpp"

#include <optional>
#include <string>
#include <vector>

namespace berth::ec2 {

using wire::Named;

struct Filter {
  std::optional<std::string> Name;
  Named<std::vector<std::string>, "Value"> Values;
};
AWS_SHAPE(Filter, Name, Values)

struct Tag {
  std::optional<std::string> Key;
  std::optional<std::string> Value;
};
AWS_SHAPE(Tag, Key, Value)

struct VpcCidrBlockState {
  std::optional<std::string> State;
};
AWS_SHAPE(VpcCidrBlockState, State)

struct VpcCidrBlockAssociation {
  std::optional<std::string> AssociationId;
  std::optional<std::string> CidrBlock;
  std::optional<VpcCidrBlockState> CidrBlockState;
};
AWS_SHAPE(VpcCidrBlockAssociation, AssociationId, CidrBlock, CidrBlockState)

struct Vpc {
  std::optional<std::string> OwnerId;
  std::optional<std::string> InstanceTenancy;
  std::vector<VpcCidrBlockAssociation> CidrBlockAssociationSet;
  std::optional<bool> IsDefault;
  Named<std::vector<Tag>, "tagSet"> Tags;
  std::optional<std::string> VpcId;
  std::optional<std::string> State;
  std::optional<std::string> CidrBlock;
  std::optional<std::string> DhcpOptionsId;
};
AWS_SHAPE(Vpc, OwnerId, InstanceTenancy, CidrBlockAssociationSet, IsDefault, Tags, VpcId, State, CidrBlock,
          DhcpOptionsId)

struct DescribeVpcsRequest {
  Named<std::vector<Filter>, "Filter"> Filters;
  Named<std::vector<std::string>, "VpcId"> VpcIds;
  std::optional<std::string> NextToken;
  std::optional<int> MaxResults;
  std::optional<bool> DryRun;
};
AWS_SHAPE(DescribeVpcsRequest, Filters, VpcIds, NextToken, MaxResults, DryRun)
struct DescribeVpcsResult {
  Named<std::vector<Vpc>, "vpcSet"> Vpcs;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(DescribeVpcsResult, Vpcs, NextToken)

struct DescribeVpcAttributeRequest {
  std::string Attribute;
  std::string VpcId;
  Named<std::optional<bool>, "dryRun"> DryRun;
};
AWS_SHAPE(DescribeVpcAttributeRequest, Attribute, VpcId, DryRun)
struct AttributeBooleanValue {
  std::optional<bool> Value;
};
AWS_SHAPE(AttributeBooleanValue, Value)
struct DescribeVpcAttributeResult {
  std::optional<AttributeBooleanValue> EnableDnsHostnames;
  std::optional<AttributeBooleanValue> EnableDnsSupport;
  std::optional<AttributeBooleanValue> EnableNetworkAddressUsageMetrics;
  std::optional<std::string> VpcId;
};
AWS_SHAPE(DescribeVpcAttributeResult, EnableDnsHostnames, EnableDnsSupport, EnableNetworkAddressUsageMetrics,
          VpcId)

struct Subnet {
  std::optional<std::string> AvailabilityZoneId;
  std::optional<std::string> OwnerId;
  std::optional<bool> AssignIpv6AddressOnCreation;
  Named<std::vector<Tag>, "tagSet"> Tags;
  std::optional<std::string> SubnetArn;
  std::optional<std::string> SubnetId;
  std::optional<std::string> State;
  std::optional<std::string> VpcId;
  std::optional<std::string> CidrBlock;
  std::optional<int> AvailableIpAddressCount;
  std::optional<std::string> AvailabilityZone;
  std::optional<bool> DefaultForAz;
  std::optional<bool> MapPublicIpOnLaunch;
};
AWS_SHAPE(Subnet, AvailabilityZoneId, OwnerId, AssignIpv6AddressOnCreation, Tags, SubnetArn, SubnetId, State,
          VpcId, CidrBlock, AvailableIpAddressCount, AvailabilityZone, DefaultForAz, MapPublicIpOnLaunch)

struct DescribeSubnetsRequest {
  Named<std::vector<Filter>, "Filter"> Filters;
  Named<std::vector<std::string>, "SubnetId"> SubnetIds;
  std::optional<std::string> NextToken;
  std::optional<int> MaxResults;
  std::optional<bool> DryRun;
};
AWS_SHAPE(DescribeSubnetsRequest, Filters, SubnetIds, NextToken, MaxResults, DryRun)
struct DescribeSubnetsResult {
  Named<std::vector<Subnet>, "subnetSet"> Subnets;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(DescribeSubnetsResult, Subnets, NextToken)

struct AvailabilityZone {
  std::optional<std::string> OptInStatus;
  std::optional<std::string> RegionName;
  std::optional<std::string> ZoneName;
  std::optional<std::string> ZoneId;
  std::optional<std::string> GroupName;
  std::optional<std::string> NetworkBorderGroup;
  std::optional<std::string> ZoneType;
  Named<std::optional<std::string>, "zoneState"> State;
};
AWS_SHAPE(AvailabilityZone, OptInStatus, RegionName, ZoneName, ZoneId, GroupName, NetworkBorderGroup,
          ZoneType, State)

struct DescribeAvailabilityZonesRequest {
  Named<std::vector<std::string>, "ZoneName"> ZoneNames;
  Named<std::vector<std::string>, "ZoneId"> ZoneIds;
  std::optional<bool> AllAvailabilityZones;
  std::optional<bool> DryRun;
  Named<std::vector<Filter>, "Filter"> Filters;
};
AWS_SHAPE(DescribeAvailabilityZonesRequest, ZoneNames, ZoneIds, AllAvailabilityZones, DryRun, Filters)
struct DescribeAvailabilityZonesResult {
  Named<std::vector<AvailabilityZone>, "availabilityZoneInfo"> AvailabilityZones;
};
AWS_SHAPE(DescribeAvailabilityZonesResult, AvailabilityZones)

struct UserIdGroupPair {
  std::optional<std::string> Description;
  std::optional<std::string> UserId;
  std::optional<std::string> GroupName;
  std::optional<std::string> GroupId;
};
AWS_SHAPE(UserIdGroupPair, Description, UserId, GroupName, GroupId)

struct IpRange {
  std::optional<std::string> Description;
  std::optional<std::string> CidrIp;
};
AWS_SHAPE(IpRange, Description, CidrIp)

struct Ipv6Range {
  std::optional<std::string> Description;
  std::optional<std::string> CidrIpv6;
};
AWS_SHAPE(Ipv6Range, Description, CidrIpv6)

struct PrefixListReference {
  std::optional<std::string> Description;
  std::optional<std::string> PrefixListId;
};
AWS_SHAPE(PrefixListReference, Description, PrefixListId)

struct IpPermission {
  std::optional<std::string> IpProtocol;
  std::optional<int> FromPort;
  std::optional<int> ToPort;
  Named<std::vector<UserIdGroupPair>, "groups"> UserIdGroupPairs;
  std::vector<IpRange> IpRanges;
  std::vector<Ipv6Range> Ipv6Ranges;
  std::vector<PrefixListReference> PrefixListIds;
};
AWS_SHAPE(IpPermission, IpProtocol, FromPort, ToPort, UserIdGroupPairs, IpRanges, Ipv6Ranges, PrefixListIds)

struct SecurityGroup {
  std::optional<std::string> GroupId;
  Named<std::vector<Tag>, "tagSet"> Tags;
  std::optional<std::string> VpcId;
  std::optional<std::string> SecurityGroupArn;
  std::optional<std::string> OwnerId;
  std::optional<std::string> GroupName;
  Named<std::optional<std::string>, "groupDescription"> Description;
  std::vector<IpPermission> IpPermissions;
  std::vector<IpPermission> IpPermissionsEgress;
};
AWS_SHAPE(SecurityGroup, GroupId, Tags, VpcId, SecurityGroupArn, OwnerId, GroupName, Description,
          IpPermissions, IpPermissionsEgress)

struct DescribeSecurityGroupsRequest {
  Named<std::vector<std::string>, "GroupId"> GroupIds;
  Named<std::vector<std::string>, "GroupName"> GroupNames;
  std::optional<std::string> NextToken;
  std::optional<int> MaxResults;
  std::optional<bool> DryRun;
  Named<std::vector<Filter>, "Filter"> Filters;
};
AWS_SHAPE(DescribeSecurityGroupsRequest, GroupIds, GroupNames, NextToken, MaxResults, DryRun, Filters)
struct DescribeSecurityGroupsResult {
  Named<std::vector<SecurityGroup>, "securityGroupInfo"> SecurityGroups;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(DescribeSecurityGroupsResult, SecurityGroups, NextToken)

}  // namespace berth::ec2
