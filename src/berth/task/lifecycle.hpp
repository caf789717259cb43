/// The life of a task as a pure function: (state, event, time) → (state, actions). docs/design/tasks.md has
/// the diagram. Nothing here knows a clock, a store or a process.
///
///   Step step = advance(life, StopRequested{…}, now);
///   life = step.life;  for (Action action : step.actions) …
///
/// phase       lastStatus   what it means
/// preparing   PENDING      has its place; images, log streams and credentials are being looked up
/// committing  PENDING      the decision to launch is on its way to disk; the command has not been started
/// starting    PENDING      handed to the runner: from here on the command may have run
/// running     RUNNING      all containers have started
/// stopping    STOPPING     desiredStatus is STOPPED; containers are ending
/// stopped     STOPPED      the last process is gone; nothing changes any more
///
/// `committing` and `starting` are stored alike, so that after a restart both mean "may have run": the
/// runner, which keeps the claim, decides (TaskRunner::launch starts the same attempt once).
#pragma once

#include "base/clock.hpp"
#include "berth/run/run_event.hpp"

#include <boost/describe.hpp>

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace berth::task {

enum class Phase { preparing, committing, starting, running, stopping, stopped };
BOOST_DESCRIBE_ENUM(Phase, preparing, committing, starting, running, stopping, stopped)

enum class StopCode {
  TaskFailedToStart,
  EssentialContainerExited,
  UserInitiated,
  ServiceSchedulerInitiated,
  SpotInterruption,
  TerminationNotice
};
BOOST_DESCRIBE_ENUM(StopCode, TaskFailedToStart, EssentialContainerExited, UserInitiated,
                    ServiceSchedulerInitiated, SpotInterruption, TerminationNotice)

enum class ContainerStatus { PENDING, RUNNING, STOPPED };
BOOST_DESCRIBE_ENUM(ContainerStatus, PENDING, RUNNING, STOPPED)

struct ContainerLife {
  std::string name;
  bool essential = true;
  ContainerStatus status = ContainerStatus::PENDING;
  std::optional<int> exit_code;
  std::string reason;
  std::optional<base::TimePoint> started_at;
  std::optional<base::TimePoint> stopped_at;
  bool operator==(const ContainerLife&) const = default;
};
BOOST_DESCRIBE_STRUCT(ContainerLife, (), (name, essential, status, exit_code, reason, started_at, stopped_at))

struct TaskLife {
  Phase phase = Phase::preparing;
  std::int64_t version = 1;  ///< grows with each change
  base::TimePoint created_at{};
  std::optional<base::TimePoint> pull_started_at;
  std::optional<base::TimePoint> pull_stopped_at;
  std::optional<base::TimePoint> claimed_at;  ///< a shim has taken it: it will not be launched again
  std::optional<base::TimePoint> started_at;
  std::optional<base::TimePoint> stopping_at;
  std::optional<base::TimePoint> execution_stopped_at;
  std::optional<base::TimePoint> stopped_at;
  std::optional<StopCode> stop_code;
  std::string stopped_reason;
  std::vector<std::string> not_enforced;  ///< limits that the machine could not keep, as its runner said
  std::vector<ContainerLife> containers;
  bool operator==(const TaskLife&) const = default;
};
BOOST_DESCRIBE_STRUCT(TaskLife, (),
                      (phase, version, created_at, pull_started_at, pull_stopped_at, claimed_at, started_at,
                       stopping_at, execution_stopped_at, stopped_at, stop_code, stopped_reason, not_enforced,
                       containers))

const char* last_status(Phase phase);     ///< "PENDING", "RUNNING", "STOPPING", "STOPPED"
const char* desired_status(Phase phase);  ///< "RUNNING" or "STOPPED"

// --- events: beside these, everything that a runner reports (run::RunEvent) ---
/// Images, log streams and credentials are there.
struct Prepared {};
/// They are not; `reason` begins with AWS's name for it, "CannotPullContainerError: …". With `container` set
/// the reason is that container's too.
struct PreparationFailed {
  std::string reason;
  std::string container;
};
/// The decision to launch is durable.
struct Committed {};
struct StopRequested {
  StopCode code = StopCode::UserInitiated;
  std::string reason;
};

using Event = std::variant<Prepared, PreparationFailed, Committed, StopRequested, run::TaskClaimed,
                           run::ContainerStarted, run::ContainerStopped, run::TaskStopped>;

// --- actions, in the order in which they are to be done ---
enum class Action {
  save,     ///< the life has changed: store it
  commit,   ///< when what is stored is durable, feed Committed
  launch,   ///< hand it to the runner
  stop,     ///< ask the runner to stop it, with stopped_reason
  release,  ///< the last process is gone: give back resources, withdraw credentials
};

struct Step {
  TaskLife life;
  std::vector<Action> actions;
};

/// Events that do not fit the phase (a late or repeated report) change nothing.
Step advance(TaskLife life, const Event& event, base::TimePoint now);

}  // namespace berth::task
