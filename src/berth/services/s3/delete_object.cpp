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

/// One of many that may be removed, or a line of the answer that says why not.
std::optional<objects::Removal> to_removal(const Call& call, const std::string& bucket,
                                           const ObjectIdentifier& object, DeleteObjectsOutput& out) {
  try {
    objects::Removal removal;
    removal.key = object_name(bucket, object.Key).key;
    call.authorize("s3:DeleteObject", "arn:aws:s3:::" + bucket + "/" + object.Key);
    check_version(object.Key, object.VersionId);
    removal.conditions.if_match = object.ETag;
    return removal;
  } catch (const wire::ServiceError& error) {
    out.Errors.push_back({object.Key, error.code, error.message});
    return std::nullopt;
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
  DeleteObjectsOutput out;
  std::vector<objects::Removal> removals;
  for (const ObjectIdentifier& object : in.Delete->Objects) {
    if (auto removal = to_removal(call, in.Bucket, object, out)) removals.push_back(std::move(*removal));
  }
  auto done = co_await as_s3(name, s3.objects.remove_all(name.bucket, std::move(removals), call.account));
  bool quiet = in.Delete->Quiet.value_or(false);
  for (const objects::Removal& removal : done) {
    if (removal.refused) {
      auto error =
          to_service_error(objects::ObjectError(objects::Refusal::PreconditionFailed, removal.key), name);
      out.Errors.push_back({removal.key, error.code, error.message});
    } else if (!quiet) {
      out.Deleted.push_back({removal.key});
    }
  }
  co_return out;
}

}  // namespace berth::s3
