/// The shim of one task: reads the spec, claims the attempt, runs its containers in the order that
/// run::Sequencer says, keeps their output and the record of what happened, and ends when everything is on
/// disk. It needs no daemon. docs/design/shim.md has the picture.
#pragma once

#include "base/clock.hpp"
#include "base/files.hpp"
#include "base/result.hpp"
#include "berth/run/cgroup.hpp"
#include "berth/run/driver.hpp"
#include "berth/run/sequencer.hpp"
#include "berth/run/task_folder.hpp"
#include "berth/shim/control.hpp"
#include "berth/shim/output.hpp"
#include "berth/shim/syncer.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace berth::shim {

/// Called at each place where a crash would be interesting; production does nothing there.
using Checkpoint = std::function<void(std::string_view)>;

enum class ShimResult {
  FINISHED,  ///< `exit` is written
  NOT_MINE,  ///< another shim has the lock or the claim: nothing was done
};

class Shim {
 public:
  Shim(base::Folder attempt, run::ContainerDriver& driver, const base::Clock& clock,
       Checkpoint checkpoint = {});
  ~Shim();

  /// The daemon's end of a connection made beforehand; before run().
  void add_listener(base::Fd connection) { control_.add(std::move(connection)); }

  /// Runs the task from start to end. Blocks; on the process's main thread. An error means that the folder
  /// could not be used: what had been recorded until then stands.
  base::Result<ShimResult> run();

 private:
  struct Container;

  base::Result<bool> claim();
  base::Status prepare();
  void hear_early_stop();
  base::Status loop();
  void make_cgroups();
  void perform(const run::Sequencer::Actions& actions);
  void start(std::size_t index);
  void handle_container(std::size_t index);
  void handle_out_of_memory(std::size_t index);
  void never_started(std::size_t index, const std::string& reason);
  void ended(std::size_t index, int wait_status);
  void stop(const std::string& reason);
  void save_running();
  void save_started();
  base::Result<base::Fd> create(const char* file, const std::string& text) const;
  void keep(const base::Status& done);
  void finish();
  void drain_signals();
  int milliseconds_to_wait() const;
  void check(std::string_view place) const {
    if (checkpoint_) checkpoint_(place);
  }
  /// Deadlines run on a clock that nobody sets.
  base::TimePoint steady() const;
  std::int64_t wall() const { return clock_.now().time_since_epoch().count(); }

  base::Folder attempt_;
  run::ContainerDriver& driver_;
  const base::Clock& clock_;
  Checkpoint checkpoint_;
  ControlServer control_;
  Syncer syncer_;
  base::Fd signals_;
  std::optional<run::TaskLock> lock_;
  run::LaunchSpec spec_;
  run::TaskRecord record_;
  std::optional<run::Sequencer> sequencer_;
  std::optional<run::Cgroup> cgroup_;
  std::vector<std::unique_ptr<Container>> containers_;
  std::optional<base::Error> fatal_;  // the folder could not be written: the task is ended without a record
  bool started_is_there_ = false;
  bool finished_ = false;
};

}  // namespace berth::shim
