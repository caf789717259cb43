#include "berth/services/iam/api.hpp"
#include "berth/services/iam/describe.hpp"
#include "berth/services/iam/errors.hpp"
#include "berth/services/iam/pages.hpp"

namespace berth::iam {

CreateRoleResponse create_role(Iam& iam, const Call& call, CreateRoleRequest in) {
  if (in.PermissionsBoundary) throw boundary_not_supported();
  NewRole role;
  role.name = std::move(in.RoleName);
  role.path = in.Path.value_or("/");
  role.description = in.Description.value_or("");
  role.trust_policy = std::move(in.AssumeRolePolicyDocument);
  role.max_session = std::chrono::seconds(in.MaxSessionDuration.value_or(3600));
  role.tags = read_tags(in.Tags);
  return {.Role = to_shape(iam.create_role(call.account, std::move(role)), true)};
}

GetRoleResponse get_role(Iam& iam, const Call& call, GetRoleRequest in) {
  return {.Role = to_shape(find_role(iam, call, in.RoleName), true)};
}

ListRolesResponse list_roles(Iam& iam, const Call& call, ListRolesRequest in) {
  std::vector<Role> roles;
  for (const identity::Role* each : iam.directory().roles(call.account))
    if (is_below(in.PathPrefix, each->path)) roles.push_back(to_shape(*each, false));
  ListRolesResponse out;
  fill_page(in, out, &ListRolesResponse::Roles, std::move(roles),
            [](const Role& each) { return each.RoleName; });
  return out;
}

void delete_role(Iam& iam, const Call& call, DeleteRoleRequest in) {
  find_role(iam, call, in.RoleName);
  iam.delete_role(call.account, in.RoleName);
}

UpdateRoleResponse update_role(Iam& iam, const Call& call, UpdateRoleRequest in) {
  find_role(iam, call, in.RoleName);
  std::optional<std::chrono::seconds> longest;
  if (in.MaxSessionDuration) longest = std::chrono::seconds(*in.MaxSessionDuration);
  iam.update_role(call.account, in.RoleName, std::move(in.Description), longest);
  return {};
}

void update_assume_role_policy(Iam& iam, const Call& call, UpdateAssumeRolePolicyRequest in) {
  find_role(iam, call, in.RoleName);
  iam.update_trust(call.account, in.RoleName, in.PolicyDocument);
}

void tag_role(Iam& iam, const Call& call, TagRoleRequest in) {
  find_role(iam, call, in.RoleName);
  iam.tag_role(call.account, in.RoleName, read_tags(in.Tags));
}

void untag_role(Iam& iam, const Call& call, UntagRoleRequest in) {
  find_role(iam, call, in.RoleName);
  for (const std::string& key : in.TagKeys)
    if (key.starts_with("aws:")) throw reserved_tag();
  iam.untag_role(call.account, in.RoleName, in.TagKeys);
}

ListRoleTagsResponse list_role_tags(Iam& iam, const Call& call, ListRoleTagsRequest in) {
  ListRoleTagsResponse out;
  fill_page(in, out, &ListRoleTagsResponse::Tags, to_shape(find_role(iam, call, in.RoleName).tags),
            [](const Tag& each) { return each.Key; });
  return out;
}

}  // namespace berth::iam
