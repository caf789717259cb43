#include "berth/services/ecr/pushing.hpp"

namespace berth::ecr {

base::Async<Examined> examine(registry::Content& content, std::string repository, std::string bytes,
                              std::string media_type) {
  Examined found;
  auto manifest = registry::parse_manifest(bytes, media_type);
  if (!manifest) {
    found.problem = manifest.error().message;
    co_return found;
  }
  found.manifest = std::move(*manifest);
  registry::Image& image = found.image;
  image.digest = registry::digest_of(bytes);
  image.media_type = found.manifest.media_type;
  image.config_media_type = found.manifest.config.media_type;
  if (found.manifest.is_index) co_return found;

  auto needed = found.manifest.layers;
  needed.push_back(found.manifest.config);
  for (const registry::Descriptor& blob : needed) {
    auto size = co_await content.blob_size(repository, blob.digest);
    if (!size) found.missing.push_back(blob.digest);
    image.size += size.value_or(0);
  }
  // Configurations of images only: other artifacts have documents of their own.
  bool is_image = image.config_media_type.ends_with("image.config.v1+json") ||
                  image.config_media_type.ends_with("container.image.v1+json");
  if (!found.missing.empty() || !is_image) co_return found;
  std::string text = co_await content.blob_bytes(repository, found.manifest.config.digest, largest_manifest);
  auto config = registry::parse_image_config(text);
  if (!config) {
    found.problem = config.error().message;
    co_return found;
  }
  image.config = std::move(*config);
  co_return found;
}

std::vector<std::string> missing_manifests(const registry::Repository& repository,
                                           const registry::Manifest& index) {
  std::vector<std::string> missing;
  for (const registry::Descriptor& one : index.manifests) {
    if (!repository.find(one.digest)) missing.push_back(one.digest);
  }
  return missing;
}

std::string joined(const std::vector<std::string>& digests) {
  std::string list;
  for (const std::string& digest : digests) list += (list.empty() ? "" : ", ") + digest;
  return list;
}

}  // namespace berth::ecr
