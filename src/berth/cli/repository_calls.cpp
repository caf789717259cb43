#include "berth/cli/repository_calls.hpp"

#include "base/encoding.hpp"
#include "base/hash.hpp"
#include "base/json.hpp"
#include "berth/cli/errors.hpp"
#include "berth/services/ecr/service.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace berth::cli {
namespace {

using ecr::service;

constexpr Call<ecr::GetAuthorizationTokenRequest, ecr::GetAuthorizationTokenResponse> get_authorization_token{
    service, "GetAuthorizationToken"};
constexpr Call<ecr::DescribeRepositoriesRequest, ecr::DescribeRepositoriesResponse> describe_repositories{
    service, "DescribeRepositories"};
constexpr Call<ecr::DescribeImagesRequest, ecr::DescribeImagesResponse> describe_images{service,
                                                                                        "DescribeImages"};
constexpr Call<ecr::BatchDeleteImageRequest, ecr::BatchDeleteImageResponse> batch_delete_image{
    service, "BatchDeleteImage"};

std::string digest_of(std::string_view bytes) { return "sha256:" + base::to_hex(base::sha256(bytes)); }

/// "CODE: message" of the registry's error document; empty if the body is none.
std::string registry_error(std::string_view body) {
  const auto document = base::parse_json(body);
  if (!document || !document->is_object()) return {};
  const auto* errors = document->as_object().if_contains("errors");
  if (!errors || !errors->is_array() || errors->as_array().empty()) return {};
  const auto* first = errors->as_array().front().if_object();
  if (!first) return {};
  const auto text = [&](std::string_view name) {
    const auto* value = first->if_contains(name);
    return value && value->is_string() ? std::string(value->as_string()) : std::string();
  };
  return text("code") + ": " + text("message");
}

/// The path of a Location header, which may be a whole URL.
std::string path_of_location(std::string_view location) {
  const auto scheme = location.find("://");
  if (scheme == location.npos) return std::string(location);
  const auto slash = location.find('/', scheme + 3);
  return slash == location.npos ? "/" : std::string(location.substr(slash));
}

}  // namespace

std::vector<ecr::Repository> all_repositories(Api& api) {
  std::vector<ecr::Repository> repositories;
  all_pages(api, describe_repositories, {}, &ecr::DescribeRepositoriesResponse::nextToken, [&](auto& page) {
    std::move(page.repositories.begin(), page.repositories.end(), std::back_inserter(repositories));
  });
  return repositories;
}

std::vector<ecr::ImageDetail> images_of(Api& api, const std::string& repository) {
  ecr::DescribeImagesRequest request;
  request.repositoryName = repository;
  std::vector<ecr::ImageDetail> images;
  all_pages(api, describe_images, request, &ecr::DescribeImagesResponse::nextToken, [&](auto& page) {
    std::move(page.imageDetails.begin(), page.imageDetails.end(), std::back_inserter(images));
  });
  return images;
}

void empty_repository(Api& api, const std::string& repository) {
  constexpr std::size_t at_once = 100;  // BatchDeleteImage's limit
  // What an index refers to stays until the index is gone: so in rounds, as long as they remove something.
  auto images = images_of(api, repository);
  for (std::size_t before = images.size() + 1; !images.empty() && images.size() < before;) {
    for (std::size_t i = 0; i < images.size(); i += at_once) {
      ecr::BatchDeleteImageRequest request;
      request.repositoryName = repository;
      for (std::size_t j = i; j < std::min(i + at_once, images.size()); ++j) {
        request.imageIds.emplace_back();
        request.imageIds.back().imageDigest = images[j].imageDigest;
      }
      api(batch_delete_image, request);
    }
    before = images.size();
    images = images_of(api, repository);
  }
}

RegistryClient::RegistryClient(Api& api) : api_(api) {
  const auto answer = api(get_authorization_token, {});
  if (answer.authorizationData.empty()) throw machine_refused("the registry gave no token");
  authorization_ = "Basic " + answer.authorizationData.front().authorizationToken;
}

wire::HttpReply RegistryClient::send(http::RequestHead head, std::string_view body,
                                     const std::string& repository, int wanted_status) {
  head.headers.add("Authorization", authorization_);
  wire::HttpReply reply = api_.plain(std::move(head), body);
  if (reply.status == wanted_status) return reply;
  const std::string error = registry_error(reply.body);
  if (error.starts_with("NAME_UNKNOWN")) {
    throw wrong_input(
        fmt::format("there is no repository {}: make it with a stack, or with "
                    "'berth aws ecr create-repository --repository-name {}'",
                    repository, repository));
  }
  throw machine_refused(fmt::format("the registry refused the image for {} (HTTP {}{}{})", repository,
                                    reply.status, error.empty() ? "" : ", ", error));
}

std::string RegistryClient::push_blob(const std::string& repository, std::string_view bytes) {
  const std::string digest = digest_of(bytes);
  http::RequestHead start;
  start.method = "POST";
  start.target = "/v2/" + repository + "/blobs/uploads/";
  const auto started = send(std::move(start), {}, repository, 202);
  http::RequestHead finish;
  finish.method = "PUT";
  finish.target = path_of_location(started.headers.get("location"));
  finish.target += (finish.target.find('?') == finish.target.npos ? "?digest=" : "&digest=") +
                   base::percent_encode(digest);
  finish.headers.add("Content-Type", "application/octet-stream");
  send(std::move(finish), bytes, repository, 201);
  return digest;
}

std::string RegistryClient::push_manifest(const std::string& repository, const std::string& tag,
                                          std::string_view manifest, std::string_view media_type) {
  http::RequestHead head;
  head.method = "PUT";
  head.target = "/v2/" + repository + "/manifests/" + base::percent_encode(tag);
  head.headers.add("Content-Type", std::string(media_type));
  send(std::move(head), manifest, repository, 201);
  return digest_of(manifest);
}

}  // namespace berth::cli
