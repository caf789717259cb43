/// AWS Systems Manager's parameters, as far as templates and tools read them: Amazon's public ones that name the machine
/// images for ECS. There is no parameter store: nothing can be put, and every other name is not found. State lane.
#pragma once

#include "berth/services/ssm/shapes.hpp"
#include "berth/wire/call.hpp"

namespace berth::ssm {

using wire::Call;

/// Without state: fleet/machine_images.hpp has the table.
struct Ssm {};

/// A name may be followed by ":1", the version that every public parameter has here, and may be an ARN.
GetParameterResult get_parameter(Ssm&, const Call&, GetParameterRequest);
GetParametersResult get_parameters(Ssm&, const Call&, GetParametersRequest);
GetParametersByPathResult get_parameters_by_path(Ssm&, const Call&, GetParametersByPathRequest);

/// The ARN under which a caller needs leave for a parameter or a path. Amazon's own belong to no account.
std::string parameter_arn(const Call& call, std::string_view name);

}  // namespace berth::ssm
