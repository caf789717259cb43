#include "berth/fleet/security_groups.hpp"

#include "berth/fleet/documents.hpp"
#include "berth/fleet/network.hpp"

namespace berth::fleet {

SecurityGroups::SecurityGroups(store::Store& store, base::RandomSource& random)
    : random_(random), table_(store, "fleet_security_groups") {
  groups_ = load_documents<SecurityGroup>(table_);
}

base::Result<SecurityGroup> SecurityGroups::create(const std::string& account, const std::string& region,
                                                   SecurityGroup group) {
  if (group.vpc_id.empty()) group.vpc_id = default_network(account, region).vpc_id;
  for (const SecurityGroup& other : all(account, region))
    if (other.name == group.name && other.vpc_id == group.vpc_id)
      return base::failure("The security group '" + group.name + "' already exists for VPC '" + group.vpc_id +
                           "'");
  group.id = "sg-" + random_.hex(17);
  const Key key{account, region, group.id};
  put_document(table_, key, group);
  return groups_[key] = group;
}

bool SecurityGroups::remove(const Key& id) {
  if (groups_.erase(id) == 0) return false;
  table_.remove(id.account, id.region, id.name);
  return true;
}

bool SecurityGroups::set_tags(const Key& id, std::map<std::string, std::string> tags) {
  const auto found = groups_.find(id);
  if (found == groups_.end()) return false;
  found->second.tags = std::move(tags);
  put_document(table_, id, found->second);
  return true;
}

const SecurityGroup* SecurityGroups::find(const Key& id) const {
  const auto found = groups_.find(id);
  return found == groups_.end() ? nullptr : &found->second;
}

std::vector<SecurityGroup> SecurityGroups::all(const std::string& account, const std::string& region) const {
  const Network network = default_network(account, region);
  std::vector<SecurityGroup> all{{.id = network.default_security_group_id,
                                  .name = "default",
                                  .description = "default VPC security group",
                                  .vpc_id = network.vpc_id}};
  for (auto it = groups_.lower_bound({account, region, ""});
       it != groups_.end() && it->first.account == account && it->first.region == region; ++it)
    all.push_back(it->second);
  return all;
}

}  // namespace berth::fleet
