/// The capacity providers of accounts, each an Auto Scaling group under a name. Stored at once; state lane.
#pragma once

#include "berth/fleet/records.hpp"
#include "berth/services/ecs/capacity_provider_shapes.hpp"
#include "berth/store/document_table.hpp"

#include <map>
#include <string>
#include <vector>

namespace berth::ecs {

struct CapacityProviderRecord {
  std::string name;
  std::string group;  ///< name of the Auto Scaling group
  AutoScalingGroupProvider provider;
  std::map<std::string, std::string> tags;
};
BOOST_DESCRIBE_STRUCT(CapacityProviderRecord, (), (name, group, provider, tags))

class CapacityProviderTable {
 public:
  explicit CapacityProviderTable(store::Store& store);

  void put(const fleet::Key& key, CapacityProviderRecord record);  ///< key.name is the provider's
  void remove(const fleet::Key& key);
  const CapacityProviderRecord* find(const fleet::Key& key) const;
  std::vector<const CapacityProviderRecord*> all(const std::string& account,
                                                 const std::string& region) const;  ///< by name

 private:
  store::DocumentTable table_;
  std::map<fleet::Key, CapacityProviderRecord> records_;
};

}  // namespace berth::ecs
