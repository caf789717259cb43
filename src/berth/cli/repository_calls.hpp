/// ECR, and the registry that stands behind it.
#pragma once

#include "berth/cli/api.hpp"
#include "berth/services/ecr/shapes.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace berth::cli {

std::vector<ecr::Repository> all_repositories(Api& api);
std::vector<ecr::ImageDetail> images_of(Api& api, const std::string& repository);

/// Removes every image of it.
void empty_repository(Api& api, const std::string& repository);

/// Pushes over the OCI distribution API with ECR's token, as any container tool does.
class RegistryClient {
 public:
  explicit RegistryClient(Api& api);
  /// Answers the blob's digest ("sha256:…"). Throws wrong_input if there is no such repository.
  std::string push_blob(const std::string& repository, std::string_view bytes);
  /// Answers the manifest's digest.
  std::string push_manifest(const std::string& repository, const std::string& tag, std::string_view manifest,
                            std::string_view media_type);

 private:
  wire::HttpReply send(http::RequestHead head, std::string_view body, const std::string& repository,
                       int wanted_status);

  Api& api_;
  std::string authorization_;
};

}  // namespace berth::cli
