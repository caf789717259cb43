#include "base/page_token.hpp"
#include "berth/objects/listing.hpp"
#include "berth/services/s3/common.hpp"
#include "berth/services/s3/listing_parts.hpp"

namespace berth::s3 {
namespace {

template <class Output>
void show_entries(Output& out, const objects::Listing& listing, const Shown& shown,
                  const std::optional<Owner>& owner) {
  for (const objects::ObjectInfo& object : listing.objects) {
    out.Contents.push_back({shown(object.key), shown_time(object.modified), quoted_etag(object.etag),
                            static_cast<std::int64_t>(object.size), "STANDARD", owner});
  }
  for (const std::string& prefix : listing.prefixes) out.CommonPrefixes.push_back({shown(prefix)});
  out.IsTruncated = listing.truncated;
}

}  // namespace

Async<ListObjectsV2Output> list_objects_v2(S3& s3, const Call& call, ListObjectsV2Request in) {
  check_expected_owner(call, in.ExpectedBucketOwner);
  objects::ObjectName name(checked_bucket(in.Bucket), "");
  Shown shown(in.EncodingType);
  int limit = checked_limit(in.MaxKeys, "max-keys");
  objects::ListQuery query;
  query.prefix = in.Prefix.value_or("");
  query.delimiter = in.Delimiter.value_or("");
  query.after = in.StartAfter.value_or("");
  query.limit = static_cast<std::size_t>(limit);
  if (in.ContinuationToken) {
    auto place = base::from_page_token(*in.ContinuationToken);
    if (!place)
      throw invalid_argument("The continuation token provided is incorrect", "continuation-token",
                             *in.ContinuationToken);
    query.after = *place;
  }
  auto listing = co_await as_s3(name, s3.objects.list(name.bucket, std::move(query), call.account));
  ListObjectsV2Output out;
  out.Name = in.Bucket;
  out.Prefix = shown(in.Prefix.value_or(""));
  if (in.Delimiter && !in.Delimiter->empty()) out.Delimiter = shown(*in.Delimiter);
  if (in.StartAfter) out.StartAfter = shown(*in.StartAfter);
  out.EncodingType = in.EncodingType;
  out.ContinuationToken = in.ContinuationToken;
  if (listing.truncated) out.NextContinuationToken = base::to_page_token(listing.last);
  out.MaxKeys = limit;
  out.KeyCount = static_cast<int>(listing.objects.size() + listing.prefixes.size());
  std::optional<Owner> shown_owner;
  if (in.FetchOwner.value_or(false)) shown_owner = owner(call.account);
  show_entries(out, listing, shown, shown_owner);
  co_return out;
}

Async<ListObjectsOutput> list_objects(S3& s3, const Call& call, ListObjectsRequest in) {
  if (in.ListType)
    throw invalid_argument("Invalid List Type specified in the query string", "list-type", *in.ListType);
  check_expected_owner(call, in.ExpectedBucketOwner);
  objects::ObjectName name(checked_bucket(in.Bucket), "");
  Shown shown(in.EncodingType);
  int limit = checked_limit(in.MaxKeys, "max-keys");
  objects::ListQuery query;
  query.prefix = in.Prefix.value_or("");
  query.delimiter = in.Delimiter.value_or("");
  query.after = in.Marker.value_or("");
  query.limit = static_cast<std::size_t>(limit);
  auto listing = co_await as_s3(name, s3.objects.list(name.bucket, std::move(query), call.account));
  ListObjectsOutput out;
  out.Name = in.Bucket;
  out.Prefix = shown(in.Prefix.value_or(""));
  out.Marker = shown(in.Marker.value_or(""));
  if (in.Delimiter && !in.Delimiter->empty()) {
    out.Delimiter = shown(*in.Delimiter);
    if (listing.truncated) out.NextMarker = shown(listing.last);  // without a delimiter the last key serves
  }
  out.EncodingType = in.EncodingType;
  out.MaxKeys = limit;
  show_entries(out, listing, shown, owner(call.account));
  co_return out;
}

}  // namespace berth::s3
