/// How STS is spoken to: for the router, and for clients.
#pragma once

#include "berth/wire/service_info.hpp"

namespace berth::sts {

inline constexpr wire::ServiceInfo service{.name = "sts",
                                           .protocol = wire::Protocol::Query,
                                           .version = "2011-06-15",
                                           .xml_namespace = "https://sts.amazonaws.com/doc/2011-06-15/"};

}  // namespace berth::sts
