/// Security groups: kept and described. This machine's network is not filtered by them.
#pragma once

#include "base/random.hpp"
#include "base/result.hpp"
#include "berth/fleet/records.hpp"
#include "berth/store/document_table.hpp"

#include <map>
#include <string>
#include <vector>

namespace berth::fleet {

class SecurityGroups {
 public:
  SecurityGroups(store::Store& store, base::RandomSource& random);

  /// Gives it an id, and the default VPC if it names none. Refused: the name is taken in its VPC.
  base::Result<SecurityGroup> create(const std::string& account, const std::string& region,
                                     SecurityGroup group);
  bool remove(const Key& id);                                             ///< false if there is none
  bool set_tags(const Key& id, std::map<std::string, std::string> tags);  ///< false if there is none
  const SecurityGroup* find(const Key& id) const;
  /// The VPC's own `default`, then those made, by id.
  std::vector<SecurityGroup> all(const std::string& account, const std::string& region) const;

 private:
  base::RandomSource& random_;
  store::DocumentTable table_;
  std::map<Key, SecurityGroup> groups_;
};

}  // namespace berth::fleet
