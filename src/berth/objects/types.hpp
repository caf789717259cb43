/// The values that go in and out of the object store.
#pragma once

#include "base/clock.hpp"
#include "berth/objects/checksum.hpp"
#include "berth/objects/conditions.hpp"
#include "berth/objects/range.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace berth::objects {

struct Bucket {
  std::string name;
  std::string account;  ///< the owner
  std::string region;   ///< where it was made
  base::TimePoint created{};
};

/// An object is named by bucket and key; the key is bytes. (A constructor, so that it may be a temporary
/// argument of a coroutine.)
struct ObjectName {
  ObjectName(std::string in_bucket, std::string object_key)
      : bucket(std::move(in_bucket)), key(std::move(object_key)) {}
  std::string bucket;
  std::string key;
};

/// What is kept with an object and given back with it.
struct Attributes {
  Attributes() = default;                       // no aggregate: it may be a temporary argument of a coroutine
  std::map<std::string, std::string> headers;   ///< content-type, cache-control …: lower-case names
  std::map<std::string, std::string> metadata;  ///< x-amz-meta-…: names without the prefix, lower case
  std::map<Checksum, std::string> checksums;    ///< as answered: base64, for multipart objects maybe "…-N"
  bool checksum_of_whole = true;                ///< false: of the parts' checksums (COMPOSITE)
  std::map<std::string, std::string> tags;
  std::string upload;  ///< the multipart upload that made it, if one did
};

struct ObjectInfo {
  std::string key;
  std::uint64_t size = 0;
  std::string etag;  ///< hexadecimal, without quotes; "-N" at the end for N parts
  base::TimePoint modified{};
  Attributes attributes;
};

/// The number of parts that an entity tag tells ("…-3"); 0 for an object that was written in one piece.
int part_count(const std::string& etag);

/// What a copy is to be, and when it is to be made. (A constructor, so that it may be a temporary argument of a
/// coroutine.)
struct CopyOptions {
  CopyOptions() = default;
  Conditions source;                     ///< a source that does not meet them is PreconditionFailed
  Conditions target;                     ///< as those of a write
  std::optional<Attributes> attributes;  ///< headers and metadata instead of the source's
  std::map<std::string, std::optional<std::string>> headers;  ///< set or removed, whatever `attributes` says
  std::optional<std::map<std::string, std::string>> tags;     ///< instead of the source's
  std::optional<Checksum> checksum;                           ///< of this kind, instead of the source's
  std::optional<Checksum> otherwise;                          ///< of this kind, if the source has none
};

/// One of many to be removed, and what came of it.
struct Removal {
  std::string key;
  Conditions conditions;
  bool refused = false;  ///< by its conditions: PreconditionFailed
};

struct ListQuery {
  std::string prefix;
  std::string delimiter;  ///< empty: none
  std::string after;      ///< only what sorts after it; empty: from the beginning
  std::size_t limit = 1000;
};

/// One page, in the order of bytes. Entries and prefixes together are at most `limit`.
struct Listing {
  std::vector<ObjectInfo> objects;    ///< without attributes
  std::vector<std::string> prefixes;  ///< keys with the delimiter after the prefix, cut behind it
  bool truncated = false;
  std::string last;  ///< the last entry or prefix; as the next query's `after` it continues the listing
};

struct Upload {
  std::string id;
  std::string key;
  base::TimePoint initiated{};
  Attributes attributes;
  std::optional<Checksum> checksum;  ///< announced at creation; without, see ObjectStore::complete_upload
  bool checksum_of_whole = false;
};

struct Part {
  int number = 0;
  std::uint64_t size = 0;
  std::string etag;
  base::TimePoint modified{};
  std::map<Checksum, std::string> checksums;  ///< base64
};

struct ObjectParts {
  ObjectInfo object;
  std::vector<Part> parts;
  bool truncated = false;
};

/// A part as CompleteMultipartUpload names it.
struct PartName {
  int number = 0;
  std::string etag;  ///< with or without quotes
  std::map<Checksum, std::string> checksums;
};

/// What a completed upload must turn out to be.
struct ExpectedWhole {
  ExpectedWhole() = default;                  // no aggregate: it may be a temporary argument of a coroutine
  std::map<Checksum, std::string> checksums;  ///< base64
  std::optional<bool> checksum_of_whole;      ///< what the caller takes them (or those of the parts) for
  std::optional<std::uint64_t> size;
};

/// What is to go from a bucket by itself. (A constructor, so that it may be a temporary argument of a coroutine.)
struct Expiry {
  Expiry() = default;
  std::function<bool(const ObjectInfo&)> object;
  std::function<bool(const Upload&)> upload;
  bool with_attributes = false;  ///< `object` looks at them
};

struct UploadListing {
  std::vector<Upload> uploads;
  std::vector<std::string> prefixes;
  bool truncated = false;
  std::string last_key, last_upload;
};

struct PartListing {
  Upload upload;
  std::vector<Part> parts;
  bool truncated = false;
};

}  // namespace berth::objects
