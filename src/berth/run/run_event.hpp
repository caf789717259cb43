/// What happened to a task, as its shim recorded it. Times are when it happened, also for what happened while
/// no daemon was looking.
#pragma once

#include "base/clock.hpp"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace berth::run {

/// A shim has claimed the attempt: it will run, or say why not. Comes once, before everything else.
struct TaskClaimed {
  base::TimePoint at;
  /// Limits and wishes of the spec that this machine cannot keep, one sentence each.
  std::vector<std::string> not_enforced;
  bool operator==(const TaskClaimed&) const = default;
};

struct ContainerStarted {
  std::string container;
  base::TimePoint at;
  int pid = 0;  ///< on the host, of the sandbox's outermost process
  bool operator==(const ContainerStarted&) const = default;
};

/// A container that was started and ended, or that never will be started (no exit_code then).
struct ContainerStopped {
  std::string container;
  base::TimePoint at;
  std::optional<int> exit_code;  ///< 128 + signal if one ended it, as ECS shows it
  std::optional<int> signal;     ///< tells kill -9 from `exit 137`
  bool out_of_memory = false;
  std::string reason;  ///< e.g. "OutOfMemoryError: Container killed due to memory usage"; may be empty
  bool operator==(const ContainerStopped&) const = default;
};

enum class StopCause {
  ESSENTIAL_CONTAINER_EXITED,
  STOP_REQUESTED,
  FAILED_TO_START,  ///< no container of the task could be started, or a dependency failed
  LOST              ///< the shim or the machine died: what the containers did last is not known
};

/// The last event. Every container has had its ContainerStopped, all processes are gone, and all output is in
/// the log segments, fsynced.
struct TaskStopped {
  base::TimePoint at;
  StopCause cause = StopCause::ESSENTIAL_CONTAINER_EXITED;
  std::string reason;  ///< as ECS's stoppedReason, e.g. "Essential container in task exited"
  bool operator==(const TaskStopped&) const = default;
};

using RunEvent = std::variant<TaskClaimed, ContainerStarted, ContainerStopped, TaskStopped>;

}  // namespace berth::run
