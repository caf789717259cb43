#include "berth/run/sequencer.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <csignal>

namespace berth::run {
namespace {

std::string in_words(int wait_status) {
  if (WIFSIGNALED(wait_status)) return "was ended by signal " + std::to_string(WTERMSIG(wait_status));
  return "exited with " + std::to_string(WEXITSTATUS(wait_status));
}

std::string condition_name(DependencyCondition condition) {
  switch (condition) {
    case DependencyCondition::START:
      return "START";
    case DependencyCondition::COMPLETE:
      return "COMPLETE";
    case DependencyCondition::SUCCESS:
      return "SUCCESS";
    case DependencyCondition::HEALTHY:
      break;
  }
  return "HEALTHY";
}

constexpr const char* stopped_before_start = "The task was stopped before this container was started";

base::Milliseconds seconds(std::int64_t count) { return std::chrono::seconds(count); }

}  // namespace

Sequencer::Sequencer(const LaunchSpec& spec) {
  for (const ContainerSpec& container : spec.containers) containers_.emplace_back().spec = container;
  for (Container& container : containers_) {
    for (const ContainerDependency& dependency : container.spec.depends_on) {
      const auto found = std::find_if(spec.containers.begin(), spec.containers.end(),
                                      [&](const ContainerSpec& c) { return c.name == dependency.container; });
      container.depends_on.push_back(static_cast<std::size_t>(found - spec.containers.begin()));
    }
  }
}

Sequencer::Actions Sequencer::begin(base::TimePoint now) { return advance(now); }

Sequencer::Actions Sequencer::running(std::size_t container, base::TimePoint now) {
  containers_[container].state = State::RUNNING;
  containers_[container].ran = true;
  return advance(now);
}

Sequencer::Actions Sequencer::failed(std::size_t container, const std::string& reason, base::TimePoint now) {
  Container& failed = containers_[container];
  failed.state = State::STOPPED;
  std::string told = reason;
  if (failed.kill_sent) told = failed.given_up.empty() ? stopped_before_start : failed.given_up;
  if (failed.spec.essential) begin_stop(StopCause::FAILED_TO_START, told);
  Actions actions{Skip{container, told}};
  const Actions more = advance(now);
  actions.insert(actions.end(), more.begin(), more.end());
  return actions;
}

Sequencer::Actions Sequencer::exited(std::size_t container, int wait_status, base::TimePoint now) {
  Container& ended = containers_[container];
  ended.state = State::STOPPED;
  ended.ran = true;
  ended.wait_status = wait_status;
  if (ended.spec.essential)
    begin_stop(StopCause::ESSENTIAL_CONTAINER_EXITED, "Essential container in task exited");
  return advance(now);
}

Sequencer::Actions Sequencer::stop(const std::string& reason, base::TimePoint now) {
  begin_stop(StopCause::STOP_REQUESTED, reason);
  return advance(now);
}

Sequencer::Actions Sequencer::expire(base::TimePoint now) { return advance(now); }

/// The first cause is the one that is told.
void Sequencer::begin_stop(StopCause cause, const std::string& reason) {
  if (stopping_ || finished_) return;
  stopping_ = true;
  cause_ = cause;
  reason_ = reason;
}

Sequencer::Dependency Sequencer::look_at(const Container& container, std::size_t which,
                                         std::string& why) const {
  const ContainerDependency& wanted = container.spec.depends_on[which];
  const Container& other = containers_[container.depends_on[which]];
  const std::string sentence = "Container " + container.spec.name + " dependsOn " + other.spec.name +
                               " reaching " + condition_name(wanted.condition) + ", but ";
  const bool over = other.state == State::STOPPED;
  if (over && !other.ran) {
    why = sentence + "it was not started";
    return Dependency::IMPOSSIBLE;
  }
  switch (wanted.condition) {
    case DependencyCondition::START:
      return other.ran ? Dependency::MET : Dependency::OPEN;
    case DependencyCondition::COMPLETE:
      return over ? Dependency::MET : Dependency::OPEN;
    case DependencyCondition::SUCCESS:
      if (!over) return Dependency::OPEN;
      if (other.wait_status == 0) return Dependency::MET;
      why = sentence + "it " + in_words(other.wait_status);
      return Dependency::IMPOSSIBLE;
    case DependencyCondition::HEALTHY:
      break;
  }
  why = sentence + "health checks are not run here";
  return Dependency::IMPOSSIBLE;
}

/// True if a container that has not started waits for something that `container` has not done yet.
bool Sequencer::someone_waits_for(std::size_t container) const {
  for (const Container& other : containers_) {
    if (other.state != State::WAITING) continue;
    for (std::size_t i = 0; i < other.depends_on.size(); ++i) {
      std::string why;
      if (other.depends_on[i] == container && look_at(other, i, why) == Dependency::OPEN) return true;
    }
  }
  return false;
}

bool Sequencer::has_live_dependent(std::size_t container) const {
  return std::any_of(containers_.begin(), containers_.end(), [&](const Container& other) {
    return (other.state == State::STARTING || other.state == State::RUNNING) &&
           std::find(other.depends_on.begin(), other.depends_on.end(), container) != other.depends_on.end();
  });
}

void Sequencer::start_what_can(base::TimePoint now, Actions& actions) {
  for (std::size_t i = 0; i < containers_.size(); ++i) {
    Container& container = containers_[i];
    if (container.state != State::WAITING) continue;
    bool all_met = true;
    for (std::size_t d = 0; d < container.depends_on.size(); ++d) {
      std::string why;
      const Dependency dependency = look_at(container, d, why);
      if (dependency == Dependency::IMPOSSIBLE) return begin_stop(StopCause::FAILED_TO_START, why);
      all_met = all_met && dependency == Dependency::MET;
    }
    if (!all_met) continue;
    container.state = State::STARTING;
    container.started_at = now;
    actions.push_back(Start{i});
  }
}

void Sequencer::check_timeouts(base::TimePoint now) {
  for (std::size_t i = 0; i < containers_.size(); ++i) {
    Container& container = containers_[i];
    if (container.state == State::STARTING && now >= container.started_at + launch_timeout) {
      container.given_up = "DockerTimeoutError: Could not transition container " + container.spec.name +
                           " to started; timed out after waiting 3m0s";
      begin_stop(StopCause::FAILED_TO_START, container.given_up);
    }
    if (container.state == State::WAITING || !container.spec.start_timeout_seconds) continue;
    if (now >= container.started_at + seconds(*container.spec.start_timeout_seconds) &&
        someone_waits_for(i)) {
      begin_stop(StopCause::FAILED_TO_START, "dependsOn: container " + container.spec.name +
                                                 " did not reach the required condition within " +
                                                 std::to_string(*container.spec.start_timeout_seconds) +
                                                 " seconds (startTimeout)");
    }
  }
}

void Sequencer::stop_what_can(base::TimePoint now, Actions& actions) {
  for (std::size_t i = 0; i < containers_.size(); ++i) {
    Container& container = containers_[i];
    if (container.state == State::WAITING) {
      container.state = State::STOPPED;
      actions.push_back(Skip{i, stopped_before_start});
    }
  }
  for (std::size_t i = 0; i < containers_.size(); ++i) {
    Container& container = containers_[i];
    if (container.state == State::STOPPED || has_live_dependent(i)) continue;
    if (container.state == State::STARTING) {  // nothing of the command runs yet that could be asked to end
      if (!std::exchange(container.kill_sent, true)) actions.push_back(Signal{i, SIGKILL});
      continue;
    }
    if (!std::exchange(container.term_sent, true)) {
      container.kill_at = now + seconds(container.spec.stop_timeout_seconds);
      actions.push_back(Signal{i, SIGTERM});
    }
    if (now >= container.kill_at && !std::exchange(container.kill_sent, true))
      actions.push_back(Signal{i, SIGKILL});
  }
}

Sequencer::Actions Sequencer::advance(base::TimePoint now) {
  Actions actions;
  if (finished_) return actions;
  if (!stopping_) {
    check_timeouts(now);
    if (!stopping_) start_what_can(now, actions);
  }
  if (stopping_) stop_what_can(now, actions);
  finished_ = std::all_of(containers_.begin(), containers_.end(),
                          [](const Container& container) { return container.state == State::STOPPED; });
  if (finished_) {
    if (reason_.empty()) reason_ = "All containers in task exited";
    actions.push_back(Finish{});
  }
  return actions;
}

std::optional<base::TimePoint> Sequencer::deadline() const {
  std::optional<base::TimePoint> first;
  const auto consider = [&](base::TimePoint time) { first = first ? std::min(*first, time) : time; };
  if (finished_) return first;
  for (std::size_t i = 0; i < containers_.size(); ++i) {
    const Container& container = containers_[i];
    if (stopping_) {
      if (container.state == State::RUNNING && container.term_sent && !container.kill_sent)
        consider(container.kill_at);
      continue;
    }
    if (container.state == State::STARTING) consider(container.started_at + launch_timeout);
    if (container.state != State::WAITING && container.spec.start_timeout_seconds && someone_waits_for(i))
      consider(container.started_at + seconds(*container.spec.start_timeout_seconds));
  }
  return first;
}

}  // namespace berth::run
