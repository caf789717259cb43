#include "berth/services/s3/common.hpp"
#include "berth/services/s3/listing_parts.hpp"
#include "berth/services/s3/settings.hpp"

namespace berth::s3 {

/// Every object has the one version "null": the list of versions is the list of objects.
Async<ListObjectVersionsOutput> list_object_versions(S3& s3, const Call& call, ListObjectVersionsRequest in) {
  check_expected_owner(call, in.ExpectedBucketOwner);
  objects::ObjectName name(checked_bucket(in.Bucket), "");
  Shown shown(in.EncodingType);
  int limit = checked_limit(in.MaxKeys, "max-keys");
  if (in.VersionIdMarker && !in.KeyMarker) {
    throw invalid_argument("A version-id marker cannot be specified without a key marker.",
                           "version-id-marker", *in.VersionIdMarker);
  }
  if (in.VersionIdMarker && !in.VersionIdMarker->empty() && *in.VersionIdMarker != "null") {
    throw invalid_argument("Invalid version id specified", "version-id-marker", *in.VersionIdMarker);
  }
  objects::ListQuery query;
  query.prefix = in.Prefix.value_or("");
  query.delimiter = in.Delimiter.value_or("");
  query.after = in.KeyMarker.value_or("");
  query.limit = static_cast<std::size_t>(limit);
  auto listing = co_await as_s3(name, s3.objects.list(name.bucket, std::move(query), call.account));
  ListObjectVersionsOutput out;
  out.Name = in.Bucket;
  out.Prefix = shown(in.Prefix.value_or(""));
  out.KeyMarker = shown(in.KeyMarker.value_or(""));
  out.VersionIdMarker = in.VersionIdMarker.value_or("");
  if (in.Delimiter && !in.Delimiter->empty()) out.Delimiter = shown(*in.Delimiter);
  out.EncodingType = in.EncodingType;
  out.MaxKeys = limit;
  out.IsTruncated = listing.truncated;
  for (const objects::ObjectInfo& object : listing.objects) {
    out.Versions.push_back({shown(object.key), "null", true, shown_time(object.modified),
                            quoted_etag(object.etag), static_cast<std::int64_t>(object.size), "STANDARD",
                            owner(call.account)});
  }
  for (const std::string& prefix : listing.prefixes) out.CommonPrefixes.push_back({shown(prefix)});
  if (listing.truncated) {
    out.NextKeyMarker = shown(listing.last);
    bool is_prefix = !listing.prefixes.empty() && listing.prefixes.back() == listing.last;
    if (!is_prefix) out.NextVersionIdMarker = "null";
  }
  co_return out;
}

}  // namespace berth::s3
