/// What x-amz-copy-source names. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace berth::s3 {

struct CopySource {
  std::string bucket, key;
  std::optional<std::string> version;
  bool operator==(const CopySource&) const = default;
};

/// "bucket/key", percent-encoded, perhaps with a leading slash and ?versionId=. Nothing if it is neither.
std::optional<CopySource> read_copy_source(std::string_view text);

/// What Content-Encoding is without aws-chunked, which is the transfer's and not the object's.
std::string without_aws_chunked(std::string_view encoding);

}  // namespace berth::s3
