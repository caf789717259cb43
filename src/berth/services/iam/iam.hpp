/// IAM's roles, policies and instance profiles, as its API (api.hpp) and stacks make them: checks, errors and storage
/// around identity::Directory.
///
/// State lane only. Every function throws wire::ServiceError with IAM's code and sentence. IAM is global: rows are
/// stored under the region "aws-global".
#pragma once

#include "base/clock.hpp"
#include "berth/identity/directory.hpp"
#include "berth/store/document_table.hpp"
#include "berth/store/migration.hpp"
#include "berth/store/store.hpp"

#include <chrono>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace berth::iam {

std::span<const store::Migration> migrations();

struct NewRole {
  std::string name;
  std::string path = "/";
  std::string description;
  std::string trust_policy;  ///< AssumeRolePolicyDocument, JSON
  std::chrono::seconds max_session{3600};
  std::map<std::string, std::string> tags;
};

struct NewPolicy {
  std::string name;
  std::string path = "/";
  std::string description;
  std::string document;  ///< JSON
  std::map<std::string, std::string> tags;
};

class Iam {
 public:
  Iam(store::Store& store, identity::Directory& directory, const base::Clock& clock);

  /// Reads roles and profiles into the directory; once, at start. Throws base::Failure.
  void load();

  const identity::Directory& directory() const { return directory_; }

  const identity::Role& create_role(const std::string& account, NewRole role);
  void update_role(const std::string& account, const std::string& name,
                   std::optional<std::string> description, std::optional<std::chrono::seconds> max_session);
  /// Whoever the new document does not trust gets no new sessions; those that are open stay.
  void update_trust(const std::string& account, const std::string& name, const std::string& document);
  void tag_role(const std::string& account, const std::string& name,
                const std::map<std::string, std::string>& tags);
  void untag_role(const std::string& account, const std::string& name, const std::vector<std::string>& keys);
  /// Refused while a policy is attached, an inline policy is there, or an instance profile holds it.
  void delete_role(const std::string& account, const std::string& name);
  void put_role_policy(const std::string& account, const std::string& role, const std::string& policy_name,
                       const std::string& document);
  /// Makes it what `role`, which has its name, says: description, trust policy, session length, tags. The path stays.
  void change_role(const std::string& account, NewRole role);
  void delete_role_policy(const std::string& account, const std::string& role,
                          const std::string& policy_name);
  /// Any of AWS's own can be attached, and the account's that there are. One of AWS's that identity::managed_policy
  /// does not know grants nothing.
  void attach_role_policy(const std::string& account, const std::string& role, const std::string& policy_arn);
  void detach_role_policy(const std::string& account, const std::string& role, const std::string& policy_arn);

  const identity::InstanceProfile& create_instance_profile(const std::string& account,
                                                           const std::string& name, const std::string& path,
                                                           std::map<std::string, std::string> tags = {});
  void delete_instance_profile(const std::string& account, const std::string& name);
  void add_role_to_instance_profile(const std::string& account, const std::string& profile,
                                    const std::string& role);
  void remove_role_from_instance_profile(const std::string& account, const std::string& profile,
                                         const std::string& role);

  const identity::ManagedPolicy& create_policy(const std::string& account, NewPolicy policy);
  /// Gives it another document, as the next version and the default one; the versions before are not kept.
  const identity::ManagedPolicy& change_policy(const std::string& account, const std::string& arn,
                                               const std::string& document);
  /// Refused while a role has it.
  void delete_policy(const std::string& account, const std::string& arn);

  /// Forgets everything, here and in the store: for a reset.
  void clear();

 private:
  identity::Role& role(const std::string& account, const std::string& name);
  identity::InstanceProfile& profile(const std::string& account, const std::string& name);
  void save(const identity::Role& role);
  void save(const identity::InstanceProfile& profile);

  identity::Directory& directory_;
  const base::Clock& clock_;
  store::DocumentTable roles_, profiles_, policies_;
};

}  // namespace berth::iam
