/// All tasks: starts them, drives each life with what the runner reports, remembers them
/// (docs/design/tasks.md).
///
///   TaskService tasks(executor, store, clock, random, fleet, {runner, images, logs, credentials}, settings);
///   tasks.recover();                                          // once, when everything is wired
///   auto& task = tasks.start(account, region, plan, instance, grant);
///   tasks.stop(task, StopCode::UserInitiated, "Task stopped by user");
///
/// State lane only. A task is in memory while it lives and an hour after it stopped (that is how long AWS
/// describes it); the store keeps it.
///
/// At most one start: the decision to launch is durable before the runner hears of it, and the runner starts
/// an attempt once. What a task was given is given back when the runner says that its last process is gone.
#pragma once

#include "base/async.hpp"
#include "base/clock.hpp"
#include "base/random.hpp"
#include "berth/fleet/fleet.hpp"
#include "berth/run/task_runner.hpp"
#include "berth/store/migration.hpp"
#include "berth/store/store.hpp"
#include "berth/task/credential_source.hpp"
#include "berth/task/image_resolver.hpp"
#include "berth/task/log_sink.hpp"
#include "berth/task/task.hpp"

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace berth::task {

std::span<const store::Migration> migrations();

/// What tasks are run with; all outlive the service.
struct Environment {
  run::TaskRunner& runner;
  ImageResolver& images;
  LogSink& logs;
  CredentialSource& credentials;
};

struct Settings {
  std::string endpoint_url;                       ///< AWS_ENDPOINT_URL inside tasks; empty: not set
  std::chrono::seconds describable_for{60 * 60};  ///< how long a stopped task stays in memory
};

class TaskService {
 public:
  TaskService(base::asio::any_io_executor state_lane, store::Store& store, base::Clock& clock,
              base::RandomSource& random, fleet::Fleet& fleet, Environment environment, Settings settings);
  ~TaskService();
  TaskService(const TaskService&) = delete;
  TaskService& operator=(const TaskService&) = delete;

  /// Loads what lives (and what stopped within the describable hour), takes back what it holds, and picks up
  /// every task where it was. Call once before anything else.
  void recover();

  /// Creates the task with what was taken for it, PENDING, and begins to launch it once this returns.
  Task& start(const std::string& account, const std::string& region, TaskPlan plan,
              const fleet::Instance& instance, const sched::Grant& grant);
  /// Nothing happens if it has stopped already.
  void stop(Task& task, StopCode code, std::string reason);
  /// Stops all tasks of everybody; for a reset.
  void stop_all(const std::string& reason);

  /// nullptr if it is not in memory.
  Task* find(const std::string& account, const std::string& region, std::string_view id);
  /// Tasks in memory of a cluster, oldest first.
  std::vector<const Task*> tasks_of(const fleet::Key& cluster) const;
  /// Tasks in memory that are not STOPPED, on one instance.
  std::vector<const Task*> living_on(const std::string& container_instance_id) const;
  struct Counts {
    int pending = 0;
    int running = 0;  ///< STOPPING counts here, as the processes are there
  };
  Counts counts_of(const fleet::Key& cluster) const;
  Counts counts_on(const std::string& container_instance_id) const;

  /// Told after every change of a task (services, CLI streams). One handler.
  void on_change(std::function<void(const Task&)> handler) { on_change_ = std::move(handler); }

 private:
  struct Entry;
  void feed(Task& task, const Event& event);
  void perform(Task& task, Action action);
  void prepare(Task& task);
  base::Result<run::LaunchSpec> launch_spec(Task& task, PreparationFailed& failure);
  base::Async<void> commit_then_launch(std::string id, store::Sequence sequence);
  void release(Task& task);
  void save(const Task& task);
  void forget_old();
  void count(const Task& task, int sign);
  Task& adopt_into_memory(std::unique_ptr<Task> task);

  base::asio::any_io_executor lane_;
  store::Store& store_;
  base::Clock& clock_;
  base::RandomSource& random_;
  fleet::Fleet& fleet_;
  Environment environment_;
  Settings settings_;
  std::function<void(const Task&)> on_change_;

  std::unordered_map<std::string, std::unique_ptr<Task>> tasks_;  // by id; ids are unique over accounts
  std::map<fleet::Key, std::map<std::pair<base::TimePoint, std::string>, Task*>> by_cluster_;
  std::unordered_map<std::string, std::map<std::string, Task*>> living_;  // by container instance id
  std::map<fleet::Key, Counts> cluster_counts_;
  std::unordered_map<std::string, Counts> instance_counts_;
  std::deque<std::pair<base::TimePoint, std::string>> stopped_;  // when and which, oldest first
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);   // for coroutines that outlive us
};

}  // namespace berth::task
