/// A rule of a security group, as three types have it: inside the group, and as AWS::EC2::SecurityGroupIngress and
/// AWS::EC2::SecurityGroupEgress.
#pragma once

#include "berth/services/ec2/security_rules.hpp"
#include "berth/wire/shape.hpp"

#include <optional>
#include <string>

namespace berth::cloudformation {

struct RuleProperty {
  std::string IpProtocol;
  std::optional<int> FromPort;
  std::optional<int> ToPort;
  std::optional<std::string> CidrIp;
  std::optional<std::string> CidrIpv6;
  std::optional<std::string> Description;
  std::optional<std::string> SourceSecurityGroupId;
  std::optional<std::string> SourceSecurityGroupName;
  std::optional<std::string> SourceSecurityGroupOwnerId;
  std::optional<std::string> SourcePrefixListId;
  std::optional<std::string> DestinationSecurityGroupId;
  std::optional<std::string> DestinationPrefixListId;
};
AWS_SHAPE(RuleProperty, IpProtocol, FromPort, ToPort, CidrIp, CidrIpv6, Description, SourceSecurityGroupId,
          SourceSecurityGroupName, SourceSecurityGroupOwnerId, SourcePrefixListId, DestinationSecurityGroupId,
          DestinationPrefixListId)

/// As services/ec2/security_rules.hpp has rules. Throws PropertyError for a source in an egress rule, and the other way
/// round.
ec2::PartAttributes rule_of(const RuleProperty& property, const std::string& group, bool egress);

}  // namespace berth::cloudformation
