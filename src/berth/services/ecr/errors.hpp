/// ECR's errors, each text once. Source: Amazon ECR API Reference.
#pragma once

#include "berth/wire/error.hpp"

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

}  // namespace berth::ecr
