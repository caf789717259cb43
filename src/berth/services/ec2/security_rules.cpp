#include "berth/services/ec2/security_rules.hpp"

#include "berth/services/ec2/errors.hpp"

#include <algorithm>

namespace berth::ec2 {

namespace {

constexpr const char* kind = "security-group-rule";
constexpr const char* sources[] = {"cidr-ipv4", "cidr-ipv6", "prefix-list-id", "referenced-group-id"};

bool is_same(const PartAttributes& one, const PartAttributes& other) {
  const auto at = [](const PartAttributes& rule, const char* name) {
    const auto found = rule.find(name);
    return found == rule.end() ? std::string() : found->second;
  };
  return std::ranges::all_of(
      std::initializer_list<const char*>{"group-id", "is-egress", "ip-protocol", "from-port", "to-port",
                                         "cidr-ipv4", "cidr-ipv6", "prefix-list-id", "referenced-group-id"},
      [&](const char* name) { return at(one, name) == at(other, name); });
}

const fleet::NetworkThing* find_same(const Ec2& ec2, const Call& call, const PartAttributes& rule) {
  for (const fleet::NetworkThing* each : rules_in(ec2, call, rule.at("group-id")))
    if (is_same(each->attributes, rule)) return each;
  return nullptr;
}

std::optional<int> number(const fleet::NetworkThing& rule, const char* name) {
  const std::string text = rule.attribute(name);
  return text.empty() ? std::nullopt : std::optional(std::stoi(text));
}

std::optional<std::string> text(const fleet::NetworkThing& rule, const char* name) {
  const std::string value = rule.attribute(name);
  return value.empty() ? std::nullopt : std::optional(value);
}

bool is_group(const Ec2& ec2, const Call& call, const std::string& id) {
  const auto groups = ec2.security_groups.all(call.account, call.region);
  return std::ranges::find(groups, id, &fleet::SecurityGroup::id) != groups.end();
}

void check_rule(const Ec2& ec2, const Call& call, const PartAttributes& rule) {
  const auto at = [&](const char* name) {
    const auto found = rule.find(name);
    return found == rule.end() ? std::string() : found->second;
  };
  if (!is_group(ec2, call, at("group-id"))) throw group_not_found(at("group-id"));
  const auto given = std::ranges::count_if(sources, [&](const char* name) { return !at(name).empty(); });
  if (at("ip-protocol").empty() || given != 1)
    throw wire::ServiceError(
        "InvalidPermission.Malformed",
        "A rule has a protocol, and one source or destination: an address range, a prefix "
        "list or a security group.");
  const std::string referenced = at("referenced-group-id");
  if (!referenced.empty() && !is_group(ec2, call, referenced)) throw group_not_found(referenced);
}

}  // namespace

void add_first_rules(Ec2& ec2, const Call& call, const std::string& group, bool of_vpc) {
  std::vector<PartAttributes> rules{
      {{"group-id", group}, {"is-egress", "true"}, {"ip-protocol", "-1"}, {"cidr-ipv4", "0.0.0.0/0"}}};
  if (of_vpc)
    rules.push_back(
        {{"group-id", group}, {"is-egress", "false"}, {"ip-protocol", "-1"}, {"referenced-group-id", group}});
  add_rules(ec2, call, rules, {});
}

std::vector<PartAttributes> rules_of(const std::vector<IpPermission>& permissions, const std::string& group,
                                     bool egress) {
  std::vector<PartAttributes> rules;
  for (const IpPermission& permission : permissions) {
    PartAttributes common{{"group-id", group},
                          {"is-egress", egress ? "true" : "false"},
                          {"ip-protocol", permission.IpProtocol.value_or("")}};
    if (permission.IpProtocol != "-1") {  // of all protocols, all ports
      if (permission.FromPort) common["from-port"] = std::to_string(*permission.FromPort);
      if (permission.ToPort) common["to-port"] = std::to_string(*permission.ToPort);
    }
    const auto add = [&](const char* source, const std::string& value,
                         const std::optional<std::string>& description) {
      PartAttributes rule = common;
      rule[source] = value;
      if (description && !description->empty()) rule["description"] = *description;
      rules.push_back(std::move(rule));
    };
    for (const IpRange& each : permission.IpRanges)
      add("cidr-ipv4", each.CidrIp.value_or(""), each.Description);
    for (const Ipv6Range& each : permission.Ipv6Ranges)
      add("cidr-ipv6", each.CidrIpv6.value_or(""), each.Description);
    for (const PrefixListReference& each : permission.PrefixListIds)
      add("prefix-list-id", each.PrefixListId.value_or(""), each.Description);
    for (const UserIdGroupPair& each : permission.UserIdGroupPairs)
      add("referenced-group-id", each.GroupId.value_or(each.GroupName.value_or("")), each.Description);
  }
  return rules;
}

std::vector<fleet::NetworkThing> add_rules(Ec2& ec2, const Call& call,
                                           const std::vector<PartAttributes>& rules, const Tags& tags) {
  for (const PartAttributes& rule : rules) {
    check_rule(ec2, call, rule);
    if (find_same(ec2, call, rule))
      throw wire::ServiceError("InvalidPermission.Duplicate", "the specified rule already exists");
  }
  std::vector<fleet::NetworkThing> made;
  for (const PartAttributes& rule : rules) made.push_back(make_part(ec2, call, kind, rule, tags));
  return made;
}

bool has_rule(const Ec2& ec2, const Call& call, const PartAttributes& rule) {
  return find_same(ec2, call, rule) != nullptr;
}

void remove_rules(Ec2& ec2, const Call& call, const std::vector<PartAttributes>& rules) {
  std::vector<std::string> ids;
  for (const PartAttributes& rule : rules) {
    const fleet::NetworkThing* found = find_same(ec2, call, rule);
    if (!found)
      throw wire::ServiceError("InvalidPermission.NotFound",
                               "The specified rule does not exist in this security group.");
    ids.push_back(found->id);
  }
  for (const std::string& id : ids) remove_part(ec2, call, kind, id);
}

std::vector<const fleet::NetworkThing*> rules_in(const Ec2& ec2, const Call& call, const std::string& group) {
  const fleet::NetworkThings& network = ec2.fleet.network();
  return network.with(call.account, call.region, kind, "group-id", group);
}

std::vector<IpPermission> permissions_of(const Ec2& ec2, const Call& call, const std::string& group,
                                         bool egress) {
  std::vector<IpPermission> permissions;
  for (const fleet::NetworkThing* rule : rules_in(ec2, call, group)) {
    if ((rule->attribute("is-egress") == "true") != egress) continue;
    const auto protocol = text(*rule, "ip-protocol");
    const auto from = number(*rule, "from-port"), to = number(*rule, "to-port");
    auto permission = std::ranges::find_if(permissions, [&](const IpPermission& each) {
      return each.IpProtocol == protocol && each.FromPort == from && each.ToPort == to;
    });
    if (permission == permissions.end()) {
      permissions.push_back({.IpProtocol = protocol, .FromPort = from, .ToPort = to});
      permission = std::prev(permissions.end());
    }
    const auto description = text(*rule, "description");
    if (const auto cidr = text(*rule, "cidr-ipv4"))
      permission->IpRanges.push_back({.Description = description, .CidrIp = cidr});
    if (const auto cidr = text(*rule, "cidr-ipv6"))
      permission->Ipv6Ranges.push_back({.Description = description, .CidrIpv6 = cidr});
    if (const auto list = text(*rule, "prefix-list-id"))
      permission->PrefixListIds.push_back({.Description = description, .PrefixListId = list});
    if (const auto referenced = text(*rule, "referenced-group-id"))
      permission->UserIdGroupPairs.push_back(
          {.Description = description, .UserId = call.account, .GroupName = {}, .GroupId = referenced});
  }
  return permissions;
}

void remove_group(Ec2& ec2, const Call& call, const std::string& id) {
  const fleet::NetworkThings& network = ec2.fleet.network();
  for (const fleet::NetworkThing* each :
       network.with(call.account, call.region, kind, "referenced-group-id", id))
    if (each->attribute("group-id") != id)
      throw dependency_violation("resource " + id + " has a dependent object");
  std::vector<std::string> rules;
  for (const fleet::NetworkThing* each : rules_in(ec2, call, id)) rules.push_back(each->id);
  for (const std::string& rule : rules) remove_part(ec2, call, kind, rule);
  ec2.security_groups.remove({call.account, call.region, id});
}

fleet::SecurityGroup group_named(const Ec2& ec2, const Call& call, const std::optional<std::string>& id,
                                 const std::optional<std::string>& name) {
  const std::string default_vpc = fleet::default_network(call.account, call.region).vpc_id;
  for (fleet::SecurityGroup& group : ec2.security_groups.all(call.account, call.region)) {
    // A name alone means the default VPC's.
    const bool is_it = id ? group.id == *id : name && group.name == *name && group.vpc_id == default_vpc;
    if (is_it) return std::move(group);
  }
  throw group_not_found(id.value_or(name.value_or("")));
}

}  // namespace berth::ec2
