/// Parts of networks as shapes. Private to this folder.
#pragma once

#include "berth/services/ec2/filters.hpp"
#include "berth/services/ec2/network_parts.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace berth::ec2 {

Vpc to_vpc(const Call& call, const fleet::NetworkThing& vpc);
Subnet to_subnet(const Ec2& ec2, const Call& call, const fleet::NetworkThing& subnet);
RouteTable to_route_table(const Ec2& ec2, const Call& call, const fleet::NetworkThing& table);
InternetGateway to_internet_gateway(const Call& call, const fleet::NetworkThing& gateway);
Address to_address(const Ec2& ec2, const Call& call, const fleet::NetworkThing& address);
NatGateway to_nat_gateway(const fleet::NetworkThing& gateway);
SecurityGroupRule to_rule(const Call& call, const fleet::NetworkThing& rule);

/// The parts of a kind that a Describe asks for: with these ids (each of which must be there), that pass the filters.
/// `names` gives what EC2's filters are called that are no attributes: the id first.
std::vector<const fleet::NetworkThing*> described(const Ec2& ec2, const Call& call, std::string_view kind,
                                                  const std::string& id_filter,
                                                  const std::vector<std::string>& ids,
                                                  const std::vector<Filter>& filters,
                                                  const FilterValues& others = {});

}  // namespace berth::ec2
