#include "berth/services/s3/common.hpp"

namespace berth::s3 {

Async<CopyObjectOutput> copy_object(S3& s3, const Call& call, CopyObjectRequest in) {
  objects::ObjectName to = object_name(in.Bucket, in.Key);
  objects::ObjectName from = parse_copy_source(in.CopySource.value);
  check_expected_owner(call, in.ExpectedBucketOwner);
  refuse_unsupported(in);
  authorize_source(call, from);
  std::string directive = in.MetadataDirective.value_or("COPY");
  if (directive != "COPY" && directive != "REPLACE") {
    throw invalid_argument("Unknown metadata directive.", "x-amz-metadata-directive", directive);
  }
  std::optional<objects::Attributes> attributes;
  if (directive == "REPLACE") attributes = kept_attributes(in);
  if (!attributes && from.bucket == to.bucket && from.key == to.key) {
    throw invalid_request(
        "This copy request is illegal because it is trying to copy an object to itself without changing the "
        "object's "
        "metadata, storage class, website redirect location or encryption attributes.");
  }
  auto result = co_await as_s3(
      from, s3.objects.copy(from, to, copy_conditions(in), std::move(attributes), call.account));
  CopyObjectOutput out;
  out.CopyObjectResult = CopyResult{shown_time(result.modified), quoted_etag(result.etag)};
  co_return out;
}

}  // namespace berth::s3
