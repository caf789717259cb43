#include "berth/services/ecr/ecr.hpp"
#include "berth/services/ecr/errors.hpp"
#include "berth/services/ecr/pages.hpp"
#include "berth/services/ecr/pushing.hpp"

namespace berth::ecr {
namespace {

enum class TagStatus { Any, Tagged, Untagged };

TagStatus tag_status_of(const std::optional<ImageFilter>& filter) {
  std::string status = filter ? filter->tagStatus.value_or("ANY") : "ANY";
  if (status == "ANY") return TagStatus::Any;
  if (status == "TAGGED") return TagStatus::Tagged;
  if (status == "UNTAGGED") return TagStatus::Untagged;
  throw invalid_parameter(
      "Invalid parameter at 'filter.tagStatus' failed to satisfy constraint: 'Member must satisfy enum value "
      "set: "
      "[TAGGED, UNTAGGED, ANY]'");
}

bool passes(TagStatus status, bool is_tagged) {
  return status == TagStatus::Any || (status == TagStatus::Tagged) == is_tagged;
}

/// The image that an identifier names: by digest, by tag, or by both if they agree. Null if there is none.
const registry::Image* find(const registry::Repository& repository, const ImageIdentifier& id) {
  if (!id.imageDigest && !id.imageTag) {
    throw invalid_parameter("Invalid request parameters: an image identifier needs imageDigest or imageTag");
  }
  const registry::Image* image = repository.find(id.imageTag ? *id.imageTag : *id.imageDigest);
  if (image && id.imageDigest && image->digest != *id.imageDigest) return nullptr;
  return image;
}

ImageDetail describe(const registry::Repository& repository, const registry::Image& image) {
  ImageDetail detail;
  detail.registryId = repository.account;
  detail.repositoryName = repository.name;
  detail.imageDigest = image.digest;
  auto tags = repository.tags_of(image.digest);
  if (!tags.empty()) detail.imageTags = std::move(tags);
  detail.imageSizeInBytes = static_cast<std::int64_t>(image.size);
  detail.imagePushedAt = Timestamp{image.pushed};
  detail.imageManifestMediaType = image.media_type;
  if (!image.config_media_type.empty()) detail.artifactMediaType = image.config_media_type;
  return detail;
}

}  // namespace

ListImagesResponse list_images(Ecr& ecr, const Call& call, ListImagesRequest in) {
  const registry::Repository& repository = repository_of(ecr, call, in.repositoryName, in.registryId);
  TagStatus status = tag_status_of(in.filter);
  std::vector<ImageIdentifier> all;  // one entry a tag, and one for each image without
  for (const auto& [digest, image] : repository.images) {
    auto tags = repository.tags_of(digest);
    if (!passes(status, !tags.empty())) continue;
    for (const std::string& tag : tags) all.push_back({digest, tag});
    if (tags.empty()) all.push_back({digest, {}});
  }
  auto [page, next] = page_of(std::move(all), in.nextToken, in.maxResults, [](const ImageIdentifier& id) {
    return id.imageDigest.value_or("") + " " + id.imageTag.value_or("");
  });
  return {std::move(page), next};
}

DescribeImagesResponse describe_images(Ecr& ecr, const Call& call, DescribeImagesRequest in) {
  const registry::Repository& repository = repository_of(ecr, call, in.repositoryName, in.registryId);
  DescribeImagesResponse out;
  if (in.imageIds && !in.imageIds->empty()) {
    for (const ImageIdentifier& id : *in.imageIds) {
      const registry::Image* image = find(repository, id);
      if (!image) {
        throw image_not_found(repository.name, repository.account, id.imageDigest.value_or(""),
                              id.imageTag.value_or(""));
      }
      out.imageDetails.push_back(describe(repository, *image));
    }
    return out;
  }
  TagStatus status = tag_status_of(in.filter);
  std::vector<const registry::Image*> all;
  for (const auto& [digest, image] : repository.images) {
    if (passes(status, !repository.tags_of(digest).empty())) all.push_back(&image);
  }
  auto [page, next] = page_of(std::move(all), in.nextToken, in.maxResults,
                              [](const registry::Image* image) { return image->digest; });
  for (const registry::Image* image : page) out.imageDetails.push_back(describe(repository, *image));
  out.nextToken = next;
  return out;
}

namespace {

/// What refuses a push that names nothing missing: a tag that stays where it is, or nothing new.
void check_push(const registry::Repository& repository, const std::string& digest, const std::string& tag) {
  auto current = repository.tags.find(tag);
  bool is_tagged = current != repository.tags.end();
  if (repository.images.contains(digest) && (tag.empty() || (is_tagged && current->second == digest)))
    throw image_exists(repository.name, repository.account, digest, tag);
  if (is_tagged && repository.settings.immutable_tags) throw image_tag_exists(repository.name, tag);
}

}  // namespace

base::Async<PutImageResponse> put_image(Ecr& ecr, const Call& call, PutImageRequest in) {
  const std::string tag = in.imageTag.value_or("");
  if (in.imageTag && !registry::is_tag(tag)) {
    throw invalid_parameter(
        "Invalid parameter at 'imageTag' failed to satisfy constraint: 'must satisfy regular expression "
        "'[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}''");
  }
  const std::string id = repository_of(ecr, call, in.repositoryName, in.registryId).id;
  Examined examined =
      co_await examine(ecr.content, id, in.imageManifest, in.imageManifestMediaType.value_or(""));
  if (!examined.problem.empty()) {
    throw invalid_parameter(
        "Invalid parameter at 'ImageManifest' failed to satisfy constraint: 'Invalid JSON "
        "syntax or manifest: " +
        examined.problem + "'");
  }
  const std::string digest = examined.image.digest;
  if (in.imageDigest && *in.imageDigest != digest) throw digest_does_not_match(*in.imageDigest, digest);
  if (!examined.missing.empty())
    throw layers_not_found(joined(examined.missing), in.repositoryName, call.account);
  {
    const registry::Repository& repository = repository_of(ecr, call, in.repositoryName, in.registryId);
    auto missing = missing_manifests(repository, examined.manifest);
    if (!missing.empty()) throw referenced_images_not_found(joined(missing), in.repositoryName, call.account);
    check_push(repository, digest, tag);
  }
  auto put = ecr.content.put_manifest(id, digest, in.imageManifest);
  co_await base::on(ecr.content.objects().executor(), std::move(put));
  const registry::Repository& repository = repository_of(ecr, call, in.repositoryName, in.registryId);
  if (repository.id != id) throw repository_not_found(in.repositoryName, call.account);
  check_push(repository, digest, tag);  // another push may have come first
  const std::string media_type = examined.image.media_type;
  ecr.registry.put_image(repository, std::move(examined.image), tag);
  PutImageResponse out;
  out.image = Image{
      repository.account, repository.name, {digest, in.imageTag}, std::move(in.imageManifest), media_type};
  co_return out;
}

}  // namespace berth::ecr
