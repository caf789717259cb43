/// The parameters that callers have put, with all their versions. Kept as documents; state lane only.
#pragma once

#include "base/clock.hpp"
#include "berth/store/document_table.hpp"
#include "berth/store/migration.hpp"

#include <boost/describe.hpp>

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace berth::ssm {

std::span<const store::Migration> migrations();

struct StoredVersion {
  std::int64_t number = 1;
  std::string value;
  std::string description;
  std::string allowed_pattern;
  std::string tier;       ///< "Standard" or "Advanced"
  std::string data_type;  ///< "text" or "aws:ec2:image"
  base::TimePoint at{};
  std::string by;  ///< ARN
};
BOOST_DESCRIBE_STRUCT(StoredVersion, (),
                      (number, value, description, allowed_pattern, tier, data_type, at, by))

struct StoredParameter {
  std::string type;                     ///< "String" or "StringList"
  std::vector<StoredVersion> versions;  ///< oldest first, never empty; the last 100
  std::map<std::string, std::string> tags;

  const StoredVersion& latest() const { return versions.back(); }
};
BOOST_DESCRIBE_STRUCT(StoredParameter, (), (type, versions, tags))

class ParameterStore {
 public:
  explicit ParameterStore(store::Store& store);

  struct Scope {
    std::string account, region;
  };
  /// Null if there is none of that name.
  const StoredParameter* find(const Scope& scope, const std::string& name) const;
  std::vector<std::pair<std::string, const StoredParameter*>> all(const Scope& scope) const;  ///< by name
  /// Adds a version, behind the others of that name; gives it its number. A new parameter becomes of `type`.
  const StoredVersion& add(const Scope& scope, const std::string& name, const std::string& type,
                           StoredVersion version);
  /// The parameter must exist.
  void set_tags(const Scope& scope, const std::string& name, std::map<std::string, std::string> tags);
  bool remove(const Scope& scope, const std::string& name);  ///< false if there is none

 private:
  using Key = std::tuple<std::string, std::string, std::string>;  // account, region, name
  void save(const Key& key);

  store::DocumentTable table_;
  std::map<Key, StoredParameter> parameters_;
};

}  // namespace berth::ssm
