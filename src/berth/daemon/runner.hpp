/// What runs tasks here: shims with their sandbox, or the simulation, as the settings say.
#pragma once

#include "base/clock.hpp"
#include "base/files.hpp"
#include "base/result.hpp"
#include "berth/daemon/lanes.hpp"
#include "berth/daemon/settings.hpp"
#include "berth/run/task_runner.hpp"

#include <memory>

namespace berth::daemon {

/// Looks at the machine once (bubblewrap, control groups, the engine's programs) and says in the log what tasks will
/// have to do without. An error only if no task could ever run and the settings do not allow that.
base::Result<std::unique_ptr<run::TaskRunner>> make_runner(const Settings& settings,
                                                           const base::Folder& state_dir, Lanes& lanes,
                                                           const base::Clock& clock);

}  // namespace berth::daemon
