/// ECS as the router takes it: router.add(ecs::service, ecs::operations(), ecs).
#pragma once

#include "berth/services/ecs/ecs.hpp"
#include "berth/services/ecs/service.hpp"
#include "berth/wire/operation.hpp"

#include <span>

namespace berth::ecs {

std::span<const wire::Operation<Ecs>> operations();

}  // namespace berth::ecs
