/// Launch templates: numbered versions of what an instance is made of. EC2's API and stacks make them, groups name them.
///
/// A version keeps two things: `launch`, what this product reads of it, and `document`, the LaunchTemplateData as it was
/// given (JSON, EC2's member names), which is shown again and not looked into. Changes are stored at once. State lane.
#pragma once

#include "base/clock.hpp"
#include "base/random.hpp"
#include "base/result.hpp"
#include "berth/fleet/records.hpp"
#include "berth/store/document_table.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace berth::fleet {

struct LaunchTemplateVersion {
  std::int64_t number = 0;
  std::string description;
  base::TimePoint created_at{};
  std::string created_by;  ///< ARN
  /// Instance type, image, profile, user data, …; its `name` and `created_at` are not used. `cluster` is read from the
  /// user data unless it is given.
  LaunchConfiguration launch;
  std::string document;
};
BOOST_DESCRIBE_STRUCT(LaunchTemplateVersion, (),
                      (number, description, created_at, created_by, launch, document))

struct LaunchTemplate {
  std::string id;  ///< lt-…
  std::string name;
  base::TimePoint created_at{};
  std::string created_by;  ///< ARN
  std::map<std::string, std::string> tags;
  std::int64_t default_version = 1;
  std::int64_t latest_version = 1;              ///< numbers are never used again
  std::vector<LaunchTemplateVersion> versions;  ///< by number

  /// `version` is a number, "$Latest", "$Default" or empty, which is the default. nullptr if there is none.
  const LaunchTemplateVersion* find_version(std::string_view version) const;
};
BOOST_DESCRIBE_STRUCT(LaunchTemplate, (),
                      (id, name, created_at, created_by, tags, default_version, latest_version, versions))

class LaunchTemplates {
 public:
  LaunchTemplates(store::Store& store, const base::Clock& clock, base::RandomSource& random);

  /// With `first` as version 1. Refused: the name is taken.
  base::Result<LaunchTemplate> create(const std::string& account, const std::string& region, std::string name,
                                      std::map<std::string, std::string> tags, LaunchTemplateVersion first);
  /// Adds a version behind the latest; the default stays. The template must exist.
  const LaunchTemplateVersion& add_version(const Key& id, LaunchTemplateVersion version);
  /// Both must exist.
  void set_default(const Key& id, std::int64_t version);
  /// The template must exist.
  void set_tags(const Key& id, std::map<std::string, std::string> tags);
  /// Version `number`, which is not the default one. False if there is none.
  bool remove_version(const Key& id, std::int64_t number);
  bool remove(const Key& id);  ///< false if there is none

  /// `key.name` is an id (lt-…) or a name. nullptr if there is none.
  const LaunchTemplate* find(const Key& id_or_name) const;
  std::vector<const LaunchTemplate*> all(const std::string& account,
                                         const std::string& region) const;  ///< by id

 private:
  LaunchTemplateVersion finish(LaunchTemplateVersion version, std::int64_t number) const;
  void save(const Key& id);

  const base::Clock& clock_;
  base::RandomSource& random_;
  store::DocumentTable table_;
  std::map<Key, LaunchTemplate> templates_;  // by id
};

}  // namespace berth::fleet
