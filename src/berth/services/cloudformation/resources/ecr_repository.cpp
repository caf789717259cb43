#include "base/json.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"
#include "berth/services/cloudformation/resources/shared_shapes.hpp"
#include "berth/services/ecr/ecr.hpp"
#include "berth/wire/error.hpp"

namespace berth::cloudformation {
namespace {

struct ScanningProperty {
  std::optional<bool> ScanOnPush;
};
AWS_SHAPE(ScanningProperty, ScanOnPush)

struct LifecycleProperty {
  std::optional<std::string> LifecyclePolicyText;
  std::optional<std::string> RegistryId;
};
AWS_SHAPE(LifecycleProperty, LifecyclePolicyText, RegistryId)

struct RepositoryProperties {
  std::optional<std::string> RepositoryName;
  std::optional<std::string> ImageTagMutability;
  std::optional<wire::Document> ImageTagMutabilityExclusionFilters;
  std::optional<ScanningProperty> ImageScanningConfiguration;
  std::optional<wire::Document> EncryptionConfiguration;
  std::optional<LifecycleProperty> LifecyclePolicy;
  std::optional<wire::Document> RepositoryPolicyText;
  std::optional<bool> EmptyOnDelete;
  std::vector<ResourceTag> Tags;
};
AWS_SHAPE(RepositoryProperties, RepositoryName, ImageTagMutability, ImageTagMutabilityExclusionFilters,
          ImageScanningConfiguration, EncryptionConfiguration, LifecyclePolicy, RepositoryPolicyText,
          EmptyOnDelete, Tags)

constexpr PropertyRow rows[] = {
    {"RepositoryName", Standing::Honoured, "", replaces},
    {"ImageTagMutability", Standing::Honoured},
    {"ImageScanningConfiguration", Standing::Ignored, "kept and shown; images are not scanned"},
    {"EncryptionConfiguration", Standing::Ignored, "images lie in the state directory as they are", replaces},
    {"ImageTagMutabilityExclusionFilters", Standing::Refused,
     "tags are all mutable or all immutable; use ImageTagMutability"},
    {"LifecyclePolicy", Standing::Ignored, "kept and shown; images do not expire"},
    {"RepositoryPolicyText", Standing::Ignored,
     "kept and shown; access is given by the policies of roles only"},
    {"EmptyOnDelete", Standing::Honoured},
    {"Tags", Standing::Honoured},
};
constexpr std::string_view attributes[] = {"Arn", "RepositoryUri"};

/// The policies, as they are to be; one that was taken out of the template goes.
void put_policies(Environment& environment, const Call& call, const registry::Repository& repository,
                  const RepositoryProperties& wanted) {
  const std::string name = repository.name;
  const std::string lifecycle =
      wanted.LifecyclePolicy ? wanted.LifecyclePolicy->LifecyclePolicyText.value_or("") : "";
  std::string policy;
  if (wanted.RepositoryPolicyText) {
    const auto& value = wanted.RepositoryPolicyText->value;
    policy = value.is_string() ? std::string(value.get_string()) : base::to_text(value);
  }
  if (lifecycle != repository.settings.lifecycle_policy) {
    call.authorize(lifecycle.empty() ? "ecr:DeleteLifecyclePolicy" : "ecr:PutLifecyclePolicy",
                   repository.arn());
    ecr::PutLifecyclePolicyRequest put;
    put.repositoryName = name;
    put.lifecyclePolicyText = lifecycle;
    ecr::RepositoryRequest none;
    none.repositoryName = name;
    if (lifecycle.empty())
      ecr::delete_lifecycle_policy(environment.ecr, call, std::move(none));
    else
      ecr::put_lifecycle_policy(environment.ecr, call, std::move(put));
  }
  if (policy != repository.settings.repository_policy) {
    call.authorize(policy.empty() ? "ecr:DeleteRepositoryPolicy" : "ecr:SetRepositoryPolicy",
                   repository.arn());
    ecr::SetRepositoryPolicyRequest put;
    put.repositoryName = name;
    put.policyText = policy;
    ecr::RepositoryRequest none;
    none.repositoryName = name;
    if (policy.empty())
      ecr::delete_repository_policy(environment.ecr, call, std::move(none));
    else
      ecr::set_repository_policy(environment.ecr, call, std::move(put));
  }
}

Making create(Environment& environment, const Call& call, ResourceRequest& request,
              RepositoryProperties properties) {
  ecr::CreateRepositoryRequest in;
  in.repositoryName = properties.RepositoryName.value_or("");
  in.imageTagMutability = properties.ImageTagMutability;
  if (properties.ImageScanningConfiguration)
    in.imageScanningConfiguration =
        ecr::ImageScanningConfiguration{properties.ImageScanningConfiguration->ScanOnPush};
  for (const auto& [key, value] : merge_tags(request.tags, properties.Tags)) in.tags.push_back({key, value});
  const ecr::CreateRepositoryResponse out = ecr::create_repository(environment.ecr, call, std::move(in));
  const std::string name = out.repository->repositoryName.value();
  request.initiated(name);
  put_policies(environment, call, ecr::repository_of(environment.ecr, call, name, std::nullopt), properties);
  co_return Attributes{{"Arn", out.repository->repositoryArn.value()},
                       {"RepositoryUri", out.repository->repositoryUri.value()}};
}

Making update(Environment& environment, const Call& call, ResourceRequest& request,
              RepositoryProperties wanted, RepositoryProperties) {
  const registry::Repository& repository =
      ecr::repository_of(environment.ecr, call, request.physical_id, std::nullopt);
  const std::string mutability = wanted.ImageTagMutability.value_or("MUTABLE");
  if (mutability != "MUTABLE" && mutability != "IMMUTABLE")
    throw ResourceFailure("ImageTagMutability must be MUTABLE or IMMUTABLE, not " + mutability);
  registry::RepositorySettings settings = repository.settings;
  settings.immutable_tags = mutability == "IMMUTABLE";
  settings.scan_on_push =
      wanted.ImageScanningConfiguration && wanted.ImageScanningConfiguration->ScanOnPush.value_or(false);
  settings.tags = merge_tags(request.tags, wanted.Tags);
  if (settings.immutable_tags != repository.settings.immutable_tags)
    call.authorize("ecr:PutImageTagMutability", repository.arn());
  if (settings.scan_on_push != repository.settings.scan_on_push)
    call.authorize("ecr:PutImageScanningConfiguration", repository.arn());
  if (settings.tags != repository.settings.tags) call.authorize("ecr:TagResource", repository.arn());
  environment.ecr.registry.set_settings(repository, std::move(settings));
  put_policies(environment, call, repository, wanted);
  co_return Attributes{{"Arn", repository.arn()}, {"RepositoryUri", ecr::repository_uri(call, repository)}};
}

Removing remove(Environment& environment, const Call& call, const ResourceRequest& request) {
  ecr::DeleteRepositoryRequest in;
  in.repositoryName = request.physical_id;
  if (const auto* empty = request.properties.if_contains("EmptyOnDelete"))
    in.force = *empty == true || *empty == "true";
  try {
    co_await ecr::delete_repository(environment.ecr, call, std::move(in));
  } catch (const wire::ServiceError& error) {
    if (error.code != "RepositoryNotFoundException") throw;
  }
}

std::vector<std::string> arns(const Environment&, const ResourceRequest& request, const std::string& name) {
  return {arn_start("ecr", request) + "repository/" + name};
}

}  // namespace

const ResourceType ecr_repository = resource_type<&create, &remove, &update>(
    {"AWS::ECR::Repository", rows, attributes},
    {.property = "RepositoryName", .style = {.longest = 256, .lower = true, .single_dash = true}},
    {"ecr:CreateRepository", "ecr:DeleteRepository", &arns});

}  // namespace berth::cloudformation
