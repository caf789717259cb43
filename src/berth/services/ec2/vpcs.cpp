// VPCs, subnets and route tables: made, changed and deleted.
#include "berth/services/ec2/errors.hpp"
#include "berth/services/ec2/network_describe.hpp"
#include "berth/services/ec2/network_parts.hpp"
#include "berth/services/ec2/pages.hpp"

namespace berth::ec2 {

namespace {

std::string to_text(bool value) { return value ? "true" : "false"; }

/// Only parts that were made can be changed; the default network is always as it is.
void refuse_default(const Call& call, const std::string& id) {
  const fleet::Network network = fleet::default_network(call.account, call.region);
  if (id == network.vpc_id)
    throw wire::ServiceError("UnsupportedOperation",
                             "The default VPC stands for this machine's network and cannot be changed or "
                             "deleted. Create a VPC.");
  for (const fleet::Subnet& subnet : network.subnets)
    if (id == subnet.id)
      throw wire::ServiceError("UnsupportedOperation",
                               "A default subnet stands for this machine's network and cannot be changed or "
                               "deleted. Create a subnet.");
}

std::string required(const std::optional<std::string>& value, const char* name) {
  if (!value || value->empty())
    throw wire::ServiceError("MissingParameter",
                             "The request must contain the parameter " + std::string(name));
  return *value;
}

}  // namespace

CreateVpcResult create_vpc(Ec2& ec2, const Call& call, CreateVpcRequest in) {
  check_dry_run(in.DryRun);
  const auto made = make_vpc(ec2, call,
                             {{"cidr-block", required(in.CidrBlock, "cidrBlock")},
                              {"instance-tenancy", in.InstanceTenancy.value_or("default")}},
                             tags_in(in.TagSpecifications, "vpc"));
  return {.Vpc = to_vpc(call, made)};
}

void delete_vpc(Ec2& ec2, const Call& call, DeleteVpcRequest in) {
  check_dry_run(in.DryRun);
  refuse_default(call, in.VpcId);
  remove_vpc(ec2, call, in.VpcId);
}

void modify_vpc_attribute(Ec2& ec2, const Call& call, ModifyVpcAttributeRequest in) {
  refuse_default(call, in.VpcId);
  PartAttributes change;
  if (in.EnableDnsHostnames)
    change["enable-dns-hostnames"] = to_text(in.EnableDnsHostnames->Value.value_or(false));
  if (in.EnableDnsSupport) change["enable-dns-support"] = to_text(in.EnableDnsSupport->Value.value_or(false));
  change_part(ec2, call, "vpc", in.VpcId, change);
}

CreateSubnetResult create_subnet(Ec2& ec2, const Call& call, CreateSubnetRequest in) {
  check_dry_run(in.DryRun);
  const std::string first = fleet::default_network(call.account, call.region).subnets.front().zone.name;
  const auto made = make_part(ec2, call, "subnet",
                              {{"vpc-id", in.VpcId},
                               {"cidr-block", required(in.CidrBlock, "cidrBlock")},
                               {"availability-zone", in.AvailabilityZone.value_or(first)},
                               {"map-public-ip-on-launch", "false"}},
                              tags_in(in.TagSpecifications, "subnet"));
  return {.Subnet = to_subnet(ec2, call, made)};
}

void delete_subnet(Ec2& ec2, const Call& call, DeleteSubnetRequest in) {
  check_dry_run(in.DryRun);
  refuse_default(call, in.SubnetId);
  remove_part(ec2, call, "subnet", in.SubnetId);
}

void modify_subnet_attribute(Ec2& ec2, const Call& call, ModifySubnetAttributeRequest in) {
  refuse_default(call, in.SubnetId);
  if (in.MapPublicIpOnLaunch)
    change_part(ec2, call, "subnet", in.SubnetId,
                {{"map-public-ip-on-launch", to_text(in.MapPublicIpOnLaunch->Value.value_or(false))}});
}

CreateRouteTableResult create_route_table(Ec2& ec2, const Call& call, CreateRouteTableRequest in) {
  check_dry_run(in.DryRun);
  const auto made = make_part(ec2, call, "route-table", {{"vpc-id", in.VpcId}},
                              tags_in(in.TagSpecifications, "route-table"));
  return {.RouteTable = to_route_table(ec2, call, made)};
}

void delete_route_table(Ec2& ec2, const Call& call, DeleteRouteTableRequest in) {
  check_dry_run(in.DryRun);
  if (find_part(ec2, call, "route-table", in.RouteTableId).attribute("association.main") == "true")
    throw dependency_violation("The routeTable '" + in.RouteTableId +
                               "' is the main one of its VPC and goes with it.");
  remove_part(ec2, call, "route-table", in.RouteTableId);
}

DescribeRouteTablesResult describe_route_tables(Ec2& ec2, const Call& call, DescribeRouteTablesRequest in) {
  check_dry_run(in.DryRun);
  check_named_or_paged(in.RouteTableIds, "RouteTableIds", in.MaxResults);
  // A filter on associations asks about any of them.
  std::vector<Filter> filters;
  std::vector<std::string> subnets;
  bool by_subnet = false;
  for (Filter& filter : in.Filters) {
    if (filter.Name == "association.subnet-id") {
      by_subnet = true;
      subnets.insert(subnets.end(), filter.Values.begin(), filter.Values.end());
    } else {
      filters.push_back(std::move(filter));
    }
  }
  DescribeRouteTablesResult out;
  const FilterValues others{{"association.main", "false"}};
  for (const auto* each :
       described(ec2, call, "route-table", "route-table-id", in.RouteTableIds, filters, others)) {
    RouteTable shape = to_route_table(ec2, call, *each);
    const bool wanted =
        !by_subnet || std::ranges::any_of(shape.Associations, [&](const RouteTableAssociation& association) {
          return association.SubnetId && std::ranges::find(subnets, *association.SubnetId) != subnets.end();
        });
    if (wanted) out.RouteTables.push_back(std::move(shape));
  }
  return out;
}

CreateRouteResult create_route(Ec2& ec2, const Call& call, CreateRouteRequest in) {
  check_dry_run(in.DryRun);
  make_route(ec2, call,
             {{"route-table-id", in.RouteTableId},
              {"destination", in.DestinationCidrBlock.value_or(in.DestinationIpv6CidrBlock.value_or(""))},
              {"gateway-id", in.GatewayId.value_or("")},
              {"nat-gateway-id", in.NatGatewayId.value_or("")}});
  return {.Return = true};
}

void delete_route(Ec2& ec2, const Call& call, DeleteRouteRequest in) {
  check_dry_run(in.DryRun);
  find_part(ec2, call, "route-table", in.RouteTableId);
  const std::string destination = in.DestinationCidrBlock.value_or(in.DestinationIpv6CidrBlock.value_or(""));
  for (const auto* each :
       ec2.fleet.network().with(call.account, call.region, "route", "route-table-id", in.RouteTableId))
    if (each->attribute("destination") == destination)
      return remove_part(ec2, call, "route", std::string(each->id));
  throw wire::ServiceError("InvalidRoute.NotFound", "no route with destination-cidr-block " + destination +
                                                        " in route table " + in.RouteTableId);
}

AssociateRouteTableResult associate_route_table(Ec2& ec2, const Call& call, AssociateRouteTableRequest in) {
  check_dry_run(in.DryRun);
  const std::string subnet = required(in.SubnetId, "subnetId");
  const auto made = associate(ec2, call, in.RouteTableId, subnet);
  return {.AssociationId = made.id, .AssociationState = RouteTableAssociationState{.State = "associated"}};
}

void disassociate_route_table(Ec2& ec2, const Call& call, DisassociateRouteTableRequest in) {
  check_dry_run(in.DryRun);
  remove_part(ec2, call, "association", in.AssociationId);
}

}  // namespace berth::ec2
