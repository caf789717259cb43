#include "berth/services/ecr/operations.hpp"

namespace berth::ecr {

using wire::Action;
using wire::op;
using wire::resource;

namespace {

template <class Request>
std::string repository_arn(const Call& call, const Request& in) {
  return "arn:aws:ecr:" + call.region + ":" + call.account + ":repository/" + in.repositoryName;
}

/// Nothing scans images, and a token opens the caller's own registry whatever other ids are named.
constexpr std::string_view without_effect[] = {"imageScanningConfiguration", "registryIds"};

constexpr wire::Operation<Ecr> table[] = {
    op<&create_repository>("CreateRepository", Action{"ecr:CreateRepository"},
                           resource<&repository_arn<CreateRepositoryRequest>>)
        .ignoring(without_effect),
    op<&describe_repositories>("DescribeRepositories", Action{"ecr:DescribeRepositories"}),
    op<&delete_repository>("DeleteRepository", Action{"ecr:DeleteRepository"},
                           resource<&repository_arn<DeleteRepositoryRequest>>),
    op<&get_authorization_token>("GetAuthorizationToken", Action{"ecr:GetAuthorizationToken"})
        .ignoring(without_effect),
    op<&list_images>("ListImages", Action{"ecr:ListImages"}, resource<&repository_arn<ListImagesRequest>>),
    op<&describe_images>("DescribeImages", Action{"ecr:DescribeImages"},
                         resource<&repository_arn<DescribeImagesRequest>>),
    op<&batch_delete_image>("BatchDeleteImage", Action{"ecr:BatchDeleteImage"},
                            resource<&repository_arn<BatchDeleteImageRequest>>),
};

}  // namespace

std::span<const wire::Operation<Ecr>> operations() { return table; }

}  // namespace berth::ecr
