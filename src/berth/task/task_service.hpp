/// All tasks: starts them, drives each life with what the runner reports, remembers them
/// (docs/design/tasks.md).
///
///   TaskService tasks(executor, store, clock, random, fleet, {runner, images, logs, credentials}, settings);
///   tasks.recover();                                          // once, when everything is wired
///   Task& task = tasks.create(account, region, plan, instance, grant);
///   tasks.begin(task);
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
#include "berth/task/journal.hpp"
#include "berth/task/log_sink.hpp"
#include "berth/task/task.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
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

  /// What tasks call AWS by, once the daemon knows on which port it listens; before recover().
  void set_endpoint_url(std::string url) { settings_.endpoint_url = std::move(url); }

  /// Loads what lives (and what stopped within the describable hour), takes back what it holds, and picks up
  /// every task where it was. Call once before anything else.
  void recover();

  /// Creates the task with what was taken for it, PENDING. It is not stored before begin(), which has to
  /// follow in the same turn of the lane: so one commit, and not two, stands between RunTask and the launch.
  Task& create(const std::string& account, const std::string& region, TaskPlan plan,
               const fleet::Instance& instance, const sched::Grant& grant);
  /// Looks up what it needs, stores it, and launches it once that is durable. A task for which something is
  /// missing has stopped when this returns.
  void begin(Task& task) { prepare(task); }
  /// Whether a task of the account can have this role: see CredentialSource.
  base::Status check_role(const std::string& account, const std::string& role) const {
    return environment_.credentials.check_role(account, role);
  }
  /// Nothing happens if it has stopped already.
  void stop(Task& task, StopCode code, std::string reason);
  /// Stops all tasks of everybody; for a reset.
  void stop_all(const std::string& reason);

  /// Gives it these tags instead of what it has.
  void set_tags(Task& task, std::map<std::string, std::string> tags);

  /// nullptr if it is not in memory.
  Task* find(const std::string& account, const std::string& region, const std::string& id);
  /// Tasks in memory of a cluster, oldest first.
  std::vector<const Task*> tasks_of(const fleet::Key& cluster);
  /// Tasks in memory that are not STOPPED, on one instance.
  std::vector<const Task*> living_on(const std::string& container_instance_id) const;
  struct Counts {
    int pending = 0;
    int running = 0;  ///< STOPPING counts here, as the processes are there
  };
  Counts counts_of(const fleet::Key& cluster) const;
  Counts counts_on(const std::string& container_instance_id) const;

  /// Stopped tasks that may have left memory, newest first.
  base::Async<std::vector<Task>> history(fleet::Key cluster, std::optional<base::TimePoint> stopped_before,
                                         int limit) {
    return journal_.history(std::move(cluster), stopped_before, limit);
  }

  /// Tasks of everybody that are not STOPPED.
  std::size_t living() const;

 private:
  using Places = std::map<std::pair<base::TimePoint, std::string>, Task*>;  // by creation, then id

  Task& remember(std::unique_ptr<Task> task);
  void forget_old();
  void count(const Task& task, int by);

  void feed(Task& task, const Event& event);
  void perform(Task& task, Action action);
  void begin_again(const std::string& id);
  void prepare(Task& task);
  /// What the runner shall be told, or why there is nothing to tell.
  std::variant<run::LaunchSpec, PreparationFailed> resolve(Task& task);
  void release(Task& task);
  void take_up_again(Task& task);
  base::Async<void> commit(std::weak_ptr<const bool> alive, std::string id, store::Sequence sequence);
  base::Async<void> forget_folder(std::weak_ptr<const bool> alive, std::string id, store::Sequence sequence);
  /// Runs a member later on the lane, unless the service is gone by then.
  template <class F>
  void later(F f);

  base::asio::any_io_executor lane_;
  store::Store& store_;
  base::Clock& clock_;
  base::RandomSource& random_;
  fleet::Fleet& fleet_;
  Environment environment_;
  Settings settings_;

  Journal journal_;
  std::unordered_map<std::string, std::unique_ptr<Task>> tasks_;  // by id: ids are unique over accounts
  std::map<fleet::Key, Places> by_cluster_;
  std::unordered_map<std::string, Places> living_;  // by container instance id
  std::map<fleet::Key, Counts> cluster_counts_;
  std::unordered_map<std::string, Counts> instance_counts_;
  std::set<std::pair<base::TimePoint, std::string>> stopped_;  // when and which: the first is forgotten first
  std::unordered_map<std::string, run::LaunchSpec> to_launch_;              // prepared, not yet handed over
  std::shared_ptr<const bool> alive_ = std::make_shared<const bool>(true);  // for what runs later
};

}  // namespace berth::task
