/// ECR as the router takes it: router.add(ecr::service, ecr::operations(), ecr).
#pragma once

#include "berth/services/ecr/ecr.hpp"
#include "berth/services/ecr/service.hpp"
#include "berth/wire/operation.hpp"

#include <span>

namespace berth::ecr {

std::span<const wire::Operation<Ecr>> operations();

}  // namespace berth::ecr
