#include "berth/services/ecs/capacity_provider_table.hpp"

#include "berth/fleet/documents.hpp"

namespace berth::ecs {

CapacityProviderTable::CapacityProviderTable(store::Store& store)
    : table_(store, "ecs_capacity_providers"),
      records_(fleet::load_documents<CapacityProviderRecord>(table_)) {}

void CapacityProviderTable::put(const fleet::Key& key, CapacityProviderRecord record) {
  fleet::put_document(table_, key, record);
  records_[key] = std::move(record);
}

void CapacityProviderTable::remove(const fleet::Key& key) {
  records_.erase(key);
  table_.remove(key.account, key.region, key.name);
}

const CapacityProviderRecord* CapacityProviderTable::find(const fleet::Key& key) const {
  const auto found = records_.find(key);
  return found == records_.end() ? nullptr : &found->second;
}

std::vector<const CapacityProviderRecord*> CapacityProviderTable::all(const std::string& account,
                                                                      const std::string& region) const {
  std::vector<const CapacityProviderRecord*> found;
  for (auto it = records_.lower_bound({account, region, ""});
       it != records_.end() && it->first.account == account && it->first.region == region; ++it)
    found.push_back(&it->second);
  return found;
}

}  // namespace berth::ecs
