/// The TaskRunner of a real machine: one berth-shim a task, in a session of its own, which outlives this
/// process.
///
///   ShimRunner runner(state_executor, blocking_pool, clock,
///                     {.tasks = state_dir + "/tasks", .shim = bin + "/berth-shim", …});
///
/// Folders, files and forks happen on the pool. See docs/design/shim.md.
#pragma once

#include "base/async.hpp"
#include "base/clock.hpp"
#include "berth/run/cgroup.hpp"
#include "berth/run/task_runner.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace berth::run {

/// Host user ids for tasks, one each: first … first+count-1.
struct UidRange {
  std::int64_t first = 0;
  std::int64_t count = 0;
};

/// Beyond what distributions, containers and directory services hand out.
inline constexpr UidRange default_uids{2'000'000'000, 10'000};

struct ShimRunnerOptions {
  std::string tasks;       ///< folder of the tasks' folders; made if missing
  std::string shim;        ///< path of berth-shim
  std::string bubblewrap;  ///< path of bwrap as `find_bubblewrap` gave it; empty: no namespaces
  bool unsafe_no_sandbox = false;
  std::optional<UidRange> uids;  ///< only for root, who must have one; none: tasks run as this process's user
  CgroupBase cgroups;
  std::vector<BoundFile> builtin_files;  ///< of the built-in image
  /// Called on the state lane once a spec is on disk and before its shim starts: calls `proceed` (on the
  /// state lane) when the task itself is durable, too. None: at once.
  std::function<void(std::function<void()> proceed)> committed;
  std::vector<std::string> shim_arguments;  ///< for crash tests
};

class ShimRunner final : public TaskRunner {
 public:
  ShimRunner(base::asio::any_io_executor state, base::asio::thread_pool& pool, const base::Clock& clock,
             ShimRunnerOptions options);
  /// Lets go of the shims; they run on.
  ~ShimRunner() override;
  void prepare(const LaunchSpec& spec) override;
  void launch(const LaunchSpec& spec) override;
  void stop(const TaskKey& key, const std::string& reason) override;
  void adopt(const TaskKey& key) override;
  void forget(const TaskKey& key) override;
  void recovered() override;
  void on_event(EventHandler handler) override;
  std::string limits_unenforced() const override;

  /// Attempts whose folders are there: what a restarted daemon may have to adopt or remove.
  base::Result<std::vector<TaskKey>> list() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace berth::run
