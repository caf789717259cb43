/// What /_berth/usage says: which tasks live, and what they and the machine use; for `berth top`.
#pragma once

#include "base/json.hpp"
#include "berth/daemon/services.hpp"
#include "berth/daemon/settings.hpp"
#include "berth/run/launch_spec.hpp"

#include <string>
#include <vector>

namespace berth::daemon {

/// What the state lane knows of it.
struct UsageQuestion {
  std::string tasks_folder;          ///< of the tasks' folders
  std::vector<run::TaskKey> living;  ///< tasks that are not STOPPED
  base::json::object known;          ///< members of the answer that are not measured
};
/// State lane.
UsageQuestion ask_usage(Services& services, const Settings& settings, const std::string& region);

/// Reads control groups and /proc. On the blocking pool.
base::json::value measure(const UsageQuestion& question, base::TimePoint now);

}  // namespace berth::daemon
