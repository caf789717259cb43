/// How REST operations are told apart: method, path, query markers, and a header.
///
///   rest("GET", "/{Bucket}/{Key+}").query("uploadId")                         // ListParts
///   rest("PUT", "/{Bucket}/{Key+}").header("x-amz-copy-source")               // CopyObject
///   rest("GET", "/{Bucket}").query("list-type", "2").root("ListBucketResult")  // ListObjectsV2
///   rest("DELETE", "/{Bucket}").status(204)
///
/// Of several that match, the one with the most markers wins. A key the service calls a sub-resource
/// (ServiceInfo::sub_resources) must be one of the operation's markers: GET /b?lifecycle is never
/// ListObjects.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace berth::wire {

struct Rest {
  struct Marker {
    std::string_view key{}, value{};
  };
  std::string_view method{}, path{};
  std::array<Marker, 3> markers{};
  std::size_t marker_count = 0;
  std::string_view header_name{};
  std::string_view root_name{};  ///< of the answer's XML document; "" is the response struct's name
  int success = 200;
  bool checksums_of_object = false;  ///< what x-amz-checksum-… tells is not the body's

  /// The query must have `key` (and `value`, if given).
  constexpr Rest query(std::string_view key, std::string_view value = {}) const {
    Rest copy = *this;
    copy.markers[copy.marker_count++] = {key, value};
    return copy;
  }
  /// The request must have the header `name`.
  constexpr Rest header(std::string_view name) const {
    Rest copy = *this;
    copy.header_name = name;
    return copy;
  }
  constexpr Rest root(std::string_view name) const {
    Rest copy = *this;
    copy.root_name = name;
    return copy;
  }
  /// The HTTP status of success.
  constexpr Rest status(int code) const {
    Rest copy = *this;
    copy.success = code;
    return copy;
  }
  /// x-amz-checksum-… tells checksums of the object that the operation makes, and not of the body.
  constexpr Rest object_checksums() const {
    Rest copy = *this;
    copy.checksums_of_object = true;
    return copy;
  }
  constexpr std::size_t weight() const { return marker_count + (header_name.empty() ? 0 : 1); }
};

/// A path is "/", "/{Bucket}" or "/{Bucket}/{Key+}" ("+": the rest of the path with its slashes) and literal
/// segments.
constexpr Rest rest(std::string_view method, std::string_view path) {
  return {.method = method, .path = path};
}

}  // namespace berth::wire
