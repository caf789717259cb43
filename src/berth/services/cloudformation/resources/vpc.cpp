#include "berth/services/cloudformation/resources/network_part.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"

namespace berth::cloudformation {
namespace {

struct VpcProperties {
  std::optional<std::string> CidrBlock;
  std::optional<bool> EnableDnsHostnames;
  std::optional<bool> EnableDnsSupport;
  std::optional<std::string> InstanceTenancy;
  std::optional<std::string> Ipv4IpamPoolId;
  std::optional<int> Ipv4NetmaskLength;
  std::vector<ResourceTag> Tags;
};
AWS_SHAPE(VpcProperties, CidrBlock, EnableDnsHostnames, EnableDnsSupport, InstanceTenancy, Ipv4IpamPoolId,
          Ipv4NetmaskLength, Tags)

constexpr PropertyRow rows[] = {
    {"CidrBlock", Standing::Emulated, kept_only, replaces},
    {"EnableDnsHostnames", Standing::Emulated, "kept and shown; names are this machine's to resolve"},
    {"EnableDnsSupport", Standing::Emulated, "kept and shown; names are this machine's to resolve"},
    {"InstanceTenancy", Standing::Ignored, "kept and shown; there is one machine"},
    {"Ipv4IpamPoolId", Standing::Refused, "there are no address pools; use CidrBlock", replaces},
    {"Ipv4NetmaskLength", Standing::Refused, "there are no address pools; use CidrBlock", replaces},
    {"Tags", Standing::Honoured},
};
constexpr std::string_view attributes[] = {"VpcId", "CidrBlock", "DefaultSecurityGroup"};
constexpr char kind[] = "vpc";

ec2::PartAttributes changeable(const VpcProperties& properties) {
  return {{"enable-dns-hostnames", to_attribute(properties.EnableDnsHostnames, false)},
          {"enable-dns-support", to_attribute(properties.EnableDnsSupport, true)},
          {"instance-tenancy", properties.InstanceTenancy.value_or("default")}};
}

Attributes attributes_of(const Environment& environment, const Call& call, const std::string& id) {
  return {{"VpcId", id},
          {"CidrBlock", ec2::find_part(environment.ec2, call, kind, id).attribute("cidr-block")},
          {"DefaultSecurityGroup", ec2::default_group_of(environment.ec2, call, id)}};
}

Making create(Environment& environment, const Call& call, ResourceRequest& request,
              VpcProperties properties) {
  ec2::PartAttributes wanted = changeable(properties);
  wanted["cidr-block"] = properties.CidrBlock.value_or("");
  const auto made =
      ec2::make_vpc(environment.ec2, call, std::move(wanted), merge_tags(request.tags, properties.Tags));
  request.initiated(made.id);
  co_return attributes_of(environment, call, made.id);
}

Making update(Environment& environment, const Call& call, ResourceRequest& request, VpcProperties wanted,
              VpcProperties) {
  change_network_part(environment, call, request, kind, changeable(wanted), wanted.Tags);
  co_return attributes_of(environment, call, request.physical_id);
}

Removing remove(Environment& environment, const Call& call, const ResourceRequest& request) {
  if (has_network_part(environment, request, kind, request.physical_id))
    ec2::remove_vpc(environment.ec2, call, request.physical_id);
  co_return;
}

}  // namespace

const ResourceType ec2_vpc = resource_type<&create, &remove, &update>(
    {"AWS::EC2::VPC", rows, attributes}, {}, {"ec2:CreateVpc", "ec2:DeleteVpc", &network_arns<kind>});

}  // namespace berth::cloudformation
