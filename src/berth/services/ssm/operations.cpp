#include "berth/services/ssm/operations.hpp"

namespace berth::ssm {

namespace {

using wire::Action;
using wire::op;
using wire::resource;

/// The others are asked about by the operation.
std::string first(const Call& call, const GetParametersRequest& in) {
  return in.Names.empty() ? "*" : parameter_arn(call, in.Names.front());
}
template <class Request>
std::string named(const Call& call, const Request& in) {
  return parameter_arn(call, in.Name);
}
std::string first_deleted(const Call& call, const DeleteParametersRequest& in) {
  return in.Names.empty() ? "*" : parameter_arn(call, in.Names.front());
}
template <class Request>
std::string tagged(const Call& call, const Request& in) {
  return parameter_arn(call, in.ResourceId);
}
std::string path(const Call& call, const GetParametersByPathRequest& in) {
  return parameter_arn(call, in.Path);
}

// Nothing here is encrypted.
constexpr std::string_view without_effect[] = {"WithDecryption"};

constexpr wire::Operation<Ssm> table[] = {
    op<&get_parameter>("GetParameter", Action{"ssm:GetParameter"}, resource<&named<GetParameterRequest>>)
        .ignoring(without_effect),
    op<&get_parameters>("GetParameters", Action{"ssm:GetParameters"}, resource<&first>)
        .ignoring(without_effect),
    op<&get_parameters_by_path>("GetParametersByPath", Action{"ssm:GetParametersByPath"}, resource<&path>)
        .ignoring(without_effect),
    op<&get_parameter_history>("GetParameterHistory", Action{"ssm:GetParameterHistory"},
                               resource<&named<GetParameterHistoryRequest>>)
        .ignoring(without_effect),
    op<&describe_parameters>("DescribeParameters", Action{"ssm:DescribeParameters"}),
    op<&put_parameter>("PutParameter", Action{"ssm:PutParameter"}, resource<&named<PutParameterRequest>>),
    op<&delete_parameter>("DeleteParameter", Action{"ssm:DeleteParameter"},
                          resource<&named<DeleteParameterRequest>>),
    op<&delete_parameters>("DeleteParameters", Action{"ssm:DeleteParameters"}, resource<&first_deleted>),
    op<&add_tags_to_resource>("AddTagsToResource", Action{"ssm:AddTagsToResource"},
                              resource<&tagged<AddTagsToResourceRequest>>),
    op<&remove_tags_from_resource>("RemoveTagsFromResource", Action{"ssm:RemoveTagsFromResource"},
                                   resource<&tagged<RemoveTagsFromResourceRequest>>),
    op<&list_tags_for_resource>("ListTagsForResource", Action{"ssm:ListTagsForResource"},
                                resource<&tagged<ListTagsForResourceRequest>>),
};

}  // namespace

std::span<const wire::Operation<Ssm>> operations() { return table; }

}  // namespace berth::ssm
