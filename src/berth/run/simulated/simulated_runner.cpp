#include "berth/run/simulated/simulated_runner.hpp"

#include "berth/run/sequencer.hpp"
#include "berth/run/simulated/script.hpp"
#include "berth/run/task_folder.hpp"

#include <csignal>
#include <map>
#include <utility>

namespace berth::run {

/// A task that has not been forgotten. `told` is the record as of the events delivered: the same difference
/// of records makes the events as for a real shim.
struct SimulatedTask {
  SimulatedTask(LaunchSpec given, std::int64_t now) : spec(std::move(given)), sequencer(spec) {
    record.task_id = spec.task_id;
    record.attempt = spec.attempt;
    record.claimed_at = now;
    for (const ContainerSpec& container : spec.containers) {
      record.containers.emplace_back().name = container.name;
      scripts.push_back(parse_script(container.argv));
    }
  }
  LaunchSpec spec;
  Sequencer sequencer;
  std::vector<Script> scripts;
  TaskRecord record;
  std::optional<TaskRecord> told;
};

struct SimulatedRunner::State : std::enable_shared_from_this<State> {
  State(const base::Clock& c, Timer& t) : clock(c), timer(t) {}

  const base::Clock& clock;
  Timer& timer;
  EventHandler handler;
  std::map<TaskKey, SimulatedTask> tasks;

  std::int64_t now() const { return clock.now().time_since_epoch().count(); }

  /// Runs `f(task)` on the state lane after `delay`, if the task is still there.
  template <class F>
  void later(const TaskKey& key, base::Milliseconds delay, F f) {
    timer.after(delay, [weak = weak_from_this(), key, f = std::move(f)] {
      const auto self = weak.lock();
      if (!self) return;
      const auto found = self->tasks.find(key);
      if (found == self->tasks.end()) return;
      f(*self, found->second);
      self->deliver(key);
    });
  }

  void deliver(const TaskKey& key) {
    const auto found = tasks.find(key);
    if (found == tasks.end()) return;
    SimulatedTask& task = found->second;
    const auto events = events_between(task.told ? &*task.told : nullptr, task.record);
    task.told = task.record;
    for (const RunEvent& event : events)
      handler(key, event);  // may call launch, stop or forget: `task` may be gone
  }

  void perform(SimulatedTask& task, const Sequencer::Actions& actions) {
    for (const Sequencer::Action& action : actions) {
      if (const auto* start = std::get_if<Sequencer::Start>(&action)) start_container(task, start->container);
      if (const auto* signal = std::get_if<Sequencer::Signal>(&action)) {
        const Script& script = task.scripts[signal->container];
        if (signal->number == SIGKILL || script.heeds_term)
          end_container(task, signal->container, signal->number, false);
      }
      if (const auto* skip = std::get_if<Sequencer::Skip>(&action)) {
        ContainerRecord& container = task.record.containers[skip->container];
        container.state = ContainerState::STOPPED;
        container.stopped_at = now();
        container.reason = skip->reason;
      }
      if (std::holds_alternative<Sequencer::Finish>(action)) {
        task.record.finished_at = now();
        task.record.cause = task.sequencer.cause();
        task.record.reason = task.sequencer.reason();
      }
    }
    if (const auto deadline = task.sequencer.deadline()) {
      later(task.spec.key(), std::max(*deadline - clock.now(), base::Milliseconds(0)),
            [](State& self, SimulatedTask& t) { self.perform(t, t.sequencer.expire(self.clock.now())); });
    }
  }

  void start_container(SimulatedTask& task, std::size_t index) {
    const Script& script = task.scripts[index];
    ContainerRecord& container = task.record.containers[index];
    if (!script.cannot_start.empty())
      return perform(task, task.sequencer.failed(index, script.cannot_start, clock.now()));
    container.state = ContainerState::RUNNING;
    container.started_at = now();
    if (script.duration) {
      later(task.spec.key(), *script.duration, [index](State& self, SimulatedTask& t) {
        self.end_container(t, index, t.scripts[index].wait_status, t.scripts[index].out_of_memory);
      });
    }
    perform(task, task.sequencer.running(index, clock.now()));
  }

  void end_container(SimulatedTask& task, std::size_t index, int wait_status, bool out_of_memory) {
    ContainerRecord& container = task.record.containers[index];
    if (container.state == ContainerState::STOPPED) return;
    container.state = ContainerState::STOPPED;
    container.stopped_at = now();
    container.wait_status = wait_status;
    container.out_of_memory = out_of_memory;
    if (out_of_memory) container.reason = "OutOfMemoryError: Container killed due to memory usage";
    perform(task, task.sequencer.exited(index, wait_status, clock.now()));
  }
};

SimulatedRunner::SimulatedRunner(const base::Clock& clock, Timer& timer)
    : state_(std::make_shared<State>(clock, timer)) {}
SimulatedRunner::~SimulatedRunner() = default;

void SimulatedRunner::launch(const LaunchSpec& spec) {
  const TaskKey key = spec.key();
  if (state_->tasks.count(key) != 0) return;
  if (const std::string fault = find_fault(spec); !fault.empty()) {
    state_->timer.after({}, [state = state_, key, fault] {
      state->handler(key, TaskStopped{state->clock.now(), StopCause::FAILED_TO_START, fault});
    });
    return;
  }
  state_->tasks.try_emplace(key, spec, state_->now());
  state_->later(key, {}, [](State& self, SimulatedTask& task) {
    if (task.record.finished_at) return;  // stopped before
    self.perform(task, task.sequencer.begin(self.clock.now()));
  });
}

void SimulatedRunner::stop(const TaskKey& key, const std::string& reason) {
  state_->later(key, {}, [reason](State& self, SimulatedTask& task) {
    self.perform(task, task.sequencer.stop(reason, self.clock.now()));
  });
}

void SimulatedRunner::adopt(const TaskKey& key) {
  if (const auto found = state_->tasks.find(key); found != state_->tasks.end()) {
    found->second.told.reset();
    state_->later(key, {}, [](State&, SimulatedTask&) {});
    return;
  }
  state_->timer.after({}, [state = state_, key] {
    state->handler(
        key, TaskStopped{state->clock.now(), StopCause::LOST, "The simulated task ended with its daemon"});
  });
}

void SimulatedRunner::forget(const TaskKey& key) { state_->tasks.erase(key); }
void SimulatedRunner::on_event(EventHandler handler) { state_->handler = std::move(handler); }
std::size_t SimulatedRunner::live_tasks() const { return state_->tasks.size(); }

}  // namespace berth::run
