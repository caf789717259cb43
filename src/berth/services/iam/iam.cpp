#include "berth/services/iam/iam.hpp"

#include "berth/services/iam/checks.hpp"
#include "berth/services/iam/documents.hpp"
#include "berth/services/iam/errors.hpp"

#include <algorithm>
#include <optional>

namespace berth::iam {
namespace {

using identity::InstanceProfile;
using identity::PolicyKind;
using identity::Role;

}  // namespace

std::span<const store::Migration> migrations() {
  static const store::Migration steps[] = {
      {"iam", 1,
       store::DocumentTable::schema("iam_roles") + store::DocumentTable::schema("iam_instance_profiles")},
      {"iam", 2, store::DocumentTable::schema("iam_policies")}};
  return steps;
}

Iam::Iam(store::Store& store, identity::Directory& directory, const base::Clock& clock)
    : directory_(directory),
      clock_(clock),
      roles_(store, "iam_roles"),
      profiles_(store, "iam_instance_profiles"),
      policies_(store, "iam_policies") {}

void Iam::load() {
  roles_.load([this](auto, auto, auto, std::string_view json) { directory_.put(read_role(json)); });
  profiles_.load([this](auto, auto, auto, std::string_view json) { directory_.put(read_profile(json)); });
  policies_.load([this](auto, auto, auto, std::string_view json) { directory_.put(read_managed(json)); });
}

Role& Iam::role(const std::string& account, const std::string& name) {
  Role* found = directory_.find_role(account, name);
  if (found == nullptr) throw no_such_role(name);
  return *found;
}

InstanceProfile& Iam::profile(const std::string& account, const std::string& name) {
  InstanceProfile* found = directory_.find_instance_profile(account, name);
  if (found == nullptr) throw no_such_instance_profile(name);
  return *found;
}

void Iam::save(const Role& role) { roles_.put(role.account, global, role.name, to_text(role)); }

void Iam::save(const InstanceProfile& profile) {
  profiles_.put(profile.account, global, profile.name, to_text(profile));
}

const Role& Iam::create_role(const std::string& account, NewRole input) {
  check_name(input.name, 64, "roleName");
  check_path(input.path);
  check_tags(input.tags);
  if (input.max_session < std::chrono::hours(1) || input.max_session > std::chrono::hours(12))
    throw invalid_session_length();
  if (directory_.find_role(account, input.name) != nullptr) throw role_exists(input.name);
  if (directory_.roles(account).size() >= most_roles) throw quota_exceeded("RolesPerAccount", most_roles);
  if (counted_size(input.trust_policy) > largest_trust) throw quota_exceeded("ACLSizePerRole", largest_trust);
  Role made;
  made.account = account;
  made.name = std::move(input.name);
  made.path = std::move(input.path);
  made.id = directory_.unique_id("AROA");
  made.created = clock_.now();
  made.description = std::move(input.description);
  made.trust = read_policy(input.trust_policy, PolicyKind::Trust);
  made.max_session = input.max_session;
  made.tags = std::move(input.tags);
  const Role& stored = directory_.put(std::move(made));
  save(stored);
  return stored;
}

void Iam::update_role(const std::string& account, const std::string& name,
                      std::optional<std::string> description,
                      std::optional<std::chrono::seconds> max_session) {
  Role& found = role(account, name);
  if (max_session && (*max_session < std::chrono::hours(1) || *max_session > std::chrono::hours(12)))
    throw invalid_session_length();
  if (description) found.description = std::move(*description);
  if (max_session) found.max_session = *max_session;
  save(found);
}

void Iam::update_trust(const std::string& account, const std::string& name, const std::string& document) {
  Role& found = role(account, name);
  auto trust = read_policy(document, PolicyKind::Trust);
  if (counted_size(document) > largest_trust) throw quota_exceeded("ACLSizePerRole", largest_trust);
  found.trust = std::move(trust);
  save(found);
}

void Iam::tag_role(const std::string& account, const std::string& name,
                   const std::map<std::string, std::string>& tags) {
  Role& found = role(account, name);
  check_tags(tags);
  std::map<std::string, std::string> all = found.tags;
  for (const auto& [key, value] : tags) all[key] = value;
  if (all.size() > most_tags) throw too_many_tags();
  found.tags = std::move(all);
  save(found);
}

void Iam::untag_role(const std::string& account, const std::string& name,
                     const std::vector<std::string>& keys) {
  Role& found = role(account, name);
  for (const std::string& key : keys) found.tags.erase(key);
  save(found);
}

void Iam::delete_role(const std::string& account, const std::string& name) {
  const Role& found = role(account, name);
  for (const InstanceProfile* profile : directory_.instance_profiles(account))
    if (profile->role == found.name) throw delete_conflict("remove roles from instance profile");
  if (!found.attached.empty()) throw delete_conflict("detach all policies");
  if (!found.inline_policies.empty()) throw delete_conflict("delete policies");
  roles_.remove(account, global, found.name);
  directory_.remove_role(account, std::string(found.name));
}

void Iam::put_role_policy(const std::string& account, const std::string& role_name,
                          const std::string& policy_name, const std::string& document) {
  Role& found = role(account, role_name);
  check_name(policy_name, 128, "policyName");
  auto policy = read_policy(document, PolicyKind::Identity);
  std::size_t size = counted_size(document);
  for (const auto& [name, other] : found.inline_policies)
    if (name != policy_name) size += counted_size(other.text);
  if (size > largest_inline) throw inline_policies_too_large(found.name, largest_inline);
  found.inline_policies[policy_name] = std::move(policy);
  save(found);
}

void Iam::delete_role_policy(const std::string& account, const std::string& role_name,
                             const std::string& policy_name) {
  Role& found = role(account, role_name);
  if (found.inline_policies.erase(policy_name) == 0) throw no_such_role_policy(policy_name);
  save(found);
}

void Iam::change_role(const std::string& account, NewRole input) {
  Role& found = role(account, input.name);
  if (input.max_session < std::chrono::hours(1) || input.max_session > std::chrono::hours(12))
    throw invalid_session_length();
  found.trust = read_policy(input.trust_policy, PolicyKind::Trust);
  found.description = std::move(input.description);
  found.max_session = input.max_session;
  found.tags = std::move(input.tags);
  save(found);
}

void Iam::attach_role_policy(const std::string& account, const std::string& role_name,
                             const std::string& policy_arn) {
  Role& found = role(account, role_name);
  if (!policy_arn.starts_with("arn:aws:iam::") || policy_arn.find(":policy/") == std::string::npos)
    throw invalid_arn(policy_arn);
  if (std::ranges::find(found.attached, policy_arn) != found.attached.end())
    return;  // as IAM: attached is attached
  // One of AWS's that is not known here exists there: it can be attached, and grants nothing.
  if (!policy_arn.starts_with("arn:aws:iam::aws:policy/") &&
      directory_.policy_document(account, policy_arn) == nullptr)
    throw not_attachable(policy_arn);
  if (found.attached.size() >= most_attached) throw quota_exceeded("PoliciesPerRole", most_attached);
  found.attached.push_back(policy_arn);
  save(found);
}

void Iam::detach_role_policy(const std::string& account, const std::string& role_name,
                             const std::string& policy_arn) {
  Role& found = role(account, role_name);
  if (std::erase(found.attached, policy_arn) == 0) throw policy_not_attached(policy_arn);
  save(found);
}

const InstanceProfile& Iam::create_instance_profile(const std::string& account, const std::string& name,
                                                    const std::string& path,
                                                    std::map<std::string, std::string> tags) {
  check_name(name, 128, "instanceProfileName");
  check_path(path);
  check_tags(tags);
  if (directory_.find_instance_profile(account, name) != nullptr) throw instance_profile_exists(name);
  if (directory_.instance_profiles(account).size() >= most_profiles)
    throw quota_exceeded("InstanceProfilesPerAccount", most_profiles);
  InstanceProfile made;
  made.account = account;
  made.name = name;
  made.path = path;
  made.id = directory_.unique_id("AIPA");
  made.created = clock_.now();
  made.tags = std::move(tags);
  const InstanceProfile& stored = directory_.put(std::move(made));
  save(stored);
  return stored;
}

void Iam::delete_instance_profile(const std::string& account, const std::string& name) {
  const InstanceProfile& found = profile(account, name);
  if (!found.role.empty()) throw delete_conflict("remove roles from instance profile");
  profiles_.remove(account, global, found.name);
  directory_.remove_instance_profile(account, std::string(found.name));
}

void Iam::add_role_to_instance_profile(const std::string& account, const std::string& profile_name,
                                       const std::string& role_name) {
  InstanceProfile& found = profile(account, profile_name);
  const Role& added = role(account, role_name);
  if (!found.role.empty()) throw profile_has_role();
  found.role = added.name;
  save(found);
}

void Iam::remove_role_from_instance_profile(const std::string& account, const std::string& profile_name,
                                            const std::string& role_name) {
  InstanceProfile& found = profile(account, profile_name);
  if (found.role != role_name) throw no_such_role(role_name);
  found.role.clear();
  save(found);
}

const identity::ManagedPolicy& Iam::create_policy(const std::string& account, NewPolicy input) {
  check_name(input.name, 128, "policyName");
  check_path(input.path);
  check_tags(input.tags);
  if (directory_.find_policy(account, input.name) != nullptr) throw policy_exists(input.name);
  if (directory_.policies(account).size() >= most_policies)
    throw quota_exceeded("PoliciesPerAccount", most_policies);
  if (counted_size(input.document) > largest_managed) throw quota_exceeded("PolicySize", largest_managed);
  identity::ManagedPolicy made;
  made.account = account;
  made.policy = read_policy(input.document, PolicyKind::Identity);
  made.name = std::move(input.name);
  made.path = std::move(input.path);
  made.id = directory_.unique_id("ANPA");
  made.created = made.changed = clock_.now();
  made.description = std::move(input.description);
  made.tags = std::move(input.tags);
  const identity::ManagedPolicy& kept = directory_.put(std::move(made));
  policies_.put(account, global, kept.name, to_text(kept));
  return kept;
}

const identity::ManagedPolicy& Iam::change_policy(const std::string& account, const std::string& arn,
                                                  const std::string& document) {
  const identity::ManagedPolicy* found = directory_.find_policy(account, arn);
  if (found == nullptr || !arn.starts_with("arn:")) throw no_such_policy(arn);
  if (counted_size(document) > largest_managed) throw quota_exceeded("PolicySize", largest_managed);
  identity::ManagedPolicy changed = *found;
  changed.policy = read_policy(document, PolicyKind::Identity);
  ++changed.version;
  changed.changed = clock_.now();
  const identity::ManagedPolicy& kept = directory_.put(std::move(changed));
  policies_.put(account, global, kept.name, to_text(kept));
  return kept;
}

void Iam::delete_policy(const std::string& account, const std::string& arn) {
  const identity::ManagedPolicy* found = directory_.find_policy(account, arn);
  if (found == nullptr || !arn.starts_with("arn:")) throw no_such_policy(arn);
  for (const Role* each : directory_.roles(account))
    if (std::ranges::find(each->attached, arn) != each->attached.end()) throw policy_in_use();
  policies_.remove(account, global, found->name);
  directory_.remove_policy(account, std::string(found->name));
}

void Iam::clear() {
  directory_.clear();
  roles_.clear();
  profiles_.clear();
  policies_.clear();
}

}  // namespace berth::iam
