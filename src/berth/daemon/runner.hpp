/// What runs tasks here: shims with their sandbox, or the simulation, as the settings say.
#pragma once

#include "base/clock.hpp"
#include "base/files.hpp"
#include "base/result.hpp"
#include "berth/daemon/lanes.hpp"
#include "berth/daemon/settings.hpp"
#include "berth/run/task_runner.hpp"

#include <future>
#include <memory>
#include <string>

namespace berth::daemon {

/// Tries on a thread of its own whether bubblewrap works here, which takes as long as all the rest of a start; the
/// path of bwrap. Not for the simulation, which needs none.
std::future<base::Result<std::string>> try_sandbox(const Settings& settings);

/// Looks at the machine once (bubblewrap, control groups, the engine's programs) and says in the log what tasks will
/// have to do without. `sandbox` comes from try_sandbox. An error only if no task could ever run and the settings do not
/// allow that.
base::Result<std::unique_ptr<run::TaskRunner>> make_runner(const Settings& settings,
                                                           std::future<base::Result<std::string>> sandbox,
                                                           const base::Folder& state_dir, Lanes& lanes,
                                                           const base::Clock& clock);

}  // namespace berth::daemon
