#include "berth/http/exchange.hpp"
#include "berth/services/s3/common.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace berth::s3 {
namespace {

class ReaderSource final : public http::BodySource {
 public:
  explicit ReaderSource(objects::ObjectReader reader) : reader_(std::move(reader)) {}
  base::Async<std::size_t> read_some(std::span<char> buffer) override { return reader_.read_some(buffer); }

 private:
  objects::ObjectReader reader_;
};

/// Files as they lie on disk where the object is made of such; else through memory.
http::Body to_body(objects::ObjectStore& objects, objects::Reading reading) {
  if (reading.pieces.empty()) return std::string();
  if (reading.pieces.size() == 1 && reading.pieces[0].blob.empty()) return std::move(reading.pieces[0].bytes);
  bool all_files = std::all_of(reading.pieces.begin(), reading.pieces.end(),
                               [](const objects::Piece& piece) { return piece.file != nullptr; });
  if (all_files) {
    std::vector<http::FileRange> ranges;
    for (const objects::Piece& piece : reading.pieces)
      ranges.push_back({piece.file, piece.offset, piece.length});
    return ranges;
  }
  std::uint64_t length = reading.range.length;
  return http::Stream{std::make_shared<ReaderSource>(objects.reader(std::move(reading))), length};
}

objects::Conditions conditions_of(const GetObjectRequest& in) {
  objects::Conditions conditions;
  conditions.if_match = in.IfMatch;
  conditions.if_none_match = in.IfNoneMatch;
  conditions.if_modified_since = parse_date(in.IfModifiedSince);
  conditions.if_unmodified_since = parse_date(in.IfUnmodifiedSince);
  return conditions;
}

GetObjectOutput describe(const objects::ObjectInfo& object, const GetObjectRequest& in) {
  GetObjectOutput out;
  out.AcceptRanges = "bytes";
  out.LastModified = shown_time(object.modified);
  out.ETag = quoted_etag(object.etag);
  out.Metadata = object.attributes.metadata;
  auto header = [&](const char* name,
                    const std::optional<std::string>& instead) -> std::optional<std::string> {
    if (instead) return instead;
    auto kept = object.attributes.headers.find(name);
    return kept == object.attributes.headers.end() ? std::nullopt : std::optional(kept->second);
  };
  out.ContentType = header("content-type", in.ResponseContentType).value_or("binary/octet-stream");
  out.CacheControl = header("cache-control", in.ResponseCacheControl);
  out.ContentDisposition = header("content-disposition", in.ResponseContentDisposition);
  out.ContentEncoding = header("content-encoding", in.ResponseContentEncoding);
  out.ContentLanguage = header("content-language", in.ResponseContentLanguage);
  out.Expires = header("expires", in.ResponseExpires);
  out.WebsiteRedirectLocation = header(redirect_header, std::nullopt);
  if (!object.attributes.tags.empty()) out.TagCount = static_cast<int>(object.attributes.tags.size());
  return out;
}

void show_stored_checksums(GetObjectOutput& out, const objects::ObjectInfo& object,
                           const GetObjectRequest& in) {
  if (in.ChecksumMode != "ENABLED" || object.attributes.checksums.empty()) return;
  show_checksums(out, object.attributes.checksums);
  out.ChecksumType = checksum_type(object.attributes.checksum_of_whole);
}

void show_range(GetObjectOutput& out, const objects::ByteRange& range, std::uint64_t size) {
  out.StatusCode = 206;
  out.ContentRange = fmt::format("bytes {}-{}/{}", range.first, range.first + range.length - 1, size);
}

void check_request(const Call& call, const GetObjectRequest& in) {
  check_expected_owner(call, in.ExpectedBucketOwner);
  check_version(in.Key, in.VersionId);
  if (in.SSECustomerAlgorithm)
    throw header_not_implemented("x-amz-server-side-encryption-customer-algorithm");
  if (in.PartNumber && in.Range)
    throw invalid_request("Cannot specify both Range header and partNumber query parameter");
  if (in.PartNumber && (*in.PartNumber < 1 || *in.PartNumber > objects::largest_part_number)) {
    throw invalid_argument("Part number must be an integer between 1 and 10000, inclusive", "partNumber",
                           std::to_string(*in.PartNumber));
  }
}

void show_part(GetObjectOutput& out, const objects::Reading& reading) {
  out.StatusCode = 206;
  if (reading.range.length > 0) show_range(out, reading.range, reading.info.size);
  int count = objects::part_count(reading.info.etag);
  if (count > 0) out.PartsCount = count;
}

std::optional<objects::RangeRequest> range_of(const GetObjectRequest& in) {
  return in.Range ? objects::parse_range(*in.Range) : std::nullopt;
}

std::optional<int> part_of(const GetObjectRequest& in) { return in.PartNumber; }

}  // namespace

Async<GetObjectOutput> get_object(S3& s3, const Call& call, GetObjectRequest in) {
  objects::ObjectName name = object_name(in.Bucket, in.Key);
  check_request(call, in);
  auto reading =
      co_await as_s3(name, s3.objects.get(name, range_of(in), conditions_of(in), call.account, part_of(in)));
  GetObjectOutput out = describe(reading.info, in);
  if (in.PartNumber) {
    show_part(out, reading);
  } else if (reading.is_partial) {
    show_range(out, reading.range, reading.info.size);
  } else {
    show_stored_checksums(out, reading.info, in);
  }
  out.Body = to_body(s3.objects, std::move(reading));
  co_return out;
}

Async<GetObjectOutput> head_object(S3& s3, const Call& call, GetObjectRequest in) {
  objects::ObjectName name = object_name(in.Bucket, in.Key);
  check_request(call, in);
  if (in.PartNumber) {
    auto reading =
        co_await as_s3(name, s3.objects.get(name, {}, conditions_of(in), call.account, part_of(in)));
    GetObjectOutput out = describe(reading.info, in);
    show_part(out, reading);
    out.ContentLength = static_cast<std::int64_t>(reading.range.length);
    co_return out;
  }
  auto found = co_await as_s3(name, s3.objects.head(name, conditions_of(in), call.account));
  GetObjectOutput out = describe(found, in);
  std::uint64_t length = found.size;
  if (auto range = range_of(in)) {
    auto applied = objects::apply_range(*range, found.size);
    if (!applied)
      throw to_service_error(objects::ObjectError(objects::Refusal::InvalidRange, std::to_string(found.size)),
                             name);
    show_range(out, *applied, found.size);
    length = applied->length;
  } else {
    show_stored_checksums(out, found, in);
  }
  out.ContentLength = static_cast<std::int64_t>(length);
  co_return out;
}

}  // namespace berth::s3
