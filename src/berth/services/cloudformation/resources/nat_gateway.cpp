#include "berth/services/cloudformation/resources/network_part.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"

namespace berth::cloudformation {
namespace {

struct NatGatewayProperties {
  std::optional<std::string> SubnetId;
  std::optional<std::string> AllocationId;
  std::optional<std::string> ConnectivityType;
  std::optional<std::string> PrivateIpAddress;
  std::optional<int> MaxDrainDurationSeconds;
  std::vector<std::string> SecondaryAllocationIds;
  std::vector<std::string> SecondaryPrivateIpAddresses;
  std::optional<int> SecondaryPrivateIpAddressCount;
  std::vector<ResourceTag> Tags;
};
AWS_SHAPE(NatGatewayProperties, SubnetId, AllocationId, ConnectivityType, PrivateIpAddress,
          MaxDrainDurationSeconds, SecondaryAllocationIds, SecondaryPrivateIpAddresses,
          SecondaryPrivateIpAddressCount, Tags)

constexpr std::string_view one_address = "a gateway has one address here; use AllocationId";
constexpr PropertyRow rows[] = {
    {"SubnetId", Standing::Emulated, kept_only, replaces},
    {"AllocationId", Standing::Emulated, kept_only, replaces},
    {"ConnectivityType", Standing::Emulated, kept_only, replaces},
    {"PrivateIpAddress", Standing::Ignored, "the gateway has no address of its own", replaces},
    {"MaxDrainDurationSeconds", Standing::Ignored, "nothing goes through it"},
    {"SecondaryAllocationIds", Standing::Refused, one_address},
    {"SecondaryPrivateIpAddresses", Standing::Refused, one_address},
    {"SecondaryPrivateIpAddressCount", Standing::Refused, one_address},
    {"Tags", Standing::Honoured},
};
constexpr std::string_view attributes[] = {"NatGatewayId"};
constexpr char kind[] = "natgateway";

Making create(Environment& environment, const Call& call, ResourceRequest& request,
              NatGatewayProperties properties) {
  if (!properties.SubnetId) throw PropertyError("Property SubnetId cannot be empty.");
  const auto made = ec2::make_nat_gateway(
      environment.ec2, call, *properties.SubnetId, properties.AllocationId.value_or(""),
      properties.ConnectivityType.value_or("public"), merge_tags(request.tags, properties.Tags));
  request.initiated(made.id);
  co_return Attributes{{"NatGatewayId", made.id}};
}

Making update(Environment& environment, const Call& call, ResourceRequest& request,
              NatGatewayProperties wanted, NatGatewayProperties) {
  change_network_part(environment, call, request, kind, {}, wanted.Tags);
  co_return Attributes{{"NatGatewayId", request.physical_id}};
}

Removing remove(Environment& environment, const Call& call, const ResourceRequest& request) {
  remove_network_part(environment, call, request, kind);
  co_return;
}

}  // namespace

const ResourceType ec2_nat_gateway = resource_type<&create, &remove, &update>(
    {"AWS::EC2::NatGateway", rows, attributes}, {},
    {"ec2:CreateNatGateway", "ec2:DeleteNatGateway", &network_arns<kind>});

}  // namespace berth::cloudformation
