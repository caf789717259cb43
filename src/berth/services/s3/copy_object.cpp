#include "berth/services/s3/common.hpp"

namespace berth::s3 {
namespace {

/// COPY unless it says REPLACE.
bool replaces(const std::optional<std::string>& directive, const char* what, const char* header) {
  std::string value = directive.value_or("COPY");
  if (value != "COPY" && value != "REPLACE")
    throw invalid_argument(std::string("Unknown ") + what + " directive.", header, value);
  return value == "REPLACE";
}

}  // namespace

Async<CopyObjectOutput> copy_object(S3& s3, const Call& call, CopyObjectRequest in) {
  objects::ObjectName to = object_name(in.Bucket, in.Key);
  objects::ObjectName from = parse_copy_source(in.CopySource.value);
  check_expected_owner(call, in.ExpectedBucketOwner);
  refuse_unsupported(in);
  authorize_source(call, from);
  bool new_metadata = replaces(in.MetadataDirective, "metadata", "x-amz-metadata-directive");
  bool new_tags = replaces(in.TaggingDirective, "tagging", "x-amz-tagging-directive");
  bool is_change = new_metadata || in.StorageClass || in.WebsiteRedirectLocation || in.ServerSideEncryption;
  if (!is_change && from.bucket == to.bucket && from.key == to.key) {
    throw invalid_request(
        "This copy request is illegal because it is trying to copy an object to itself without changing the "
        "object's metadata, storage class, website redirect location or encryption attributes.");
  }
  objects::Attributes sent = kept_attributes(in);
  objects::CopyOptions options;
  options.source = copy_conditions(in);
  options.target.if_match = in.IfMatch;
  options.target.if_none_match = in.IfNoneMatch;
  options.checksum = parse_checksum_algorithm(in.ChecksumAlgorithm);
  options.otherwise = objects::default_checksum;
  options.headers[redirect_header] = in.WebsiteRedirectLocation;
  if (new_tags) {
    authorize_tags(call, to, in.Tagging);
    options.tags = sent.tags;
  }
  if (new_metadata) options.attributes = std::move(sent);
  auto result = co_await as_s3(from, s3.objects.copy(from, to, std::move(options), call.account));
  CopyObjectResult shown;
  shown.LastModified = shown_time(result.modified);
  shown.ETag = quoted_etag(result.etag);
  show_checksums(shown, result.checksums);
  if (!result.checksums.empty()) shown.ChecksumType = checksum_type(result.checksum_of_whole);
  CopyObjectOutput out;
  out.CopyObjectResult = std::move(shown);
  co_return out;
}

}  // namespace berth::s3
