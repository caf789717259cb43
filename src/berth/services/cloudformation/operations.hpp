/// CloudFormation as the router takes it: router.add(cloudformation::service, cloudformation::operations(), cf).
#pragma once

#include "berth/services/cloudformation/cloudformation.hpp"
#include "berth/wire/operation.hpp"
#include "berth/wire/service_info.hpp"

#include <span>

namespace berth::cloudformation {

extern const wire::ServiceInfo service;
std::span<const wire::Operation<CloudFormation>> operations();

}  // namespace berth::cloudformation
