/// STS as the router takes it: router.add(sts::service, sts::operations(), sts).
#pragma once

#include "berth/services/sts/sts.hpp"
#include "berth/wire/operation.hpp"
#include "berth/wire/service_info.hpp"

#include <span>

namespace berth::sts {

extern const wire::ServiceInfo service;
std::span<const wire::Operation<Sts>> operations();

}  // namespace berth::sts
