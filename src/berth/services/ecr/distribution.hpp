/// The registry API under /v2/, which podman, skopeo, docker and `berth image push` speak.
///
///   Distribution distribution({.ecr = ecr, .state = state, .authorizer = &policies, .clock = clock,
///                              .random = random, .committed = …});
///   server.mount("/v2/", [&](http::Exchange& exchange) { return distribution.serve(exchange); });
///
/// Basic authentication: user AWS, password from GetAuthorizationToken; account and region are the token's. What a
/// caller may do is decided by ECR's actions on the repository. Runs on the edge and crosses to the state lane for
/// what the registry knows.
#pragma once

#include "base/async.hpp"
#include "base/clock.hpp"
#include "base/random.hpp"
#include "berth/http/exchange.hpp"
#include "berth/registry/content.hpp"
#include "berth/services/ecr/ecr.hpp"
#include "berth/services/ecr/oci_path.hpp"
#include "berth/services/ecr/token.hpp"
#include "berth/wire/authorizer.hpp"

#include <functional>
#include <string>

namespace berth::ecr {

struct DistributionOptions {
  Ecr& ecr;
  base::asio::any_io_executor state;
  const wire::Authorizer* authorizer = nullptr;  ///< null allows everything to who has a token
  const base::Clock& clock;
  base::RandomSource& random;  ///< used on several threads
  /// Awaited on the state lane after a change, as the router's.
  std::function<base::Async<void>()> committed;
};

class Distribution {
 public:
  explicit Distribution(DistributionOptions options) : options_(std::move(options)) {}
  base::Async<void> serve(http::Exchange& exchange);

 private:
  struct Request;
  struct Found;
  base::Async<void> answer(http::Exchange& exchange);
  TokenClaims authenticate(const http::RequestHead& head) const;

  // On the state lane: what the caller may see of a repository.
  base::Async<Found> find(TokenClaims claims, std::string name, std::string action, std::string reference);
  base::Async<void> put_image(TokenClaims claims, std::string name, std::string id, registry::Image image,
                              std::string tag);
  base::Async<std::vector<std::string>> tags(TokenClaims claims, std::string name);
  base::Async<std::vector<std::string>> missing_in(TokenClaims claims, std::string name,
                                                   registry::Manifest index);
  const registry::Repository& repository(const TokenClaims& claims, const std::string& name) const;
  void authorize(const TokenClaims& claims, const std::string& name, const std::string& action) const;

  // blobs: distribution_blobs.cpp; manifests: distribution_manifests.cpp
  base::Async<void> get_blob(Request& request);
  /// By a URL of GetDownloadUrlForLayer: who has it needs nothing else.
  base::Async<void> get_blob_by_ticket(http::Exchange& exchange, std::string digest, std::string ticket);
  base::Async<void> start_upload(Request& request);
  base::Async<void> continue_upload(Request& request);
  base::Async<void> finish_upload(Request& request);
  base::Async<void> upload_status(Request& request);
  base::Async<void> get_manifest(Request& request);
  base::Async<void> put_manifest(Request& request);
  base::Async<registry::Image> check_manifest(Request& request, const Found& found, const std::string& bytes);
  base::Async<void> list_tags(Request& request);

  DistributionOptions options_;
  registry::BlobUploads uploads_;
};

}  // namespace berth::ecr
