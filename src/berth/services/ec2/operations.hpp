/// EC2 as the router takes it.
#pragma once

#include "berth/services/ec2/ec2.hpp"
#include "berth/wire/operation.hpp"
#include "berth/wire/service_info.hpp"

#include <span>

namespace berth::ec2 {

extern const wire::ServiceInfo service;
std::span<const wire::Operation<Ec2>> operations();

}  // namespace berth::ec2
