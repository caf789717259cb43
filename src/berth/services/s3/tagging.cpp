#include "berth/services/s3/common.hpp"
#include "berth/services/s3/settings.hpp"
#include "berth/services/s3/tags.hpp"

namespace berth::s3 {

Async<GetTaggingOutput> get_object_tagging(S3& s3, const Call& call, ObjectRequest in) {
  objects::ObjectName name = object_name(in.Bucket, in.Key);
  check_expected_owner(call, in.ExpectedBucketOwner);
  check_version(in.Key, in.VersionId);
  auto found = co_await as_s3(name, s3.objects.head(name, objects::Conditions(), call.account));
  GetTaggingOutput out;
  out.TagSet = shown_tags(found.attributes.tags);
  co_return out;
}

Async<void> put_object_tagging(S3& s3, const Call& call, PutObjectTaggingRequest in) {
  objects::ObjectName name = object_name(in.Bucket, in.Key);
  check_expected_owner(call, in.ExpectedBucketOwner);
  check_version(in.Key, in.VersionId);
  if (!in.Tagging) throw malformed_xml();
  auto tags = checked_tags(in.Tagging->TagSet, most_object_tags);
  co_await as_s3(name, s3.objects.set_tags(name, std::move(tags), call.account));
}

Async<void> delete_object_tagging(S3& s3, const Call& call, ObjectRequest in) {
  objects::ObjectName name = object_name(in.Bucket, in.Key);
  check_expected_owner(call, in.ExpectedBucketOwner);
  check_version(in.Key, in.VersionId);
  co_await as_s3(name, s3.objects.set_tags(name, TagMap(), call.account));
}

Async<GetTaggingOutput> get_bucket_tagging(S3& s3, const Call& call, BucketRequest in) {
  objects::ObjectName name(checked_bucket(in.Bucket), "");
  check_expected_owner(call, in.ExpectedBucketOwner);
  auto tags = co_await as_s3(name, s3.objects.bucket_tags(name.bucket, call.account));
  if (!tags) throw not_set("NoSuchTagSet", "The TagSet does not exist", in.Bucket);
  GetTaggingOutput out;
  out.TagSet = shown_tags(*tags);
  co_return out;
}

Async<void> put_bucket_tagging(S3& s3, const Call& call, PutBucketTaggingRequest in) {
  objects::ObjectName name(checked_bucket(in.Bucket), "");
  check_expected_owner(call, in.ExpectedBucketOwner);
  if (!in.Tagging) throw malformed_xml();
  auto tags = checked_tags(in.Tagging->TagSet, most_bucket_tags);
  co_await as_s3(name, s3.objects.set_bucket_tags(name.bucket, std::move(tags), call.account));
}

Async<void> delete_bucket_tagging(S3& s3, const Call& call, BucketRequest in) {
  objects::ObjectName name(checked_bucket(in.Bucket), "");
  check_expected_owner(call, in.ExpectedBucketOwner);
  co_await as_s3(name, s3.objects.set_bucket_tags(name.bucket, TagMap(), call.account));
}

}  // namespace berth::s3
