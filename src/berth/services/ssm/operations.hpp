/// SSM as the router takes it: router.add(ssm::service, ssm::operations(), ssm).
#pragma once

#include "berth/services/ssm/service.hpp"
#include "berth/services/ssm/ssm.hpp"
#include "berth/wire/operation.hpp"

#include <span>

namespace berth::ssm {

std::span<const wire::Operation<Ssm>> operations();

}  // namespace berth::ssm
