#include "berth/services/s3/common.hpp"

namespace berth::s3 {

Async<void> delete_object(S3& s3, const Call& call, DeleteObjectRequest in) {
  objects::ObjectName name = object_name(in.Bucket, in.Key);
  check_expected_owner(call, in.ExpectedBucketOwner);
  if (in.MFA) throw header_not_implemented("x-amz-mfa");
  if (in.IfMatchLastModifiedTime) throw header_not_implemented("x-amz-if-match-last-modified-time");
  if (in.IfMatchSize) throw header_not_implemented("x-amz-if-match-size");
  check_version(in.Key, in.VersionId);
  objects::Conditions conditions;
  conditions.if_match = in.IfMatch;
  co_await as_s3(name, s3.objects.remove(name, std::move(conditions), call.account));
}

namespace {

/// Removes one of many: what goes wrong is a line of the answer and not the end of the call.
Async<void> delete_one(S3& s3, const Call& call, std::string bucket, ObjectIdentifier object, bool quiet,
                       DeleteObjectsOutput& out) {
  try {
    objects::ObjectName name = object_name(bucket, object.Key);
    call.authorize("s3:DeleteObject", "arn:aws:s3:::" + bucket + "/" + object.Key);
    check_version(object.Key, object.VersionId);
    objects::Conditions conditions;
    conditions.if_match = object.ETag;
    co_await as_s3(name, s3.objects.remove(name, std::move(conditions), call.account));
    if (!quiet) out.Deleted.push_back({object.Key});
  } catch (const wire::ServiceError& error) {
    out.Errors.push_back({object.Key, error.code, error.message});
  }
}

}  // namespace

Async<DeleteObjectsOutput> delete_objects(S3& s3, const Call& call, DeleteObjectsRequest in) {
  objects::ObjectName name(checked_bucket(in.Bucket), "");
  check_expected_owner(call, in.ExpectedBucketOwner);
  if (in.MFA) throw header_not_implemented("x-amz-mfa");
  if (!in.Delete || in.Delete->Objects.empty() || in.Delete->Objects.size() > 1000) throw malformed_xml();
  if (!in.ContentMD5 && !in.ChecksumAlgorithm) {
    throw invalid_request("Missing required header for this request: Content-MD5 OR x-amz-checksum-*");
  }
  co_await as_s3(name, s3.objects.bucket(name.bucket, call.account));
  DeleteObjectsOutput out;
  bool quiet = in.Delete->Quiet.value_or(false);
  for (ObjectIdentifier& object : in.Delete->Objects) {
    co_await delete_one(s3, call, in.Bucket, std::move(object), quiet, out);
  }
  co_return out;
}

}  // namespace berth::s3
