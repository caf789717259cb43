#include "berth/services/s3/common.hpp"

namespace berth::s3 {

Async<PutObjectOutput> put_object(S3& s3, const Call& call, PutObjectRequest in) {
  objects::ObjectName name = object_name(in.Bucket, in.Key);
  check_expected_owner(call, in.ExpectedBucketOwner);
  refuse_unsupported(in);
  if (in.WriteOffsetBytes) throw header_not_implemented("x-amz-write-offset-bytes");
  authorize_tags(call, name, in.Tagging);
  objects::Attributes attributes = kept_attributes(in);
  objects::Conditions conditions;
  conditions.if_match = in.IfMatch;
  conditions.if_none_match = in.IfNoneMatch;

  // Before the first byte: a client that waits for 100 Continue need not send what is refused anyway.
  co_await as_s3(name, s3.objects.bucket(name.bucket, call.account));
  wire::RequestBody body = in.Body.value_or(wire::RequestBody());
  objects::Written written = co_await as_s3(name, receive(s3.objects, std::move(body), wanted_checksums(in)));
  auto result = co_await as_s3(name, s3.objects.put(name, std::move(written), std::move(attributes),
                                                    std::move(conditions), call.account));
  PutObjectOutput out;
  out.ETag = quoted_etag(result.etag);
  show_checksums(out, result.checksums);
  if (!result.checksums.empty()) out.ChecksumType = checksum_type(result.checksum_of_whole);
  co_return out;
}

}  // namespace berth::s3
