/// EC2 as the router takes it.
#pragma once

#include "berth/services/ec2/ec2.hpp"
#include "berth/services/ec2/service.hpp"
#include "berth/wire/operation.hpp"

#include <span>

namespace berth::ec2 {

std::span<const wire::Operation<Ec2>> operations();

}  // namespace berth::ec2
