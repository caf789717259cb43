#include "berth/registry/manifest.hpp"

#include "base/json.hpp"
#include "berth/registry/names.hpp"

#include <boost/json/object.hpp>
#include <fmt/format.h>

namespace berth::registry {
namespace {

namespace json = boost::json;

std::string text_of(const json::object& object, std::string_view member) {
  const json::value* found = object.if_contains(member);
  return found && found->is_string() ? std::string(found->as_string()) : std::string();
}

std::vector<std::string> texts_of(const json::object& object, std::string_view member) {
  std::vector<std::string> list;
  const json::value* found = object.if_contains(member);
  if (!found || !found->is_array()) return list;
  for (const json::value& item : found->as_array()) {
    if (item.is_string()) list.emplace_back(item.as_string());
  }
  return list;
}

base::Result<Descriptor> descriptor_of(const json::value& value, std::string_view where) {
  if (!value.is_object()) return base::failure(fmt::format("{} is not an object", where));
  const json::object& object = value.as_object();
  Descriptor descriptor{text_of(object, "mediaType"), text_of(object, "digest"), 0};
  if (!is_digest(descriptor.digest)) return base::failure(fmt::format("{} has no sha256 digest", where));
  const json::value* size = object.if_contains("size");
  if (!size || !size->is_int64() || size->as_int64() < 0)
    return base::failure(fmt::format("{} has no size", where));
  descriptor.size = static_cast<std::uint64_t>(size->as_int64());
  return descriptor;
}

base::Result<std::vector<Descriptor>> descriptors_of(const json::object& object, std::string_view member) {
  const json::value* list = object.if_contains(member);
  if (!list || !list->is_array()) return base::failure(fmt::format("the manifest has no list '{}'", member));
  std::vector<Descriptor> descriptors;
  for (const json::value& item : list->as_array()) {
    auto descriptor = descriptor_of(item, fmt::format("{}[{}]", member, descriptors.size()));
    if (!descriptor) return descriptor.error();
    descriptors.push_back(std::move(*descriptor));
  }
  return descriptors;
}

}  // namespace

base::Result<Manifest> parse_manifest(std::string_view text, std::string_view content_type) {
  auto parsed = base::parse_json(text);
  if (!parsed) return parsed.error().within("the manifest is not JSON");
  if (!parsed->is_object()) return base::failure("the manifest is not a JSON object");
  const json::object& document = parsed->as_object();
  const json::value* version = document.if_contains("schemaVersion");
  if (!version || !version->is_int64() || version->as_int64() != 2) {
    return base::failure("only manifests of schemaVersion 2 are taken");
  }

  Manifest manifest;
  manifest.media_type = text_of(document, "mediaType");
  content_type = content_type.substr(0, content_type.find(';'));
  if (manifest.media_type.empty()) manifest.media_type = std::string(content_type);
  if (!content_type.empty() && manifest.media_type != content_type) {
    return base::failure(
        fmt::format("the manifest says it is {} and came as {}", manifest.media_type, content_type));
  }
  manifest.is_index = manifest.media_type == oci_index_type || manifest.media_type == docker_list_type;
  if (!manifest.is_index && manifest.media_type != oci_manifest_type &&
      manifest.media_type != docker_manifest_type) {
    return base::failure(fmt::format("a manifest of the media type '{}' is not taken", manifest.media_type));
  }

  if (manifest.is_index) {
    auto manifests = descriptors_of(document, "manifests");
    if (!manifests) return manifests.error();
    manifest.manifests = std::move(*manifests);
    return manifest;
  }
  const json::value* config = document.if_contains("config");
  if (!config) return base::failure("the manifest has no config");
  auto descriptor = descriptor_of(*config, "config");
  if (!descriptor) return descriptor.error();
  auto layers = descriptors_of(document, "layers");
  if (!layers) return layers.error();
  manifest.config = std::move(*descriptor);
  manifest.layers = std::move(*layers);
  return manifest;
}

base::Result<ImageConfig> parse_image_config(std::string_view text) {
  auto parsed = base::parse_json(text);
  if (!parsed) return parsed.error().within("the image's configuration is not JSON");
  if (!parsed->is_object()) return base::failure("the image's configuration is not a JSON object");
  const json::object& document = parsed->as_object();
  ImageConfig config;
  config.architecture = text_of(document, "architecture");
  config.os = text_of(document, "os");
  const json::value* inner = document.if_contains("config");
  if (!inner || !inner->is_object()) return config;
  const json::object& run = inner->as_object();
  config.entry_point = texts_of(run, "Entrypoint");
  config.command = texts_of(run, "Cmd");
  config.environment = texts_of(run, "Env");
  config.working_directory = text_of(run, "WorkingDir");
  config.user = text_of(run, "User");
  const json::value* labels = run.if_contains("Labels");
  if (labels && labels->is_object()) {
    for (const auto& [name, value] : labels->as_object()) {
      if (value.is_string()) config.labels[name] = std::string(value.as_string());
    }
  }
  return config;
}

}  // namespace berth::registry
