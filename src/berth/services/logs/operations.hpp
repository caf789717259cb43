/// CloudWatch Logs as the router takes it: router.add(logs::service, logs::operations(), logs).
#pragma once

#include "berth/services/logs/logs.hpp"
#include "berth/wire/operation.hpp"
#include "berth/wire/service_info.hpp"

#include <span>

namespace berth::logs {

extern const wire::ServiceInfo service;
std::span<const wire::Operation<Logs>> operations();

}  // namespace berth::logs
