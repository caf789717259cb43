/// The ECR service: repositories and what is in them. The images' bytes come and go over the registry API
/// (distribution.hpp), with the tokens that are given out here.
#pragma once

#include "base/async.hpp"
#include "berth/registry/content.hpp"
#include "berth/registry/registry.hpp"
#include "berth/services/ecr/shapes.hpp"
#include "berth/wire/call.hpp"

#include <string>

namespace berth::ecr {

struct Ecr {
  registry::Registry& registry;
  registry::Content& content;
  /// Signs tokens; the same after a restart, and nobody else's. For example an HMAC of root's secret key.
  std::string token_key;
};

using wire::Call;

// All on the state lane. repositories.cpp, images.cpp
CreateRepositoryResponse create_repository(Ecr&, const Call&, CreateRepositoryRequest);
DescribeRepositoriesResponse describe_repositories(Ecr&, const Call&, DescribeRepositoriesRequest);
base::Async<DeleteRepositoryResponse> delete_repository(Ecr&, const Call&, DeleteRepositoryRequest);
GetAuthorizationTokenResponse get_authorization_token(Ecr&, const Call&, GetAuthorizationTokenRequest);
ListImagesResponse list_images(Ecr&, const Call&, ListImagesRequest);
DescribeImagesResponse describe_images(Ecr&, const Call&, DescribeImagesRequest);
base::Async<BatchDeleteImageResponse> batch_delete_image(Ecr&, const Call&, BatchDeleteImageRequest);

/// HOST:PORT/NAME, under which clients push and pull; HOST:PORT is where this call reached the server.
std::string repository_uri(const Call& call, const registry::Repository& repository);

/// The repository of that name. Throws RepositoryNotFoundException, InvalidParameterException.
const registry::Repository& repository_of(const Ecr& ecr, const Call& call, const std::string& name,
                                          const std::optional<std::string>& registry_id);

}  // namespace berth::ecr
