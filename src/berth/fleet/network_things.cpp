#include "berth/fleet/network_things.hpp"

#include "base/check.hpp"
#include "berth/fleet/cidr.hpp"
#include "berth/fleet/documents.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace berth::fleet {

namespace {

/// An attribute that names a thing of another kind.
struct Reference {
  std::string_view attribute, kind;
  bool goes_along = false;  ///< with what it refers to; otherwise that cannot be removed
};

struct Kind {
  std::string_view name, prefix;
  std::string_view not_found;  ///< EC2's code
  std::string_view words;      ///< "The WORDS 'ID' does not exist"
  std::array<Reference, 2> references{};
};

constexpr Kind kinds[] = {
    {"vpc", "vpc", "InvalidVpcID.NotFound", "vpc ID", {}},
    {"subnet", "subnet", "InvalidSubnetID.NotFound", "subnet ID", {{{"vpc-id", "vpc"}}}},
    {"route-table", "rtb", "InvalidRouteTableID.NotFound", "routeTable ID", {{{"vpc-id", "vpc"}}}},
    {"route", "r", "InvalidRoute.NotFound", "route", {{{"route-table-id", "route-table", true}}}},
    {"association",
     "rtbassoc",
     "InvalidAssociationID.NotFound",
     "association ID",
     {{{"route-table-id", "route-table"}, {"subnet-id", "subnet", true}}}},
    {"internet-gateway",
     "igw",
     "InvalidInternetGatewayID.NotFound",
     "internetGateway ID",
     {{{"attachment.vpc-id", "vpc"}}}},
    {"elastic-ip", "eipalloc", "InvalidAllocationID.NotFound", "allocation ID", {}},
    {"natgateway",
     "nat",
     "NatGatewayNotFound",
     "nat gateway ID",
     {{{"subnet-id", "subnet"}, {"allocation-id", "elastic-ip"}}}},
    {"security-group-rule", "sgr", "InvalidSecurityGroupRuleId.NotFound", "security group rule ID", {}},
};

const Kind& kind_of(std::string_view name) {
  const auto found = std::ranges::find(kinds, name, &Kind::name);
  BERTH_CHECK(found != std::end(kinds), "kinds are named by the code");
  return *found;
}

}  // namespace

NetworkError network_thing_not_found(std::string_view kind, const std::string& id) {
  const Kind& known = kind_of(kind);
  return {std::string(known.not_found), "The " + std::string(known.words) + " '" + id + "' does not exist"};
}

std::string NetworkThing::attribute(const std::string& name) const {
  const auto found = attributes.find(name);
  return found == attributes.end() ? "" : found->second;
}

NetworkThings::NetworkThings(store::Store& store, const base::Clock& clock, base::RandomSource& random)
    : clock_(clock), random_(random), table_(store, "fleet_network") {
  things_ = load_documents<NetworkThing>(table_);
}

void NetworkThings::save(const Key& id) { put_document(table_, id, things_.at(id)); }

NetworkThing NetworkThings::create(const std::string& account, const std::string& region,
                                   std::string_view kind, Attributes attributes,
                                   std::map<std::string, std::string> tags) {
  const Kind& known = kind_of(kind);
  std::erase_if(attributes, [](const auto& each) { return each.second.empty(); });
  NetworkThing made{.id = std::string(known.prefix) + "-" + random_.hex(17),
                    .kind = std::string(kind),
                    .attributes = std::move(attributes),
                    .tags = std::move(tags),
                    .created_at = clock_.now()};
  check(account, region, made);
  const Key key{account, region, made.id};
  things_[key] = made;
  save(key);
  return made;
}

const NetworkThing& NetworkThings::change(const Key& id, const Attributes& attributes) {
  NetworkThing changed = things_.at(id);
  for (const auto& [name, value] : attributes) {
    if (value.empty())
      changed.attributes.erase(name);
    else
      changed.attributes[name] = value;
  }
  check(id.account, id.region, changed);
  things_[id] = std::move(changed);
  save(id);
  return things_.at(id);
}

bool NetworkThings::set_tags(const Key& id, std::map<std::string, std::string> tags) {
  const auto found = things_.find(id);
  if (found == things_.end()) return false;
  found->second.tags = std::move(tags);
  save(id);
  return true;
}

bool NetworkThings::remove(const Key& id) {
  const auto found = things_.find(id);
  if (found == things_.end()) return false;
  const std::string kind = found->second.kind;
  std::vector<Key> along;
  for (const Kind& other : kinds)
    for (const Reference& reference : other.references) {
      if (reference.kind != kind) continue;
      for (const NetworkThing* each :
           with(id.account, id.region, other.name, std::string(reference.attribute), id.name)) {
        if (!reference.goes_along)
          throw NetworkError("DependencyViolation",
                             "The " + kind + " '" + id.name +
                                 "' has dependencies and cannot be deleted: " + each->id + " refers to it.");
        along.push_back({id.account, id.region, each->id});
      }
    }
  along.push_back(id);
  for (const Key& key : along) {
    things_.erase(key);
    table_.remove(key.account, key.region, key.name);
  }
  return true;
}

const NetworkThing* NetworkThings::find(const Key& id) const {
  const auto found = things_.find(id);
  return found == things_.end() ? nullptr : &found->second;
}

const NetworkThing& NetworkThings::get(std::string_view kind, const Key& id) const {
  const NetworkThing* found = find(id);
  if (!found || found->kind != kind) throw network_thing_not_found(kind, id.name);
  return *found;
}

std::vector<const NetworkThing*> NetworkThings::all(const std::string& account, const std::string& region,
                                                    std::string_view kind) const {
  std::vector<const NetworkThing*> found;
  for (auto it = things_.lower_bound({account, region, ""});
       it != things_.end() && it->first.account == account && it->first.region == region; ++it)
    if (it->second.kind == kind) found.push_back(&it->second);
  return found;
}

std::vector<const NetworkThing*> NetworkThings::with(const std::string& account, const std::string& region,
                                                     std::string_view kind, const std::string& attribute,
                                                     const std::string& value) const {
  auto found = all(account, region, kind);
  std::erase_if(found, [&](const NetworkThing* each) { return each->attribute(attribute) != value; });
  return found;
}

bool NetworkThings::has_vpc(const std::string& account, const std::string& region,
                            const std::string& id) const {
  const NetworkThing* found = find({account, region, id});
  return found ? found->kind == "vpc" : default_network(account, region).vpc_id == id;
}

std::optional<Subnet> NetworkThings::find_subnet(const std::string& account, const std::string& region,
                                                 const std::string& id) const {
  const Network network = default_network(account, region);
  if (const auto found = std::ranges::find(network.subnets, id, &Subnet::id); found != network.subnets.end())
    return *found;
  const NetworkThing* made = find({account, region, id});
  if (!made || made->kind != "subnet") return std::nullopt;
  Subnet subnet{.id = made->id, .cidr = made->attribute("cidr-block"), .zone = {}};
  for (const Subnet& each : network.subnets)
    if (each.zone.name == made->attribute("availability-zone")) subnet.zone = each.zone;
  // EC2 keeps the first four addresses and the last one.
  if (const auto cidr = parse_cidr(subnet.cidr))
    subnet.free_addresses = static_cast<int>(std::max<std::uint64_t>(cidr->size(), 5) - 5);
  return subnet;
}

void NetworkThings::check(const std::string& account, const std::string& region,
                          const NetworkThing& thing) const {
  for (const Reference& reference : kind_of(thing.kind).references) {
    const std::string id = thing.attribute(std::string(reference.attribute));
    if (id.empty()) continue;
    const bool there = reference.kind == "vpc"      ? has_vpc(account, region, id)
                       : reference.kind == "subnet" ? find_subnet(account, region, id).has_value()
                                                    : find({account, region, id}) != nullptr;
    if (!there) throw network_thing_not_found(reference.kind, id);
  }
  if (thing.kind == "subnet") check_subnet(account, region, thing);
  if (thing.kind == "vpc") {
    const auto cidr = parse_cidr(thing.attribute("cidr-block"));
    if (!cidr || cidr->bits < 16 || cidr->bits > 28)
      throw NetworkError("InvalidVpc.Range", "The CIDR '" + thing.attribute("cidr-block") + "' is invalid.");
  }
}

void NetworkThings::check_subnet(const std::string& account, const std::string& region,
                                 const NetworkThing& subnet) const {
  const std::string text = subnet.attribute("cidr-block"), vpc = subnet.attribute("vpc-id");
  const Network network = default_network(account, region);
  const NetworkThing* made = find({account, region, vpc});
  const auto cidr = parse_cidr(text),
             whole = parse_cidr(made ? made->attribute("cidr-block") : network.vpc_cidr);
  if (!cidr || !whole || cidr->bits > 28 || !whole->contains(*cidr))
    throw NetworkError("InvalidSubnet.Range", "The CIDR '" + text + "' is invalid.");
  const auto check_other = [&](const std::string& other) {
    const auto taken = parse_cidr(other);
    if (taken && taken->overlaps(*cidr))
      throw NetworkError("InvalidSubnet.Conflict", "The CIDR '" + text + "' conflicts with another subnet");
  };
  for (const NetworkThing* each : with(account, region, "subnet", "vpc-id", vpc))
    if (each->id != subnet.id) check_other(each->attribute("cidr-block"));
  if (vpc == network.vpc_id)
    for (const Subnet& each : network.subnets) check_other(each.cidr);
  const std::string zone = subnet.attribute("availability-zone");
  if (std::ranges::none_of(network.subnets, [&](const Subnet& each) { return each.zone.name == zone; }))
    throw NetworkError("InvalidParameterValue",
                       "Value (" + zone + ") for parameter availabilityZone is invalid.");
}

}  // namespace berth::fleet
