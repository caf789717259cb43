/// How EC2 is spoken to: for the router, and for clients.
#pragma once

#include "berth/wire/service_info.hpp"

namespace berth::ec2 {

inline constexpr wire::ServiceInfo service{.name = "ec2",
                                           .protocol = wire::Protocol::Ec2,
                                           .version = "2016-11-15",
                                           .xml_namespace = "http://ec2.amazonaws.com/doc/2016-11-15/"};

}  // namespace berth::ec2
