/// CloudFormation as the router takes it: router.add(cloudformation::service, cloudformation::operations(), cf).
#pragma once

#include "berth/services/cloudformation/cloudformation.hpp"
#include "berth/services/cloudformation/service.hpp"
#include "berth/wire/operation.hpp"

#include <span>

namespace berth::cloudformation {

std::span<const wire::Operation<CloudFormation>> operations();

}  // namespace berth::cloudformation
