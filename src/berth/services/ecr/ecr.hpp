/// The ECR service: repositories and what is in them. The images' bytes come and go over the registry API
/// (distribution.hpp), with the tokens that are given out here.
#pragma once

#include "base/async.hpp"
#include "berth/registry/content.hpp"
#include "berth/registry/registry.hpp"
#include "berth/services/ecr/shapes.hpp"
#include "berth/wire/call.hpp"

#include <map>
#include <memory>
#include <string>

namespace berth::ecr {

struct Ecr {
  registry::Registry& registry;
  registry::Content& content;
  /// Signs tokens; the same after a restart, and nobody else's. For example an HMAC of root's secret key.
  std::string token_key;
  /// Of UploadLayerPart; those of the registry API are its own.
  std::shared_ptr<registry::BlobUploads> uploads = std::make_shared<registry::BlobUploads>();
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

base::Async<BatchGetImageResponse> batch_get_image(Ecr&, const Call&, BatchGetImageRequest);
base::Async<PutImageResponse> put_image(Ecr&, const Call&, PutImageRequest);

// layers.cpp
InitiateLayerUploadResponse initiate_layer_upload(Ecr&, const Call&, InitiateLayerUploadRequest);
base::Async<UploadLayerPartResponse> upload_layer_part(Ecr&, const Call&, UploadLayerPartRequest);
base::Async<CompleteLayerUploadResponse> complete_layer_upload(Ecr&, const Call&, CompleteLayerUploadRequest);
base::Async<BatchCheckLayerAvailabilityResponse> batch_check_layer_availability(
    Ecr&, const Call&, BatchCheckLayerAvailabilityRequest);
base::Async<GetDownloadUrlForLayerResponse> get_download_url_for_layer(Ecr&, const Call&,
                                                                       GetDownloadUrlForLayerRequest);

// repository_settings.cpp
PutImageTagMutabilityResponse put_image_tag_mutability(Ecr&, const Call&, PutImageTagMutabilityRequest);
PutImageScanningConfigurationResponse put_image_scanning_configuration(Ecr&, const Call&,
                                                                       PutImageScanningConfigurationRequest);
LifecyclePolicyResponse put_lifecycle_policy(Ecr&, const Call&, PutLifecyclePolicyRequest);
LifecyclePolicyResponse get_lifecycle_policy(Ecr&, const Call&, RepositoryRequest);
LifecyclePolicyResponse delete_lifecycle_policy(Ecr&, const Call&, RepositoryRequest);
RepositoryPolicyResponse set_repository_policy(Ecr&, const Call&, SetRepositoryPolicyRequest);
RepositoryPolicyResponse get_repository_policy(Ecr&, const Call&, RepositoryRequest);
RepositoryPolicyResponse delete_repository_policy(Ecr&, const Call&, RepositoryRequest);
void tag_resource(Ecr&, const Call&, TagResourceRequest);
void untag_resource(Ecr&, const Call&, UntagResourceRequest);
ListTagsForResourceResponse list_tags_for_resource(Ecr&, const Call&, ListTagsForResourceRequest);

/// Throws InvalidParameterException unless it is MUTABLE or IMMUTABLE.
bool is_immutable(const std::string& mutability);
/// Throws InvalidTagParameterException, TooManyTagsException.
void check_tags(const std::map<std::string, std::string>& tags);

/// HOST:PORT/NAME, under which clients push and pull; HOST:PORT is where this call reached the server.
std::string repository_uri(const Call& call, const registry::Repository& repository);

/// The repository of that name. Throws RepositoryNotFoundException, InvalidParameterException.
const registry::Repository& repository_of(const Ecr& ecr, const Call& call, const std::string& name,
                                          const std::optional<std::string>& registry_id);

}  // namespace berth::ecr
