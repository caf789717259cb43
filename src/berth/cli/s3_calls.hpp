/// The S3 operations that commands make, and the way of whole files.
#pragma once

#include "berth/cli/api.hpp"
#include "berth/cli/names.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace berth::cli {

struct BucketEntry {
  std::string name;
  base::TimePoint created{};
};
struct ObjectEntry {
  std::string key;
  std::uint64_t size = 0;
  base::TimePoint modified{};
  std::string etag;
};
struct Listing {
  std::vector<ObjectEntry> objects;
  std::vector<std::string> prefixes;  ///< "folders"; with a delimiter only
};

std::vector<BucketEntry> list_buckets(Api& api);
/// All pages. Without `recursive`, keys end at the next '/' after the prefix.
Listing list_objects(Api& api, const S3Address& address, bool recursive);
/// Whether it holds no object; unfinished uploads do not count.
bool is_empty_bucket(Api& api, const std::string& bucket);
void create_bucket(Api& api, const std::string& bucket);
/// Throws the service's BucketNotEmpty if it holds something.
void delete_bucket(Api& api, const std::string& bucket);
/// Deletes every object and every unfinished upload.
void empty_bucket(Api& api, const std::string& bucket);
void delete_objects(Api& api, const std::string& bucket, const std::vector<ObjectEntry>& objects);

struct ObjectHead {
  std::uint64_t size = 0;
  std::string etag;
};
/// Throws wrong_input if there is no such object.
ObjectHead head_object(Api& api, const S3Address& address);
/// Bytes [first, first + count) of the object that has this ETag; throws PreconditionFailed if it has been
/// replaced meanwhile.
std::string get_range(Api& api, const S3Address& address, const ObjectHead& head, std::uint64_t first,
                      std::uint64_t count);
void put_object(Api& api, const S3Address& address, std::string_view body, std::string_view content_type);

/// An object that is sent in parts: begin, add any number, complete. An upload that is not completed is aborted.
class PartsUpload {
 public:
  PartsUpload(Api& api, S3Address address, std::string_view content_type);
  ~PartsUpload();
  PartsUpload(const PartsUpload&) = delete;
  PartsUpload& operator=(const PartsUpload&) = delete;
  void add(std::string_view body);
  void complete();

 private:
  Api& api_;
  const S3Address address_;
  std::string upload_id_;
  std::vector<std::string> etags_;
  bool completed_ = false;
};

/// "/bucket/key", percent-encoded.
std::string object_path(const S3Address& address);

}  // namespace berth::cli
