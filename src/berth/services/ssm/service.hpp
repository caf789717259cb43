/// How SSM is spoken to: for the router, and for clients.
#pragma once

#include "berth/wire/service_info.hpp"

namespace berth::ssm {

inline constexpr wire::ServiceInfo service{.name = "ssm",
                                           .protocol = wire::Protocol::Json11,
                                           .target_prefix = "AmazonSSM",
                                           .version = "2014-11-06",
                                           .missing_member_code = "ValidationException"};

}  // namespace berth::ssm
