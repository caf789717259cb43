/// AWS Systems Manager's Parameter Store: what callers put, in versions, and Amazon's public parameters that name the
/// machine images for ECS. There are no labels, policies and encrypted parameters. State lane.
#pragma once

#include "berth/services/ssm/parameter_store.hpp"
#include "berth/services/ssm/shapes.hpp"
#include "berth/wire/call.hpp"

namespace berth::ssm {

using wire::Call;

/// Amazon's own are not in it: fleet/machine_images.hpp has their table.
struct Ssm {
  ParameterStore& parameters;
};

/// A name may be followed by ":VERSION" and may be an ARN. A public parameter has one version, 1.
GetParameterResult get_parameter(Ssm&, const Call&, GetParameterRequest);
GetParametersResult get_parameters(Ssm&, const Call&, GetParametersRequest);
GetParametersByPathResult get_parameters_by_path(Ssm&, const Call&, GetParametersByPathRequest);

// changes.cpp
PutParameterResult put_parameter(Ssm&, const Call&, PutParameterRequest);
DeleteParameterResult delete_parameter(Ssm&, const Call&, DeleteParameterRequest);
DeleteParametersResult delete_parameters(Ssm&, const Call&, DeleteParametersRequest);
AddTagsToResourceResult add_tags_to_resource(Ssm&, const Call&, AddTagsToResourceRequest);
RemoveTagsFromResourceResult remove_tags_from_resource(Ssm&, const Call&, RemoveTagsFromResourceRequest);
ListTagsForResourceResult list_tags_for_resource(Ssm&, const Call&, ListTagsForResourceRequest);

// describe_parameters.cpp
DescribeParametersResult describe_parameters(Ssm&, const Call&, DescribeParametersRequest);
GetParameterHistoryResult get_parameter_history(Ssm&, const Call&, GetParameterHistoryRequest);

/// The latest value of a parameter, public or put; nothing if there is none.
std::optional<std::string> parameter_value(const ParameterStore& parameters,
                                           const ParameterStore::Scope& scope, const std::string& name);

/// The ARN under which a caller needs leave for a parameter or a path. Amazon's own belong to no account.
std::string parameter_arn(const Call& call, std::string_view name);

}  // namespace berth::ssm
