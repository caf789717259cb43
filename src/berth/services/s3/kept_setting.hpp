/// Shapes that are kept as settings of a bucket. Private to this folder.
#pragma once

#include "berth/services/s3/common.hpp"
#include "berth/services/s3/shapes_configurations.hpp"
#include "berth/wire/describe.hpp"
#include "berth/wire/json11.hpp"

#include <optional>
#include <string>
#include <utility>

namespace berth::s3 {

/// What settings are called in the object store.
namespace setting {
inline constexpr const char* encryption = "encryption";
inline constexpr const char* public_access = "public access";
inline constexpr const char* ownership = "ownership";
inline constexpr const char* versioning = "versioning";
inline constexpr const char* lifecycle = "lifecycle";
}  // namespace setting

/// The name of a bucket that may be the caller's, or the error of one that cannot be.
template <class Request>
objects::ObjectName named_bucket(const Call& call, const Request& in) {
  check_expected_owner(call, in.ExpectedBucketOwner);
  return {checked_bucket(in.Bucket), ""};
}

template <class Shape>
std::string to_document(const Shape& shape) {
  return wire::encode_json(wire::describe<Shape>(), &shape, wire::Side::Response);
}
template <class Shape>
Shape from_document(const std::string& document) {
  Shape shape;
  wire::decode_json_into(document, wire::describe<Shape>(), &shape, wire::Side::Response, {});
  return shape;
}

/// The kept shape; nothing if none was ever set.
template <class Shape>
Async<std::optional<Shape>> kept_setting(S3& s3, const Call& call, objects::ObjectName bucket,
                                         const char* name) {
  auto document = co_await as_s3(bucket, s3.objects.bucket_setting(bucket.bucket, name, call.account));
  if (!document) co_return std::nullopt;
  co_return from_document<Shape>(*document);
}

template <class Shape>
Async<void> keep_setting(S3& s3, const Call& call, objects::ObjectName bucket, const char* name,
                         Shape shape) {
  std::optional<std::string> document = to_document(shape);
  co_await as_s3(bucket,
                 s3.objects.set_bucket_setting(bucket.bucket, name, std::move(document), call.account));
}

/// What every new bucket has, and what holds until another is set.
PublicAccessBlockConfiguration public_access_of_new_buckets();
/// As kept; everything is off once it was deleted.
Async<PublicAccessBlockConfiguration> public_access(S3& s3, const Call& call, objects::ObjectName bucket);

}  // namespace berth::s3
