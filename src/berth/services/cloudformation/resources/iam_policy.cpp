#include "base/json.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"
#include "berth/services/iam/errors.hpp"
#include "berth/services/iam/iam.hpp"

#include <boost/json/array.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace berth::cloudformation {
namespace {

struct PolicyProperties {
  std::string PolicyName;
  wire::Document PolicyDocument;
  std::vector<std::string> Roles;
  std::vector<std::string> Groups;
  std::vector<std::string> Users;
};
AWS_SHAPE(PolicyProperties, PolicyName, PolicyDocument, Roles, Groups, Users)

constexpr PropertyRow rows[] = {
    {"PolicyName", Standing::Honoured},
    {"PolicyDocument", Standing::Honoured},
    {"Roles", Standing::Honoured},
    {"Groups", Standing::Refused, "there are no groups here"},
    {"Users", Standing::Refused, "there are no users here"},
};
constexpr std::string_view attributes[] = {"Id"};

/// A policy has no ARN of its own: it is the roles that are changed.
std::vector<std::string> arns(const Environment& environment, const ResourceRequest& request,
                              const std::string&) {
  std::vector<std::string> roles;
  for (const std::string& name : read_properties<PolicyProperties>(request.properties).Roles) {
    const identity::Role* role = environment.iam.directory().find_role(request.account, name);
    roles.push_back(role != nullptr ? role->arn() : "arn:aws:iam::" + request.account + ":role/" + name);
  }
  return roles;
}

Making create(Environment& environment, const Call&, ResourceRequest& request, PolicyProperties properties) {
  if (properties.Roles.empty())
    throw ResourceFailure("At least one of [Groups,Roles,Users] must be non-empty.");
  const auto& directory = environment.iam.directory();
  for (const std::string& name : properties.Roles) {
    const identity::Role* role = directory.find_role(request.account, name);
    if (role == nullptr) throw iam::no_such_role(name);
    if (role->inline_policies.contains(properties.PolicyName))
      throw ResourceFailure(fmt::format("{} already exists in role {}", properties.PolicyName, name));
  }
  request.initiated(request.suggested_name);
  for (const std::string& name : properties.Roles)
    environment.iam.put_role_policy(request.account, name, properties.PolicyName,
                                    base::to_text(properties.PolicyDocument.value));
  co_return Attributes{{"Id", request.suggested_name}};
}

Making update(Environment& environment, const Call& call, ResourceRequest& request, PolicyProperties wanted,
              PolicyProperties before) {
  if (wanted.Roles.empty()) throw ResourceFailure("At least one of [Groups,Roles,Users] must be non-empty.");
  const auto& directory = environment.iam.directory();
  const auto had = [&](const std::string& role) {
    return before.PolicyName == wanted.PolicyName &&
           std::ranges::find(before.Roles, role) != before.Roles.end();
  };
  for (const std::string& name : wanted.Roles) {
    const identity::Role* role = directory.find_role(request.account, name);
    if (role == nullptr) throw iam::no_such_role(name);
    const auto there = role->inline_policies.find(wanted.PolicyName);
    const bool ours = there != role->inline_policies.end() &&
                      there->second.text == base::to_text(wanted.PolicyDocument.value);
    if (there != role->inline_policies.end() && !had(name) && !ours)
      throw ResourceFailure(fmt::format("{} already exists in role {}", wanted.PolicyName, name));
    call.authorize("iam:PutRolePolicy", role->arn());
  }
  for (const std::string& name : before.Roles) {
    const identity::Role* role = directory.find_role(request.account, name);
    const bool stays =
        before.PolicyName == wanted.PolicyName && std::ranges::find(wanted.Roles, name) != wanted.Roles.end();
    if (stays || role == nullptr || !role->inline_policies.contains(before.PolicyName)) continue;
    call.authorize("iam:DeleteRolePolicy", role->arn());
    environment.iam.delete_role_policy(request.account, name, before.PolicyName);
  }
  for (const std::string& name : wanted.Roles)
    environment.iam.put_role_policy(request.account, name, wanted.PolicyName,
                                    base::to_text(wanted.PolicyDocument.value));
  co_return Attributes{{"Id", request.physical_id}};
}

/// A policy is part of its roles: what there is to remove stands in the properties.
Removing remove(Environment& environment, const Call&, const ResourceRequest& request) {
  const auto properties = read_properties<PolicyProperties>(request.properties);
  for (const std::string& name : properties.Roles) {
    const identity::Role* role = environment.iam.directory().find_role(request.account, name);
    if (role != nullptr && role->inline_policies.contains(properties.PolicyName))
      environment.iam.delete_role_policy(request.account, name, properties.PolicyName);
  }
  co_return;
}

}  // namespace

const ResourceType iam_policy = resource_type<&create, &remove, &update>(
    {"AWS::IAM::Policy", rows, attributes}, {}, {"iam:PutRolePolicy", "iam:DeleteRolePolicy", &arns});

}  // namespace berth::cloudformation
