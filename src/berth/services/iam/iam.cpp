#include "berth/services/iam/iam.hpp"

#include "base/described_json.hpp"
#include "berth/services/iam/errors.hpp"

#include <algorithm>
#include <optional>

namespace berth::iam {
namespace {

using identity::InstanceProfile;
using identity::PolicyKind;
using identity::Role;

constexpr const char* global = "aws-global";

/// A role as it is stored: the policies as texts.
struct RoleDocument {
  std::string account, name, path, id, description, trust;
  base::TimePoint created{};
  std::map<std::string, std::string> inline_policies, tags;
  std::vector<std::string> attached;
  std::int64_t max_session_seconds = 3600;
};
BOOST_DESCRIBE_STRUCT(RoleDocument, (),
                      (account, name, path, id, description, trust, created, inline_policies, tags, attached,
                       max_session_seconds))

struct ProfileDocument {
  std::string account, name, path, id, role;
  base::TimePoint created{};
};
BOOST_DESCRIBE_STRUCT(ProfileDocument, (), (account, name, path, id, role, created))

bool is_name(std::string_view name, std::size_t limit) {
  return !name.empty() && name.size() <= limit && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("+=,.@_-").find(c) != std::string_view::npos;
  });
}

void check_path(std::string_view path) {
  if (path.empty() || path.size() > 512 || path.front() != '/' || path.back() != '/') throw invalid_path();
  for (const char c : path)
    if (c <= 0x20 || c == 0x7F) throw invalid_path();
}

identity::StoredPolicy read_policy(const std::string& text, PolicyKind kind) {
  auto document = identity::parse_policy(text, kind);
  if (!document) throw malformed_policy(document.error().message);
  return {text, std::move(*document)};
}

Role to_role(RoleDocument document) {
  Role role;
  role.account = std::move(document.account);
  role.name = std::move(document.name);
  role.path = std::move(document.path);
  role.id = std::move(document.id);
  role.description = std::move(document.description);
  role.created = document.created;
  role.tags = std::move(document.tags);
  role.attached = std::move(document.attached);
  role.max_session = std::chrono::seconds(document.max_session_seconds);
  role.trust = {document.trust, identity::parse_policy(document.trust, PolicyKind::Trust).value()};
  for (const auto& [name, text] : document.inline_policies)
    role.inline_policies[name] = {text, identity::parse_policy(text, PolicyKind::Identity).value()};
  return role;
}

RoleDocument to_document(const Role& role) {
  RoleDocument document;
  document.account = role.account;
  document.name = role.name;
  document.path = role.path;
  document.id = role.id;
  document.description = role.description;
  document.trust = role.trust.text;
  document.created = role.created;
  document.tags = role.tags;
  document.attached = role.attached;
  document.max_session_seconds = role.max_session.count();
  for (const auto& [name, policy] : role.inline_policies) document.inline_policies[name] = policy.text;
  return document;
}

}  // namespace

std::span<const store::Migration> migrations() {
  static const store::Migration steps[] = {
      {"iam", 1,
       store::DocumentTable::schema("iam_roles") + store::DocumentTable::schema("iam_instance_profiles")}};
  return steps;
}

Iam::Iam(store::Store& store, identity::Directory& directory, const base::Clock& clock)
    : store_(store),
      directory_(directory),
      clock_(clock),
      roles_(store, "iam_roles"),
      profiles_(store, "iam_instance_profiles") {}

void Iam::load() {
  roles_.load([this](auto, auto, auto, std::string_view json) {
    directory_.put(to_role(base::from_document<RoleDocument>(base::parse_json(json).value()).value()));
  });
  profiles_.load([this](auto, auto, auto, std::string_view json) {
    auto document = base::from_document<ProfileDocument>(base::parse_json(json).value()).value();
    InstanceProfile profile;
    profile.account = document.account;
    profile.name = document.name;
    profile.path = document.path;
    profile.id = document.id;
    profile.created = document.created;
    profile.role = document.role;
    directory_.put(std::move(profile));
  });
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

void Iam::save(const Role& role) {
  roles_.put(role.account, global, role.name, base::to_text(base::to_document(to_document(role))));
}

void Iam::save(const InstanceProfile& profile) {
  const ProfileDocument document{profile.account, profile.name, profile.path,
                                 profile.id,      profile.role, profile.created};
  profiles_.put(profile.account, global, profile.name, base::to_text(base::to_document(document)));
}

const Role& Iam::create_role(const std::string& account, NewRole input) {
  if (!is_name(input.name, 64)) throw invalid_name("roleName");
  check_path(input.path);
  if (input.max_session < std::chrono::hours(1) || input.max_session > std::chrono::hours(12))
    throw invalid_session_length();
  if (directory_.find_role(account, input.name) != nullptr) throw role_exists(input.name);
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
  if (!is_name(policy_name, 128)) throw invalid_name("policyName");
  found.inline_policies[policy_name] = read_policy(document, PolicyKind::Identity);
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
                                                    const std::string& path) {
  if (!is_name(name, 128)) throw invalid_name("instanceProfileName");
  check_path(path);
  if (directory_.find_instance_profile(account, name) != nullptr) throw instance_profile_exists(name);
  InstanceProfile made;
  made.account = account;
  made.name = name;
  made.path = path;
  made.id = directory_.unique_id("AIPA");
  made.created = clock_.now();
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

void Iam::clear() {
  directory_.clear();
  store_.change([](store::Connection& db) {
    db.run("DELETE FROM iam_roles");
    db.run("DELETE FROM iam_instance_profiles");
  });
}

}  // namespace berth::iam
