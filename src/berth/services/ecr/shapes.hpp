/// ECR's requests and replies.
#pragma once

#include "berth/wire/shape.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace berth::ecr {

using wire::Timestamp;

struct Tag {
  std::string Key, Value;
};
AWS_SHAPE(Tag, Key, Value)
struct ImageScanningConfiguration {
  std::optional<bool> scanOnPush;
};
AWS_SHAPE(ImageScanningConfiguration, scanOnPush)
struct EncryptionConfiguration {
  std::string encryptionType;
  std::optional<std::string> kmsKey;
};
AWS_SHAPE(EncryptionConfiguration, encryptionType, kmsKey)
struct Repository {
  std::optional<std::string> repositoryArn, registryId, repositoryName, repositoryUri;
  std::optional<Timestamp> createdAt;
  std::optional<std::string> imageTagMutability;
  std::optional<ecr::ImageScanningConfiguration> imageScanningConfiguration;
  std::optional<ecr::EncryptionConfiguration> encryptionConfiguration;
};
AWS_SHAPE(Repository, repositoryArn, registryId, repositoryName, repositoryUri, createdAt, imageTagMutability,
          imageScanningConfiguration, encryptionConfiguration)

struct CreateRepositoryRequest {
  std::optional<std::string> registryId;
  std::string repositoryName;
  std::vector<Tag> tags;
  std::optional<std::string> imageTagMutability;
  std::optional<ecr::ImageScanningConfiguration> imageScanningConfiguration;
  std::optional<ecr::EncryptionConfiguration> encryptionConfiguration;
};
AWS_SHAPE(CreateRepositoryRequest, registryId, repositoryName, tags, imageTagMutability,
          imageScanningConfiguration, encryptionConfiguration)
struct CreateRepositoryResponse {
  std::optional<ecr::Repository> repository;
};
AWS_SHAPE(CreateRepositoryResponse, repository)

struct DescribeRepositoriesRequest {
  std::optional<std::string> registryId;
  std::optional<std::vector<std::string>> repositoryNames;
  std::optional<std::string> nextToken;
  std::optional<int> maxResults;
};
AWS_SHAPE(DescribeRepositoriesRequest, registryId, repositoryNames, nextToken, maxResults)
struct DescribeRepositoriesResponse {
  std::vector<Repository> repositories;
  std::optional<std::string> nextToken;
};
AWS_SHAPE(DescribeRepositoriesResponse, repositories, nextToken)

struct DeleteRepositoryRequest {
  std::optional<std::string> registryId;
  std::string repositoryName;
  std::optional<bool> force;
};
AWS_SHAPE(DeleteRepositoryRequest, registryId, repositoryName, force)
struct DeleteRepositoryResponse {
  std::optional<ecr::Repository> repository;
};
AWS_SHAPE(DeleteRepositoryResponse, repository)

struct GetAuthorizationTokenRequest {
  std::optional<std::vector<std::string>> registryIds;
};
AWS_SHAPE(GetAuthorizationTokenRequest, registryIds)
struct AuthorizationData {
  std::string authorizationToken;
  Timestamp expiresAt;
  std::string proxyEndpoint;
};
AWS_SHAPE(AuthorizationData, authorizationToken, expiresAt, proxyEndpoint)
struct GetAuthorizationTokenResponse {
  std::vector<AuthorizationData> authorizationData;
};
AWS_SHAPE(GetAuthorizationTokenResponse, authorizationData)

struct ImageIdentifier {
  std::optional<std::string> imageDigest, imageTag;
};
AWS_SHAPE(ImageIdentifier, imageDigest, imageTag)
struct ImageFilter {
  std::optional<std::string> tagStatus;
};
AWS_SHAPE(ImageFilter, tagStatus)

struct ListImagesRequest {
  std::optional<std::string> registryId;
  std::string repositoryName;
  std::optional<std::string> nextToken;
  std::optional<int> maxResults;
  std::optional<ImageFilter> filter;
};
AWS_SHAPE(ListImagesRequest, registryId, repositoryName, nextToken, maxResults, filter)
struct ListImagesResponse {
  std::vector<ImageIdentifier> imageIds;
  std::optional<std::string> nextToken;
};
AWS_SHAPE(ListImagesResponse, imageIds, nextToken)

struct DescribeImagesRequest {
  std::optional<std::string> registryId;
  std::string repositoryName;
  std::optional<std::vector<ImageIdentifier>> imageIds;
  std::optional<std::string> nextToken;
  std::optional<int> maxResults;
  std::optional<ImageFilter> filter;
};
AWS_SHAPE(DescribeImagesRequest, registryId, repositoryName, imageIds, nextToken, maxResults, filter)
struct ImageDetail {
  std::string registryId, repositoryName, imageDigest;
  std::optional<std::vector<std::string>> imageTags;
  std::int64_t imageSizeInBytes = 0;
  Timestamp imagePushedAt;
  std::string imageManifestMediaType;
  std::optional<std::string> artifactMediaType;
};
AWS_SHAPE(ImageDetail, registryId, repositoryName, imageDigest, imageTags, imageSizeInBytes, imagePushedAt,
          imageManifestMediaType, artifactMediaType)
struct DescribeImagesResponse {
  std::vector<ImageDetail> imageDetails;
  std::optional<std::string> nextToken;
};
AWS_SHAPE(DescribeImagesResponse, imageDetails, nextToken)

struct BatchDeleteImageRequest {
  std::optional<std::string> registryId;
  std::string repositoryName;
  wire::Required<std::vector<ImageIdentifier>> imageIds;
};
AWS_SHAPE(BatchDeleteImageRequest, registryId, repositoryName, imageIds)
struct ImageFailure {
  ImageIdentifier imageId;
  std::string failureCode, failureReason;
};
AWS_SHAPE(ImageFailure, imageId, failureCode, failureReason)
struct BatchDeleteImageResponse {
  std::vector<ImageIdentifier> imageIds;
  std::vector<ImageFailure> failures;
};
AWS_SHAPE(BatchDeleteImageResponse, imageIds, failures)

struct BatchGetImageRequest {
  std::optional<std::string> registryId;
  std::string repositoryName;
  wire::Required<std::vector<ImageIdentifier>> imageIds;
  std::optional<std::vector<std::string>> acceptedMediaTypes;
};
AWS_SHAPE(BatchGetImageRequest, registryId, repositoryName, imageIds, acceptedMediaTypes)
struct Image {
  std::string registryId, repositoryName;
  ImageIdentifier imageId;
  std::string imageManifest, imageManifestMediaType;
};
AWS_SHAPE(Image, registryId, repositoryName, imageId, imageManifest, imageManifestMediaType)
struct BatchGetImageResponse {
  std::vector<Image> images;
  std::vector<ImageFailure> failures;
};
AWS_SHAPE(BatchGetImageResponse, images, failures)

struct PutImageRequest {
  std::optional<std::string> registryId;
  std::string repositoryName, imageManifest;
  std::optional<std::string> imageManifestMediaType, imageTag, imageDigest;
};
AWS_SHAPE(PutImageRequest, registryId, repositoryName, imageManifest, imageManifestMediaType, imageTag,
          imageDigest)
struct PutImageResponse {
  std::optional<Image> image;
};
AWS_SHAPE(PutImageResponse, image)

// ---- layers ----

struct InitiateLayerUploadRequest {
  std::optional<std::string> registryId;
  std::string repositoryName;
};
AWS_SHAPE(InitiateLayerUploadRequest, registryId, repositoryName)
struct InitiateLayerUploadResponse {
  std::string uploadId;
  std::int64_t partSize = 0;
};
AWS_SHAPE(InitiateLayerUploadResponse, uploadId, partSize)

struct UploadLayerPartRequest {
  std::optional<std::string> registryId;
  std::string repositoryName, uploadId;
  std::int64_t partFirstByte = 0, partLastByte = 0;
  wire::Blob layerPartBlob;
};
AWS_SHAPE(UploadLayerPartRequest, registryId, repositoryName, uploadId, partFirstByte, partLastByte,
          layerPartBlob)
struct UploadLayerPartResponse {
  std::string registryId, repositoryName, uploadId;
  std::int64_t lastByteReceived = 0;
};
AWS_SHAPE(UploadLayerPartResponse, registryId, repositoryName, uploadId, lastByteReceived)

struct CompleteLayerUploadRequest {
  std::optional<std::string> registryId;
  std::string repositoryName, uploadId;
  wire::Required<std::vector<std::string>> layerDigests;
};
AWS_SHAPE(CompleteLayerUploadRequest, registryId, repositoryName, uploadId, layerDigests)
struct CompleteLayerUploadResponse {
  std::string registryId, repositoryName, uploadId, layerDigest;
};
AWS_SHAPE(CompleteLayerUploadResponse, registryId, repositoryName, uploadId, layerDigest)

struct BatchCheckLayerAvailabilityRequest {
  std::optional<std::string> registryId;
  std::string repositoryName;
  wire::Required<std::vector<std::string>> layerDigests;
};
AWS_SHAPE(BatchCheckLayerAvailabilityRequest, registryId, repositoryName, layerDigests)
struct Layer {
  std::string layerDigest, layerAvailability;
  std::optional<std::int64_t> layerSize;
  std::optional<std::string> mediaType;
};
AWS_SHAPE(Layer, layerDigest, layerAvailability, layerSize, mediaType)
struct LayerFailure {
  std::string layerDigest, failureCode, failureReason;
};
AWS_SHAPE(LayerFailure, layerDigest, failureCode, failureReason)
struct BatchCheckLayerAvailabilityResponse {
  std::vector<Layer> layers;
  std::vector<LayerFailure> failures;
};
AWS_SHAPE(BatchCheckLayerAvailabilityResponse, layers, failures)

struct GetDownloadUrlForLayerRequest {
  std::optional<std::string> registryId;
  std::string repositoryName, layerDigest;
};
AWS_SHAPE(GetDownloadUrlForLayerRequest, registryId, repositoryName, layerDigest)
struct GetDownloadUrlForLayerResponse {
  std::string downloadUrl, layerDigest;
};
AWS_SHAPE(GetDownloadUrlForLayerResponse, downloadUrl, layerDigest)

// ---- settings of repositories ----

/// Of the operations that read or remove one setting.
struct RepositoryRequest {
  std::optional<std::string> registryId;
  std::string repositoryName;
};
AWS_SHAPE(RepositoryRequest, registryId, repositoryName)

struct PutImageTagMutabilityRequest {
  std::optional<std::string> registryId;
  std::string repositoryName, imageTagMutability;
};
AWS_SHAPE(PutImageTagMutabilityRequest, registryId, repositoryName, imageTagMutability)
struct PutImageTagMutabilityResponse {
  std::string registryId, repositoryName, imageTagMutability;
};
AWS_SHAPE(PutImageTagMutabilityResponse, registryId, repositoryName, imageTagMutability)

struct PutImageScanningConfigurationRequest {
  std::optional<std::string> registryId;
  std::string repositoryName;
  ecr::ImageScanningConfiguration imageScanningConfiguration;
};
AWS_SHAPE(PutImageScanningConfigurationRequest, registryId, repositoryName, imageScanningConfiguration)
struct PutImageScanningConfigurationResponse {
  std::string registryId, repositoryName;
  ecr::ImageScanningConfiguration imageScanningConfiguration;
};
AWS_SHAPE(PutImageScanningConfigurationResponse, registryId, repositoryName, imageScanningConfiguration)

struct PutLifecyclePolicyRequest {
  std::optional<std::string> registryId;
  std::string repositoryName, lifecyclePolicyText;
};
AWS_SHAPE(PutLifecyclePolicyRequest, registryId, repositoryName, lifecyclePolicyText)
struct LifecyclePolicyResponse {
  std::string registryId, repositoryName, lifecyclePolicyText;
};
AWS_SHAPE(LifecyclePolicyResponse, registryId, repositoryName, lifecyclePolicyText)

struct SetRepositoryPolicyRequest {
  std::optional<std::string> registryId;
  std::string repositoryName, policyText;
  std::optional<bool> force;
};
AWS_SHAPE(SetRepositoryPolicyRequest, registryId, repositoryName, policyText, force)
struct RepositoryPolicyResponse {
  std::string registryId, repositoryName, policyText;
};
AWS_SHAPE(RepositoryPolicyResponse, registryId, repositoryName, policyText)

struct TagResourceRequest {
  std::string resourceArn;
  wire::Required<std::vector<Tag>> tags;
};
AWS_SHAPE(TagResourceRequest, resourceArn, tags)
struct UntagResourceRequest {
  std::string resourceArn;
  wire::Required<std::vector<std::string>> tagKeys;
};
AWS_SHAPE(UntagResourceRequest, resourceArn, tagKeys)
struct ListTagsForResourceRequest {
  std::string resourceArn;
};
AWS_SHAPE(ListTagsForResourceRequest, resourceArn)
struct ListTagsForResourceResponse {
  std::vector<Tag> tags;
};
AWS_SHAPE(ListTagsForResourceResponse, tags)

}  // namespace berth::ecr
