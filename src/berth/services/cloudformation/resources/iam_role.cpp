#include "base/json.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"
#include "berth/services/cloudformation/resources/shared_shapes.hpp"
#include "berth/services/iam/errors.hpp"
#include "berth/services/iam/iam.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace berth::cloudformation {
namespace {

struct RolePolicyProperty {
  std::string PolicyName;
  wire::Document PolicyDocument;
};
AWS_SHAPE(RolePolicyProperty, PolicyName, PolicyDocument)

struct RoleProperties {
  std::optional<std::string> RoleName;
  wire::Document AssumeRolePolicyDocument;
  std::optional<std::string> Path;
  std::optional<std::string> Description;
  std::optional<int> MaxSessionDuration;
  std::vector<RolePolicyProperty> Policies;
  std::vector<std::string> ManagedPolicyArns;
  std::optional<std::string> PermissionsBoundary;
  std::vector<ResourceTag> Tags;
};
AWS_SHAPE(RoleProperties, RoleName, AssumeRolePolicyDocument, Path, Description, MaxSessionDuration, Policies,
          ManagedPolicyArns, PermissionsBoundary, Tags)

constexpr PropertyRow rows[] = {
    {"RoleName", Standing::Honoured, "", replaces},
    {"AssumeRolePolicyDocument", Standing::Honoured},
    {"Path", Standing::Honoured, "", replaces},
    {"Description", Standing::Honoured},
    {"MaxSessionDuration", Standing::Honoured},
    {"Policies", Standing::Honoured},
    {"ManagedPolicyArns", Standing::Honoured},
    {"PermissionsBoundary", Standing::Refused, "a boundary would not bind here, so the role is not made"},
    {"Tags", Standing::Honoured},
};
constexpr std::string_view attributes[] = {"Arn", "RoleId"};

std::string path_of(const ResourceRequest& request) {
  const auto* path = request.properties.if_contains("Path");
  return path != nullptr && path->is_string() ? std::string(path->get_string()) : "/";
}

std::vector<std::string> arns(const Environment&, const ResourceRequest& request, const std::string& name) {
  return {"arn:aws:iam::" + request.account + ":role" + path_of(request) + name};
}

iam::NewRole role_of(const ResourceRequest& request, const RoleProperties& properties,
                     const std::string& name) {
  iam::NewRole role;
  role.name = name;
  role.path = properties.Path.value_or("/");
  role.description = properties.Description.value_or("");
  role.trust_policy = base::to_text(properties.AssumeRolePolicyDocument.value);
  role.max_session = std::chrono::seconds(properties.MaxSessionDuration.value_or(3600));
  role.tags = merge_tags(request.tags, properties.Tags);
  return role;
}

void give_policies(Environment& environment, ResourceRequest& request, const std::string& name,
                   const RoleProperties& properties) {
  for (const RolePolicyProperty& policy : properties.Policies)
    environment.iam.put_role_policy(request.account, name, policy.PolicyName,
                                    base::to_text(policy.PolicyDocument.value));
  for (const std::string& policy : properties.ManagedPolicyArns) {
    environment.iam.attach_role_policy(request.account, name, policy);
    if (environment.iam.directory().policy_document(request.account, policy) == nullptr)
      request.note(
          {"ManagedPolicyArns", fmt::format("{} is not known here and grants nothing", policy), "ignored"});
  }
}

Making create(Environment& environment, const Call& call, ResourceRequest& request,
              RoleProperties properties) {
  // What it may do is given in one go with the role, but is no less a right of its own to give.
  const std::string arn = arns(environment, request, properties.RoleName.value_or("")).front();
  if (!properties.Policies.empty()) call.authorize("iam:PutRolePolicy", arn);
  for (const std::string& policy : properties.ManagedPolicyArns)
    call.authorize("iam:AttachRolePolicy", arn, {{"iam:PolicyARN", {policy}}});
  const identity::Role& made = environment.iam.create_role(
      request.account, role_of(request, properties, properties.RoleName.value_or("")));
  const std::string name = made.name;
  Attributes result{{"Arn", made.arn()}, {"RoleId", made.id}};
  request.initiated(name);
  give_policies(environment, request, name, properties);
  co_return result;
}

/// What came with the role before and is no more wanted goes; what others (AWS::IAM::Policy) gave it stays.
void take_policies(Environment& environment, const Call& call, const identity::Role& role,
                   const RoleProperties& before, const RoleProperties& wanted) {
  for (const RolePolicyProperty& old : before.Policies) {
    const bool stays = std::ranges::any_of(
        wanted.Policies, [&](const RolePolicyProperty& each) { return each.PolicyName == old.PolicyName; });
    if (stays || !role.inline_policies.contains(old.PolicyName)) continue;
    call.authorize("iam:DeleteRolePolicy", role.arn());
    environment.iam.delete_role_policy(role.account, role.name, old.PolicyName);
  }
  for (const std::string& old : before.ManagedPolicyArns) {
    const auto contains = [&](const std::vector<std::string>& list) {
      return std::ranges::find(list, old) != list.end();
    };
    if (contains(wanted.ManagedPolicyArns) || !contains(role.attached)) continue;
    call.authorize("iam:DetachRolePolicy", role.arn(), {{"iam:PolicyARN", {old}}});
    environment.iam.detach_role_policy(role.account, role.name, old);
  }
}

Making update(Environment& environment, const Call& call, ResourceRequest& request, RoleProperties wanted,
              RoleProperties before) {
  const std::string name = request.physical_id;
  const identity::Role* role = environment.iam.directory().find_role(request.account, name);
  if (role == nullptr) throw iam::no_such_role(name);
  const std::string arn = role->arn();
  call.authorize("iam:UpdateRole", arn);
  call.authorize("iam:UpdateAssumeRolePolicy", arn);
  if (!wanted.Policies.empty()) call.authorize("iam:PutRolePolicy", arn);
  for (const std::string& policy : wanted.ManagedPolicyArns)
    if (std::ranges::find(role->attached, policy) == role->attached.end())
      call.authorize("iam:AttachRolePolicy", arn, {{"iam:PolicyARN", {policy}}});
  environment.iam.change_role(request.account, role_of(request, wanted, name));
  take_policies(environment, call, *role, before, wanted);
  give_policies(environment, request, name, wanted);
  co_return Attributes{{"Arn", arn}, {"RoleId", role->id}};
}

Removing remove(Environment& environment, const Call& call, const ResourceRequest& request) {
  const identity::Role* role = environment.iam.directory().find_role(request.account, request.physical_id);
  if (role == nullptr) co_return;
  const identity::Role before = *role;  // what is taken away below changes it
  if (!before.inline_policies.empty()) call.authorize("iam:DeleteRolePolicy", before.arn());
  for (const std::string& policy : before.attached)
    call.authorize("iam:DetachRolePolicy", before.arn(), {{"iam:PolicyARN", {policy}}});
  for (const auto& [name, policy] : before.inline_policies)
    environment.iam.delete_role_policy(request.account, before.name, name);
  for (const std::string& arn : before.attached)
    environment.iam.detach_role_policy(request.account, before.name, arn);
  environment.iam.delete_role(request.account, before.name);
}

}  // namespace

const ResourceType iam_role = resource_type<&create, &remove, &update>(
    {"AWS::IAM::Role", rows, attributes}, {.property = "RoleName", .style = {.longest = 64}},
    {"iam:CreateRole", "iam:DeleteRole", &arns});

}  // namespace berth::cloudformation
