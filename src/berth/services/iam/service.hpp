/// How IAM is spoken to: for the router, and for clients.
#pragma once

#include "berth/wire/service_info.hpp"

namespace berth::iam {

inline constexpr wire::ServiceInfo service{.name = "iam",
                                           .protocol = wire::Protocol::Query,
                                           .version = "2010-05-08",
                                           .xml_namespace = "https://iam.amazonaws.com/doc/2010-05-08/"};

}  // namespace berth::iam
