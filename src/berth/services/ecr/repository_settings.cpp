// What is kept with a repository and changes while it is there: mutability of tags, policies, tags.
#include "base/json.hpp"
#include "berth/services/ecr/ecr.hpp"
#include "berth/services/ecr/errors.hpp"

#include <boost/json/object.hpp>

namespace berth::ecr {
namespace {

constexpr std::size_t most_tags = 50;

/// The repository that an ARN names. Throws InvalidParameterException, RepositoryNotFoundException.
const registry::Repository& repository_at(const Ecr& ecr, const Call& call, const std::string& arn) {
  const std::string start = "arn:aws:ecr:" + call.region + ":" + call.account + ":repository/";
  if (!arn.starts_with(start)) {
    throw invalid_parameter("Invalid parameter at 'resourceArn' failed to satisfy constraint: 'Invalid ARN'");
  }
  return repository_of(ecr, call, arn.substr(start.size()), std::nullopt);
}

/// Throws InvalidParameterException unless `text` is a JSON object with an array (or object) `member`.
void check_policy(const std::string& text, const char* parameter, const char* member, const char* problem) {
  auto parsed = base::parse_json(text);
  const boost::json::value* inner =
      parsed && parsed->is_object() ? parsed->as_object().if_contains(member) : nullptr;
  if (inner && (inner->is_array() || inner->is_object())) return;
  throw invalid_parameter(std::string("Invalid parameter at '") + parameter +
                          "' failed to satisfy constraint: '" + problem + "'");
}

template <class Change>
void change(Ecr& ecr, const registry::Repository& repository, Change apply) {
  registry::RepositorySettings settings = repository.settings;
  apply(settings);
  ecr.registry.set_settings(repository, std::move(settings));
}

}  // namespace

bool is_immutable(const std::string& mutability) {
  if (mutability != "MUTABLE" && mutability != "IMMUTABLE") {
    throw invalid_parameter(
        "Invalid parameter at 'imageTagMutability' failed to satisfy constraint: 'Member must satisfy enum "
        "value set: [MUTABLE, IMMUTABLE]'");
  }
  return mutability == "IMMUTABLE";
}

void check_tags(const std::map<std::string, std::string>& tags) {
  if (tags.size() > most_tags)
    throw wire::ServiceError("TooManyTagsException", "A repository has at most 50 tags.");
  for (const auto& [key, value] : tags) {
    if (key.empty() || key.size() > 128 || value.size() > 256 || key.starts_with("aws:")) {
      throw wire::ServiceError(
          "InvalidTagParameterException",
          "Invalid tag '" + key +
              "': a key has 1 to 128 characters and does not begin with aws:, a value has "
              "at most 256");
    }
  }
}

PutImageTagMutabilityResponse put_image_tag_mutability(Ecr& ecr, const Call& call,
                                                       PutImageTagMutabilityRequest in) {
  const auto& repository = repository_of(ecr, call, in.repositoryName, in.registryId);
  bool immutable = is_immutable(in.imageTagMutability);
  change(ecr, repository, [&](auto& settings) { settings.immutable_tags = immutable; });
  return {repository.account, repository.name, in.imageTagMutability};
}

PutImageScanningConfigurationResponse put_image_scanning_configuration(
    Ecr& ecr, const Call& call, PutImageScanningConfigurationRequest in) {
  const auto& repository = repository_of(ecr, call, in.repositoryName, in.registryId);
  bool scan = in.imageScanningConfiguration.scanOnPush.value_or(false);
  change(ecr, repository, [&](auto& settings) { settings.scan_on_push = scan; });
  return {repository.account, repository.name, {scan}};
}

LifecyclePolicyResponse put_lifecycle_policy(Ecr& ecr, const Call& call, PutLifecyclePolicyRequest in) {
  const auto& repository = repository_of(ecr, call, in.repositoryName, in.registryId);
  check_policy(in.lifecyclePolicyText, "LifecyclePolicyText", "rules",
               "Lifecycle policy validation failure: the text is a JSON object with an array 'rules'");
  change(ecr, repository, [&](auto& settings) { settings.lifecycle_policy = in.lifecyclePolicyText; });
  return {repository.account, repository.name, in.lifecyclePolicyText};
}

LifecyclePolicyResponse get_lifecycle_policy(Ecr& ecr, const Call& call, RepositoryRequest in) {
  const auto& repository = repository_of(ecr, call, in.repositoryName, in.registryId);
  const std::string& policy = repository.settings.lifecycle_policy;
  if (policy.empty()) throw lifecycle_policy_not_found(repository.name, repository.account);
  return {repository.account, repository.name, policy};
}

LifecyclePolicyResponse delete_lifecycle_policy(Ecr& ecr, const Call& call, RepositoryRequest in) {
  LifecyclePolicyResponse removed = get_lifecycle_policy(ecr, call, in);
  const auto& repository = repository_of(ecr, call, in.repositoryName, in.registryId);
  change(ecr, repository, [](auto& settings) { settings.lifecycle_policy.clear(); });
  return removed;
}

RepositoryPolicyResponse set_repository_policy(Ecr& ecr, const Call& call, SetRepositoryPolicyRequest in) {
  const auto& repository = repository_of(ecr, call, in.repositoryName, in.registryId);
  check_policy(in.policyText, "PolicyText", "Statement", "Invalid repository policy provided");
  change(ecr, repository, [&](auto& settings) { settings.repository_policy = in.policyText; });
  return {repository.account, repository.name, in.policyText};
}

RepositoryPolicyResponse get_repository_policy(Ecr& ecr, const Call& call, RepositoryRequest in) {
  const auto& repository = repository_of(ecr, call, in.repositoryName, in.registryId);
  const std::string& policy = repository.settings.repository_policy;
  if (policy.empty()) throw repository_policy_not_found(repository.name, repository.account);
  return {repository.account, repository.name, policy};
}

RepositoryPolicyResponse delete_repository_policy(Ecr& ecr, const Call& call, RepositoryRequest in) {
  RepositoryPolicyResponse removed = get_repository_policy(ecr, call, in);
  const auto& repository = repository_of(ecr, call, in.repositoryName, in.registryId);
  change(ecr, repository, [](auto& settings) { settings.repository_policy.clear(); });
  return removed;
}

void tag_resource(Ecr& ecr, const Call& call, TagResourceRequest in) {
  const auto& repository = repository_at(ecr, call, in.resourceArn);
  change(ecr, repository, [&](registry::RepositorySettings& settings) {
    for (const Tag& tag : in.tags) settings.tags[tag.Key] = tag.Value;
    check_tags(settings.tags);
  });
}

void untag_resource(Ecr& ecr, const Call& call, UntagResourceRequest in) {
  const auto& repository = repository_at(ecr, call, in.resourceArn);
  change(ecr, repository, [&](registry::RepositorySettings& settings) {
    for (const std::string& key : in.tagKeys) settings.tags.erase(key);
  });
}

ListTagsForResourceResponse list_tags_for_resource(Ecr& ecr, const Call& call,
                                                   ListTagsForResourceRequest in) {
  ListTagsForResourceResponse out;
  for (const auto& [key, value] : repository_at(ecr, call, in.resourceArn).settings.tags)
    out.tags.push_back({key, value});
  return out;
}

}  // namespace berth::ecr
