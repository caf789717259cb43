#include "berth/services/cloudformation/resources/network_part.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"

namespace berth::cloudformation {
namespace {

struct RouteProperties {
  std::string RouteTableId;
  std::optional<std::string> DestinationCidrBlock;
  std::optional<std::string> DestinationIpv6CidrBlock;
  std::optional<std::string> DestinationPrefixListId;
  std::optional<std::string> GatewayId;
  std::optional<std::string> NatGatewayId;
  std::optional<std::string> CarrierGatewayId;
  std::optional<std::string> CoreNetworkArn;
  std::optional<std::string> EgressOnlyInternetGatewayId;
  std::optional<std::string> InstanceId;
  std::optional<std::string> LocalGatewayId;
  std::optional<std::string> NetworkInterfaceId;
  std::optional<std::string> TransitGatewayId;
  std::optional<std::string> VpcEndpointId;
  std::optional<std::string> VpcPeeringConnectionId;
};
AWS_SHAPE(RouteProperties, RouteTableId, DestinationCidrBlock, DestinationIpv6CidrBlock,
          DestinationPrefixListId, GatewayId, NatGatewayId, CarrierGatewayId, CoreNetworkArn,
          EgressOnlyInternetGatewayId, InstanceId, LocalGatewayId, NetworkInterfaceId, TransitGatewayId,
          VpcEndpointId, VpcPeeringConnectionId)

constexpr std::string_view other_target = "there is no such target; use GatewayId or NatGatewayId";
constexpr PropertyRow rows[] = {
    {"RouteTableId", Standing::Emulated, kept_only, replaces},
    {"DestinationCidrBlock", Standing::Emulated, kept_only, replaces},
    {"DestinationIpv6CidrBlock", Standing::Emulated, kept_only, replaces},
    {"DestinationPrefixListId", Standing::Refused, "there are no prefix lists; use DestinationCidrBlock",
     replaces},
    {"GatewayId", Standing::Emulated, kept_only},
    {"NatGatewayId", Standing::Emulated, kept_only},
    {"CarrierGatewayId", Standing::Refused, other_target},
    {"CoreNetworkArn", Standing::Refused, other_target},
    {"EgressOnlyInternetGatewayId", Standing::Refused, other_target},
    {"InstanceId", Standing::Refused, other_target},
    {"LocalGatewayId", Standing::Refused, other_target},
    {"NetworkInterfaceId", Standing::Refused, other_target},
    {"TransitGatewayId", Standing::Refused, other_target},
    {"VpcEndpointId", Standing::Refused, other_target},
    {"VpcPeeringConnectionId", Standing::Refused, other_target},
};
constexpr std::string_view attributes[] = {"CidrBlock"};

std::string destination_of(const RouteProperties& properties) {
  return properties.DestinationCidrBlock.value_or(properties.DestinationIpv6CidrBlock.value_or(""));
}

/// A route has no id that EC2 shows: its name is "TABLE|DESTINATION".
const fleet::NetworkThing* find_route(const Environment& environment, const ResourceRequest& request) {
  const std::size_t bar = request.physical_id.find('|');
  if (bar == std::string::npos) return nullptr;
  for (const auto* each : environment.fleet.network().with(
           request.account, request.region, "route", "route-table-id", request.physical_id.substr(0, bar)))
    if (each->attribute("destination") == request.physical_id.substr(bar + 1)) return each;
  return nullptr;
}

std::vector<std::string> arns(const Environment&, const ResourceRequest& request, const std::string&) {
  const auto* table = request.properties.if_contains("RouteTableId");
  return {arn_start("ec2", request) + "route-table/" +
          (table != nullptr && table->is_string() ? std::string(table->get_string()) : "*")};
}

ec2::PartAttributes attributes_of(const RouteProperties& properties) {
  return {{"route-table-id", properties.RouteTableId},
          {"destination", destination_of(properties)},
          {"gateway-id", properties.GatewayId.value_or("")},
          {"nat-gateway-id", properties.NatGatewayId.value_or("")}};
}

Making create(Environment& environment, const Call& call, ResourceRequest& request,
              RouteProperties properties) {
  ec2::make_route(environment.ec2, call, attributes_of(properties));
  request.initiated(properties.RouteTableId + "|" + destination_of(properties));
  co_return Attributes{{"CidrBlock", destination_of(properties)}};
}

/// Another target is another route in its place.
Making update(Environment& environment, const Call& call, ResourceRequest& request, RouteProperties wanted,
              RouteProperties) {
  call.authorize("ec2:ReplaceRoute", arns(environment, request, "").front());
  if (const fleet::NetworkThing* route = find_route(environment, request))
    ec2::remove_part(environment.ec2, call, "route", std::string(route->id));
  ec2::make_route(environment.ec2, call, attributes_of(wanted));
  co_return Attributes{{"CidrBlock", destination_of(wanted)}};
}

Removing remove(Environment& environment, const Call& call, const ResourceRequest& request) {
  if (const fleet::NetworkThing* route = find_route(environment, request))
    ec2::remove_part(environment.ec2, call, "route", std::string(route->id));
  co_return;
}

}  // namespace

const ResourceType ec2_route = resource_type<&create, &remove, &update>(
    {"AWS::EC2::Route", rows, attributes}, {}, {"ec2:CreateRoute", "ec2:DeleteRoute", &arns});

}  // namespace berth::cloudformation
