/// Auto Scaling as the router takes it.
#pragma once

#include "berth/services/autoscaling/autoscaling.hpp"
#include "berth/wire/operation.hpp"
#include "berth/wire/service_info.hpp"

#include <span>

namespace berth::autoscaling {

extern const wire::ServiceInfo service;
std::span<const wire::Operation<AutoScaling>> operations();

}  // namespace berth::autoscaling
