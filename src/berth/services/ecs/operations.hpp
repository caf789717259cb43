/// ECS as the router takes it: router.add(ecs::service, ecs::operations(), ecs).
#pragma once

#include "berth/services/ecs/ecs.hpp"
#include "berth/wire/operation.hpp"
#include "berth/wire/service_info.hpp"

#include <span>

namespace berth::ecs {

extern const wire::ServiceInfo service;
std::span<const wire::Operation<Ecs>> operations();

}  // namespace berth::ecs
