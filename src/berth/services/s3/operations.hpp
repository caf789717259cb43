/// S3 as the router takes it: router.add(s3::service, s3::operations(), s3).
#pragma once

#include "berth/services/s3/s3.hpp"
#include "berth/wire/operation.hpp"
#include "berth/wire/service_info.hpp"

#include <span>

namespace berth::s3 {

extern const wire::ServiceInfo service;
std::span<const wire::Operation<S3>> operations();

}  // namespace berth::s3
