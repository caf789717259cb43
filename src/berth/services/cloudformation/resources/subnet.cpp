#include "berth/fleet/network.hpp"
#include "berth/services/cloudformation/resources/network_part.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"

namespace berth::cloudformation {
namespace {

struct SubnetProperties {
  std::string VpcId;
  std::optional<std::string> CidrBlock;
  std::optional<std::string> AvailabilityZone;
  std::optional<bool> MapPublicIpOnLaunch;
  std::optional<bool> AssignIpv6AddressOnCreation;
  std::optional<std::string> Ipv6CidrBlock;
  std::optional<bool> EnableDns64;
  std::optional<wire::Document> PrivateDnsNameOptionsOnLaunch;
  std::vector<ResourceTag> Tags;
};
AWS_SHAPE(SubnetProperties, VpcId, CidrBlock, AvailabilityZone, MapPublicIpOnLaunch,
          AssignIpv6AddressOnCreation, Ipv6CidrBlock, EnableDns64, PrivateDnsNameOptionsOnLaunch, Tags)

constexpr PropertyRow rows[] = {
    {"VpcId", Standing::Honoured, "", replaces},
    {"CidrBlock", Standing::Emulated, kept_only, replaces},
    {"AvailabilityZone", Standing::Emulated, "instances in it show this zone; all are this machine",
     replaces},
    {"MapPublicIpOnLaunch", Standing::Emulated, "kept and shown; instances have the machine's addresses"},
    {"AssignIpv6AddressOnCreation", Standing::Ignored, "instances have the machine's addresses"},
    {"Ipv6CidrBlock", Standing::Refused, "subnets have IPv4 addresses only here; use CidrBlock", replaces},
    {"EnableDns64", Standing::Ignored, "names are this machine's to resolve"},
    {"PrivateDnsNameOptionsOnLaunch", Standing::Ignored, "instances have no names of their own"},
    {"Tags", Standing::Honoured},
};
constexpr std::string_view attributes[] = {"SubnetId", "VpcId", "CidrBlock", "AvailabilityZone"};
constexpr char kind[] = "subnet";

Attributes attributes_of(const fleet::NetworkThing& subnet) {
  return {{"SubnetId", subnet.id},
          {"VpcId", subnet.attribute("vpc-id")},
          {"CidrBlock", subnet.attribute("cidr-block")},
          {"AvailabilityZone", subnet.attribute("availability-zone")}};
}

Making create(Environment& environment, const Call& call, ResourceRequest& request,
              SubnetProperties properties) {
  const std::string first = fleet::default_network(request.account, request.region).subnets.front().zone.name;
  ec2::PartAttributes wanted{
      {"vpc-id", properties.VpcId},
      {"cidr-block", properties.CidrBlock.value_or("")},
      {"availability-zone", properties.AvailabilityZone.value_or(first)},
      {"map-public-ip-on-launch", to_attribute(properties.MapPublicIpOnLaunch, false)}};
  const auto made = ec2::make_part(environment.ec2, call, kind, std::move(wanted),
                                   merge_tags(request.tags, properties.Tags));
  request.initiated(made.id);
  co_return attributes_of(made);
}

Making update(Environment& environment, const Call& call, ResourceRequest& request, SubnetProperties wanted,
              SubnetProperties) {
  const ec2::PartAttributes change{
      {"map-public-ip-on-launch", to_attribute(wanted.MapPublicIpOnLaunch, false)}};
  change_network_part(environment, call, request, kind, change, wanted.Tags);
  co_return attributes_of(ec2::find_part(environment.ec2, call, kind, request.physical_id));
}

Removing remove(Environment& environment, const Call& call, const ResourceRequest& request) {
  remove_network_part(environment, call, request, kind);
  co_return;
}

}  // namespace

const ResourceType ec2_subnet =
    resource_type<&create, &remove, &update>({"AWS::EC2::Subnet", rows, attributes}, {},
                                             {"ec2:CreateSubnet", "ec2:DeleteSubnet", &network_arns<kind>});

}  // namespace berth::cloudformation
