/// How ECS is spoken to: for the router, and for clients.
#pragma once

#include "berth/wire/service_info.hpp"

namespace berth::ecs {

inline constexpr wire::ServiceInfo service{.name = "ecs",
                                           .protocol = wire::Protocol::Json11,
                                           .target_prefix = "AmazonEC2ContainerServiceV20141113",
                                           .version = "2014-11-13"};

}  // namespace berth::ecs
