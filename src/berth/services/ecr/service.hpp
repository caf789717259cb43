/// How ECR is spoken to: for the router, and for clients.
#pragma once

#include "berth/wire/service_info.hpp"

namespace berth::ecr {

inline constexpr wire::ServiceInfo service{.name = "ecr",
                                           .protocol = wire::Protocol::Json11,
                                           .target_prefix = "AmazonEC2ContainerRegistry_V20150921",
                                           .version = "2015-09-21"};

}  // namespace berth::ecr
