#include "base/encoding.hpp"
#include "berth/services/ecr/ecr.hpp"
#include "berth/services/ecr/errors.hpp"
#include "berth/services/ecr/pages.hpp"
#include "berth/services/ecr/token.hpp"

namespace berth::ecr {
namespace {

Repository describe(const Call& call, const registry::Repository& repository) {
  const registry::RepositorySettings& settings = repository.settings;
  Repository out;
  out.repositoryArn = repository.arn();
  out.registryId = repository.account;
  out.repositoryName = repository.name;
  out.repositoryUri = repository_uri(call, repository);
  out.createdAt = Timestamp{repository.created};
  out.imageTagMutability = settings.immutable_tags ? "IMMUTABLE" : "MUTABLE";
  out.imageScanningConfiguration = ImageScanningConfiguration{settings.scan_on_push};
  out.encryptionConfiguration = EncryptionConfiguration{settings.encryption_type, {}};
  return out;
}

void check_name(const std::string& name) {
  if (registry::is_repository_name(name)) return;
  throw invalid_parameter(
      "Invalid parameter at 'repositoryName' failed to satisfy constraint: 'must satisfy regular expression "
      "'(?:[a-z0-9]+(?:[._-][a-z0-9]+)*/)*[a-z0-9]+(?:[._-][a-z0-9]+)*''");
}

registry::RepositorySettings settings_of(const CreateRepositoryRequest& in) {
  registry::RepositorySettings settings;
  settings.immutable_tags = is_immutable(in.imageTagMutability.value_or("MUTABLE"));
  if (in.imageScanningConfiguration)
    settings.scan_on_push = in.imageScanningConfiguration->scanOnPush.value_or(false);
  if (in.encryptionConfiguration && in.encryptionConfiguration->encryptionType != "AES256") {
    throw invalid_parameter(
        "Invalid parameter at 'encryptionConfiguration': there are no KMS keys here; the "
        "encryptionType must be AES256");
  }
  for (const Tag& tag : in.tags) settings.tags[tag.Key] = tag.Value;
  check_tags(settings.tags);
  return settings;
}

}  // namespace

std::string repository_uri(const Call& call, const registry::Repository& repository) {
  return call.host + "/" + repository.name;
}

const registry::Repository& repository_of(const Ecr& ecr, const Call& call, const std::string& name,
                                          const std::optional<std::string>& registry_id) {
  check_name(name);
  const std::string& account = registry_id ? *registry_id : call.account;
  // Another account's registry has nothing for this caller.
  const registry::Repository* found =
      account == call.account ? ecr.registry.find(account, call.region, name) : nullptr;
  if (!found) throw repository_not_found(name, account);
  return *found;
}

CreateRepositoryResponse create_repository(Ecr& ecr, const Call& call, CreateRepositoryRequest in) {
  check_name(in.repositoryName);
  if (in.registryId && *in.registryId != call.account) {
    throw invalid_parameter("Invalid parameter at 'registryId': repositories are made in one's own registry");
  }
  registry::RepositorySettings settings = settings_of(in);
  if (ecr.registry.find(call.account, call.region, in.repositoryName)) {
    throw repository_exists(in.repositoryName, call.account);
  }
  const auto& made = ecr.registry.create(call.account, call.region, in.repositoryName, std::move(settings));
  return {describe(call, made)};
}

DescribeRepositoriesResponse describe_repositories(Ecr& ecr, const Call& call,
                                                   DescribeRepositoriesRequest in) {
  DescribeRepositoriesResponse out;
  if (in.repositoryNames && !in.repositoryNames->empty()) {
    for (const std::string& name : *in.repositoryNames) {
      out.repositories.push_back(describe(call, repository_of(ecr, call, name, in.registryId)));
    }
    return out;
  }
  std::vector<const registry::Repository*> all;
  if (!in.registryId || *in.registryId == call.account)
    all = ecr.registry.repositories(call.account, call.region);
  auto [page, next] = page_of(std::move(all), in.nextToken, in.maxResults,
                              [](const registry::Repository* repository) { return repository->name; });
  for (const registry::Repository* repository : page) out.repositories.push_back(describe(call, *repository));
  out.nextToken = next;
  return out;
}

base::Async<DeleteRepositoryResponse> delete_repository(Ecr& ecr, const Call& call,
                                                        DeleteRepositoryRequest in) {
  const registry::Repository& repository = repository_of(ecr, call, in.repositoryName, in.registryId);
  if (!repository.images.empty() && !in.force.value_or(false)) {
    throw repository_not_empty(in.repositoryName, call.account);
  }
  DeleteRepositoryResponse out{describe(call, repository)};
  // The repository goes first and at once; its bytes, which nobody can name any more, follow.
  std::string id = ecr.registry.remove(repository.account, repository.region, std::string(repository.name));
  co_await ecr.content.remove_repository(std::move(id));
  co_return out;
}

GetAuthorizationTokenResponse get_authorization_token(Ecr& ecr, const Call& call,
                                                      GetAuthorizationTokenRequest) {
  TokenClaims claims{call.principal, call.region, call.time + token_lifetime};
  GetAuthorizationTokenResponse out;
  out.authorizationData.push_back({base::to_base64("AWS:" + make_token(ecr.token_key, claims)),
                                   Timestamp{claims.expiry}, call.scheme + "://" + call.host});
  return out;
}

}  // namespace berth::ecr
