#include "berth/run/described_json.hpp"
#include "berth/run/task_folder.hpp"

#include <sys/wait.h>

#include <algorithm>

namespace berth::run {

BOOST_DESCRIBE_ENUM(StopCause, ESSENTIAL_CONTAINER_EXITED, STOP_REQUESTED, FAILED_TO_START, LOST)
BOOST_DESCRIBE_ENUM(ContainerState, PENDING, STARTING, RUNNING, STOPPED)
BOOST_DESCRIBE_STRUCT(ContainerRecord, (),
                      (name, state, pid, pid_start, started_at, stopped_at, wait_status, out_of_memory,
                       reason))
BOOST_DESCRIBE_STRUCT(TaskRecord, (),
                      (version, task_id, attempt, boot_id, shim_pid, sequence, claimed_at, finished_at, cause,
                       reason, not_enforced, containers))

std::string to_json(const TaskRecord& record) { return base::to_text(detail::to_value(record)); }

base::Result<TaskRecord> parse_task_record(std::string_view text) {
  return detail::parse_versioned<TaskRecord>(text, "record", task_record_version);
}

namespace {

base::TimePoint time_of(std::int64_t milliseconds) {
  return base::TimePoint{base::Milliseconds{milliseconds}};
}

ContainerStopped stopped_event(const ContainerRecord& container, const TaskRecord& task) {
  ContainerStopped event;
  event.container = container.name;
  event.at = time_of(container.stopped_at.value_or(task.finished_at.value_or(task.claimed_at)));
  event.out_of_memory = container.out_of_memory;
  event.reason = container.reason;
  if (container.wait_status) {
    const int status = *container.wait_status;
    if (WIFSIGNALED(status)) {
      event.signal = WTERMSIG(status);
      event.exit_code = 128 + WTERMSIG(status);
    } else {
      event.exit_code = WEXITSTATUS(status);
    }
  }
  return event;
}

}  // namespace

std::vector<RunEvent> events_between(const TaskRecord* before, const TaskRecord& after) {
  std::vector<RunEvent> events;
  if (before == nullptr) events.push_back(TaskClaimed{time_of(after.claimed_at), after.not_enforced});
  std::vector<RunEvent> of_containers;
  for (std::size_t i = 0; i < after.containers.size(); ++i) {
    const ContainerRecord& now = after.containers[i];
    const bool known = before != nullptr && i < before->containers.size();
    const ContainerRecord then = known ? before->containers[i] : ContainerRecord{};
    if (now.started_at && !then.started_at)
      of_containers.push_back(
          ContainerStarted{now.name, time_of(*now.started_at), static_cast<int>(now.pid)});
    if (now.state == ContainerState::STOPPED && then.state != ContainerState::STOPPED)
      of_containers.push_back(stopped_event(now, after));
  }
  const auto time = [](const RunEvent& event) {
    return std::visit([](const auto& e) { return e.at; }, event);
  };
  std::stable_sort(of_containers.begin(), of_containers.end(),
                   [&](const RunEvent& a, const RunEvent& b) { return time(a) < time(b); });
  events.insert(events.end(), of_containers.begin(), of_containers.end());
  if (after.finished_at && !(before != nullptr && before->finished_at))
    events.push_back(TaskStopped{time_of(*after.finished_at), after.cause, after.reason});
  return events;
}

TaskRecord complete_lost(TaskRecord last, base::TimePoint noticed, std::string_view boot_id_now) {
  const std::int64_t now = noticed.time_since_epoch().count();
  const bool rebooted = !last.boot_id.empty() && last.boot_id != boot_id_now;
  const bool nothing_ran =
      std::all_of(last.containers.begin(), last.containers.end(), [](const ContainerRecord& c) {
        return c.state == ContainerState::PENDING || (c.state == ContainerState::STOPPED && !c.started_at);
      });
  const std::string what = rebooted ? "The machine was restarted" : "The task's shim was killed";
  last.cause = nothing_ran ? StopCause::FAILED_TO_START : StopCause::LOST;
  last.reason = what + (nothing_ran ? " before the task was started" : " while the task was running");
  for (ContainerRecord& container : last.containers) {
    if (container.state == ContainerState::STOPPED) continue;
    const bool ran = container.state != ContainerState::PENDING;
    container.state = ContainerState::STOPPED;
    container.stopped_at = now;
    container.reason =
        ran ? last.reason + "; how the container ended is not known" : "The container was not started";
  }
  last.finished_at = now;
  return last;
}

}  // namespace berth::run
