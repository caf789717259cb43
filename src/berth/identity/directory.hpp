/// Roles, their policies and instance profiles, and what follows from them: who may do what, who may use
/// which role, and keys for sessions of a role. State lane only. Knows no storage: services/iam loads and
/// saves it.
#pragma once

#include "base/clock.hpp"
#include "base/random.hpp"
#include "base/result.hpp"
#include "berth/identity/key_ring.hpp"
#include "berth/identity/policy.hpp"
#include "berth/identity/principal.hpp"

#include <chrono>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace berth::identity {

/// A policy as its owner wrote it, and what it means.
struct StoredPolicy {
  std::string text;
  PolicyDocument document;
};

struct Role {
  std::string account, name;
  std::string path = "/";
  std::string id;  ///< AROA…
  base::TimePoint created{};
  std::string description;
  StoredPolicy trust;
  std::map<std::string, StoredPolicy> inline_policies;  ///< by policy name
  std::vector<std::string> attached;                    ///< ARNs of managed policies
  std::chrono::seconds max_session{3600};
  std::map<std::string, std::string> tags;

  std::string arn() const { return "arn:aws:iam::" + account + ":role" + path + name; }
};

struct InstanceProfile {
  std::string account, name;
  std::string path = "/";
  std::string id;  ///< AIPA…
  base::TimePoint created{};
  std::string role;  ///< name; empty if none. AWS allows one.
  std::map<std::string, std::string> tags;

  std::string arn() const { return "arn:aws:iam::" + account + ":instance-profile" + path + name; }
};

/// A managed policy of the account's own (those of AWS: managed_policies.hpp), to be attached to roles.
struct ManagedPolicy {
  std::string account, name;
  std::string path = "/";
  std::string id;  ///< ANPA…
  base::TimePoint created{};
  std::string description;
  StoredPolicy policy;
  int version = 1;  ///< of the document; earlier ones are not kept
  base::TimePoint changed{};
  std::map<std::string, std::string> tags;

  std::string arn() const { return "arn:aws:iam::" + account + ":policy" + path + name; }
};

class Directory {
 public:
  Directory(const KeyRing& keys, const base::Clock& clock, base::RandomSource& random);

  // Contents. Names are unique in an account. `find` takes a name or an ARN; null if there is none.
  Role* find_role(std::string_view account, std::string_view name_or_arn);
  const Role* find_role(std::string_view account, std::string_view name_or_arn) const;
  InstanceProfile* find_instance_profile(std::string_view account, std::string_view name_or_arn);
  const InstanceProfile* find_instance_profile(std::string_view account, std::string_view name_or_arn) const;
  Role& put(Role role);
  InstanceProfile& put(InstanceProfile profile);
  void remove_role(std::string_view account, std::string_view name);
  void remove_instance_profile(std::string_view account, std::string_view name);
  std::vector<const Role*> roles(std::string_view account) const;
  std::vector<const InstanceProfile*> instance_profiles(std::string_view account) const;
  const ManagedPolicy* find_policy(std::string_view account, std::string_view name_or_arn) const;
  const ManagedPolicy& put(ManagedPolicy policy);
  void remove_policy(std::string_view account, std::string_view name);
  std::vector<const ManagedPolicy*> policies(std::string_view account) const;
  /// What a managed policy of AWS or of the account says; null if `arn` is not known and so grants nothing.
  const PolicyDocument* policy_document(std::string_view account, std::string_view arn) const;
  void clear();
  /// A fresh id, e.g. AROA followed by 17 characters.
  std::string unique_id(std::string_view prefix);

  /// May `principal` do `action` on `resource`? Root may do everything in its account. `extra` are the
  /// operation's own condition keys; those of the principal, the time and the account are added here.
  Decision decide(const Principal& principal, std::string_view action, std::string_view resource,
                  const ConditionValues& extra = {}) const;
  /// The same of a resource that has a policy of its own: one Deny of either suffices, and so does one Allow, unless the
  /// resource's trusts the account as a whole. What the resource's policy denies is denied to root too.
  Decision decide(const Principal& principal, std::string_view action, std::string_view resource,
                  const ConditionValues& extra, const PolicyDocument& of_resource) const;
  /// sts:AssumeRole: the role's trust policy, and the caller's own where the trust is in the whole account.
  Decision may_assume(const Principal& principal, const Role& role, const ConditionValues& extra = {}) const;

  /// A key for a session that `principal` opens; check may_assume first.
  AccessKey issue(const Role& role, std::string_view session_name, std::chrono::seconds duration) const;
  /// A key for a session that a service opens: for a task (ecs-tasks.amazonaws.com, session name = task id)
  /// or an instance (ec2.amazonaws.com). An error if there is no such role or it does not trust the service.
  base::Result<AccessKey> issue_for_service(std::string_view account, std::string_view role_name_or_arn,
                                            std::string_view service, std::string_view session_name,
                                            std::chrono::seconds duration) const;
  /// As above for the role in an instance profile.
  base::Result<AccessKey> issue_for_instance(std::string_view account, std::string_view profile_name_or_arn,
                                             std::string_view session_name,
                                             std::chrono::seconds duration) const;

 private:
  using Key = std::pair<std::string, std::string>;  ///< account, name
  ConditionValues context_of(const Principal& principal, const ConditionValues& extra) const;
  std::vector<const PolicyDocument*> policies_of(const Principal& principal) const;

  const KeyRing& keys_;
  const base::Clock& clock_;
  base::RandomSource& random_;
  std::map<Key, Role, std::less<>> roles_;
  std::map<Key, InstanceProfile, std::less<>> profiles_;
  std::map<Key, ManagedPolicy, std::less<>> policies_;
};

/// AWS's sentence: "User: ARN is not authorized to perform: ACTION on resource: RESOURCE because no
/// identity-based policy allows the ACTION action" (or "… with an explicit deny in an identity-based
/// policy").
std::string access_denied_message(const Principal& principal, std::string_view action,
                                  std::string_view resource, Decision decision);

}  // namespace berth::identity
