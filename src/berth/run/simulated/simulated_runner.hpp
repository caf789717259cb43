/// A TaskRunner that runs nothing: containers "run" for as long as their command says, on an injected clock
/// and timer. For tests, benches and trying out placement without a sandbox.
///
/// What a container does is read from its argv:
///
///   true         ends at once with 0            false      ends with 1
///   exit N       ends with N                    sleep S    runs S seconds (fractions allowed), then 0
///   run S N      runs S seconds, then N         forever    until it is stopped
///   stubborn     until SIGKILL                  oom S      killed for memory after S seconds
///   fail TEXT…   cannot be started: TEXT        anything else: ends at once with 0
///
/// All but `stubborn` heed SIGTERM.
///
/// Order, dependencies, essential containers and stop time-outs are those of the shim (run/sequencer.hpp).
#pragma once

#include "base/clock.hpp"
#include "berth/run/task_runner.hpp"

#include <functional>
#include <memory>

namespace berth::run {

/// Runs a function later, on the state lane.
class Timer {
 public:
  virtual ~Timer() = default;
  virtual void after(base::Milliseconds delay, std::function<void()> function) = 0;
};

class SimulatedRunner final : public TaskRunner {
 public:
  SimulatedRunner(const base::Clock& clock, Timer& timer);
  ~SimulatedRunner() override;
  void launch(const LaunchSpec& spec) override;
  void stop(const TaskKey& key, const std::string& reason) override;
  /// Tasks live in this process only: one that is not known is reported as LOST.
  void adopt(const TaskKey& key) override;
  void forget(const TaskKey& key) override;
  void on_event(EventHandler handler) override;
  std::string limits_unenforced() const override { return "tasks are simulated: nothing of them runs"; }
  std::size_t live_tasks() const;

 private:
  struct State;
  std::shared_ptr<State> state_;  // shared with timers that may outlive this object
};

}  // namespace berth::run
