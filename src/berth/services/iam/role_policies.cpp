#include "berth/services/iam/api.hpp"
#include "berth/services/iam/describe.hpp"
#include "berth/services/iam/errors.hpp"
#include "berth/services/iam/pages.hpp"

#include <algorithm>

namespace berth::iam {

namespace {

/// "/service-role/" of "arn:aws:iam::aws:policy/service-role/Name".
std::string path_in(const std::string& arn) {
  const std::size_t begin = arn.find(":policy/") + std::string_view(":policy").size();
  return arn.substr(begin, arn.rfind('/') + 1 - begin);
}

}  // namespace

void put_role_policy(Iam& iam, const Call& call, PutRolePolicyRequest in) {
  find_role(iam, call, in.RoleName);
  iam.put_role_policy(call.account, in.RoleName, in.PolicyName, in.PolicyDocument);
}

GetRolePolicyResponse get_role_policy(Iam& iam, const Call& call, GetRolePolicyRequest in) {
  const identity::Role& role = find_role(iam, call, in.RoleName);
  const auto found = role.inline_policies.find(in.PolicyName);
  if (found == role.inline_policies.end()) throw no_such_role_policy(in.PolicyName);
  return {.RoleName = role.name, .PolicyName = in.PolicyName, .PolicyDocument = encoded(found->second.text)};
}

ListRolePoliciesResponse list_role_policies(Iam& iam, const Call& call, ListRolePoliciesRequest in) {
  std::vector<std::string> names;
  for (const auto& [name, policy] : find_role(iam, call, in.RoleName).inline_policies) names.push_back(name);
  ListRolePoliciesResponse out;
  fill_page(in, out, &ListRolePoliciesResponse::PolicyNames, std::move(names),
            [](const std::string& each) { return each; });
  return out;
}

void delete_role_policy(Iam& iam, const Call& call, DeleteRolePolicyRequest in) {
  find_role(iam, call, in.RoleName);
  iam.delete_role_policy(call.account, in.RoleName, in.PolicyName);
}

void attach_role_policy(Iam& iam, const Call& call, AttachRolePolicyRequest in) {
  find_role(iam, call, in.RoleName);
  iam.attach_role_policy(call.account, in.RoleName, in.PolicyArn);
}

void detach_role_policy(Iam& iam, const Call& call, DetachRolePolicyRequest in) {
  find_role(iam, call, in.RoleName);
  iam.detach_role_policy(call.account, in.RoleName, in.PolicyArn);
}

ListAttachedRolePoliciesResponse list_attached_role_policies(Iam& iam, const Call& call,
                                                             ListAttachedRolePoliciesRequest in) {
  std::vector<AttachedPolicy> attached;
  for (const std::string& arn : find_role(iam, call, in.RoleName).attached)
    if (is_below(in.PathPrefix, path_in(arn)))
      attached.push_back({.PolicyName = arn.substr(arn.rfind('/') + 1), .PolicyArn = arn});
  const auto key = [](const AttachedPolicy& each) { return *each.PolicyArn; };
  std::ranges::sort(attached, {}, key);
  ListAttachedRolePoliciesResponse out;
  fill_page(in, out, &ListAttachedRolePoliciesResponse::AttachedPolicies, std::move(attached), key);
  return out;
}

}  // namespace berth::iam
