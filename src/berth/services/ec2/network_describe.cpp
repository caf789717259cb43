#include "berth/services/ec2/network_describe.hpp"

#include "berth/services/ec2/errors.hpp"

namespace berth::ec2 {

namespace {

std::optional<std::string> text(const fleet::NetworkThing& thing, const char* name) {
  const std::string value = thing.attribute(name);
  return value.empty() ? std::nullopt : std::optional(value);
}

std::string arn(const Call& call, const std::string& what) {
  return "arn:aws:ec2:" + call.region + ":" + call.account + ":" + what;
}

std::optional<int> number(const fleet::NetworkThing& thing, const char* name) {
  const auto value = text(thing, name);
  return value ? std::optional(std::stoi(*value)) : std::nullopt;
}

Route to_route(const fleet::NetworkThing& route) {
  const std::string destination = route.attribute("destination");
  const bool v6 = destination.find(':') != std::string::npos;
  return {.DestinationCidrBlock = v6 ? std::nullopt : std::optional(destination),
          .DestinationIpv6CidrBlock = v6 ? std::optional(destination) : std::nullopt,
          .GatewayId = text(route, "gateway-id"),
          .NatGatewayId = text(route, "nat-gateway-id"),
          .Origin = "CreateRoute",
          .State = "active"};
}

/// The names under which EC2's filters know an attribute, besides its own.
const std::pair<const char*, const char*> other_names[] = {
    {"cidr-block", "cidr"},
    {"cidr-block", "cidrBlock"},
    {"cidr-block", "cidr-block-association.cidr-block"},
    {"availability-zone", "availabilityZone"},
};

}  // namespace

Vpc to_vpc(const Call& call, const fleet::NetworkThing& vpc) {
  Vpc shape{.OwnerId = call.account,
            .InstanceTenancy = text(vpc, "instance-tenancy").value_or("default"),
            .IsDefault = false,
            .Tags = to_tags(vpc.tags),
            .VpcId = vpc.id,
            .State = "available",
            .CidrBlock = text(vpc, "cidr-block"),
            .DhcpOptionsId = fleet::default_network(call.account, call.region).dhcp_options_id};
  shape.CidrBlockAssociationSet.push_back({.AssociationId = "vpc-cidr-assoc-" + vpc.id.substr(4),
                                           .CidrBlock = text(vpc, "cidr-block"),
                                           .CidrBlockState = VpcCidrBlockState{.State = "associated"}});
  return shape;
}

Subnet to_subnet(const Ec2& ec2, const Call& call, const fleet::NetworkThing& subnet) {
  const fleet::NetworkThings& network = ec2.fleet.network();
  const auto facts = network.find_subnet(call.account, call.region, subnet.id).value_or(fleet::Subnet{});
  return {.AvailabilityZoneId = facts.zone.id,
          .OwnerId = call.account,
          .AssignIpv6AddressOnCreation = false,
          .Tags = to_tags(subnet.tags),
          .SubnetArn = arn(call, "subnet/" + subnet.id),
          .SubnetId = subnet.id,
          .State = "available",
          .VpcId = text(subnet, "vpc-id"),
          .CidrBlock = text(subnet, "cidr-block"),
          .AvailableIpAddressCount = facts.free_addresses,
          .AvailabilityZone = facts.zone.name,
          .DefaultForAz = false,
          .MapPublicIpOnLaunch = subnet.attribute("map-public-ip-on-launch") == "true"};
}

RouteTable to_route_table(const Ec2& ec2, const Call& call, const fleet::NetworkThing& table) {
  const fleet::NetworkThings& network = ec2.fleet.network();
  RouteTable shape{.RouteTableId = table.id,
                   .Tags = to_tags(table.tags),
                   .VpcId = text(table, "vpc-id"),
                   .OwnerId = call.account};
  const RouteTableAssociationState associated{.State = "associated"};
  if (table.attribute("association.main") == "true")
    shape.Associations.push_back({.Main = true,
                                  .RouteTableAssociationId = "rtbassoc-" + table.id.substr(4),
                                  .RouteTableId = table.id,
                                  .SubnetId = {},
                                  .AssociationState = associated});
  for (const fleet::NetworkThing* each :
       network.with(call.account, call.region, "association", "route-table-id", table.id))
    shape.Associations.push_back({.Main = false,
                                  .RouteTableAssociationId = each->id,
                                  .RouteTableId = table.id,
                                  .SubnetId = text(*each, "subnet-id"),
                                  .AssociationState = associated});
  if (const auto* vpc = network.find({call.account, call.region, table.attribute("vpc-id")}))
    shape.Routes.push_back({.DestinationCidrBlock = text(*vpc, "cidr-block"),
                            .DestinationIpv6CidrBlock = {},
                            .GatewayId = "local",
                            .NatGatewayId = {},
                            .Origin = "CreateRouteTable",
                            .State = "active"});
  for (const fleet::NetworkThing* each :
       network.with(call.account, call.region, "route", "route-table-id", table.id))
    shape.Routes.push_back(to_route(*each));
  return shape;
}

InternetGateway to_internet_gateway(const Call& call, const fleet::NetworkThing& gateway) {
  InternetGateway shape{
      .InternetGatewayId = gateway.id, .OwnerId = call.account, .Tags = to_tags(gateway.tags)};
  if (const auto vpc = text(gateway, "attachment.vpc-id"))
    shape.Attachments.push_back({.State = "available", .VpcId = vpc});
  return shape;
}

Address to_address(const Ec2& ec2, const Call& call, const fleet::NetworkThing& address) {
  const fleet::NetworkThings& network = ec2.fleet.network();
  Address shape{.AllocationId = address.id,
                .AssociationId = {},
                .Domain = "vpc",
                .Tags = to_tags(address.tags),
                .NetworkBorderGroup = call.region,
                .PublicIp = text(address, "public-ip")};
  if (!network.with(call.account, call.region, "natgateway", "allocation-id", address.id).empty())
    shape.AssociationId = "eipassoc-" + address.id.substr(9);
  return shape;
}

NatGateway to_nat_gateway(const fleet::NetworkThing& gateway) {
  NatGateway shape{.CreateTime = wire::Timestamp{gateway.created_at},
                   .NatGatewayId = gateway.id,
                   .State = "available",
                   .SubnetId = text(gateway, "subnet-id"),
                   .VpcId = text(gateway, "vpc-id"),
                   .Tags = to_tags(gateway.tags),
                   .ConnectivityType = text(gateway, "connectivity-type")};
  if (const auto allocation = text(gateway, "allocation-id"))
    shape.NatGatewayAddresses.push_back(
        {.AllocationId = allocation, .PublicIp = text(gateway, "public-ip"), .Status = "succeeded"});
  return shape;
}

SecurityGroupRule to_rule(const Call& call, const fleet::NetworkThing& rule) {
  SecurityGroupRule shape{.SecurityGroupRuleId = rule.id,
                          .GroupId = text(rule, "group-id"),
                          .GroupOwnerId = call.account,
                          .IsEgress = rule.attribute("is-egress") == "true",
                          .IpProtocol = text(rule, "ip-protocol"),
                          .FromPort = number(rule, "from-port").value_or(-1),
                          .ToPort = number(rule, "to-port").value_or(-1),
                          .CidrIpv4 = text(rule, "cidr-ipv4"),
                          .CidrIpv6 = text(rule, "cidr-ipv6"),
                          .PrefixListId = text(rule, "prefix-list-id"),
                          .ReferencedGroupInfo = {},
                          .Description = text(rule, "description"),
                          .Tags = to_tags(rule.tags),
                          .SecurityGroupRuleArn = arn(call, "security-group-rule/" + rule.id)};
  if (const auto referenced = text(rule, "referenced-group-id"))
    shape.ReferencedGroupInfo = ReferencedSecurityGroup{.GroupId = referenced, .UserId = call.account};
  return shape;
}

std::vector<const fleet::NetworkThing*> described(const Ec2& ec2, const Call& call, std::string_view kind,
                                                  const std::string& id_filter,
                                                  const std::vector<std::string>& ids,
                                                  const std::vector<Filter>& filters,
                                                  const FilterValues& others) {
  const fleet::NetworkThings& network = ec2.fleet.network();
  for (const std::string& id : ids) find_part(ec2, call, kind, id);
  std::vector<const fleet::NetworkThing*> found;
  for (const fleet::NetworkThing* each : network.all(call.account, call.region, kind)) {
    if (!ids.empty() && std::ranges::find(ids, each->id) == ids.end()) continue;
    const auto rest = without_tags(filters, each->tags);
    if (!rest) continue;
    FilterValues values = others;
    for (const auto& [name, value] : each->attributes) values[name] = value;
    for (const auto& [own, other] : other_names)
      if (each->attributes.contains(own)) values[other] = each->attribute(own);
    values[id_filter] = each->id;
    values["owner-id"] = call.account;
    values.try_emplace("state", "available");
    if (matches(*rest, values)) found.push_back(each);
  }
  return found;
}

}  // namespace berth::ec2
