/// What is kept with buckets and objects beside their bytes, and what is asked about them: one function an operation,
/// all on the state lane.
#pragma once

#include "berth/services/s3/s3.hpp"
#include "berth/services/s3/shapes_configurations.hpp"

namespace berth::s3 {

// tagging.cpp
Async<GetTaggingOutput> get_object_tagging(S3&, const Call&, ObjectRequest);
Async<void> put_object_tagging(S3&, const Call&, PutObjectTaggingRequest);
Async<void> delete_object_tagging(S3&, const Call&, ObjectRequest);
Async<GetTaggingOutput> get_bucket_tagging(S3&, const Call&, BucketRequest);
Async<void> put_bucket_tagging(S3&, const Call&, PutBucketTaggingRequest);
Async<void> delete_bucket_tagging(S3&, const Call&, BucketRequest);

// object_attributes.cpp
Async<GetObjectAttributesOutput> get_object_attributes(S3&, const Call&, GetObjectAttributesRequest);

// versions.cpp
Async<ListObjectVersionsOutput> list_object_versions(S3&, const Call&, ListObjectVersionsRequest);

// bucket_policy.cpp
Async<void> put_bucket_policy(S3&, const Call&, PutBucketPolicyRequest);
Async<GetBucketPolicyOutput> get_bucket_policy(S3&, const Call&, BucketRequest);
Async<GetBucketPolicyStatusOutput> get_bucket_policy_status(S3&, const Call&, BucketRequest);
Async<void> delete_bucket_policy(S3&, const Call&, BucketRequest);

// bucket_settings.cpp
Async<void> put_bucket_encryption(S3&, const Call&, PutBucketEncryptionRequest);
Async<GetBucketEncryptionOutput> get_bucket_encryption(S3&, const Call&, BucketRequest);
Async<void> delete_bucket_encryption(S3&, const Call&, BucketRequest);
Async<void> put_public_access_block(S3&, const Call&, PutPublicAccessBlockRequest);
Async<GetPublicAccessBlockOutput> get_public_access_block(S3&, const Call&, BucketRequest);
Async<void> delete_public_access_block(S3&, const Call&, BucketRequest);
Async<void> put_bucket_ownership_controls(S3&, const Call&, PutBucketOwnershipControlsRequest);
Async<GetBucketOwnershipControlsOutput> get_bucket_ownership_controls(S3&, const Call&, BucketRequest);
Async<void> delete_bucket_ownership_controls(S3&, const Call&, BucketRequest);
Async<void> put_bucket_versioning(S3&, const Call&, PutBucketVersioningRequest);
Async<GetBucketVersioningOutput> get_bucket_versioning(S3&, const Call&, BucketRequest);
Async<void> put_bucket_acl(S3&, const Call&, PutBucketAclRequest);
Async<void> put_object_acl(S3&, const Call&, PutObjectAclRequest);

// bucket_lifecycle.cpp
Async<void> put_bucket_lifecycle(S3&, const Call&, PutBucketLifecycleConfigurationRequest);
Async<GetBucketLifecycleConfigurationOutput> get_bucket_lifecycle(S3&, const Call&, BucketRequest);
Async<void> delete_bucket_lifecycle(S3&, const Call&, BucketRequest);
/// Removes the objects that have expired and aborts the uploads that were abandoned, by the rules of every bucket; answers
/// how many. Storage classes do not change, and there are no older versions to remove.
Async<std::size_t> apply_lifecycles(S3&);

// configurations.cpp: what every bucket has, and errors where nothing is set
Async<GetAclOutput> get_bucket_acl(S3&, const Call&, BucketRequest);
Async<GetAclOutput> get_object_acl(S3&, const Call&, ObjectRequest);
Async<GetBucketAccelerateConfigurationOutput> get_bucket_accelerate(S3&, const Call&, BucketRequest);
Async<GetBucketRequestPaymentOutput> get_bucket_request_payment(S3&, const Call&, BucketRequest);
Async<GetBucketLoggingOutput> get_bucket_logging(S3&, const Call&, BucketRequest);
Async<GetBucketNotificationConfigurationOutput> get_bucket_notification(S3&, const Call&, BucketRequest);
Async<void> put_bucket_cors(S3&, const Call&, PutBucketCorsRequest);
Async<void> get_bucket_cors(S3&, const Call&, BucketRequest);
Async<void> get_bucket_website(S3&, const Call&, BucketRequest);
Async<void> get_bucket_replication(S3&, const Call&, BucketRequest);
Async<void> get_object_lock_configuration(S3&, const Call&, BucketRequest);
Async<void> get_object_lock(S3&, const Call&, ObjectRequest);

}  // namespace berth::s3
