/// The parts of networks as the API and stacks make and remove them: fleet/network_things.hpp with EC2's errors, and with
/// the security groups, which are kept apart. Everything throws ServiceError.
#pragma once

#include "berth/services/ec2/ec2.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace berth::ec2 {

using PartAttributes = fleet::NetworkThings::Attributes;
using Tags = std::map<std::string, std::string>;

fleet::NetworkThing make_part(Ec2& ec2, const Call& call, std::string_view kind, PartAttributes attributes,
                              Tags tags);
const fleet::NetworkThing& change_part(Ec2& ec2, const Call& call, std::string_view kind,
                                       const std::string& id, const PartAttributes& attributes);
const fleet::NetworkThing& find_part(const Ec2& ec2, const Call& call, std::string_view kind,
                                     const std::string& id);
void remove_part(Ec2& ec2, const Call& call, std::string_view kind, const std::string& id);

/// A VPC comes, and goes, with its default security group.
fleet::NetworkThing make_vpc(Ec2& ec2, const Call& call, PartAttributes attributes, Tags tags);
/// DependencyViolation while another group or part is in it.
void remove_vpc(Ec2& ec2, const Call& call, const std::string& id);
/// The id of the security group `default` of a VPC; empty if there is none.
std::string default_group_of(const Ec2& ec2, const Call& call, const std::string& vpc);

/// An elastic address: of the range that is reserved for documentation, so that nobody takes it for one that is reached.
fleet::NetworkThing make_address(Ec2& ec2, const Call& call, Tags tags);
/// In a subnet; with an address if it is public.
fleet::NetworkThing make_nat_gateway(Ec2& ec2, const Call& call, const std::string& subnet,
                                     const std::string& allocation, const std::string& connectivity,
                                     Tags tags);
/// A subnet has one route table. Throws Resource.AlreadyAssociated.
fleet::NetworkThing associate(Ec2& ec2, const Call& call, const std::string& table,
                              const std::string& subnet);
/// To an internet or NAT gateway, whichever is given. A destination has one route.
fleet::NetworkThing make_route(Ec2& ec2, const Call& call, PartAttributes attributes);
/// Throws Resource.AlreadyAssociated if the gateway is attached, or the VPC has another.
void attach_gateway(Ec2& ec2, const Call& call, const std::string& gateway, const std::string& vpc);
/// Throws Gateway.NotAttached.
void detach_gateway(Ec2& ec2, const Call& call, const std::string& gateway, const std::string& vpc);

/// The tags in a request's specifications. Throws InvalidParameterValue for another resource type.
Tags tags_in(const std::vector<TagSpecification>& specifications, std::string_view resource_type);
std::vector<Tag> to_tags(const Tags& tags);

/// Throws DryRunOperation.
void check_dry_run(const std::optional<bool>& flag);

}  // namespace berth::ec2
