/// Security groups and their rules as they are made and changed.
#pragma once

#include "berth/services/ec2/launch_template_shapes.hpp"
#include "berth/wire/shape.hpp"

#include <optional>
#include <string>
#include <vector>

namespace berth::ec2 {

struct CreateSecurityGroupRequest {
  Named<std::string, "GroupDescription"> Description;
  std::string GroupName;
  std::optional<std::string> VpcId;
  Named<std::vector<TagSpecification>, "TagSpecification"> TagSpecifications;
  std::optional<bool> DryRun;
};
AWS_SHAPE(CreateSecurityGroupRequest, Description, GroupName, VpcId, TagSpecifications, DryRun)

struct CreateSecurityGroupResult {
  std::optional<std::string> GroupId;
  Named<std::vector<Tag>, "tagSet"> Tags;
  std::optional<std::string> SecurityGroupArn;
};
AWS_SHAPE(CreateSecurityGroupResult, GroupId, Tags, SecurityGroupArn)

struct DeleteSecurityGroupRequest {
  std::optional<std::string> GroupId;
  std::optional<std::string> GroupName;
  std::optional<bool> DryRun;
};
AWS_SHAPE(DeleteSecurityGroupRequest, GroupId, GroupName, DryRun)

struct DeleteSecurityGroupResult {
  std::optional<bool> Return;
  std::optional<std::string> GroupId;
};
AWS_SHAPE(DeleteSecurityGroupResult, Return, GroupId)

struct AuthorizeSecurityGroupIngressRequest {
  std::optional<std::string> CidrIp;
  std::optional<int> FromPort;
  std::optional<std::string> GroupId;
  std::optional<std::string> GroupName;
  std::vector<IpPermission> IpPermissions;
  std::optional<std::string> IpProtocol;
  std::optional<std::string> SourceSecurityGroupName;
  std::optional<std::string> SourceSecurityGroupOwnerId;
  std::optional<int> ToPort;
  Named<std::vector<TagSpecification>, "TagSpecification"> TagSpecifications;
  std::optional<bool> DryRun;
};
AWS_SHAPE(AuthorizeSecurityGroupIngressRequest, CidrIp, FromPort, GroupId, GroupName, IpPermissions,
          IpProtocol, SourceSecurityGroupName, SourceSecurityGroupOwnerId, ToPort, TagSpecifications, DryRun)

struct ReferencedSecurityGroup {
  std::optional<std::string> GroupId;
  std::optional<std::string> UserId;
};
AWS_SHAPE(ReferencedSecurityGroup, GroupId, UserId)

struct SecurityGroupRule {
  std::optional<std::string> SecurityGroupRuleId;
  std::optional<std::string> GroupId;
  std::optional<std::string> GroupOwnerId;
  std::optional<bool> IsEgress;
  std::optional<std::string> IpProtocol;
  std::optional<int> FromPort;
  std::optional<int> ToPort;
  std::optional<std::string> CidrIpv4;
  std::optional<std::string> CidrIpv6;
  std::optional<std::string> PrefixListId;
  std::optional<ReferencedSecurityGroup> ReferencedGroupInfo;
  std::optional<std::string> Description;
  Named<std::vector<Tag>, "tagSet"> Tags;
  std::optional<std::string> SecurityGroupRuleArn;
};
AWS_SHAPE(SecurityGroupRule, SecurityGroupRuleId, GroupId, GroupOwnerId, IsEgress, IpProtocol, FromPort,
          ToPort, CidrIpv4, CidrIpv6, PrefixListId, ReferencedGroupInfo, Description, Tags,
          SecurityGroupRuleArn)

struct AuthorizeSecurityGroupIngressResult {
  std::optional<bool> Return;
  Named<std::vector<SecurityGroupRule>, "securityGroupRuleSet"> SecurityGroupRules;
};
AWS_SHAPE(AuthorizeSecurityGroupIngressResult, Return, SecurityGroupRules)

struct AuthorizeSecurityGroupEgressRequest {
  Named<std::vector<TagSpecification>, "TagSpecification"> TagSpecifications;
  std::optional<bool> DryRun;
  std::string GroupId;
  std::vector<IpPermission> IpPermissions;
};
AWS_SHAPE(AuthorizeSecurityGroupEgressRequest, TagSpecifications, DryRun, GroupId, IpPermissions)

struct AuthorizeSecurityGroupEgressResult {
  std::optional<bool> Return;
  Named<std::vector<SecurityGroupRule>, "securityGroupRuleSet"> SecurityGroupRules;
};
AWS_SHAPE(AuthorizeSecurityGroupEgressResult, Return, SecurityGroupRules)

struct RevokeSecurityGroupIngressRequest {
  std::optional<std::string> CidrIp;
  std::optional<int> FromPort;
  std::optional<std::string> GroupId;
  std::optional<std::string> GroupName;
  std::vector<IpPermission> IpPermissions;
  std::optional<std::string> IpProtocol;
  std::optional<std::string> SourceSecurityGroupName;
  std::optional<std::string> SourceSecurityGroupOwnerId;
  std::optional<int> ToPort;
  Named<std::vector<std::string>, "SecurityGroupRuleId"> SecurityGroupRuleIds;
  std::optional<bool> DryRun;
};
AWS_SHAPE(RevokeSecurityGroupIngressRequest, CidrIp, FromPort, GroupId, GroupName, IpPermissions, IpProtocol,
          SourceSecurityGroupName, SourceSecurityGroupOwnerId, ToPort, SecurityGroupRuleIds, DryRun)

struct RevokeSecurityGroupIngressResult {
  std::optional<bool> Return;
};
AWS_SHAPE(RevokeSecurityGroupIngressResult, Return)

struct RevokeSecurityGroupEgressRequest {
  Named<std::vector<std::string>, "SecurityGroupRuleId"> SecurityGroupRuleIds;
  std::optional<bool> DryRun;
  std::string GroupId;
  std::vector<IpPermission> IpPermissions;
};
AWS_SHAPE(RevokeSecurityGroupEgressRequest, SecurityGroupRuleIds, DryRun, GroupId, IpPermissions)

struct RevokeSecurityGroupEgressResult {
  std::optional<bool> Return;
};
AWS_SHAPE(RevokeSecurityGroupEgressResult, Return)

struct DescribeSecurityGroupRulesRequest {
  Named<std::vector<Filter>, "Filter"> Filters;
  Named<std::vector<std::string>, "SecurityGroupRuleId"> SecurityGroupRuleIds;
  std::optional<bool> DryRun;
  std::optional<std::string> NextToken;
  std::optional<int> MaxResults;
};
AWS_SHAPE(DescribeSecurityGroupRulesRequest, Filters, SecurityGroupRuleIds, DryRun, NextToken, MaxResults)

struct DescribeSecurityGroupRulesResult {
  Named<std::vector<SecurityGroupRule>, "securityGroupRuleSet"> SecurityGroupRules;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(DescribeSecurityGroupRulesResult, SecurityGroupRules, NextToken)

}  // namespace berth::ec2
