#include "berth/services/iam/documents.hpp"

#include "base/described_json.hpp"

#include <chrono>
#include <map>
#include <vector>

namespace berth::iam {
namespace {

using identity::PolicyKind;

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
  std::map<std::string, std::string> tags;
};
BOOST_DESCRIBE_STRUCT(ProfileDocument, (), (account, name, path, id, role, created, tags))

struct ManagedDocument {
  std::string account, name, path, id, description, text;
  base::TimePoint created{};
  std::map<std::string, std::string> tags;
  int version = 1;
  base::TimePoint changed{};
};
BOOST_DESCRIBE_STRUCT(ManagedDocument, (),
                      (account, name, path, id, description, text, created, tags, version, changed))

identity::StoredPolicy stored(const std::string& text, PolicyKind kind) {
  return {text, identity::parse_policy(text, kind).value()};
}

template <class Document>
Document read(std::string_view json) {
  return base::from_document<Document>(base::parse_json(json).value()).value();
}

template <class Document>
std::string write(const Document& document) {
  return base::to_text(base::to_document(document));
}

}  // namespace

std::string to_text(const identity::Role& role) {
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
  return write(document);
}

std::string to_text(const identity::InstanceProfile& profile) {
  return write(ProfileDocument{profile.account, profile.name, profile.path, profile.id, profile.role,
                               profile.created, profile.tags});
}

std::string to_text(const identity::ManagedPolicy& policy) {
  return write(ManagedDocument{policy.account, policy.name, policy.path, policy.id, policy.description,
                               policy.policy.text, policy.created, policy.tags, policy.version,
                               policy.changed});
}

identity::Role read_role(std::string_view json) {
  auto document = read<RoleDocument>(json);
  identity::Role role;
  role.account = std::move(document.account);
  role.name = std::move(document.name);
  role.path = std::move(document.path);
  role.id = std::move(document.id);
  role.description = std::move(document.description);
  role.created = document.created;
  role.tags = std::move(document.tags);
  role.attached = std::move(document.attached);
  role.max_session = std::chrono::seconds(document.max_session_seconds);
  role.trust = stored(document.trust, PolicyKind::Trust);
  for (const auto& [name, text] : document.inline_policies)
    role.inline_policies[name] = stored(text, PolicyKind::Identity);
  return role;
}

identity::InstanceProfile read_profile(std::string_view json) {
  auto document = read<ProfileDocument>(json);
  identity::InstanceProfile profile;
  profile.account = std::move(document.account);
  profile.name = std::move(document.name);
  profile.path = std::move(document.path);
  profile.id = std::move(document.id);
  profile.created = document.created;
  profile.role = std::move(document.role);
  profile.tags = std::move(document.tags);
  return profile;
}

identity::ManagedPolicy read_managed(std::string_view json) {
  auto document = read<ManagedDocument>(json);
  identity::ManagedPolicy policy;
  policy.account = std::move(document.account);
  policy.name = std::move(document.name);
  policy.path = std::move(document.path);
  policy.id = std::move(document.id);
  policy.created = document.created;
  policy.description = std::move(document.description);
  policy.policy = stored(document.text, PolicyKind::Identity);
  policy.tags = std::move(document.tags);
  policy.version = document.version;
  policy.changed = document.changed == base::TimePoint{} ? policy.created : document.changed;
  return policy;
}

}  // namespace berth::iam
