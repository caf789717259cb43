/// S3 as the router takes it: router.add(s3::service, s3::operations(), s3).
#pragma once

#include "berth/services/s3/s3.hpp"
#include "berth/services/s3/service.hpp"
#include "berth/wire/operation.hpp"

#include <span>

namespace berth::s3 {

std::span<const wire::Operation<S3>> operations();

}  // namespace berth::s3
