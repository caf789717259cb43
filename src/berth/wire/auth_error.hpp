/// What a caller is told whose signature was not accepted: every protocol has codes of its own.
#pragma once

#include "berth/wire/error.hpp"
#include "berth/wire/service_info.hpp"
#include "berth/wire/sigv4.hpp"

namespace berth::wire {

ServiceError auth_error(Protocol protocol, const AuthFailure& failure);

}  // namespace berth::wire
