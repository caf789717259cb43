/// ECR's errors, each text once. Source: Amazon ECR API Reference.
#pragma once

#include "berth/wire/error.hpp"

#include <cstdint>
#include <string>

namespace berth::ecr {

inline wire::ServiceError invalid_parameter(std::string message) {
  return {"InvalidParameterException", std::move(message)};
}
inline wire::ServiceError repository_not_found(const std::string& name, const std::string& account) {
  return {"RepositoryNotFoundException",
          "The repository with name '" + name + "' does not exist in the registry with id '" + account + "'"};
}
inline wire::ServiceError repository_exists(const std::string& name, const std::string& account) {
  return {"RepositoryAlreadyExistsException",
          "The repository with name '" + name + "' already exists in the registry with id '" + account + "'"};
}
inline wire::ServiceError repository_not_empty(const std::string& name, const std::string& account) {
  return {"RepositoryNotEmptyException", "The repository with name '" + name + "' in registry with id '" +
                                             account +
                                             "' cannot be deleted because it still contains images"};
}
inline wire::ServiceError image_not_found(const std::string& name, const std::string& account,
                                          const std::string& digest, const std::string& tag) {
  auto shown = [](const std::string& text) { return text.empty() ? std::string("null") : "'" + text + "'"; };
  return {"ImageNotFoundException", "The image with imageId {imageDigest:" + shown(digest) + ", imageTag:" +
                                        shown(tag) + "} does not exist within the repository with name '" +
                                        name + "' in the registry with id '" + account + "'"};
}

inline wire::ServiceError of_repository(std::string code, const std::string& what, const std::string& name,
                                        const std::string& account) {
  return {std::move(code), what + " does not exist for the repository with name '" + name +
                               "' in the registry with id '" + account + "'"};
}
inline wire::ServiceError lifecycle_policy_not_found(const std::string& name, const std::string& account) {
  return of_repository("LifecyclePolicyNotFoundException", "Lifecycle policy", name, account);
}
inline wire::ServiceError repository_policy_not_found(const std::string& name, const std::string& account) {
  return of_repository("RepositoryPolicyNotFoundException", "Repository policy", name, account);
}
inline wire::ServiceError image_exists(const std::string& name, const std::string& account,
                                       const std::string& digest, const std::string& tag) {
  return {"ImageAlreadyExistsException", "Image with digest '" + digest + "' and tag " +
                                             (tag.empty() ? "null" : "'" + tag + "'") +
                                             " already exists in the repository with name '" + name +
                                             "' in registry with id '" + account + "'"};
}
inline std::string immutable_tag_text(const std::string& name, const std::string& tag) {
  return "The image tag '" + tag + "' already exists in the '" + name +
         "' repository and cannot be overwritten because the tag is immutable.";
}
inline wire::ServiceError image_tag_exists(const std::string& name, const std::string& tag) {
  return {"ImageTagAlreadyExistsException", immutable_tag_text(name, tag)};
}
inline wire::ServiceError digest_does_not_match(const std::string& sent, const std::string& computed) {
  return {"ImageDigestDoesNotMatchException", "The specified image digest '" + sent +
                                                  "' does not match the digest calculated for the image '" +
                                                  computed + "'"};
}
/// `digests` with commas between them.
inline wire::ServiceError layers_not_found(const std::string& digests, const std::string& name,
                                           const std::string& account) {
  return {"LayersNotFoundException", "Layers with digests '[" + digests +
                                         "]' required for pushing image into repository with name '" + name +
                                         "' in the registry with id '" + account + "' do not exist"};
}
inline wire::ServiceError layer_not_found(const std::string& digest, const std::string& name,
                                          const std::string& account) {
  return {"LayersNotFoundException", "Layer with digest '" + digest +
                                         "' does not exist in the repository with name '" + name +
                                         "' in the registry with id '" + account + "'"};
}
inline wire::ServiceError referenced_images_not_found(const std::string& digests, const std::string& name,
                                                      const std::string& account) {
  return {"ReferencedImagesNotFoundException",
          "Images with digests '[" + digests + "]' required for pushing image into repository with name '" +
              name + "' in the registry with id '" + account + "' do not exist"};
}
inline wire::ServiceError upload_not_found(const std::string& id, const std::string& name,
                                           const std::string& account) {
  return {"UploadNotFoundException", "Upload with id '" + id +
                                         "' does not exist in the repository with name '" + name +
                                         "' in the registry with id '" + account + "'"};
}
inline wire::ServiceError invalid_layer_part(std::int64_t first, std::int64_t wanted) {
  return {"InvalidLayerPartException", "The layer part that begins with byte " + std::to_string(first) +
                                           " is not the one that is next: it must begin with byte " +
                                           std::to_string(wanted)};
}
inline wire::ServiceError invalid_layer(std::string message) {
  return {"InvalidLayerException", std::move(message)};
}

}  // namespace berth::ecr
