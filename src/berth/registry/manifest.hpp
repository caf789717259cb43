/// Image manifests and configurations (OCI image specification 1.1, and Docker's schema 2 that it came from). Pure.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace berth::registry {

inline constexpr std::string_view oci_manifest_type = "application/vnd.oci.image.manifest.v1+json";
inline constexpr std::string_view oci_index_type = "application/vnd.oci.image.index.v1+json";
inline constexpr std::string_view oci_config_type = "application/vnd.oci.image.config.v1+json";
inline constexpr std::string_view docker_manifest_type =
    "application/vnd.docker.distribution.manifest.v2+json";
inline constexpr std::string_view docker_list_type =
    "application/vnd.docker.distribution.manifest.list.v2+json";

struct Descriptor {
  std::string media_type;
  std::string digest;
  std::uint64_t size = 0;
};

struct Manifest {
  std::string media_type;
  bool is_index = false;  ///< of several images; then `manifests` and nothing else
  Descriptor config;
  std::vector<Descriptor> layers;
  std::vector<Descriptor> manifests;
};

/// Reads a manifest. `content_type` is what came with it; the document's own mediaType, if it has one, must agree.
/// The error says what is wrong in one sentence.
base::Result<Manifest> parse_manifest(std::string_view text, std::string_view content_type);

/// What of an image's configuration is in force when it runs.
struct ImageConfig {
  std::vector<std::string> entry_point;
  std::vector<std::string> command;
  std::vector<std::string> environment;  ///< "NAME=value"
  std::string working_directory;
  std::string user;
  std::map<std::string, std::string> labels;
  std::string architecture;
  std::string os;
};

base::Result<ImageConfig> parse_image_config(std::string_view text);

}  // namespace berth::registry
