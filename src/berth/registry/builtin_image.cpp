#include "berth/registry/builtin_image.hpp"

#include "berth/registry/manifest.hpp"
#include "berth/registry/names.hpp"

#include <fmt/format.h>

namespace berth::registry {

const std::string& builtin_config() {
  // No creation time: the same program gives the same digest. PATH is the sandbox's.
  static const std::string bytes = fmt::format(
      R"({{"architecture":"amd64","os":"linux","config":{{"Env":["PATH=/opt/fathom/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"],"Labels":{{"{}":"{}","org.opencontainers.image.title":"fathom"}}}},"rootfs":{{"type":"layers","diff_ids":[]}}}})",
      builtin_label, builtin_fathom);
  return bytes;
}

const std::string& builtin_manifest() {
  static const std::string bytes = fmt::format(
      R"({{"schemaVersion":2,"mediaType":"{}","config":{{"mediaType":"{}","digest":"{}","size":{}}},"layers":[]}})",
      oci_manifest_type, oci_config_type, digest_of(builtin_config()), builtin_config().size());
  return bytes;
}

const std::string& builtin_digest() {
  static const std::string digest = digest_of(builtin_manifest());
  return digest;
}

}  // namespace berth::registry
