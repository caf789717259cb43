#include "berth/fleet/network.hpp"

#include "berth/services/ec2/ec2.hpp"
#include "berth/services/ec2/errors.hpp"
#include "berth/services/ec2/filters.hpp"
#include "berth/services/ec2/network_describe.hpp"
#include "berth/services/ec2/pages.hpp"
#include "berth/services/ec2/security_rules.hpp"

#include <algorithm>

namespace berth::ec2 {

namespace {

constexpr const char* available = "available";

bool is_wanted(const std::vector<std::string>& ids, const std::string& id) {
  return ids.empty() || std::ranges::find(ids, id) != ids.end();
}

/// Throws what `not_found` makes of the first id that none of `known` has.
template <class Known, class NotFound>
void check_known(const std::vector<std::string>& ids, const Known& known, NotFound not_found) {
  for (const std::string& id : ids)
    if (std::ranges::find(known, id) == known.end()) throw not_found(id);
}

/// The ids that are not among `known`.
std::vector<std::string> without(const std::vector<std::string>& ids, const std::vector<std::string>& known) {
  std::vector<std::string> rest;
  for (const std::string& id : ids)
    if (std::ranges::find(known, id) == known.end()) rest.push_back(id);
  return rest;
}

std::string arn(const Call& call, const std::string& what) {
  return "arn:aws:ec2:" + call.region + ":" + call.account + ":" + what;
}

}  // namespace

DescribeVpcsResult describe_vpcs(Ec2& ec2, const Call& call, DescribeVpcsRequest in) {
  check_dry_run(in.DryRun);
  check_named_or_paged(in.VpcIds, "VpcIds", in.MaxResults);
  const fleet::Network network = fleet::default_network(call.account, call.region);
  const std::vector<std::string> made_ids = without(in.VpcIds, {network.vpc_id});
  DescribeVpcsResult out;
  if (in.VpcIds.empty() || !made_ids.empty())
    for (const auto* each : described(
             ec2, call, "vpc", "vpc-id", made_ids, in.Filters,
             {{"is-default", "false"}, {"isDefault", "false"}, {"dhcp-options-id", network.dhcp_options_id}}))
      out.Vpcs.push_back(to_vpc(call, *each));
  const auto filters = without_tags(in.Filters, {});
  if (!filters || !is_wanted(in.VpcIds, network.vpc_id) ||
      !matches(*filters, {{"vpc-id", network.vpc_id},
                          {"cidr", network.vpc_cidr},
                          {"cidr-block-association.cidr-block", network.vpc_cidr},
                          {"dhcp-options-id", network.dhcp_options_id},
                          {"is-default", "true"},
                          {"isDefault", "true"},
                          {"owner-id", call.account},
                          {"state", available}}))
    return out;
  Vpc vpc{.OwnerId = call.account,
          .InstanceTenancy = "default",
          .IsDefault = true,
          .VpcId = network.vpc_id,
          .State = available,
          .CidrBlock = network.vpc_cidr,
          .DhcpOptionsId = network.dhcp_options_id};
  vpc.CidrBlockAssociationSet.push_back({.AssociationId = "vpc-cidr-assoc-" + network.vpc_id.substr(4),
                                         .CidrBlock = network.vpc_cidr,
                                         .CidrBlockState = VpcCidrBlockState{.State = "associated"}});
  out.Vpcs.insert(out.Vpcs.begin(), std::move(vpc));
  return out;
}

DescribeVpcAttributeResult describe_vpc_attribute(Ec2& ec2, const Call& call,
                                                  DescribeVpcAttributeRequest in) {
  check_dry_run(in.DryRun);
  const fleet::Network network = fleet::default_network(call.account, call.region);
  const bool is_default = in.VpcId == network.vpc_id;
  const auto value = [&](const char* name) {
    return AttributeBooleanValue{is_default ||
                                 find_part(ec2, call, "vpc", in.VpcId).attribute(name) == "true"};
  };
  DescribeVpcAttributeResult out;
  out.VpcId = in.VpcId;
  // A default VPC has both kinds of names.
  if (in.Attribute == "enableDnsSupport")
    out.EnableDnsSupport = value("enable-dns-support");
  else if (in.Attribute == "enableDnsHostnames")
    out.EnableDnsHostnames = value("enable-dns-hostnames");
  else if (in.Attribute == "enableNetworkAddressUsageMetrics")
    out.EnableNetworkAddressUsageMetrics = AttributeBooleanValue{false};
  else
    throw invalid_attribute(in.Attribute);
  return out;
}

DescribeSubnetsResult describe_subnets(Ec2& ec2, const Call& call, DescribeSubnetsRequest in) {
  check_dry_run(in.DryRun);
  check_named_or_paged(in.SubnetIds, "SubnetIds", in.MaxResults);
  const fleet::Network network = fleet::default_network(call.account, call.region);
  std::vector<std::string> ids;
  for (const fleet::Subnet& subnet : network.subnets) ids.push_back(subnet.id);
  const std::vector<std::string> made_ids = without(in.SubnetIds, ids);
  DescribeSubnetsResult out;
  const auto filters = without_tags(in.Filters, {});
  for (const fleet::Subnet& subnet : network.subnets) {
    const bool wanted = filters && matches(*filters, {{"subnet-id", subnet.id},
                                                      {"vpc-id", network.vpc_id},
                                                      {"availability-zone", subnet.zone.name},
                                                      {"availabilityZone", subnet.zone.name},
                                                      {"availability-zone-id", subnet.zone.id},
                                                      {"cidr-block", subnet.cidr},
                                                      {"cidr", subnet.cidr},
                                                      {"default-for-az", "true"},
                                                      {"defaultForAz", "true"},
                                                      {"map-public-ip-on-launch", "true"},
                                                      {"owner-id", call.account},
                                                      {"state", available}});
    if (!wanted || !is_wanted(in.SubnetIds, subnet.id)) continue;
    out.Subnets.push_back({.AvailabilityZoneId = subnet.zone.id,
                           .OwnerId = call.account,
                           .AssignIpv6AddressOnCreation = false,
                           .SubnetArn = arn(call, "subnet/" + subnet.id),
                           .SubnetId = subnet.id,
                           .State = available,
                           .VpcId = network.vpc_id,
                           .CidrBlock = subnet.cidr,
                           .AvailableIpAddressCount = subnet.free_addresses,
                           .AvailabilityZone = subnet.zone.name,
                           .DefaultForAz = true,
                           .MapPublicIpOnLaunch = true});
  }
  if (in.SubnetIds.empty() || !made_ids.empty())
    for (const auto* each :
         described(ec2, call, "subnet", "subnet-id", made_ids, in.Filters,
                   {{"default-for-az", "false"}, {"defaultForAz", "false"}, {"availability-zone-id", ""}}))
      out.Subnets.push_back(to_subnet(ec2, call, *each));
  return out;
}

DescribeAvailabilityZonesResult describe_availability_zones(Ec2&, const Call& call,
                                                            DescribeAvailabilityZonesRequest in) {
  check_dry_run(in.DryRun);
  const fleet::Network network = fleet::default_network(call.account, call.region);
  std::vector<std::string> names, ids;
  for (const fleet::Subnet& subnet : network.subnets) {
    names.push_back(subnet.zone.name);
    ids.push_back(subnet.zone.id);
  }
  check_known(in.ZoneNames, names, zone_not_found);
  check_known(in.ZoneIds, ids, zone_not_found);
  DescribeAvailabilityZonesResult out;
  for (const fleet::Subnet& subnet : network.subnets) {
    const fleet::AvailabilityZone& zone = subnet.zone;
    const bool wanted = matches(in.Filters, {{"zone-name", zone.name},
                                             {"zone-id", zone.id},
                                             {"region-name", call.region},
                                             {"group-name", call.region},
                                             {"zone-type", "availability-zone"},
                                             {"opt-in-status", "opt-in-not-required"},
                                             {"state", available}});
    if (!wanted || !is_wanted(in.ZoneNames, zone.name) || !is_wanted(in.ZoneIds, zone.id)) continue;
    out.AvailabilityZones.push_back({.OptInStatus = "opt-in-not-required",
                                     .RegionName = call.region,
                                     .ZoneName = zone.name,
                                     .ZoneId = zone.id,
                                     .GroupName = call.region,
                                     .NetworkBorderGroup = call.region,
                                     .ZoneType = "availability-zone",
                                     .State = std::optional<std::string>(available)});
  }
  return out;
}

DescribeSecurityGroupsResult describe_security_groups(Ec2& ec2, const Call& call,
                                                      DescribeSecurityGroupsRequest in) {
  check_dry_run(in.DryRun);
  const auto groups = ec2.security_groups.all(call.account, call.region);
  std::vector<std::string> ids, names;
  for (const fleet::SecurityGroup& group : groups) {
    ids.push_back(group.id);
    names.push_back(group.name);
  }
  check_known(in.GroupIds, ids, group_not_found);
  check_known(in.GroupNames, names, group_not_found);
  DescribeSecurityGroupsResult out;
  for (const fleet::SecurityGroup& group : groups) {
    const auto filters = without_tags(in.Filters, group.tags);
    const bool wanted = filters && matches(*filters, {{"group-id", group.id},
                                                      {"group-name", group.name},
                                                      {"description", group.description},
                                                      {"owner-id", call.account},
                                                      {"vpc-id", group.vpc_id}});
    if (!wanted || !is_wanted(in.GroupIds, group.id) || !is_wanted(in.GroupNames, group.name)) continue;
    SecurityGroup shape{.GroupId = group.id,
                        .VpcId = group.vpc_id,
                        .SecurityGroupArn = arn(call, "security-group/" + group.id),
                        .OwnerId = call.account,
                        .GroupName = group.name,
                        .Description = std::optional(group.description),
                        .IpPermissions = permissions_of(ec2, call, group.id, false),
                        .IpPermissionsEgress = permissions_of(ec2, call, group.id, true)};
    for (const auto& [key, value] : group.tags) shape.Tags.push_back({key, value});
    out.SecurityGroups.push_back(std::move(shape));
  }
  return out;
}

}  // namespace berth::ec2
