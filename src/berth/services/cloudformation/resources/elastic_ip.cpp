#include "berth/services/cloudformation/resources/network_part.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"

namespace berth::cloudformation {
namespace {

struct AddressProperties {
  std::optional<std::string> Domain;
  std::optional<std::string> InstanceId;
  std::optional<std::string> PublicIpv4Pool;
  std::optional<std::string> NetworkBorderGroup;
  std::optional<std::string> TransferAddress;
  std::optional<std::string> IpamPoolId;
  std::optional<std::string> Address;
  std::vector<ResourceTag> Tags;
};
AWS_SHAPE(AddressProperties, Domain, InstanceId, PublicIpv4Pool, NetworkBorderGroup, TransferAddress,
          IpamPoolId, Address, Tags)

constexpr std::string_view chosen_here = "addresses are chosen here; leave it out";
constexpr PropertyRow rows[] = {
    {"Domain", Standing::Emulated,
     "an address of the range for documentation is kept and shown; nothing is reached under it"},
    {"InstanceId", Standing::Refused, "instances have the machine's addresses; leave it out"},
    {"PublicIpv4Pool", Standing::Refused, chosen_here},
    {"NetworkBorderGroup", Standing::Ignored, "there is one machine", replaces},
    {"TransferAddress", Standing::Refused, chosen_here, replaces},
    {"IpamPoolId", Standing::Refused, chosen_here, replaces},
    {"Address", Standing::Refused, chosen_here, replaces},
    {"Tags", Standing::Honoured},
};
constexpr std::string_view attributes[] = {"AllocationId", "PublicIp"};
constexpr char kind[] = "elastic-ip";

/// A resource's name is the address, not the allocation.
const fleet::NetworkThing* find_address(const Environment& environment, const ResourceRequest& request) {
  const auto found = environment.fleet.network().with(request.account, request.region, kind, "public-ip",
                                                      request.physical_id);
  return found.empty() ? nullptr : found.front();
}

Attributes attributes_of(const fleet::NetworkThing& address) {
  return {{"AllocationId", address.id}, {"PublicIp", address.attribute("public-ip")}};
}

std::vector<std::string> arns(const Environment& environment, const ResourceRequest& request,
                              const std::string&) {
  const fleet::NetworkThing* found = find_address(environment, request);
  return {arn_start("ec2", request) + "elastic-ip/" + (found == nullptr ? "*" : found->id)};
}

Making create(Environment& environment, const Call& call, ResourceRequest& request,
              AddressProperties properties) {
  const auto made = ec2::make_address(environment.ec2, call, merge_tags(request.tags, properties.Tags));
  request.initiated(made.attribute("public-ip"));
  co_return attributes_of(made);
}

Making update(Environment& environment, const Call& call, ResourceRequest& request, AddressProperties wanted,
              AddressProperties) {
  const fleet::NetworkThing* found = find_address(environment, request);
  if (found == nullptr) throw ResourceFailure("Address " + request.physical_id + " does not exist");
  ResourceRequest own = request;
  own.physical_id = found->id;
  change_network_part(environment, call, own, kind, {}, wanted.Tags);
  co_return attributes_of(*found);
}

Removing remove(Environment& environment, const Call& call, const ResourceRequest& request) {
  if (const fleet::NetworkThing* found = find_address(environment, request))
    ec2::remove_part(environment.ec2, call, kind, std::string(found->id));
  co_return;
}

}  // namespace

const ResourceType ec2_elastic_ip = resource_type<&create, &remove, &update>(
    {"AWS::EC2::EIP", rows, attributes}, {}, {"ec2:AllocateAddress", "ec2:ReleaseAddress", &arns});

}  // namespace berth::cloudformation
