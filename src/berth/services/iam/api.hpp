/// IAM's API: one function an operation; operations.cpp tables them. State lane. Errors as in iam.hpp.
///
/// IAM is one for all regions: what is made here is seen from each, and holds from the next call on.
/// A table line knows a role or profile by its name only, so each is asked about as if its path were "/". Where it has
/// another path, the caller needs leave for the true ARN as well.
#pragma once

#include "berth/services/iam/iam.hpp"
#include "berth/services/iam/shapes.hpp"
#include "berth/wire/call.hpp"

namespace berth::iam {

using wire::Call;

// roles.cpp
CreateRoleResponse create_role(Iam&, const Call&, CreateRoleRequest);
GetRoleResponse get_role(Iam&, const Call&, GetRoleRequest);
ListRolesResponse list_roles(Iam&, const Call&, ListRolesRequest);
void delete_role(Iam&, const Call&, DeleteRoleRequest);
UpdateRoleResponse update_role(Iam&, const Call&, UpdateRoleRequest);
void update_assume_role_policy(Iam&, const Call&, UpdateAssumeRolePolicyRequest);
void tag_role(Iam&, const Call&, TagRoleRequest);
void untag_role(Iam&, const Call&, UntagRoleRequest);
ListRoleTagsResponse list_role_tags(Iam&, const Call&, ListRoleTagsRequest);

// role_policies.cpp
void put_role_policy(Iam&, const Call&, PutRolePolicyRequest);
GetRolePolicyResponse get_role_policy(Iam&, const Call&, GetRolePolicyRequest);
ListRolePoliciesResponse list_role_policies(Iam&, const Call&, ListRolePoliciesRequest);
void delete_role_policy(Iam&, const Call&, DeleteRolePolicyRequest);
void attach_role_policy(Iam&, const Call&, AttachRolePolicyRequest);
void detach_role_policy(Iam&, const Call&, DetachRolePolicyRequest);
ListAttachedRolePoliciesResponse list_attached_role_policies(Iam&, const Call&,
                                                             ListAttachedRolePoliciesRequest);

// policies.cpp: each has one version, v1; AWS's own among them are shown with the text that is in force here
CreatePolicyResponse create_policy(Iam&, const Call&, CreatePolicyRequest);
GetPolicyResponse get_policy(Iam&, const Call&, GetPolicyRequest);
GetPolicyVersionResponse get_policy_version(Iam&, const Call&, GetPolicyVersionRequest);
ListPolicyVersionsResponse list_policy_versions(Iam&, const Call&, ListPolicyVersionsRequest);
ListPoliciesResponse list_policies(Iam&, const Call&, ListPoliciesRequest);
void delete_policy(Iam&, const Call&, DeletePolicyRequest);

// instance_profiles.cpp
CreateInstanceProfileResponse create_instance_profile(Iam&, const Call&, CreateInstanceProfileRequest);
GetInstanceProfileResponse get_instance_profile(Iam&, const Call&, GetInstanceProfileRequest);
ListInstanceProfilesResponse list_instance_profiles(Iam&, const Call&, ListInstanceProfilesRequest);
void delete_instance_profile(Iam&, const Call&, DeleteInstanceProfileRequest);
void add_role_to_instance_profile(Iam&, const Call&, AddRoleToInstanceProfileRequest);
void remove_role_from_instance_profile(Iam&, const Call&, RemoveRoleFromInstanceProfileRequest);
ListInstanceProfilesForRoleResponse list_instance_profiles_for_role(Iam&, const Call&,
                                                                    ListInstanceProfilesForRoleRequest);

}  // namespace berth::iam
