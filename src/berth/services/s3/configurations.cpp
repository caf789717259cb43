/// Configurations of buckets that S3 lets be set and this does not (setting them is answered NotImplemented): a
/// read says that they are not set, which is true, and which clients understand.
#include "berth/services/s3/common.hpp"

namespace berth::s3 {
namespace {

/// Finds the bucket, and then throws that it has no such configuration.
Async<void> answer_unset(S3& s3, const Call& call, GetBucketConfigurationRequest in, const char* code,
                         const char* message) {
  check_expected_owner(call, in.ExpectedBucketOwner);
  objects::ObjectName name(checked_bucket(in.Bucket), "");
  co_await as_s3(name, s3.objects.bucket(name.bucket, call.account));
  throw wire::ServiceError(code, message, 404).with("BucketName", name.bucket);
}

}  // namespace

Async<void> get_bucket_cors(S3& s3, const Call& call, GetBucketConfigurationRequest in) {
  return answer_unset(s3, call, std::move(in), "NoSuchCORSConfiguration",
                      "The CORS configuration does not exist");
}
Async<void> get_bucket_encryption(S3& s3, const Call& call, GetBucketConfigurationRequest in) {
  return answer_unset(s3, call, std::move(in), "ServerSideEncryptionConfigurationNotFoundError",
                      "The server side encryption configuration was not found");
}
Async<void> get_bucket_lifecycle(S3& s3, const Call& call, GetBucketConfigurationRequest in) {
  return answer_unset(s3, call, std::move(in), "NoSuchLifecycleConfiguration",
                      "The lifecycle configuration does not exist");
}
Async<void> get_bucket_ownership_controls(S3& s3, const Call& call, GetBucketConfigurationRequest in) {
  return answer_unset(s3, call, std::move(in), "OwnershipControlsNotFoundError",
                      "The bucket ownership controls were not found");
}
Async<void> get_bucket_policy(S3& s3, const Call& call, GetBucketConfigurationRequest in) {
  return answer_unset(s3, call, std::move(in), "NoSuchBucketPolicy", "The bucket policy does not exist");
}
Async<void> get_bucket_replication(S3& s3, const Call& call, GetBucketConfigurationRequest in) {
  return answer_unset(s3, call, std::move(in), "ReplicationConfigurationNotFoundError",
                      "The replication configuration was not found");
}
Async<void> get_bucket_tagging(S3& s3, const Call& call, GetBucketConfigurationRequest in) {
  return answer_unset(s3, call, std::move(in), "NoSuchTagSet", "The TagSet does not exist");
}
Async<void> get_bucket_website(S3& s3, const Call& call, GetBucketConfigurationRequest in) {
  return answer_unset(s3, call, std::move(in), "NoSuchWebsiteConfiguration",
                      "The specified bucket does not have a website configuration");
}
Async<void> get_object_lock_configuration(S3& s3, const Call& call, GetBucketConfigurationRequest in) {
  return answer_unset(s3, call, std::move(in), "ObjectLockConfigurationNotFoundError",
                      "Object Lock configuration does not exist for this bucket");
}
Async<void> get_public_access_block(S3& s3, const Call& call, GetBucketConfigurationRequest in) {
  return answer_unset(s3, call, std::move(in), "NoSuchPublicAccessBlockConfiguration",
                      "The public access block configuration was not found");
}

}  // namespace berth::s3
