/// What several of S3's operations do alike. Private to this folder.
#pragma once

#include "base/encoding.hpp"
#include "berth/objects/bucket_name.hpp"
#include "berth/objects/object_store.hpp"
#include "berth/services/s3/awaiting.hpp"
#include "berth/services/s3/copy_source.hpp"
#include "berth/services/s3/errors.hpp"
#include "berth/services/s3/s3.hpp"
#include "berth/services/s3/shapes_settings.hpp"
#include "berth/services/s3/tags.hpp"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace berth::s3 {

/// The bucket's name, or the error of one that cannot exist: internal buckets have such names.
std::string checked_bucket(const std::string& bucket);
/// Throws KeyTooLongError, InvalidArgument (not UTF-8).
objects::ObjectName object_name(const std::string& bucket, const std::string& key);
/// The owner whom the caller expects must be its own account: every bucket that it can use belongs to that.
void check_expected_owner(const Call& call, const std::optional<std::string>& expected);
/// Without versions there is the version "null" alone.
void check_version(const std::string& key, const std::optional<std::string>& version);

Owner owner(const std::string& account);
std::string quoted_etag(const std::string& etag);
/// HTTP and listings show seconds; so both show the same.
wire::Timestamp shown_time(base::TimePoint time);

/// Throws for a storage class or an encryption that S3 does not have. All that it has are taken, and kept alike.
void check_promises(const std::optional<std::string>& storage_class,
                    const std::optional<std::string>& encryption);

/// Headers that ask for what is not there. They change what is promised about the object, so that they are
/// refused and not ignored.
template <class Request>
void refuse_unsupported(const Request& in) {
  check_promises(in.StorageClass, in.ServerSideEncryption);
  const std::pair<const std::optional<std::string>*, std::string_view> headers[] = {
      {&in.SSECustomerAlgorithm, "x-amz-server-side-encryption-customer-algorithm"},
      {&in.ObjectLockMode, "x-amz-object-lock-mode"},
      {&in.ObjectLockLegalHoldStatus, "x-amz-object-lock-legal-hold"}};
  for (const auto& [value, header] : headers) {
    if (*value && !(*value)->empty()) throw header_not_implemented(header);
  }
}

/// The headers and metadata that are kept with an object. Throws MetadataTooLarge.
template <class Request>
objects::Attributes kept_attributes(const Request& in);

/// The checksums among a shape's members ChecksumCRC32 … ChecksumSHA256, and back.
template <class Shape>
std::map<objects::Checksum, std::string> announced_checksums(const Shape& in) {
  using objects::Checksum;
  std::map<Checksum, std::string> values;
  auto take = [&](Checksum kind, const std::optional<std::string>& value) {
    if (value) values[kind] = *value;
  };
  take(Checksum::Crc32, in.ChecksumCRC32);
  take(Checksum::Crc32c, in.ChecksumCRC32C);
  take(Checksum::Crc64Nvme, in.ChecksumCRC64NVME);
  take(Checksum::Sha1, in.ChecksumSHA1);
  take(Checksum::Sha256, in.ChecksumSHA256);
  return values;
}
template <class Shape>
void show_checksums(Shape& out, const std::map<objects::Checksum, std::string>& values) {
  using objects::Checksum;
  for (const auto& [kind, value] : values) {
    switch (kind) {
      case Checksum::Crc32:
        out.ChecksumCRC32 = value;
        break;
      case Checksum::Crc32c:
        out.ChecksumCRC32C = value;
        break;
      case Checksum::Crc64Nvme:
        out.ChecksumCRC64NVME = value;
        break;
      case Checksum::Sha1:
        out.ChecksumSHA1 = value;
        break;
      case Checksum::Sha256:
        out.ChecksumSHA256 = value;
        break;
    }
  }
}
inline std::string checksum_type(bool of_whole) { return of_whole ? "FULL_OBJECT" : "COMPOSITE"; }

/// From x-amz-sdk-checksum-algorithm or x-amz-checksum-algorithm. Throws InvalidRequest for an unknown one.
std::optional<objects::Checksum> parse_checksum_algorithm(const std::optional<std::string>& text);
/// What is to be computed: what was announced, or the algorithm whose value comes in the trailer, or `otherwise`.
template <class Request>
std::vector<objects::Checksum> wanted_checksums(const Request& in,
                                                objects::Checksum otherwise = objects::default_checksum) {
  std::vector<objects::Checksum> kinds;
  for (const auto& [kind, value] : announced_checksums(in)) kinds.push_back(kind);
  auto named = parse_checksum_algorithm(in.ChecksumAlgorithm);
  if (!named && in.Trailer) named = objects::from_header_name(*in.Trailer);
  if (kinds.empty()) kinds.push_back(named.value_or(otherwise));
  return kinds;
}

/// Takes a body in. Throws EntityTooLarge (over 5 GiB), MissingContentLength.
Async<objects::Written> receive(objects::ObjectStore& objects, wire::RequestBody body,
                                std::vector<objects::Checksum> checksums);

/// A copy's source. Throws InvalidArgument, and as object_name and check_version.
objects::ObjectName parse_copy_source(const std::string& text);
template <class Request>
objects::Conditions copy_conditions(const Request& in);
/// Dates that are none are ignored, as HTTP says.
std::optional<base::TimePoint> parse_date(const std::optional<std::string>& text);
/// Throws AccessDenied unless the caller may also read the source.
void authorize_source(const Call& call, const objects::ObjectName& source);

/// Throws AccessDenied unless the caller may also tag what it writes, if it does.
void authorize_tags(const Call& call, const objects::ObjectName& name,
                    const std::optional<std::string>& tags);

/// Kept, and given back in the header of the same name; not copied with an object.
inline constexpr const char* redirect_header = "x-amz-website-redirect-location";
/// Throws InvalidRedirectLocation unless it is a path or an address of the web.
const std::optional<std::string>& checked_redirect(const std::optional<std::string>& location);

// ---- details ----

void keep_header(objects::Attributes& attributes, std::string name, const std::optional<std::string>& value);
void check_metadata(const objects::Attributes& attributes);

template <class Request>
objects::Attributes kept_attributes(const Request& in) {
  objects::Attributes attributes;
  keep_header(attributes, "content-type", in.ContentType);
  keep_header(attributes, "cache-control", in.CacheControl);
  keep_header(attributes, "content-disposition", in.ContentDisposition);
  if (in.ContentEncoding)
    keep_header(attributes, "content-encoding", without_aws_chunked(*in.ContentEncoding));
  keep_header(attributes, "content-language", in.ContentLanguage);
  keep_header(attributes, "expires", in.Expires);
  keep_header(attributes, redirect_header, checked_redirect(in.WebsiteRedirectLocation));
  attributes.metadata = in.Metadata;
  check_metadata(attributes);
  if (in.Tagging) attributes.tags = parse_tag_header(*in.Tagging);
  return attributes;
}

template <class Request>
objects::Conditions copy_conditions(const Request& in) {
  objects::Conditions conditions;
  conditions.if_match = in.CopySourceIfMatch;
  conditions.if_none_match = in.CopySourceIfNoneMatch;
  conditions.if_modified_since = parse_date(in.CopySourceIfModifiedSince);
  conditions.if_unmodified_since = parse_date(in.CopySourceIfUnmodifiedSince);
  return conditions;
}

}  // namespace berth::s3
