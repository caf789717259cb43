/// The rules of security groups. Kept and shown; nothing is filtered by them. A rule is a network thing of the kind
/// security-group-rule with the attributes group-id, is-egress, ip-protocol, from-port, to-port, description and one of
/// cidr-ipv4, cidr-ipv6, prefix-list-id and referenced-group-id. Everything throws ServiceError.
#pragma once

#include "berth/services/ec2/network_parts.hpp"

#include <string>
#include <vector>

namespace berth::ec2 {

/// What an EC2 group has without being told: everything may leave; into a VPC's own group, its members.
void add_first_rules(Ec2& ec2, const Call& call, const std::string& group, bool of_vpc);

/// One rule for each source that the permissions name.
std::vector<PartAttributes> rules_of(const std::vector<IpPermission>& permissions, const std::string& group,
                                     bool egress);
/// InvalidGroup.NotFound, InvalidPermission.Duplicate, InvalidPermission.Malformed.
std::vector<fleet::NetworkThing> add_rules(Ec2& ec2, const Call& call,
                                           const std::vector<PartAttributes>& rules, const Tags& tags);
bool has_rule(const Ec2& ec2, const Call& call, const PartAttributes& rule);
/// InvalidPermission.NotFound.
void remove_rules(Ec2& ec2, const Call& call, const std::vector<PartAttributes>& rules);
std::vector<const fleet::NetworkThing*> rules_in(const Ec2& ec2, const Call& call, const std::string& group);
/// As DescribeSecurityGroups shows them: sources of one protocol and ports together.
std::vector<IpPermission> permissions_of(const Ec2& ec2, const Call& call, const std::string& group,
                                         bool egress);

/// A group with its rules. DependencyViolation while a rule of another group refers to it.
void remove_group(Ec2& ec2, const Call& call, const std::string& id);

/// Throws InvalidGroup.NotFound.
fleet::SecurityGroup group_named(const Ec2& ec2, const Call& call, const std::optional<std::string>& id,
                                 const std::optional<std::string>& name);

}  // namespace berth::ec2
