#include "base/json.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"
#include "berth/services/iam/errors.hpp"
#include "berth/services/iam/iam.hpp"

#include <algorithm>

namespace berth::cloudformation {
namespace {

struct ManagedPolicyProperties {
  std::optional<std::string> ManagedPolicyName;
  std::optional<std::string> Path;
  std::optional<std::string> Description;
  wire::Document PolicyDocument;
  std::vector<std::string> Roles;
  std::vector<std::string> Groups;
  std::vector<std::string> Users;
};
AWS_SHAPE(ManagedPolicyProperties, ManagedPolicyName, Path, Description, PolicyDocument, Roles, Groups, Users)

constexpr PropertyRow rows[] = {
    {"ManagedPolicyName", Standing::Honoured, "", replaces},
    {"Path", Standing::Honoured, "", replaces},
    {"Description", Standing::Honoured, "", replaces},
    {"PolicyDocument", Standing::Honoured},
    {"Roles", Standing::Honoured},
    {"Groups", Standing::Refused, "there are no groups here; use Roles"},
    {"Users", Standing::Refused, "there are no users here; use Roles"},
};
constexpr std::string_view attributes[] = {"PolicyArn", "PolicyId", "DefaultVersionId"};

std::string text_of(const ManagedPolicyProperties& properties) {
  const auto& value = properties.PolicyDocument.value;
  return value.is_string() ? std::string(value.get_string()) : base::to_text(value);
}

Attributes attributes_of(const identity::ManagedPolicy& policy) {
  return {{"PolicyArn", policy.arn()},
          {"PolicyId", policy.id},
          {"DefaultVersionId", "v" + std::to_string(policy.version)}};
}

std::vector<std::string> arns(const Environment&, const ResourceRequest& request, const std::string& name) {
  if (!request.physical_id.empty()) return {request.physical_id};
  const auto* path = request.properties.if_contains("Path");
  return {"arn:aws:iam::" + request.account + ":policy" +
          (path != nullptr && path->is_string() ? std::string(path->get_string()) : "/") + name};
}

bool has(const identity::Role& role, const std::string& policy) {
  return std::ranges::find(role.attached, policy) != role.attached.end();
}

/// Throws NoSuchEntity, AccessDenied.
void check_roles(const Environment& environment, const Call& call, const std::vector<std::string>& roles,
                 const std::string& policy) {
  for (const std::string& name : roles) {
    const identity::Role* role = environment.iam.directory().find_role(call.account, name);
    if (role == nullptr) throw iam::no_such_role(name);
    if (!has(*role, policy))
      call.authorize("iam:AttachRolePolicy", role->arn(), {{"iam:PolicyARN", {policy}}});
  }
}

void detach(Environment& environment, const Call& call, const std::string& name, const std::string& policy) {
  const identity::Role* role = environment.iam.directory().find_role(call.account, name);
  if (role == nullptr || !has(*role, policy)) return;
  call.authorize("iam:DetachRolePolicy", role->arn(), {{"iam:PolicyARN", {policy}}});
  environment.iam.detach_role_policy(call.account, role->name, policy);
}

Making create(Environment& environment, const Call& call, ResourceRequest& request,
              ManagedPolicyProperties properties) {
  iam::NewPolicy policy;
  policy.name = properties.ManagedPolicyName.value_or("");
  policy.path = properties.Path.value_or("/");
  policy.description = properties.Description.value_or("");
  policy.document = text_of(properties);
  check_roles(environment, call, properties.Roles, arns(environment, request, policy.name).front());
  const identity::ManagedPolicy& made = environment.iam.create_policy(request.account, std::move(policy));
  const std::string arn = made.arn();
  Attributes result = attributes_of(made);
  request.initiated(arn);
  for (const std::string& role : properties.Roles)
    environment.iam.attach_role_policy(request.account, role, arn);
  co_return result;
}

Making update(Environment& environment, const Call& call, ResourceRequest& request,
              ManagedPolicyProperties wanted, ManagedPolicyProperties before) {
  const std::string arn = request.physical_id;
  const identity::ManagedPolicy* policy = environment.iam.directory().find_policy(request.account, arn);
  if (policy == nullptr) throw iam::no_such_policy(arn);
  check_roles(environment, call, wanted.Roles, arn);
  const std::string text = text_of(wanted);
  if (policy->policy.text != text) {
    call.authorize("iam:CreatePolicyVersion", arn);
    policy = &environment.iam.change_policy(request.account, arn, text);
  }
  for (const std::string& role : before.Roles)
    if (std::ranges::find(wanted.Roles, role) == wanted.Roles.end()) detach(environment, call, role, arn);
  for (const std::string& role : wanted.Roles) environment.iam.attach_role_policy(request.account, role, arn);
  co_return attributes_of(*policy);
}

/// IAM refuses it while a role has it that this template does not name.
Removing remove(Environment& environment, const Call& call, const ResourceRequest& request) {
  if (environment.iam.directory().find_policy(request.account, request.physical_id) == nullptr) co_return;
  for (const std::string& role : read_properties<ManagedPolicyProperties>(request.properties).Roles)
    detach(environment, call, role, request.physical_id);
  environment.iam.delete_policy(request.account, request.physical_id);
}

}  // namespace

const ResourceType iam_managed_policy =
    resource_type<&create, &remove, &update>({"AWS::IAM::ManagedPolicy", rows, attributes},
                                             {.property = "ManagedPolicyName", .style = {.longest = 128}},
                                             {"iam:CreatePolicy", "iam:DeletePolicy", &arns});

}  // namespace berth::cloudformation
