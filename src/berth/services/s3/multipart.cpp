#include "berth/services/s3/common.hpp"
#include "berth/services/s3/listing_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace berth::s3 {
namespace {

void check_part_number(int number) {
  if (number < 1 || number > objects::largest_part_number) {
    throw invalid_argument("Part number must be an integer between 1 and 10000, inclusive", "partNumber",
                           std::to_string(number));
  }
}

/// CRC64NVME is always of the whole object, SHA digests never are; the other CRCs may be either.
bool is_of_whole(objects::Checksum kind, const std::optional<std::string>& type) {
  using objects::Checksum;
  bool can_combine = kind != Checksum::Sha1 && kind != Checksum::Sha256;
  if (!type) return kind == Checksum::Crc64Nvme;
  if (*type != "COMPOSITE" && *type != "FULL_OBJECT") {
    throw invalid_request("Value for x-amz-checksum-type header is invalid.");
  }
  bool whole = *type == "FULL_OBJECT";
  if ((whole && !can_combine) || (!whole && kind == Checksum::Crc64Nvme)) {
    throw invalid_request(fmt::format("The {} checksum type cannot be used with the {} checksum algorithm.",
                                      *type, objects::algorithm(kind)));
  }
  return whole;
}

}  // namespace

Async<CreateMultipartUploadOutput> create_multipart_upload(S3& s3, const Call& call,
                                                           CreateMultipartUploadRequest in) {
  objects::ObjectName name = object_name(in.Bucket, in.Key);
  check_expected_owner(call, in.ExpectedBucketOwner);
  refuse_unsupported(in);
  authorize_tags(call, name, in.Tagging);
  objects::Upload upload;
  upload.attributes = kept_attributes(in);
  upload.checksum = parse_checksum_algorithm(in.ChecksumAlgorithm);
  if (upload.checksum) upload.checksum_of_whole = is_of_whole(*upload.checksum, in.ChecksumType);
  auto begun = co_await as_s3(name, s3.objects.create_upload(name, std::move(upload), call.account));
  CreateMultipartUploadOutput out;
  out.Bucket = in.Bucket;
  out.Key = in.Key;
  out.UploadId = begun.id;
  if (begun.checksum) {
    out.ChecksumAlgorithm = std::string(objects::algorithm(*begun.checksum));
    out.ChecksumType = checksum_type(begun.checksum_of_whole);
  }
  co_return out;
}

Async<UploadPartOutput> upload_part(S3& s3, const Call& call, UploadPartRequest in) {
  objects::ObjectName name = object_name(in.Bucket, in.Key);
  check_expected_owner(call, in.ExpectedBucketOwner);
  if (in.SSECustomerAlgorithm)
    throw header_not_implemented("x-amz-server-side-encryption-customer-algorithm");
  check_part_number(in.PartNumber.value);
  // Before the first byte: no upload, no body. And the upload's own checksum (or the default one) is needed at the end.
  auto upload = co_await as_s3(name, s3.objects.list_parts(name, in.UploadId.value, 0, 0, call.account));
  auto own = upload.upload.checksum.value_or(objects::default_checksum);
  auto kinds = wanted_checksums(in, own);
  if (std::find(kinds.begin(), kinds.end(), own) == kinds.end()) kinds.push_back(own);

  wire::RequestBody body = in.Body.value_or(wire::RequestBody());
  objects::Written written = co_await as_s3(name, receive(s3.objects, std::move(body), std::move(kinds)));
  auto part = co_await as_s3(name, s3.objects.put_part(name, in.UploadId.value, in.PartNumber.value,
                                                       std::move(written), call.account));
  UploadPartOutput out;
  out.ETag = quoted_etag(part.etag);
  show_checksums(out, part.checksums);
  co_return out;
}

Async<UploadPartCopyOutput> upload_part_copy(S3& s3, const Call& call, UploadPartCopyRequest in) {
  objects::ObjectName to = object_name(in.Bucket, in.Key);
  objects::ObjectName from = parse_copy_source(in.CopySource.value);
  check_expected_owner(call, in.ExpectedBucketOwner);
  if (in.SSECustomerAlgorithm)
    throw header_not_implemented("x-amz-server-side-encryption-customer-algorithm");
  check_part_number(in.PartNumber.value);
  authorize_source(call, from);
  std::optional<objects::RangeRequest> range;
  if (in.CopySourceRange) {
    range = objects::parse_range(*in.CopySourceRange);
    if (!range || !range->first || !range->last) {
      throw invalid_argument(
          "The x-amz-copy-source-range value must be of the form bytes=first-last where first and "
          "last are the zero-based offsets of the first and last bytes to copy",
          "x-amz-copy-source-range", *in.CopySourceRange);
    }
  }
  auto part =
      co_await as_s3(from, s3.objects.copy_part(from, range, copy_conditions(in), to, in.UploadId.value,
                                                in.PartNumber.value, call.account));
  CopyPartResult shown;
  shown.LastModified = shown_time(part.modified);
  shown.ETag = quoted_etag(part.etag);
  show_checksums(shown, part.checksums);
  UploadPartCopyOutput out;
  out.CopyPartResult = std::move(shown);
  co_return out;
}

Async<CompleteMultipartUploadOutput> complete_multipart_upload(S3& s3, const Call& call,
                                                               CompleteMultipartUploadRequest in) {
  objects::ObjectName name = object_name(in.Bucket, in.Key);
  check_expected_owner(call, in.ExpectedBucketOwner);
  if (!in.MultipartUpload || in.MultipartUpload->Parts.empty()) throw malformed_xml();
  std::vector<objects::PartName> parts;
  for (const CompletedPart& part : in.MultipartUpload->Parts) {
    if (!part.PartNumber || !part.ETag) throw malformed_xml();
    check_part_number(*part.PartNumber);
    parts.push_back({*part.PartNumber, *part.ETag, announced_checksums(part)});
  }
  objects::Conditions conditions;
  conditions.if_match = in.IfMatch;
  conditions.if_none_match = in.IfNoneMatch;
  objects::ExpectedWhole expected;
  expected.checksums = announced_checksums(in);
  if (in.ChecksumType) expected.checksum_of_whole = *in.ChecksumType == "FULL_OBJECT";
  if (in.MpuObjectSize) expected.size = static_cast<std::uint64_t>(*in.MpuObjectSize);
  auto result = co_await as_s3(
      name, s3.objects.complete_upload(name, in.UploadId.value, std::move(parts), std::move(conditions),
                                       std::move(expected), call.account));
  CompleteMultipartUploadOutput out;
  out.Location =
      fmt::format("{}://{}/{}/{}", call.scheme, call.host, in.Bucket, base::percent_encode(in.Key, "/"));
  out.Bucket = in.Bucket;
  out.Key = in.Key;
  out.ETag = quoted_etag(result.etag);
  show_checksums(out, result.checksums);
  if (!result.checksums.empty()) out.ChecksumType = checksum_type(result.checksum_of_whole);
  co_return out;
}

Async<void> abort_multipart_upload(S3& s3, const Call& call, AbortMultipartUploadRequest in) {
  objects::ObjectName name = object_name(in.Bucket, in.Key);
  check_expected_owner(call, in.ExpectedBucketOwner);
  co_await as_s3(name, s3.objects.abort_upload(name, in.UploadId.value, call.account));
}

Async<ListPartsOutput> list_parts(S3& s3, const Call& call, ListPartsRequest in) {
  objects::ObjectName name = object_name(in.Bucket, in.Key);
  check_expected_owner(call, in.ExpectedBucketOwner);
  int limit = checked_limit(in.MaxParts, "max-parts");
  int after = in.PartNumberMarker.value_or(0);
  auto listing = co_await as_s3(name, s3.objects.list_parts(name, in.UploadId.value, after,
                                                            static_cast<std::size_t>(limit), call.account));
  ListPartsOutput out;
  out.Bucket = in.Bucket;
  out.Key = in.Key;
  out.UploadId = in.UploadId.value;
  out.PartNumberMarker = after;
  out.MaxParts = limit;
  out.IsTruncated = listing.truncated;
  for (const objects::Part& part : listing.parts) {
    Part shown{part.number,
               shown_time(part.modified),
               quoted_etag(part.etag),
               static_cast<std::int64_t>(part.size),
               {},
               {},
               {},
               {},
               {}};
    show_checksums(shown, part.checksums);
    out.Parts.push_back(std::move(shown));
  }
  if (!listing.parts.empty()) out.NextPartNumberMarker = listing.parts.back().number;
  out.Initiator = out.Owner = owner(call.account);
  out.StorageClass = "STANDARD";
  if (listing.upload.checksum) {
    out.ChecksumAlgorithm = std::string(objects::algorithm(*listing.upload.checksum));
    out.ChecksumType = checksum_type(listing.upload.checksum_of_whole);
  }
  co_return out;
}

Async<ListMultipartUploadsOutput> list_multipart_uploads(S3& s3, const Call& call,
                                                         ListMultipartUploadsRequest in) {
  objects::ObjectName name(checked_bucket(in.Bucket), "");
  check_expected_owner(call, in.ExpectedBucketOwner);
  Shown shown(in.EncodingType);
  int limit = checked_limit(in.MaxUploads, "max-uploads");
  objects::ListQuery query;
  query.prefix = in.Prefix.value_or("");
  query.delimiter = in.Delimiter.value_or("");
  query.after = in.KeyMarker.value_or("");
  query.limit = static_cast<std::size_t>(limit);
  auto listing = co_await as_s3(name, s3.objects.list_uploads(name.bucket, std::move(query),
                                                              in.UploadIdMarker.value_or(""), call.account));
  ListMultipartUploadsOutput out;
  out.Bucket = in.Bucket;
  out.KeyMarker = shown(in.KeyMarker.value_or(""));
  out.UploadIdMarker = in.UploadIdMarker.value_or("");
  if (in.Prefix) out.Prefix = shown(*in.Prefix);
  if (in.Delimiter) out.Delimiter = shown(*in.Delimiter);
  out.EncodingType = in.EncodingType;
  out.MaxUploads = limit;
  out.IsTruncated = listing.truncated;
  if (listing.truncated) {
    out.NextKeyMarker = shown(listing.last_key);
    out.NextUploadIdMarker = listing.last_upload;
  }
  for (const objects::Upload& upload : listing.uploads) {
    MultipartUpload entry{shown(upload.key),
                          upload.id,
                          owner(call.account),
                          owner(call.account),
                          "STANDARD",
                          {upload.initiated},
                          {},
                          {}};
    if (upload.checksum) {
      entry.ChecksumAlgorithm = std::string(objects::algorithm(*upload.checksum));
      entry.ChecksumType = checksum_type(upload.checksum_of_whole);
    }
    out.Uploads.push_back(std::move(entry));
  }
  for (const std::string& prefix : listing.prefixes) out.CommonPrefixes.push_back({shown(prefix)});
  co_return out;
}

}  // namespace berth::s3
