/// STS as the router takes it: router.add(sts::service, sts::operations(), sts).
#pragma once

#include "berth/services/sts/service.hpp"
#include "berth/services/sts/sts.hpp"
#include "berth/wire/operation.hpp"

#include <span>

namespace berth::sts {

std::span<const wire::Operation<Sts>> operations();

}  // namespace berth::sts
