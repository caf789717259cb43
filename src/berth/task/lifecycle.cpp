#include "berth/task/lifecycle.hpp"

#include <algorithm>
#include <utility>

namespace berth::task {

const char* last_status(Phase phase) {
  switch (phase) {
    case Phase::preparing:
    case Phase::committing:
    case Phase::starting:
      return "PENDING";
    case Phase::running:
      return "RUNNING";
    case Phase::stopping:
      return "STOPPING";
    case Phase::stopped:
      return "STOPPED";
  }
  return "STOPPED";
}

const char* desired_status(Phase phase) {
  return phase == Phase::stopping || phase == Phase::stopped ? "STOPPED" : "RUNNING";
}

namespace {

using base::TimePoint;

/// One application of an event: the new life is built up in `life`, `actions` say what is to be done.
class Advance {
 public:
  Advance(TaskLife life, TimePoint now) : life_(std::move(life)), now_(now) {}

  Step take() {
    if (changed_) {
      ++life_.version;
      actions_.insert(actions_.begin(), Action::save);
    }
    return {std::move(life_), std::move(actions_)};
  }

  void operator()(const Prepared&) {
    if (life_.phase != Phase::preparing) return;
    if (!life_.pull_started_at) life_.pull_started_at = now_;
    life_.pull_stopped_at = now_;
    enter(Phase::committing);
    actions_.push_back(Action::commit);
  }

  void operator()(const PreparationFailed& failed) {
    if (life_.phase != Phase::preparing) return;
    if (ContainerLife* container = find(failed.container)) container->reason = failed.reason;
    begin_stop(StopCode::TaskFailedToStart, failed.reason, now_);
    end(now_);
  }

  void operator()(const Committed&) {
    if (life_.phase != Phase::committing) return;
    life_.phase = Phase::starting;  // stored as committing, so there is nothing to save
    actions_.push_back(Action::launch);
  }

  void operator()(const StopRequested& request) {
    switch (life_.phase) {
      case Phase::preparing:
      case Phase::committing:  // the runner has not heard of it and never will
        begin_stop(request.code, request.reason, now_);
        end(now_);
        return;
      case Phase::starting:
      case Phase::running:
        begin_stop(request.code, request.reason, now_);
        actions_.push_back(Action::stop);
        return;
      case Phase::stopping:
      case Phase::stopped:
        return;
    }
  }

  void operator()(const run::TaskClaimed& claimed) {
    if (!is_with_runner() || life_.claimed_at) return;
    life_.claimed_at = claimed.at;
    life_.not_enforced = claimed.not_enforced;
    changed_ = true;
  }

  void operator()(const run::ContainerStarted& started) {
    ContainerLife* container = find(started.container);
    if (!is_with_runner() || !container || container->status != ContainerStatus::PENDING) return;
    container->status = ContainerStatus::RUNNING;
    container->started_at = started.at;
    changed_ = true;
    run_if_all_started(started.at);
  }

  void operator()(const run::ContainerStopped& stopped) {
    ContainerLife* container = find(stopped.container);
    if (!is_with_runner() || !container || container->status == ContainerStatus::STOPPED) return;
    container->status = ContainerStatus::STOPPED;
    container->exit_code = stopped.exit_code;
    container->reason = stopped.reason;
    container->stopped_at = stopped.at;
    changed_ = true;
    // One that never ran has no exit code; what that means for the task is in TaskStopped.
    if (container->essential && stopped.exit_code)
      begin_stop(StopCode::EssentialContainerExited, "Essential container in task exited", stopped.at);
    else
      run_if_all_started(stopped.at);
  }

  void operator()(const run::TaskStopped& stopped) {
    if (!is_with_runner()) return;
    begin_stop(stop_code_of(stopped.cause), stopped.reason, stopped.at);
    end(stopped.at);
  }

 private:
  bool is_with_runner() const {
    return life_.phase == Phase::starting || life_.phase == Phase::running || life_.phase == Phase::stopping;
  }

  ContainerLife* find(const std::string& name) {
    const auto found = std::ranges::find(life_.containers, name, &ContainerLife::name);
    return found == life_.containers.end() ? nullptr : &*found;
  }

  void enter(Phase phase) {
    life_.phase = phase;
    changed_ = true;
  }

  /// RUNNING is a task whose essential containers all run and whose others have at least had their turn.
  void run_if_all_started(TimePoint at) {
    const bool all = std::ranges::all_of(life_.containers, [](const ContainerLife& each) {
      return each.status == ContainerStatus::RUNNING ||
             (each.status == ContainerStatus::STOPPED && !each.essential);
    });
    if (life_.phase != Phase::starting || !all) return;
    life_.started_at = at;
    enter(Phase::running);
  }

  /// The first cause counts; later ones are its consequences.
  void begin_stop(StopCode code, const std::string& reason, TimePoint at) {
    if (life_.stop_code) return;
    life_.stop_code = code;
    life_.stopped_reason = reason;
    life_.stopping_at = at;
    enter(Phase::stopping);
  }

  void end(TimePoint at) {
    TimePoint execution_end = life_.created_at;
    for (ContainerLife& container : life_.containers) {
      if (container.status != ContainerStatus::STOPPED) {
        container.status = ContainerStatus::STOPPED;
        if (container.started_at) container.stopped_at = at;
      }
      if (container.stopped_at) execution_end = std::max(execution_end, *container.stopped_at);
    }
    const bool anything_ran = std::ranges::any_of(
        life_.containers, [](const ContainerLife& each) { return each.started_at.has_value(); });
    if (anything_ran) life_.execution_stopped_at = execution_end;
    life_.stopped_at = at;
    enter(Phase::stopped);
    actions_.push_back(Action::release);
  }

  StopCode stop_code_of(run::StopCause cause) const {
    switch (cause) {
      case run::StopCause::ESSENTIAL_CONTAINER_EXITED:
        return StopCode::EssentialContainerExited;
      case run::StopCause::STOP_REQUESTED:
        return StopCode::UserInitiated;
      case run::StopCause::FAILED_TO_START:
        return StopCode::TaskFailedToStart;
      case run::StopCause::LOST:
        break;
    }
    // The machine went away under it. If it never got as far as running, it failed to start.
    return life_.started_at ? StopCode::TerminationNotice : StopCode::TaskFailedToStart;
  }

  TaskLife life_;
  TimePoint now_;
  std::vector<Action> actions_;
  bool changed_ = false;
};

}  // namespace

Step advance(TaskLife life, const Event& event, TimePoint now) {
  Advance step(std::move(life), now);
  std::visit(step, event);
  return step.take();
}

}  // namespace berth::task
