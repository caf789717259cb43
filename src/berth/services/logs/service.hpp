/// How CloudWatch Logs is spoken to: for the router, and for clients.
#pragma once

#include "berth/wire/service_info.hpp"

namespace berth::logs {

inline constexpr wire::ServiceInfo service{.name = "logs",
                                           .protocol = wire::Protocol::Json11,
                                           .target_prefix = "Logs_20140328",
                                           .version = "2014-03-28"};

}  // namespace berth::logs
