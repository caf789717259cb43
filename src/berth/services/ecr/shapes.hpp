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

}  // namespace berth::ecr
