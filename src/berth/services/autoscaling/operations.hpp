/// Auto Scaling as the router takes it.
#pragma once

#include "berth/services/autoscaling/autoscaling.hpp"
#include "berth/services/autoscaling/service.hpp"
#include "berth/wire/operation.hpp"

#include <span>

namespace berth::autoscaling {

std::span<const wire::Operation<AutoScaling>> operations();

}  // namespace berth::autoscaling
