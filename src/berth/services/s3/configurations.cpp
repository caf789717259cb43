// Reads of what nobody can set here: what AWS answers of a bucket that was just made. It says of each setting, with an
// error of its own or an empty document, that there is none; and what every new bucket has.
#include "berth/services/s3/common.hpp"
#include "berth/services/s3/settings.hpp"

#include <fmt/format.h>

namespace berth::s3 {
namespace {

/// The bucket is there and the caller's, or its error.
Async<void> check_bucket(S3& s3, const Call& call, BucketRequest in) {
  objects::ObjectName name(checked_bucket(in.Bucket), "");
  check_expected_owner(call, in.ExpectedBucketOwner);
  co_await as_s3(name, s3.objects.bucket(name.bucket, call.account));
}

Async<void> refuse_unset(S3& s3, const Call& call, BucketRequest in, const char* code, const char* message) {
  std::string bucket = in.Bucket;
  co_await check_bucket(s3, call, std::move(in));
  throw not_set(code, message, bucket);
}

/// Full control for the owner: all that an access list says here.
GetAclOutput owners_list(const Call& call) {
  const std::string id = owner(call.account).ID.value_or("");
  const std::string who = fmt::format("<ID>{}</ID><DisplayName>{}</DisplayName>", id, call.account);
  GetAclOutput out;
  out.ContentType = "application/xml";
  out.Document = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<AccessControlPolicy xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Owner>{0}</Owner>"
      "<AccessControlList><Grant><Grantee xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
      "xsi:type=\"CanonicalUser\">{0}</Grantee><Permission>FULL_CONTROL</Permission></Grant>"
      "</AccessControlList></AccessControlPolicy>",
      who);
  return out;
}

}  // namespace

Async<GetAclOutput> get_bucket_acl(S3& s3, const Call& call, BucketRequest in) {
  co_await check_bucket(s3, call, std::move(in));
  co_return owners_list(call);
}

Async<GetAclOutput> get_object_acl(S3& s3, const Call& call, ObjectRequest in) {
  objects::ObjectName name = object_name(in.Bucket, in.Key);
  check_expected_owner(call, in.ExpectedBucketOwner);
  check_version(in.Key, in.VersionId);
  co_await as_s3(name, s3.objects.head(name, objects::Conditions(), call.account));
  co_return owners_list(call);
}

Async<GetBucketAccelerateConfigurationOutput> get_bucket_accelerate(S3& s3, const Call& call,
                                                                    BucketRequest in) {
  co_await check_bucket(s3, call, std::move(in));
  co_return GetBucketAccelerateConfigurationOutput{};
}

Async<GetBucketRequestPaymentOutput> get_bucket_request_payment(S3& s3, const Call& call, BucketRequest in) {
  co_await check_bucket(s3, call, std::move(in));
  co_return GetBucketRequestPaymentOutput{"BucketOwner"};
}

Async<GetBucketLoggingOutput> get_bucket_logging(S3& s3, const Call& call, BucketRequest in) {
  co_await check_bucket(s3, call, std::move(in));
  co_return GetBucketLoggingOutput{};
}

Async<GetBucketNotificationConfigurationOutput> get_bucket_notification(S3& s3, const Call& call,
                                                                        BucketRequest in) {
  co_await check_bucket(s3, call, std::move(in));
  co_return GetBucketNotificationConfigurationOutput{};
}

Async<void> get_bucket_cors(S3& s3, const Call& call, BucketRequest in) {
  co_await refuse_unset(s3, call, std::move(in), "NoSuchCORSConfiguration",
                        "The CORS configuration does not exist");
}

Async<void> put_bucket_cors(S3& s3, const Call& call, PutBucketCorsRequest in) {
  BucketRequest bucket{in.Bucket, in.ExpectedBucketOwner};
  co_await check_bucket(s3, call, std::move(bucket));
  throw wire::ServiceError("NotImplemented",
                           "Web pages of other origins are not let in here: answers carry no CORS headers.",
                           501);
}

Async<void> get_bucket_website(S3& s3, const Call& call, BucketRequest in) {
  co_await refuse_unset(s3, call, std::move(in), "NoSuchWebsiteConfiguration",
                        "The specified bucket does not have a website configuration");
}

Async<void> get_bucket_replication(S3& s3, const Call& call, BucketRequest in) {
  co_await refuse_unset(s3, call, std::move(in), "ReplicationConfigurationNotFoundError",
                        "The replication configuration was not found");
}

Async<void> get_object_lock_configuration(S3& s3, const Call& call, BucketRequest in) {
  co_await refuse_unset(s3, call, std::move(in), "ObjectLockConfigurationNotFoundError",
                        "Object Lock configuration does not exist for this bucket");
}

Async<void> get_object_lock(S3& s3, const Call& call, ObjectRequest in) {
  objects::ObjectName name = object_name(in.Bucket, in.Key);
  check_expected_owner(call, in.ExpectedBucketOwner);
  check_version(in.Key, in.VersionId);
  co_await as_s3(name, s3.objects.head(name, objects::Conditions(), call.account));
  throw invalid_request("Bucket is missing Object Lock Configuration");
}

}  // namespace berth::s3
