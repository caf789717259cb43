#include "berth/services/ec2/network_parts.hpp"

#include "berth/services/ec2/errors.hpp"
#include "berth/services/ec2/security_rules.hpp"

#include <algorithm>
#include <set>

namespace berth::ec2 {

namespace {

fleet::Key key_of(const Call& call, const std::string& id) { return {call.account, call.region, id}; }

/// What the fleet refuses, as EC2 says it.
template <class F>
auto translated(F work) {
  try {
    return work();
  } catch (const fleet::NetworkError& error) {
    throw wire::ServiceError(error.code, error.what());
  }
}

fleet::NetworkThings& parts(Ec2& ec2) { return ec2.fleet.network(); }
const fleet::NetworkThings& parts(const Ec2& ec2) { return ec2.fleet.network(); }

}  // namespace

fleet::NetworkThing make_part(Ec2& ec2, const Call& call, std::string_view kind, PartAttributes attributes,
                              Tags tags) {
  return translated([&] {
    return parts(ec2).create(call.account, call.region, kind, std::move(attributes), std::move(tags));
  });
}

const fleet::NetworkThing& find_part(const Ec2& ec2, const Call& call, std::string_view kind,
                                     const std::string& id) {
  return *translated([&] { return &parts(ec2).get(kind, key_of(call, id)); });
}

const fleet::NetworkThing& change_part(Ec2& ec2, const Call& call, std::string_view kind,
                                       const std::string& id, const PartAttributes& attributes) {
  find_part(ec2, call, kind, id);
  return *translated([&] { return &parts(ec2).change(key_of(call, id), attributes); });
}

void remove_part(Ec2& ec2, const Call& call, std::string_view kind, const std::string& id) {
  const fleet::NetworkThing& found = find_part(ec2, call, kind, id);
  if (kind == "internet-gateway" && !found.attribute("attachment.vpc-id").empty())
    throw dependency_violation("The internetGateway '" + id + "' has dependencies and cannot be deleted.");
  for (const fleet::Instance* instance : ec2.fleet.instances(call.account, call.region))
    if (kind == "subnet" && instance->record.subnet_id == id)
      throw dependency_violation("The subnet '" + id +
                                 "' has dependencies and cannot be deleted: the instance " +
                                 instance->record.id + " is in it.");
  translated([&] { return parts(ec2).remove(key_of(call, id)); });
}

fleet::NetworkThing make_vpc(Ec2& ec2, const Call& call, PartAttributes attributes, Tags tags) {
  attributes.try_emplace("enable-dns-support", "true");
  attributes.try_emplace("enable-dns-hostnames", "false");
  fleet::NetworkThing vpc = make_part(ec2, call, "vpc", std::move(attributes), std::move(tags));
  fleet::SecurityGroup group;
  group.name = "default";
  group.description = "default VPC security group";
  group.vpc_id = vpc.id;
  const auto made = ec2.security_groups.create(call.account, call.region, std::move(group));
  if (made) add_first_rules(ec2, call, made->id, true);
  make_part(ec2, call, "route-table", {{"vpc-id", vpc.id}, {"association.main", "true"}}, {});
  return vpc;
}

std::string default_group_of(const Ec2& ec2, const Call& call, const std::string& vpc) {
  for (const fleet::SecurityGroup& group : ec2.security_groups.all(call.account, call.region))
    if (group.vpc_id == vpc && group.name == "default") return group.id;
  return "";
}

void remove_vpc(Ec2& ec2, const Call& call, const std::string& id) {
  find_part(ec2, call, "vpc", id);
  const auto refuse = [&](const std::string& other) {
    throw dependency_violation("The vpc '" + id + "' has dependencies and cannot be deleted: " + other +
                               " is in it.");
  };
  for (const fleet::SecurityGroup& group : ec2.security_groups.all(call.account, call.region))
    if (group.vpc_id == id && group.name != "default") refuse(group.id);
  std::string main_table;
  for (const char* kind : {"subnet", "route-table"})
    for (const fleet::NetworkThing* each : parts(ec2).with(call.account, call.region, kind, "vpc-id", id)) {
      if (each->attribute("association.main") != "true") refuse(each->id);
      main_table = each->id;
    }
  for (const fleet::NetworkThing* each :
       parts(ec2).with(call.account, call.region, "internet-gateway", "attachment.vpc-id", id))
    refuse(each->id);
  if (!main_table.empty()) remove_part(ec2, call, "route-table", main_table);
  const std::string group = default_group_of(ec2, call, id);
  remove_part(ec2, call, "vpc", id);
  if (!group.empty()) remove_group(ec2, call, group);
}

fleet::NetworkThing make_address(Ec2& ec2, const Call& call, Tags tags) {
  std::set<std::string> taken;
  for (const fleet::NetworkThing* each : parts(ec2).all(call.account, call.region, "elastic-ip"))
    taken.insert(each->attribute("public-ip"));
  for (int last = 1; last < 255; ++last) {
    std::string address = "203.0.113." + std::to_string(last);  // RFC 5737
    if (!taken.contains(address))
      return make_part(ec2, call, "elastic-ip", {{"public-ip", std::move(address)}, {"domain", "vpc"}},
                       std::move(tags));
  }
  throw wire::ServiceError("AddressLimitExceeded", "The maximum number of addresses has been reached.");
}

fleet::NetworkThing make_nat_gateway(Ec2& ec2, const Call& call, const std::string& subnet,
                                     const std::string& allocation, const std::string& connectivity,
                                     Tags tags) {
  const bool is_public = connectivity != "private";
  if (is_public == allocation.empty())
    throw wire::ServiceError(is_public ? "MissingParameter" : "InvalidParameter",
                             is_public ? "The request must contain the parameter AllocationId"
                                       : "AllocationId cannot be given for a private NAT gateway.");
  PartAttributes attributes{{"subnet-id", subnet},
                            {"allocation-id", allocation},
                            {"connectivity-type", is_public ? "public" : "private"}};
  if (is_public) {
    const fleet::NetworkThing& address = find_part(ec2, call, "elastic-ip", allocation);
    if (!parts(ec2).with(call.account, call.region, "natgateway", "allocation-id", allocation).empty())
      throw wire::ServiceError("Resource.AlreadyAssociated",
                               "Elastic IP address [" + allocation + "] is already associated");
    attributes["public-ip"] = address.attribute("public-ip");
  }
  if (const auto* made = parts(ec2).find(key_of(call, subnet)))
    attributes["vpc-id"] = made->attribute("vpc-id");
  else
    attributes["vpc-id"] = fleet::default_network(call.account, call.region).vpc_id;
  return make_part(ec2, call, "natgateway", std::move(attributes), std::move(tags));
}

fleet::NetworkThing associate(Ec2& ec2, const Call& call, const std::string& table,
                              const std::string& subnet) {
  if (!parts(ec2).with(call.account, call.region, "association", "subnet-id", subnet).empty())
    throw wire::ServiceError(
        "Resource.AlreadyAssociated",
        "the specified association for route table " + table + " conflicts with an existing association");
  find_part(ec2, call, "route-table", table);
  return make_part(ec2, call, "association", {{"route-table-id", table}, {"subnet-id", subnet}}, {});
}

fleet::NetworkThing make_route(Ec2& ec2, const Call& call, PartAttributes attributes) {
  const std::string table = attributes["route-table-id"], destination = attributes["destination"];
  find_part(ec2, call, "route-table", table);
  if (destination.empty())
    throw wire::ServiceError("MissingParameter",
                             "The request must contain the parameter destinationCidrBlock");
  for (const fleet::NetworkThing* each :
       parts(ec2).with(call.account, call.region, "route", "route-table-id", table))
    if (each->attribute("destination") == destination)
      throw wire::ServiceError("RouteAlreadyExists",
                               "The route identified by " + destination + " already exists.");
  const std::string gateway = attributes["gateway-id"], nat = attributes["nat-gateway-id"];
  if (!gateway.empty()) find_part(ec2, call, "internet-gateway", gateway);
  if (!nat.empty()) find_part(ec2, call, "natgateway", nat);
  if (gateway.empty() == nat.empty())
    throw wire::ServiceError("InvalidParameterCombination",
                             "A route leads to one target here: give GatewayId or NatGatewayId.");
  return make_part(ec2, call, "route", std::move(attributes), {});
}

void attach_gateway(Ec2& ec2, const Call& call, const std::string& gateway, const std::string& vpc) {
  const std::string attached =
      find_part(ec2, call, "internet-gateway", gateway).attribute("attachment.vpc-id");
  if (attached == vpc) return;
  if (!attached.empty())
    throw wire::ServiceError("Resource.AlreadyAssociated",
                             "resource " + gateway + " is already attached to network " + attached);
  if (!parts(ec2).with(call.account, call.region, "internet-gateway", "attachment.vpc-id", vpc).empty())
    throw wire::ServiceError("InvalidParameterValue",
                             "Network " + vpc + " already has an internet gateway attached");
  change_part(ec2, call, "internet-gateway", gateway, {{"attachment.vpc-id", vpc}});
}

void detach_gateway(Ec2& ec2, const Call& call, const std::string& gateway, const std::string& vpc) {
  if (find_part(ec2, call, "internet-gateway", gateway).attribute("attachment.vpc-id") != vpc)
    throw wire::ServiceError("Gateway.NotAttached",
                             "resource " + gateway + " is not attached to network " + vpc);
  change_part(ec2, call, "internet-gateway", gateway, {{"attachment.vpc-id", ""}});
}

Tags tags_in(const std::vector<TagSpecification>& specifications, std::string_view resource_type) {
  Tags tags;
  for (const TagSpecification& each : specifications) {
    if (each.ResourceType != resource_type) throw invalid_tag_resource(each.ResourceType.value_or(""));
    for (const Tag& tag : each.Tags) tags[tag.Key.value_or("")] = tag.Value.value_or("");
  }
  return tags;
}

std::vector<Tag> to_tags(const Tags& tags) {
  std::vector<Tag> shapes;
  for (const auto& [key, value] : tags) shapes.push_back({.Key = key, .Value = value});
  return shapes;
}

void check_dry_run(const std::optional<bool>& flag) {
  if (flag.value_or(false)) throw dry_run();
}

}  // namespace berth::ec2
