/// What /_berth/status says: for `berth status` and people's scripts.
#pragma once

#include "base/json.hpp"
#include "berth/daemon/services.hpp"
#include "berth/daemon/settings.hpp"

namespace berth::daemon {

/// State lane. Clusters of the home region with instances and tasks; CPU, memory and GPUs registered and free.
base::json::value describe_status(Services& services, const Settings& settings, const std::string& endpoint);

}  // namespace berth::daemon
