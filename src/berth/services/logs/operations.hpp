/// CloudWatch Logs as the router takes it: router.add(logs::service, logs::operations(), logs).
#pragma once

#include "berth/services/logs/logs.hpp"
#include "berth/services/logs/service.hpp"
#include "berth/wire/operation.hpp"

#include <span>

namespace berth::logs {

std::span<const wire::Operation<Logs>> operations();

}  // namespace berth::logs
