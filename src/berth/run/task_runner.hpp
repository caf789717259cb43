/// How the control plane sees whatever runs tasks. Implementations: run/shim_runner.hpp (a berth-shim for
/// each task, which outlives the daemon) and run/simulated/ (in process, for tests and benches).
///
///   runner.on_event([&](const TaskKey& key, const RunEvent& event) { … });
///   runner.launch(spec);          // TaskClaimed, ContainerStarted…, ContainerStopped…, TaskStopped
///   runner.stop(key, "Task stopped by user");
///   runner.forget(key);           // after TaskStopped: the folder may go
///
/// All functions are called on the state lane, never block, and deliver their outcome as events on the state
/// lane (never from inside the call). For each key the events come in the order in which they happened and
/// end with exactly one TaskStopped; a launch that fails ends with a TaskStopped of cause FAILED_TO_START.
#pragma once

#include "berth/run/launch_spec.hpp"
#include "berth/run/run_event.hpp"

#include <functional>
#include <string>

namespace berth::run {

class TaskRunner {
 public:
  using EventHandler = std::function<void(const TaskKey&, const RunEvent&)>;

  virtual ~TaskRunner() = default;

  /// Begins what launch() with the same spec would wait for, and runs nothing: the caller may still be waiting for the
  /// task to be durable. launch() or forget() must follow; what fails here is told after launch().
  virtual void prepare(const LaunchSpec&) {}

  /// Starts the attempt that `spec` names. The same key a second time starts nothing (the claim in its folder
  /// is taken once): its events are those of the first.
  virtual void launch(const LaunchSpec& spec) = 0;

  /// SIGTERM to the containers in reverse order of their dependencies, SIGKILL after each one's stopTimeout;
  /// what has not started never will. `reason` becomes TaskStopped::reason. Nothing happens if it has ended.
  virtual void stop(const TaskKey& key, const std::string& reason) = 0;

  /// After a restart of the daemon: looks at what the attempt's folder says, delivers what happened meanwhile
  /// (all of it, from TaskClaimed on: the caller ignores what it knows) and follows what still runs. An
  /// attempt that no shim ever claimed is started now, for nothing of it has run.
  virtual void adopt(const TaskKey& key) = 0;

  /// Removes the attempt's folder and frees its user id. Only after TaskStopped, also if that came before a
  /// restart of the daemon, or after prepare() alone; no error if there is nothing left of it.
  virtual void forget(const TaskKey& key) = 0;

  /// After a restart, once every task that the caller knows was launched, adopted or forgotten: what was only prepared,
  /// for a task that then was not stored, may go.
  virtual void recovered() {}

  /// Why limits of tasks (memory, CPU, processes) are not kept here; empty if they are.
  virtual std::string limits_unenforced() const { return {}; }

  /// One handler, set before the first launch or adopt.
  virtual void on_event(EventHandler handler) = 0;
};

}  // namespace berth::run
