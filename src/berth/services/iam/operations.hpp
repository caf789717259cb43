/// IAM as the router takes it: router.add(iam::service, iam::operations(), iam).
#pragma once

#include "berth/services/iam/api.hpp"
#include "berth/services/iam/service.hpp"
#include "berth/wire/operation.hpp"

#include <span>

namespace berth::iam {

std::span<const wire::Operation<Iam>> operations();

}  // namespace berth::iam
