#include "berth/services/iam/operations.hpp"

namespace berth::iam {

namespace {

// --- what a call acts on, for authorization (see api.hpp about paths) ---
std::string arn(const Call& call, std::string_view kind, const std::string& path_and_name) {
  return "arn:aws:iam::" + call.account + ":" + std::string(kind) + path_and_name;
}

std::string new_role(const Call& call, const CreateRoleRequest& in) {
  return arn(call, "role", in.Path.value_or("/") + in.RoleName);
}
std::string new_policy(const Call& call, const CreatePolicyRequest& in) {
  return arn(call, "policy", in.Path.value_or("/") + in.PolicyName);
}
std::string new_profile(const Call& call, const CreateInstanceProfileRequest& in) {
  return arn(call, "instance-profile", in.Path.value_or("/") + in.InstanceProfileName);
}
template <class Request>
std::string role(const Call& call, const Request& in) {
  return arn(call, "role", "/" + in.RoleName);
}
template <class Request>
std::string profile(const Call& call, const Request& in) {
  return arn(call, "instance-profile", "/" + in.InstanceProfileName);
}
template <class Request>
std::string below(const Call& call, std::string_view kind, const Request& in) {
  return arn(call, kind, in.PathPrefix.value_or("/"));
}
std::string roles(const Call& call, const ListRolesRequest& in) { return below(call, "role", in); }
std::string policies(const Call& call, const ListPoliciesRequest& in) { return below(call, "policy", in); }
std::string profiles(const Call& call, const ListInstanceProfilesRequest& in) {
  return below(call, "instance-profile", in);
}

using wire::Action;
using wire::op;
using wire::resource;
using wire::resource_of;

constexpr wire::Operation<Iam> table[] = {
    op<&create_role>("CreateRole", Action{"iam:CreateRole"}, resource<&new_role>),
    op<&get_role>("GetRole", Action{"iam:GetRole"}, resource<&role<GetRoleRequest>>),
    op<&list_roles>("ListRoles", Action{"iam:ListRoles"}, resource<&roles>),
    op<&delete_role>("DeleteRole", Action{"iam:DeleteRole"}, resource<&role<DeleteRoleRequest>>),
    op<&update_role>("UpdateRole", Action{"iam:UpdateRole"}, resource<&role<UpdateRoleRequest>>),
    op<&update_assume_role_policy>("UpdateAssumeRolePolicy", Action{"iam:UpdateAssumeRolePolicy"},
                                   resource<&role<UpdateAssumeRolePolicyRequest>>),
    op<&tag_role>("TagRole", Action{"iam:TagRole"}, resource<&role<TagRoleRequest>>),
    op<&untag_role>("UntagRole", Action{"iam:UntagRole"}, resource<&role<UntagRoleRequest>>),
    op<&list_role_tags>("ListRoleTags", Action{"iam:ListRoleTags"}, resource<&role<ListRoleTagsRequest>>),

    op<&put_role_policy>("PutRolePolicy", Action{"iam:PutRolePolicy"}, resource<&role<PutRolePolicyRequest>>),
    op<&get_role_policy>("GetRolePolicy", Action{"iam:GetRolePolicy"}, resource<&role<GetRolePolicyRequest>>),
    op<&list_role_policies>("ListRolePolicies", Action{"iam:ListRolePolicies"},
                            resource<&role<ListRolePoliciesRequest>>),
    op<&delete_role_policy>("DeleteRolePolicy", Action{"iam:DeleteRolePolicy"},
                            resource<&role<DeleteRolePolicyRequest>>),
    op<&attach_role_policy>("AttachRolePolicy", Action{"iam:AttachRolePolicy"},
                            resource<&role<AttachRolePolicyRequest>>),
    op<&detach_role_policy>("DetachRolePolicy", Action{"iam:DetachRolePolicy"},
                            resource<&role<DetachRolePolicyRequest>>),
    op<&list_attached_role_policies>("ListAttachedRolePolicies", Action{"iam:ListAttachedRolePolicies"},
                                     resource<&role<ListAttachedRolePoliciesRequest>>),

    op<&create_policy>("CreatePolicy", Action{"iam:CreatePolicy"}, resource<&new_policy>),
    op<&get_policy>("GetPolicy", Action{"iam:GetPolicy"}, resource_of<&GetPolicyRequest::PolicyArn>),
    op<&get_policy_version>("GetPolicyVersion", Action{"iam:GetPolicyVersion"},
                            resource_of<&GetPolicyVersionRequest::PolicyArn>),
    op<&list_policy_versions>("ListPolicyVersions", Action{"iam:ListPolicyVersions"},
                              resource_of<&ListPolicyVersionsRequest::PolicyArn>),
    op<&list_policies>("ListPolicies", Action{"iam:ListPolicies"}, resource<&policies>),
    op<&delete_policy>("DeletePolicy", Action{"iam:DeletePolicy"},
                       resource_of<&DeletePolicyRequest::PolicyArn>),

    op<&create_instance_profile>("CreateInstanceProfile", Action{"iam:CreateInstanceProfile"},
                                 resource<&new_profile>),
    op<&get_instance_profile>("GetInstanceProfile", Action{"iam:GetInstanceProfile"},
                              resource<&profile<GetInstanceProfileRequest>>),
    op<&list_instance_profiles>("ListInstanceProfiles", Action{"iam:ListInstanceProfiles"},
                                resource<&profiles>),
    op<&delete_instance_profile>("DeleteInstanceProfile", Action{"iam:DeleteInstanceProfile"},
                                 resource<&profile<DeleteInstanceProfileRequest>>),
    op<&add_role_to_instance_profile>("AddRoleToInstanceProfile", Action{"iam:AddRoleToInstanceProfile"},
                                      resource<&profile<AddRoleToInstanceProfileRequest>>),
    op<&remove_role_from_instance_profile>("RemoveRoleFromInstanceProfile",
                                           Action{"iam:RemoveRoleFromInstanceProfile"},
                                           resource<&profile<RemoveRoleFromInstanceProfileRequest>>),
    op<&list_instance_profiles_for_role>("ListInstanceProfilesForRole",
                                         Action{"iam:ListInstanceProfilesForRole"},
                                         resource<&role<ListInstanceProfilesForRoleRequest>>),
};

}  // namespace

std::span<const wire::Operation<Iam>> operations() { return table; }

}  // namespace berth::iam
