/// How CloudFormation is spoken to: for the router, and for clients.
#pragma once

#include "berth/wire/service_info.hpp"

namespace berth::cloudformation {

inline constexpr wire::ServiceInfo service{
    .name = "cloudformation",
    .protocol = wire::Protocol::Query,
    .version = "2010-05-15",
    .xml_namespace = "http://cloudformation.amazonaws.com/doc/2010-05-15/"};

}  // namespace berth::cloudformation
