/// ECR as the router takes it: router.add(ecr::service, ecr::operations(), ecr).
#pragma once

#include "berth/services/ecr/ecr.hpp"
#include "berth/wire/operation.hpp"
#include "berth/wire/service_info.hpp"

#include <span>

namespace berth::ecr {

extern const wire::ServiceInfo service;
std::span<const wire::Operation<Ecr>> operations();

}  // namespace berth::ecr
