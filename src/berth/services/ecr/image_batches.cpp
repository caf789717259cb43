// Many images at once: each is told of on its own, and one that cannot be had keeps no other from being so.
#include "berth/registry/names.hpp"
#include "berth/services/ecr/ecr.hpp"
#include "berth/services/ecr/errors.hpp"
#include "berth/services/ecr/pushing.hpp"

#include <map>

namespace berth::ecr {
namespace {

constexpr std::size_t most_images = 100;

void check_count(const std::vector<ImageIdentifier>& ids) {
  if (!ids.empty() && ids.size() <= most_images) return;
  throw invalid_parameter(
      "Invalid parameter at 'imageIds' failed to satisfy constraint: 'Member must have between 1 and 100 "
      "items'");
}

struct Found {
  const registry::Image* image = nullptr;
  const char* code = "";  ///< why there is none
  const char* reason = "";
};

/// The image that an identifier names: by digest, by tag, or by both if they agree.
Found find(const registry::Repository& repository, const ImageIdentifier& id) {
  if (!id.imageDigest && !id.imageTag)
    return {nullptr, "MissingDigestAndTag", "Invalid request parameters: both tag and digest cannot be null"};
  if (id.imageDigest && !registry::is_digest(*id.imageDigest))
    return {
        nullptr, "InvalidImageDigest",
        "Invalid request parameters: image digest should satisfy the regex '[a-zA-Z0-9-_+.]+:[a-fA-F0-9]+'"};
  if (id.imageTag && !registry::is_tag(*id.imageTag))
    return {
        nullptr, "InvalidImageTag",
        "Invalid request parameters: image tag should satisfy the regex '[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}'"};
  const registry::Image* image = repository.find(id.imageTag ? *id.imageTag : *id.imageDigest);
  if (!image) return {nullptr, "ImageNotFound", "Requested image not found"};
  if (id.imageDigest && image->digest != *id.imageDigest)
    return {nullptr, "ImageTagDoesNotMatchDigest",
            "Requested image tag does not match the requested image digest"};
  return {image};
}

bool is_index(const registry::Image& image) {
  return image.media_type == registry::oci_index_type || image.media_type == registry::docker_list_type;
}

/// By an image's digest: the indexes of the repository that refer to it.
using References = std::map<std::string, std::vector<std::string>>;
base::Async<References> references_in(Ecr& ecr, std::string repository_id, std::vector<std::string> indexes) {
  References all;
  for (const std::string& index : indexes) {
    std::string text = co_await ecr.content.manifest(repository_id, index);
    auto manifest = registry::parse_manifest(text, "");
    if (!manifest) continue;
    for (const registry::Descriptor& one : manifest->manifests) all[one.digest].push_back(index);
  }
  co_return all;
}

/// The indexes that are still there and refer to the image.
std::vector<std::string> referring(const registry::Repository& repository, const References& references,
                                   const std::string& digest) {
  std::vector<std::string> list;
  auto found = references.find(digest);
  if (found == references.end()) return list;
  for (const std::string& index : found->second) {
    if (repository.images.contains(index)) list.push_back(index);
  }
  return list;
}

}  // namespace

base::Async<BatchDeleteImageResponse> batch_delete_image(Ecr& ecr, const Call& call,
                                                         BatchDeleteImageRequest in) {
  check_count(in.imageIds);
  std::string id;
  std::vector<std::string> indexes;
  {
    const registry::Repository& repository = repository_of(ecr, call, in.repositoryName, in.registryId);
    id = repository.id;
    for (const auto& [digest, image] : repository.images) {
      if (is_index(image)) indexes.push_back(digest);
    }
  }
  const References references = co_await references_in(ecr, id, std::move(indexes));
  const registry::Repository& repository = repository_of(ecr, call, in.repositoryName, in.registryId);
  if (repository.id != id) throw repository_not_found(in.repositoryName, call.account);
  BatchDeleteImageResponse out;
  std::vector<std::string> removed;
  for (const ImageIdentifier& wanted : in.imageIds) {
    const Found found = find(repository, wanted);
    if (!found.image) {
      out.failures.push_back({wanted, found.code, found.reason});
      continue;
    }
    std::string digest = found.image->digest;
    auto tags = repository.tags_of(digest);
    const bool goes =
        !wanted.imageTag || tags.size() == 1;  // a tag alone goes, and the image with its last tag
    const auto indexes_left = referring(repository, references, digest);
    if (goes && !indexes_left.empty()) {
      out.failures.push_back({wanted, "ImageReferencedByManifestList",
                              "Requested image referenced by manifest list: [" + joined(indexes_left) + "]"});
      continue;
    }
    if (wanted.imageTag) {
      tags = {*wanted.imageTag};
      ecr.registry.remove_tag(repository, *wanted.imageTag);
    }
    if (goes) {
      ecr.registry.remove_image(repository, digest);
      removed.push_back(digest);
    }
    for (const std::string& tag : tags) out.imageIds.push_back({digest, tag});
    if (tags.empty()) out.imageIds.push_back({digest, {}});
  }
  for (const std::string& digest : removed) co_await ecr.content.remove_manifest(id, digest);
  co_return out;
}

base::Async<BatchGetImageResponse> batch_get_image(Ecr& ecr, const Call& call, BatchGetImageRequest in) {
  check_count(in.imageIds);
  const registry::Repository& repository = repository_of(ecr, call, in.repositoryName, in.registryId);
  const std::string repository_id = repository.id;
  BatchGetImageResponse out;
  for (const ImageIdentifier& id : in.imageIds) {
    const Found found = find(repository, id);
    if (!found.image) {
      out.failures.push_back({id, found.code, found.reason});
      continue;
    }
    Image shown{
        repository.account, repository.name, {found.image->digest, id.imageTag}, {}, found.image->media_type};
    out.images.push_back(std::move(shown));
  }
  for (Image& image : out.images)  // the repository may be gone meanwhile: nothing of it is used any more
    image.imageManifest = co_await ecr.content.manifest(repository_id, *image.imageId.imageDigest);
  co_return out;
}

}  // namespace berth::ecr
