/// IAM as it travels: roles, policies and instance profiles. API 2010-05-08.
#pragma once

#include "berth/wire/shape.hpp"

#include <optional>
#include <string>
#include <vector>

namespace berth::iam {

struct Tag {
  std::string Key;
  std::string Value;
};
AWS_SHAPE(Tag, Key, Value)

struct Role {
  std::string Path;
  std::string RoleName;
  std::string RoleId;
  std::string Arn;
  wire::Timestamp CreateDate;
  std::optional<std::string> AssumeRolePolicyDocument;
  std::optional<std::string> Description;
  std::optional<int> MaxSessionDuration;
  std::optional<std::vector<Tag>> Tags;
};
AWS_SHAPE(Role, Path, RoleName, RoleId, Arn, CreateDate, AssumeRolePolicyDocument, Description,
          MaxSessionDuration, Tags)

struct CreateRoleRequest {
  std::optional<std::string> Path;
  std::string RoleName;
  std::string AssumeRolePolicyDocument;
  std::optional<std::string> Description;
  std::optional<int> MaxSessionDuration;
  std::optional<std::string> PermissionsBoundary;
  std::vector<Tag> Tags;
};
AWS_SHAPE(CreateRoleRequest, Path, RoleName, AssumeRolePolicyDocument, Description, MaxSessionDuration,
          PermissionsBoundary, Tags)

struct CreateRoleResponse {
  iam::Role Role;
};
AWS_SHAPE(CreateRoleResponse, Role)

struct GetRoleRequest {
  std::string RoleName;
};
AWS_SHAPE(GetRoleRequest, RoleName)

struct GetRoleResponse {
  iam::Role Role;
};
AWS_SHAPE(GetRoleResponse, Role)

struct ListRolesRequest {
  std::optional<std::string> PathPrefix;
  std::optional<std::string> Marker;
  std::optional<int> MaxItems;
};
AWS_SHAPE(ListRolesRequest, PathPrefix, Marker, MaxItems)

struct ListRolesResponse {
  std::vector<Role> Roles;
  std::optional<bool> IsTruncated;
  std::optional<std::string> Marker;
};
AWS_SHAPE(ListRolesResponse, Roles, IsTruncated, Marker)

struct DeleteRoleRequest {
  std::string RoleName;
};
AWS_SHAPE(DeleteRoleRequest, RoleName)

struct UpdateRoleRequest {
  std::string RoleName;
  std::optional<std::string> Description;
  std::optional<int> MaxSessionDuration;
};
AWS_SHAPE(UpdateRoleRequest, RoleName, Description, MaxSessionDuration)

struct UpdateRoleResponse {};
BOOST_DESCRIBE_STRUCT(UpdateRoleResponse, (), ())

struct UpdateAssumeRolePolicyRequest {
  std::string RoleName;
  std::string PolicyDocument;
};
AWS_SHAPE(UpdateAssumeRolePolicyRequest, RoleName, PolicyDocument)

struct TagRoleRequest {
  std::string RoleName;
  wire::Required<std::vector<Tag>> Tags;
};
AWS_SHAPE(TagRoleRequest, RoleName, Tags)

struct UntagRoleRequest {
  std::string RoleName;
  wire::Required<std::vector<std::string>> TagKeys;
};
AWS_SHAPE(UntagRoleRequest, RoleName, TagKeys)

struct ListRoleTagsRequest {
  std::string RoleName;
  std::optional<std::string> Marker;
  std::optional<int> MaxItems;
};
AWS_SHAPE(ListRoleTagsRequest, RoleName, Marker, MaxItems)

struct ListRoleTagsResponse {
  std::vector<Tag> Tags;
  std::optional<bool> IsTruncated;
  std::optional<std::string> Marker;
};
AWS_SHAPE(ListRoleTagsResponse, Tags, IsTruncated, Marker)

struct PutRolePolicyRequest {
  std::string RoleName;
  std::string PolicyName;
  std::string PolicyDocument;
};
AWS_SHAPE(PutRolePolicyRequest, RoleName, PolicyName, PolicyDocument)

struct GetRolePolicyRequest {
  std::string RoleName;
  std::string PolicyName;
};
AWS_SHAPE(GetRolePolicyRequest, RoleName, PolicyName)

struct GetRolePolicyResponse {
  std::string RoleName;
  std::string PolicyName;
  std::string PolicyDocument;
};
AWS_SHAPE(GetRolePolicyResponse, RoleName, PolicyName, PolicyDocument)

struct ListRolePoliciesRequest {
  std::string RoleName;
  std::optional<std::string> Marker;
  std::optional<int> MaxItems;
};
AWS_SHAPE(ListRolePoliciesRequest, RoleName, Marker, MaxItems)

struct ListRolePoliciesResponse {
  std::vector<std::string> PolicyNames;
  std::optional<bool> IsTruncated;
  std::optional<std::string> Marker;
};
AWS_SHAPE(ListRolePoliciesResponse, PolicyNames, IsTruncated, Marker)

struct DeleteRolePolicyRequest {
  std::string RoleName;
  std::string PolicyName;
};
AWS_SHAPE(DeleteRolePolicyRequest, RoleName, PolicyName)

struct AttachRolePolicyRequest {
  std::string RoleName;
  std::string PolicyArn;
};
AWS_SHAPE(AttachRolePolicyRequest, RoleName, PolicyArn)

struct DetachRolePolicyRequest {
  std::string RoleName;
  std::string PolicyArn;
};
AWS_SHAPE(DetachRolePolicyRequest, RoleName, PolicyArn)

struct AttachedPolicy {
  std::optional<std::string> PolicyName;
  std::optional<std::string> PolicyArn;
};
AWS_SHAPE(AttachedPolicy, PolicyName, PolicyArn)

struct ListAttachedRolePoliciesRequest {
  std::string RoleName;
  std::optional<std::string> PathPrefix;
  std::optional<std::string> Marker;
  std::optional<int> MaxItems;
};
AWS_SHAPE(ListAttachedRolePoliciesRequest, RoleName, PathPrefix, Marker, MaxItems)

struct ListAttachedRolePoliciesResponse {
  std::vector<AttachedPolicy> AttachedPolicies;
  std::optional<bool> IsTruncated;
  std::optional<std::string> Marker;
};
AWS_SHAPE(ListAttachedRolePoliciesResponse, AttachedPolicies, IsTruncated, Marker)

struct Policy {
  std::optional<std::string> PolicyName;
  std::optional<std::string> PolicyId;
  std::optional<std::string> Arn;
  std::optional<std::string> Path;
  std::optional<std::string> DefaultVersionId;
  std::optional<int> AttachmentCount;
  std::optional<int> PermissionsBoundaryUsageCount;
  std::optional<bool> IsAttachable;
  std::optional<std::string> Description;
  std::optional<wire::Timestamp> CreateDate;
  std::optional<wire::Timestamp> UpdateDate;
  std::optional<std::vector<Tag>> Tags;
};
AWS_SHAPE(Policy, PolicyName, PolicyId, Arn, Path, DefaultVersionId, AttachmentCount,
          PermissionsBoundaryUsageCount, IsAttachable, Description, CreateDate, UpdateDate, Tags)

struct CreatePolicyRequest {
  std::string PolicyName;
  std::optional<std::string> Path;
  std::string PolicyDocument;
  std::optional<std::string> Description;
  std::vector<Tag> Tags;
};
AWS_SHAPE(CreatePolicyRequest, PolicyName, Path, PolicyDocument, Description, Tags)

struct CreatePolicyResponse {
  std::optional<iam::Policy> Policy;
};
AWS_SHAPE(CreatePolicyResponse, Policy)

struct GetPolicyRequest {
  std::string PolicyArn;
};
AWS_SHAPE(GetPolicyRequest, PolicyArn)

struct GetPolicyResponse {
  std::optional<iam::Policy> Policy;
};
AWS_SHAPE(GetPolicyResponse, Policy)

struct PolicyVersion {
  std::optional<std::string> Document;
  std::optional<std::string> VersionId;
  std::optional<bool> IsDefaultVersion;
  std::optional<wire::Timestamp> CreateDate;
};
AWS_SHAPE(PolicyVersion, Document, VersionId, IsDefaultVersion, CreateDate)

struct GetPolicyVersionRequest {
  std::string PolicyArn;
  std::string VersionId;
};
AWS_SHAPE(GetPolicyVersionRequest, PolicyArn, VersionId)

struct GetPolicyVersionResponse {
  std::optional<iam::PolicyVersion> PolicyVersion;
};
AWS_SHAPE(GetPolicyVersionResponse, PolicyVersion)

struct ListPolicyVersionsRequest {
  std::string PolicyArn;
  std::optional<std::string> Marker;
  std::optional<int> MaxItems;
};
AWS_SHAPE(ListPolicyVersionsRequest, PolicyArn, Marker, MaxItems)

struct ListPolicyVersionsResponse {
  std::vector<PolicyVersion> Versions;
  std::optional<bool> IsTruncated;
  std::optional<std::string> Marker;
};
AWS_SHAPE(ListPolicyVersionsResponse, Versions, IsTruncated, Marker)

struct ListPoliciesRequest {
  std::optional<std::string> Scope;
  std::optional<bool> OnlyAttached;
  std::optional<std::string> PathPrefix;
  std::optional<std::string> PolicyUsageFilter;
  std::optional<std::string> Marker;
  std::optional<int> MaxItems;
};
AWS_SHAPE(ListPoliciesRequest, Scope, OnlyAttached, PathPrefix, PolicyUsageFilter, Marker, MaxItems)

struct ListPoliciesResponse {
  std::vector<Policy> Policies;
  std::optional<bool> IsTruncated;
  std::optional<std::string> Marker;
};
AWS_SHAPE(ListPoliciesResponse, Policies, IsTruncated, Marker)

struct DeletePolicyRequest {
  std::string PolicyArn;
};
AWS_SHAPE(DeletePolicyRequest, PolicyArn)

struct InstanceProfile {
  std::string Path;
  std::string InstanceProfileName;
  std::string InstanceProfileId;
  std::string Arn;
  wire::Timestamp CreateDate;
  std::vector<Role> Roles;
  std::optional<std::vector<Tag>> Tags;
};
AWS_SHAPE(InstanceProfile, Path, InstanceProfileName, InstanceProfileId, Arn, CreateDate, Roles, Tags)

struct CreateInstanceProfileRequest {
  std::string InstanceProfileName;
  std::optional<std::string> Path;
  std::vector<Tag> Tags;
};
AWS_SHAPE(CreateInstanceProfileRequest, InstanceProfileName, Path, Tags)

struct CreateInstanceProfileResponse {
  iam::InstanceProfile InstanceProfile;
};
AWS_SHAPE(CreateInstanceProfileResponse, InstanceProfile)

struct GetInstanceProfileRequest {
  std::string InstanceProfileName;
};
AWS_SHAPE(GetInstanceProfileRequest, InstanceProfileName)

struct GetInstanceProfileResponse {
  iam::InstanceProfile InstanceProfile;
};
AWS_SHAPE(GetInstanceProfileResponse, InstanceProfile)

struct ListInstanceProfilesRequest {
  std::optional<std::string> PathPrefix;
  std::optional<std::string> Marker;
  std::optional<int> MaxItems;
};
AWS_SHAPE(ListInstanceProfilesRequest, PathPrefix, Marker, MaxItems)

struct ListInstanceProfilesResponse {
  std::vector<InstanceProfile> InstanceProfiles;
  std::optional<bool> IsTruncated;
  std::optional<std::string> Marker;
};
AWS_SHAPE(ListInstanceProfilesResponse, InstanceProfiles, IsTruncated, Marker)

struct DeleteInstanceProfileRequest {
  std::string InstanceProfileName;
};
AWS_SHAPE(DeleteInstanceProfileRequest, InstanceProfileName)

struct AddRoleToInstanceProfileRequest {
  std::string InstanceProfileName;
  std::string RoleName;
};
AWS_SHAPE(AddRoleToInstanceProfileRequest, InstanceProfileName, RoleName)

struct RemoveRoleFromInstanceProfileRequest {
  std::string InstanceProfileName;
  std::string RoleName;
};
AWS_SHAPE(RemoveRoleFromInstanceProfileRequest, InstanceProfileName, RoleName)

struct ListInstanceProfilesForRoleRequest {
  std::string RoleName;
  std::optional<std::string> Marker;
  std::optional<int> MaxItems;
};
AWS_SHAPE(ListInstanceProfilesForRoleRequest, RoleName, Marker, MaxItems)

struct ListInstanceProfilesForRoleResponse {
  std::vector<InstanceProfile> InstanceProfiles;
  std::optional<bool> IsTruncated;
  std::optional<std::string> Marker;
};
AWS_SHAPE(ListInstanceProfilesForRoleResponse, InstanceProfiles, IsTruncated, Marker)

}  // namespace berth::iam
