/// Waits for the ends of tasks, with their logs or without.
#pragma once

#include "base/clock.hpp"
#include "berth/cli/interruption.hpp"
#include "berth/services/ecs/shapes.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace berth::cli {

class Session;

/// How often what is waited for is looked at.
constexpr std::chrono::milliseconds poll_interval{200};

struct Waiting {
  /// Called at every look, and once more after the last task's end.
  std::function<void()> news = [] {};
  /// Called with each task when it has stopped.
  std::function<void(const ecs::Task&)> ended = [](const ecs::Task&) {};
  std::optional<base::TimePoint> deadline{};  ///< then has_failed is thrown
};

/// Until all of them have stopped; answers them as they are then, in the order given. On a terminal the state of a single
/// task is told as it changes. Ctrl-C throws with exit code 130 and says that the tasks go on.
std::vector<ecs::Task> wait_for_ends(Session& session, const Interruption& interruption,
                                     std::vector<ecs::Task> tasks, const Waiting& waiting);

/// The log of one task until it has stopped, to its last line: the log is whole when the task shows STOPPED.
ecs::Task follow_to_end(Session& session, const Interruption& interruption, ecs::Task task,
                        const ecs::TaskDefinition& definition);

/// The first 12 digits of its id.
std::string shown_id(const ecs::Task& task);

/// That no container of it logs to a group.
std::string keeps_no_log(const ecs::Task& task);

/// Its id on a line, or with --json the task.
void print_task(Session& session, const ecs::Task& task);

}  // namespace berth::cli
