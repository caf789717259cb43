/// Configurations of buckets that can be set: the request that sets one holds the same shape that the read of it answers,
/// and that is kept.
#pragma once

#include "berth/services/s3/shapes_settings.hpp"

namespace berth::s3 {

// ---- policy ----

struct PutBucketPolicyRequest {
  Label<"Bucket"> Bucket;
  Payload<std::string> Policy;  // JSON
  Header<bool, "x-amz-confirm-remove-self-bucket-access"> ConfirmRemoveSelfBucketAccess;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
};
AWS_SHAPE(PutBucketPolicyRequest, Bucket, Policy, ConfirmRemoveSelfBucketAccess, ExpectedBucketOwner)
struct GetBucketPolicyOutput {
  Payload<std::string> Policy;
};
AWS_SHAPE(GetBucketPolicyOutput, Policy)
struct PolicyStatus {
  std::optional<bool> IsPublic;
};
AWS_SHAPE(PolicyStatus, IsPublic)
struct GetBucketPolicyStatusOutput {
  Payload<s3::PolicyStatus> PolicyStatus;
};
AWS_SHAPE(GetBucketPolicyStatusOutput, PolicyStatus)

// ---- encryption ----

struct ServerSideEncryptionByDefault {
  std::string SSEAlgorithm;
  std::optional<std::string> KMSMasterKeyID;
};
AWS_SHAPE(ServerSideEncryptionByDefault, SSEAlgorithm, KMSMasterKeyID)
struct ServerSideEncryptionRule {
  std::optional<ServerSideEncryptionByDefault> ApplyServerSideEncryptionByDefault;
  std::optional<bool> BucketKeyEnabled;
};
AWS_SHAPE(ServerSideEncryptionRule, ApplyServerSideEncryptionByDefault, BucketKeyEnabled)
struct ServerSideEncryptionConfiguration {
  wire::Required<Flat<ServerSideEncryptionRule, "Rule">> Rules;
};
AWS_SHAPE(ServerSideEncryptionConfiguration, Rules)
struct PutBucketEncryptionRequest {
  Label<"Bucket"> Bucket;
  Payload<s3::ServerSideEncryptionConfiguration> ServerSideEncryptionConfiguration;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
};
AWS_SHAPE(PutBucketEncryptionRequest, Bucket, ServerSideEncryptionConfiguration, ExpectedBucketOwner)
struct GetBucketEncryptionOutput {
  Payload<s3::ServerSideEncryptionConfiguration> ServerSideEncryptionConfiguration;
};
AWS_SHAPE(GetBucketEncryptionOutput, ServerSideEncryptionConfiguration)

// ---- public access ----

struct PublicAccessBlockConfiguration {
  std::optional<bool> BlockPublicAcls, IgnorePublicAcls, BlockPublicPolicy, RestrictPublicBuckets;
};
AWS_SHAPE(PublicAccessBlockConfiguration, BlockPublicAcls, IgnorePublicAcls, BlockPublicPolicy,
          RestrictPublicBuckets)
struct PutPublicAccessBlockRequest {
  Label<"Bucket"> Bucket;
  Payload<s3::PublicAccessBlockConfiguration> PublicAccessBlockConfiguration;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
};
AWS_SHAPE(PutPublicAccessBlockRequest, Bucket, PublicAccessBlockConfiguration, ExpectedBucketOwner)
struct GetPublicAccessBlockOutput {
  Payload<s3::PublicAccessBlockConfiguration> PublicAccessBlockConfiguration;
};
AWS_SHAPE(GetPublicAccessBlockOutput, PublicAccessBlockConfiguration)

// ---- ownership ----

struct OwnershipControlsRule {
  std::string ObjectOwnership;
};
AWS_SHAPE(OwnershipControlsRule, ObjectOwnership)
struct OwnershipControls {
  wire::Required<Flat<OwnershipControlsRule, "Rule">> Rules;
};
AWS_SHAPE(OwnershipControls, Rules)
struct PutBucketOwnershipControlsRequest {
  Label<"Bucket"> Bucket;
  Payload<s3::OwnershipControls> OwnershipControls;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
};
AWS_SHAPE(PutBucketOwnershipControlsRequest, Bucket, OwnershipControls, ExpectedBucketOwner)
struct GetBucketOwnershipControlsOutput {
  Payload<s3::OwnershipControls> OwnershipControls;
};
AWS_SHAPE(GetBucketOwnershipControlsOutput, OwnershipControls)

// ---- versioning ----

struct VersioningConfiguration {
  std::optional<std::string> Status;
  wire::Named<std::optional<std::string>, "MfaDelete"> MFADelete;
};
AWS_SHAPE(VersioningConfiguration, Status, MFADelete)
struct PutBucketVersioningRequest {
  Label<"Bucket"> Bucket;
  TextHeader<"x-amz-mfa"> MFA;
  Payload<s3::VersioningConfiguration> VersioningConfiguration;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
};
AWS_SHAPE(PutBucketVersioningRequest, Bucket, MFA, VersioningConfiguration, ExpectedBucketOwner)
struct GetBucketVersioningOutput {
  std::optional<std::string> Status;
};
AWS_SHAPE(GetBucketVersioningOutput, Status)

// ---- access lists ----

/// The list itself is not looked into: none but the owner's own can be set.
struct AccessControlPolicy {
  std::optional<s3::Owner> Owner;
};
AWS_SHAPE(AccessControlPolicy, Owner)
struct PutBucketAclRequest {
  Label<"Bucket"> Bucket;
  TextHeader<"x-amz-acl"> ACL;
  Payload<s3::AccessControlPolicy> AccessControlPolicy;
  TextHeader<"x-amz-grant-full-control"> GrantFullControl;
  TextHeader<"x-amz-grant-read"> GrantRead;
  TextHeader<"x-amz-grant-read-acp"> GrantReadACP;
  TextHeader<"x-amz-grant-write"> GrantWrite;
  TextHeader<"x-amz-grant-write-acp"> GrantWriteACP;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
};
AWS_SHAPE(PutBucketAclRequest, Bucket, ACL, AccessControlPolicy, GrantFullControl, GrantRead, GrantReadACP,
          GrantWrite, GrantWriteACP, ExpectedBucketOwner)
struct PutObjectAclRequest {
  Label<"Bucket"> Bucket;
  Label<"Key"> Key;
  Query<std::string, "versionId"> VersionId;
  TextHeader<"x-amz-acl"> ACL;
  Payload<s3::AccessControlPolicy> AccessControlPolicy;
  TextHeader<"x-amz-grant-full-control"> GrantFullControl;
  TextHeader<"x-amz-grant-read"> GrantRead;
  TextHeader<"x-amz-grant-read-acp"> GrantReadACP;
  TextHeader<"x-amz-grant-write"> GrantWrite;
  TextHeader<"x-amz-grant-write-acp"> GrantWriteACP;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
};
AWS_SHAPE(PutObjectAclRequest, Bucket, Key, VersionId, ACL, AccessControlPolicy, GrantFullControl, GrantRead,
          GrantReadACP, GrantWrite, GrantWriteACP, ExpectedBucketOwner)

// ---- lifecycle ----

struct LifecycleExpiration {
  std::optional<Timestamp> Date;
  std::optional<int> Days;
  std::optional<bool> ExpiredObjectDeleteMarker;
};
AWS_SHAPE(LifecycleExpiration, Date, Days, ExpiredObjectDeleteMarker)
struct LifecycleRuleAndOperator {
  std::optional<std::string> Prefix;
  Flat<Tag, "Tag"> Tags;
  std::optional<std::int64_t> ObjectSizeGreaterThan, ObjectSizeLessThan;
};
AWS_SHAPE(LifecycleRuleAndOperator, Prefix, Tags, ObjectSizeGreaterThan, ObjectSizeLessThan)
struct LifecycleRuleFilter {
  std::optional<std::string> Prefix;
  std::optional<s3::Tag> Tag;
  std::optional<std::int64_t> ObjectSizeGreaterThan, ObjectSizeLessThan;
  std::optional<LifecycleRuleAndOperator> And;
};
AWS_SHAPE(LifecycleRuleFilter, Prefix, Tag, ObjectSizeGreaterThan, ObjectSizeLessThan, And)
struct Transition {
  std::optional<Timestamp> Date;
  std::optional<int> Days;
  std::optional<std::string> StorageClass;
};
AWS_SHAPE(Transition, Date, Days, StorageClass)
struct NoncurrentVersionTransition {
  std::optional<int> NoncurrentDays;
  std::optional<std::string> StorageClass;
  std::optional<int> NewerNoncurrentVersions;
};
AWS_SHAPE(NoncurrentVersionTransition, NoncurrentDays, StorageClass, NewerNoncurrentVersions)
struct NoncurrentVersionExpiration {
  std::optional<int> NoncurrentDays, NewerNoncurrentVersions;
};
AWS_SHAPE(NoncurrentVersionExpiration, NoncurrentDays, NewerNoncurrentVersions)
struct AbortIncompleteMultipartUpload {
  std::optional<int> DaysAfterInitiation;
};
AWS_SHAPE(AbortIncompleteMultipartUpload, DaysAfterInitiation)
struct LifecycleRule {
  std::optional<std::string> ID;
  std::optional<std::string> Prefix;  // of the older form, instead of a filter
  std::optional<LifecycleRuleFilter> Filter;
  std::string Status;
  std::optional<LifecycleExpiration> Expiration;
  Flat<Transition, "Transition"> Transitions;
  Flat<NoncurrentVersionTransition, "NoncurrentVersionTransition"> NoncurrentVersionTransitions;
  std::optional<s3::NoncurrentVersionExpiration> NoncurrentVersionExpiration;
  std::optional<s3::AbortIncompleteMultipartUpload> AbortIncompleteMultipartUpload;
};
AWS_SHAPE(LifecycleRule, ID, Prefix, Filter, Status, Expiration, Transitions, NoncurrentVersionTransitions,
          NoncurrentVersionExpiration, AbortIncompleteMultipartUpload)
struct BucketLifecycleConfiguration {
  wire::Required<Flat<LifecycleRule, "Rule">> Rules;
};
AWS_SHAPE(BucketLifecycleConfiguration, Rules)
struct PutBucketLifecycleConfigurationRequest {
  Label<"Bucket"> Bucket;
  Payload<BucketLifecycleConfiguration> LifecycleConfiguration;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
};
AWS_SHAPE(PutBucketLifecycleConfigurationRequest, Bucket, LifecycleConfiguration, ExpectedBucketOwner)
struct GetBucketLifecycleConfigurationOutput {
  Flat<LifecycleRule, "Rule"> Rules;
};
AWS_SHAPE(GetBucketLifecycleConfigurationOutput, Rules)

// ---- cross-origin access ----

struct CORSRule {
  std::optional<std::string> ID;
  Flat<std::string, "AllowedHeader"> AllowedHeaders;
  wire::Required<Flat<std::string, "AllowedMethod">> AllowedMethods;
  wire::Required<Flat<std::string, "AllowedOrigin">> AllowedOrigins;
  Flat<std::string, "ExposeHeader"> ExposeHeaders;
  std::optional<int> MaxAgeSeconds;
};
AWS_SHAPE(CORSRule, ID, AllowedHeaders, AllowedMethods, AllowedOrigins, ExposeHeaders, MaxAgeSeconds)
struct CORSConfiguration {
  wire::Required<Flat<CORSRule, "CORSRule">> CORSRules;
};
AWS_SHAPE(CORSConfiguration, CORSRules)
struct PutBucketCorsRequest {
  Label<"Bucket"> Bucket;
  Payload<s3::CORSConfiguration> CORSConfiguration;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
};
AWS_SHAPE(PutBucketCorsRequest, Bucket, CORSConfiguration, ExpectedBucketOwner)

}  // namespace berth::s3
