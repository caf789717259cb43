#include "berth/services/ecr/operations.hpp"

namespace berth::ecr {

using wire::Action;
using wire::op;
using wire::resource;
using wire::resource_of;

namespace {

template <class Request>
std::string repository_arn(const Call& call, const Request& in) {
  return "arn:aws:ecr:" + call.region + ":" + call.account + ":repository/" + in.repositoryName;
}

constexpr auto of_repository_request = resource<&repository_arn<RepositoryRequest>>;

/// Nothing scans images, and a token opens the caller's own registry whatever other ids are named. Policies are kept:
/// no image expires by them, and roles' policies alone say who may do what. A manifest is given back as it was pushed.
constexpr std::string_view without_effect[] = {
    "imageScanningConfiguration", "registryIds", "acceptedMediaTypes",
    "lifecyclePolicyText",        "policyText",  "force"};

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
    op<&batch_get_image>("BatchGetImage", Action{"ecr:BatchGetImage"},
                         resource<&repository_arn<BatchGetImageRequest>>)
        .ignoring(without_effect),
    op<&put_image>("PutImage", Action{"ecr:PutImage"}, resource<&repository_arn<PutImageRequest>>),

    op<&initiate_layer_upload>("InitiateLayerUpload", Action{"ecr:InitiateLayerUpload"},
                               resource<&repository_arn<InitiateLayerUploadRequest>>),
    op<&upload_layer_part>("UploadLayerPart", Action{"ecr:UploadLayerPart"},
                           resource<&repository_arn<UploadLayerPartRequest>>),
    op<&complete_layer_upload>("CompleteLayerUpload", Action{"ecr:CompleteLayerUpload"},
                               resource<&repository_arn<CompleteLayerUploadRequest>>),
    op<&batch_check_layer_availability>("BatchCheckLayerAvailability",
                                        Action{"ecr:BatchCheckLayerAvailability"},
                                        resource<&repository_arn<BatchCheckLayerAvailabilityRequest>>),
    op<&get_download_url_for_layer>("GetDownloadUrlForLayer", Action{"ecr:GetDownloadUrlForLayer"},
                                    resource<&repository_arn<GetDownloadUrlForLayerRequest>>),

    op<&put_image_tag_mutability>("PutImageTagMutability", Action{"ecr:PutImageTagMutability"},
                                  resource<&repository_arn<PutImageTagMutabilityRequest>>),
    op<&put_image_scanning_configuration>("PutImageScanningConfiguration",
                                          Action{"ecr:PutImageScanningConfiguration"},
                                          resource<&repository_arn<PutImageScanningConfigurationRequest>>)
        .ignoring(without_effect),
    op<&put_lifecycle_policy>("PutLifecyclePolicy", Action{"ecr:PutLifecyclePolicy"},
                              resource<&repository_arn<PutLifecyclePolicyRequest>>)
        .ignoring(without_effect),
    op<&get_lifecycle_policy>("GetLifecyclePolicy", Action{"ecr:GetLifecyclePolicy"}, of_repository_request),
    op<&delete_lifecycle_policy>("DeleteLifecyclePolicy", Action{"ecr:DeleteLifecyclePolicy"},
                                 of_repository_request),
    op<&set_repository_policy>("SetRepositoryPolicy", Action{"ecr:SetRepositoryPolicy"},
                               resource<&repository_arn<SetRepositoryPolicyRequest>>)
        .ignoring(without_effect),
    op<&get_repository_policy>("GetRepositoryPolicy", Action{"ecr:GetRepositoryPolicy"},
                               of_repository_request),
    op<&delete_repository_policy>("DeleteRepositoryPolicy", Action{"ecr:DeleteRepositoryPolicy"},
                                  of_repository_request),
    op<&tag_resource>("TagResource", Action{"ecr:TagResource"},
                      resource_of<&TagResourceRequest::resourceArn>),
    op<&untag_resource>("UntagResource", Action{"ecr:UntagResource"},
                        resource_of<&UntagResourceRequest::resourceArn>),
    op<&list_tags_for_resource>("ListTagsForResource", Action{"ecr:ListTagsForResource"},
                                resource_of<&ListTagsForResourceRequest::resourceArn>),
};

}  // namespace

std::span<const wire::Operation<Ecr>> operations() { return table; }

}  // namespace berth::ecr
