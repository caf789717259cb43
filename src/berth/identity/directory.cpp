#include "berth/identity/directory.hpp"

#include "base/time_format.hpp"
#include "berth/identity/managed_policies.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace berth::identity {
namespace {

/// The name in an ARN (after the last slash), or what was given.
std::string_view name_in(std::string_view name_or_arn) {
  if (!name_or_arn.starts_with("arn:")) return name_or_arn;
  return name_or_arn.substr(name_or_arn.rfind('/') + 1);
}

template <class Map>
auto* find_in(Map& map, std::string_view account, std::string_view name_or_arn) {
  const auto found = map.find(std::pair(std::string(account), std::string(name_in(name_or_arn))));
  using Value = std::remove_reference_t<decltype(found->second)>;
  // An ARN must be this very one: another account's or another path's is another role.
  const bool same =
      found != map.end() && (!name_or_arn.starts_with("arn:") || found->second.arn() == name_or_arn);
  return same ? &found->second : static_cast<Value*>(nullptr);
}

}  // namespace

Directory::Directory(const KeyRing& keys, const base::Clock& clock, base::RandomSource& random)
    : keys_(keys), clock_(clock), random_(random) {}

Role* Directory::find_role(std::string_view account, std::string_view name_or_arn) {
  return find_in(roles_, account, name_or_arn);
}
const Role* Directory::find_role(std::string_view account, std::string_view name_or_arn) const {
  return find_in(roles_, account, name_or_arn);
}
InstanceProfile* Directory::find_instance_profile(std::string_view account, std::string_view name_or_arn) {
  return find_in(profiles_, account, name_or_arn);
}
const InstanceProfile* Directory::find_instance_profile(std::string_view account,
                                                        std::string_view name_or_arn) const {
  return find_in(profiles_, account, name_or_arn);
}

Role& Directory::put(Role role) {
  Key key{role.account, role.name};
  return roles_.insert_or_assign(std::move(key), std::move(role)).first->second;
}
InstanceProfile& Directory::put(InstanceProfile profile) {
  Key key{profile.account, profile.name};
  return profiles_.insert_or_assign(std::move(key), std::move(profile)).first->second;
}
void Directory::remove_role(std::string_view account, std::string_view name) {
  roles_.erase(Key{account, name});
}
void Directory::remove_instance_profile(std::string_view account, std::string_view name) {
  profiles_.erase(Key{account, name});
}

std::vector<const Role*> Directory::roles(std::string_view account) const {
  std::vector<const Role*> found;
  for (const auto& [key, role] : roles_)
    if (key.first == account) found.push_back(&role);
  return found;
}
std::vector<const InstanceProfile*> Directory::instance_profiles(std::string_view account) const {
  std::vector<const InstanceProfile*> found;
  for (const auto& [key, profile] : profiles_)
    if (key.first == account) found.push_back(&profile);
  return found;
}

const ManagedPolicy* Directory::find_policy(std::string_view account, std::string_view name_or_arn) const {
  return find_in(policies_, account, name_or_arn);
}
const ManagedPolicy& Directory::put(ManagedPolicy policy) {
  Key key{policy.account, policy.name};
  return policies_.insert_or_assign(std::move(key), std::move(policy)).first->second;
}
void Directory::remove_policy(std::string_view account, std::string_view name) {
  policies_.erase(Key{account, name});
}
std::vector<const ManagedPolicy*> Directory::policies(std::string_view account) const {
  std::vector<const ManagedPolicy*> found;
  for (const auto& [key, policy] : policies_)
    if (key.first == account) found.push_back(&policy);
  return found;
}
const PolicyDocument* Directory::policy_document(std::string_view account, std::string_view arn) const {
  if (const PolicyDocument* document = managed_policy(arn)) return document;
  const ManagedPolicy* own = arn.starts_with("arn:") ? find_policy(account, arn) : nullptr;
  return own == nullptr ? nullptr : &own->policy.document;
}

void Directory::clear() {
  roles_.clear();
  profiles_.clear();
  policies_.clear();
}

std::string Directory::unique_id(std::string_view prefix) {
  return std::string(prefix) + random_.characters(17, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567");
}

ConditionValues Directory::context_of(const Principal& principal, const ConditionValues& extra) const {
  ConditionValues context;
  context["aws:PrincipalArn"] = {principal.arn};
  context["aws:PrincipalAccount"] = {principal.account};
  context["aws:PrincipalType"] = {principal.is_root() ? "Account" : "AssumedRole"};
  context["aws:userid"] = {principal.user_id};
  context["aws:username"] = {};  // only IAM users have one
  context["aws:ResourceAccount"] = {principal.account};
  context["aws:CurrentTime"] = {base::to_iso8601(clock_.now())};
  context["aws:EpochTime"] = {
      std::to_string(std::chrono::floor<std::chrono::seconds>(clock_.now()).time_since_epoch().count())};
  if (!principal.is_root()) {
    // AWS gives the role's ARN here, not the session's.
    if (const Role* role = find_role(principal.account, principal.role_name))
      context["aws:PrincipalArn"] = {role->arn()};
  }
  for (const auto& [key, values] : extra) context[key] = values;
  return context;
}

namespace {
/// Whether a decision by `policy` may depend on the request's context.
bool reads_context(const PolicyDocument* policy) {
  return std::ranges::any_of(policy->statements, [](const Statement& statement) {
    const auto has_variable = [](const std::string& pattern) {
      return pattern.find("${") != std::string::npos;
    };
    return !statement.conditions.empty() || std::ranges::any_of(statement.resources, has_variable);
  });
}
}  // namespace

std::vector<const PolicyDocument*> Directory::policies_of(const Principal& principal) const {
  std::vector<const PolicyDocument*> policies;
  const Role* role = find_role(principal.account, principal.role_name);
  if (role == nullptr || role->id != principal.role_id) return policies;  // gone, or another of the same name
  for (const auto& [name, policy] : role->inline_policies) policies.push_back(&policy.document);
  for (const std::string& arn : role->attached)
    if (const PolicyDocument* document = policy_document(role->account, arn)) policies.push_back(document);
  return policies;
}

Decision Directory::decide(const Principal& principal, std::string_view action, std::string_view resource,
                           const ConditionValues& extra) const {
  if (principal.is_root()) return Decision::Allowed;
  const auto policies = policies_of(principal);
  AccessRequest request{std::string(action), std::string(resource), {}};
  // Most policies ask for nothing of it, and making it costs more than the rest of the decision.
  if (std::ranges::any_of(policies, reads_context)) request.context = context_of(principal, extra);
  return evaluate(policies, request);
}

Decision Directory::decide(const Principal& principal, std::string_view action, std::string_view resource,
                           const ConditionValues& extra, const PolicyDocument& of_resource) const {
  const Decision own = decide(principal, action, resource, extra);
  Caller caller;
  caller.account = principal.account;
  caller.arn = principal.arn;
  if (!principal.is_root()) {
    const Role* role = find_role(principal.account, principal.role_name);
    if (role == nullptr || role->id != principal.role_id) return Decision::DeniedByDefault;
    caller.role_arn = role->arn();
  }
  const AccessRequest request{std::string(action), std::string(resource), context_of(principal, extra)};
  const TrustDecision theirs = evaluate_resource_policy(of_resource, caller, request);
  if (own == Decision::DeniedExplicitly || theirs.decision == Decision::DeniedExplicitly)
    return Decision::DeniedExplicitly;
  if (own == Decision::Allowed) return own;
  return theirs.decision == Decision::Allowed && theirs.direct ? Decision::Allowed : own;
}

Decision Directory::may_assume(const Principal& principal, const Role& role,
                               const ConditionValues& extra) const {
  Caller caller;
  caller.account = principal.account;
  caller.arn = principal.arn;
  if (!principal.is_root()) {
    const Role* own = find_role(principal.account, principal.role_name);
    if (own == nullptr || own->id != principal.role_id) return Decision::DeniedByDefault;
    caller.role_arn = own->arn();
  }
  const TrustDecision trust = evaluate_trust(role.trust.document, caller, context_of(principal, extra));
  if (trust.decision != Decision::Allowed) return trust.decision;
  const Decision own = decide(principal, "sts:AssumeRole", role.arn(), extra);
  // Trust that names the caller suffices; what the caller's own policies deny explicitly stays denied.
  return own == Decision::DeniedByDefault && trust.direct ? Decision::Allowed : own;
}

AccessKey Directory::issue(const Role& role, std::string_view session_name,
                           std::chrono::seconds duration) const {
  return keys_.issue(session_of(role.account, role.name, role.id, std::string(session_name)),
                     clock_.now() + duration, random_);
}

base::Result<AccessKey> Directory::issue_for_service(std::string_view account,
                                                     std::string_view role_name_or_arn,
                                                     std::string_view service, std::string_view session_name,
                                                     std::chrono::seconds duration) const {
  const Role* role = find_role(account, role_name_or_arn);
  if (role == nullptr) return base::failure(fmt::format("there is no role {}", role_name_or_arn));
  Caller caller;
  caller.service = service;
  ConditionValues context;
  context["aws:SourceAccount"] = {std::string(account)};
  context["aws:SourceArn"] = {};
  if (evaluate_trust(role->trust.document, caller, context).decision != Decision::Allowed)
    return base::failure(
        fmt::format("the trust policy of role {} does not let {} assume it: name that service in its "
                    "AssumeRolePolicyDocument",
                    role->name, service));
  return issue(*role, session_name, duration);
}

base::Result<AccessKey> Directory::issue_for_instance(std::string_view account,
                                                      std::string_view profile_name_or_arn,
                                                      std::string_view session_name,
                                                      std::chrono::seconds duration) const {
  const InstanceProfile* profile = find_instance_profile(account, profile_name_or_arn);
  if (profile == nullptr)
    return base::failure(fmt::format("there is no instance profile {}", profile_name_or_arn));
  if (profile->role.empty())
    return base::failure(fmt::format("the instance profile {} has no role", profile->name));
  return issue_for_service(account, profile->role, "ec2.amazonaws.com", session_name, duration);
}

std::string access_denied_message(const Principal& principal, std::string_view action,
                                  std::string_view resource, Decision decision) {
  return fmt::format("User: {} is not authorized to perform: {} on resource: {} {}", principal.arn, action,
                     resource,
                     decision == Decision::DeniedExplicitly
                         ? std::string("with an explicit deny in an identity-based policy")
                         : fmt::format("because no identity-based policy allows the {} action", action));
}

}  // namespace berth::identity
