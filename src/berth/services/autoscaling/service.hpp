/// How AutoScaling is spoken to: for the router, and for clients.
#pragma once

#include "berth/wire/service_info.hpp"

namespace berth::autoscaling {

inline constexpr wire::ServiceInfo service{
    .name = "autoscaling",
    .protocol = wire::Protocol::Query,
    .version = "2011-01-01",
    .xml_namespace = "http://autoscaling.amazonaws.com/doc/2011-01-01/"};

}  // namespace berth::autoscaling
