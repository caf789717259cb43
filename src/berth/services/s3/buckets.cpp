#include "base/page_token.hpp"
#include "berth/objects/listing.hpp"
#include "berth/services/s3/common.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace berth::s3 {
namespace {

bool looks_like_region(const std::string& text) {
  return !text.empty() && text.size() <= 32 && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

/// us-east-1 takes any constraint or none; every other region wants its own name there.
std::string region_of(const Call& call, const CreateBucketRequest& in) {
  std::string location;
  if (in.CreateBucketConfiguration) location = in.CreateBucketConfiguration->LocationConstraint.value_or("");
  if (location == "EU") location = "eu-west-1";
  if (!location.empty() && !looks_like_region(location)) throw invalid_location(location);
  if (call.region == "us-east-1") return location.empty() ? call.region : location;
  if (location != call.region) throw illegal_location(location.empty() ? "unspecified" : location);
  return location;
}

}  // namespace

Async<ListBucketsOutput> list_buckets(S3& s3, const Call& call, ListBucketsRequest in) {
  constexpr int most = 10'000;
  int limit = in.MaxBuckets.value_or(most);
  if (limit < 1 || limit > most) {
    throw invalid_argument("max-buckets must be between 1 and 10000", "max-buckets", std::to_string(limit));
  }
  std::string after;
  if (in.ContinuationToken) {
    auto place = base::from_page_token(*in.ContinuationToken);
    if (!place)
      throw invalid_argument("The continuation token provided is incorrect", "continuation-token",
                             *in.ContinuationToken);
    after = *place;
  }
  std::string prefix = in.Prefix.value_or("");
  auto buckets =
      co_await s3.objects.buckets(call.account, prefix, after, static_cast<std::size_t>(limit) + 1);
  ListBucketsOutput out;
  out.Owner = owner(call.account);
  if (in.Prefix) out.Prefix = prefix;
  if (buckets.size() > static_cast<std::size_t>(limit)) {
    buckets.pop_back();
    out.ContinuationToken = base::to_page_token(buckets.back().name);
  }
  for (const objects::Bucket& bucket : buckets) {
    if (in.BucketRegion && *in.BucketRegion != bucket.region) continue;
    Bucket shown{bucket.name, {bucket.created}, {}};
    if (in.MaxBuckets || in.BucketRegion) shown.BucketRegion = bucket.region;
    out.Buckets.push_back(std::move(shown));
  }
  co_return out;
}

Async<CreateBucketOutput> create_bucket(S3& s3, const Call& call, CreateBucketRequest in) {
  if (!objects::is_bucket_name(in.Bucket)) throw invalid_bucket_name(in.Bucket);
  if (in.ObjectLockEnabledForBucket.value_or(false))
    throw header_not_implemented("x-amz-bucket-object-lock-enabled");
  std::string region = region_of(call, in);
  objects::ObjectName name(in.Bucket, "");
  try {
    co_await as_s3(name, s3.objects.create_bucket(in.Bucket, call.account, region));
  } catch (const wire::ServiceError& error) {
    // In us-east-1 making one's own bucket again succeeds, as it always has.
    if (error.code != "BucketAlreadyOwnedByYou" || call.region != "us-east-1") throw;
  }
  CreateBucketOutput out;
  out.Location = "/" + in.Bucket;
  co_return out;
}

Async<HeadBucketOutput> head_bucket(S3& s3, const Call& call, HeadBucketRequest in) {
  check_expected_owner(call, in.ExpectedBucketOwner);
  objects::ObjectName name(checked_bucket(in.Bucket), "");
  auto bucket = co_await as_s3(name, s3.objects.bucket(name.bucket, call.account));
  HeadBucketOutput out;
  out.BucketRegion = bucket.region;
  co_return out;
}

Async<void> delete_bucket(S3& s3, const Call& call, DeleteBucketRequest in) {
  check_expected_owner(call, in.ExpectedBucketOwner);
  objects::ObjectName name(checked_bucket(in.Bucket), "");
  co_await as_s3(name, s3.objects.delete_bucket(name.bucket, call.account));
}

Async<GetBucketLocationOutput> get_bucket_location(S3& s3, const Call& call, GetBucketLocationRequest in) {
  check_expected_owner(call, in.ExpectedBucketOwner);
  objects::ObjectName name(checked_bucket(in.Bucket), "");
  auto bucket = co_await as_s3(name, s3.objects.bucket(name.bucket, call.account));
  GetBucketLocationOutput out;
  out.ContentType = "application/xml";
  std::string begin = R"(<?xml version="1.0" encoding="UTF-8"?>)"
                      "\n"
                      R"(<LocationConstraint xmlns="http://s3.amazonaws.com/doc/2006-03-01/")";
  // us-east-1 is said by saying nothing. (The region's name needs no escaping: create_bucket checked it.)
  out.Document =
      bucket.region == "us-east-1" ? begin + "/>" : begin + ">" + bucket.region + "</LocationConstraint>";
  co_return out;
}

}  // namespace berth::s3
