/// The paths of the registry API (OCI distribution specification 1.1). Pure.
#pragma once

#include <string>
#include <string_view>

namespace berth::ecr {

struct OciPath {
  enum class Kind {
    Base,      ///< /v2/
    Blob,      ///< /v2/NAME/blobs/DIGEST
    Uploads,   ///< /v2/NAME/blobs/uploads/
    Upload,    ///< /v2/NAME/blobs/uploads/ID
    Manifest,  ///< /v2/NAME/manifests/TAG or DIGEST
    Tags,      ///< /v2/NAME/tags/list
    Unknown,
  };
  Kind kind = Kind::Unknown;
  std::string name;       ///< of the repository; may have slashes
  std::string reference;  ///< digest, tag or upload id
};

OciPath parse_oci_path(std::string_view path);

/// The value of a query parameter, decoded; empty if it is not there.
std::string query_value(std::string_view query, std::string_view name);

}  // namespace berth::ecr
