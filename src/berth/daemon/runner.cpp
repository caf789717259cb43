#include "berth/daemon/runner.hpp"

#include "base/log.hpp"
#include "berth/daemon/lanes.hpp"
#include "berth/run/builtin_files.hpp"
#include "berth/run/process/bubblewrap.hpp"
#include "berth/run/shim_runner.hpp"
#include "berth/run/simulated/simulated_runner.hpp"

#include <boost/asio/steady_timer.hpp>
#include <unistd.h>

#include <filesystem>

namespace berth::daemon {
namespace {

base::Async<void> call_later(base::Milliseconds delay, std::function<void()> function) {
  base::asio::steady_timer timer(co_await base::asio::this_coro::executor, delay);
  co_await timer.async_wait(base::asio::use_awaitable);
  function();
}

class LaneTimer final : public run::Timer {
 public:
  explicit LaneTimer(base::asio::any_io_executor lane) : lane_(std::move(lane)) {}
  void after(base::Milliseconds delay, std::function<void()> function) override {
    base::asio::co_spawn(lane_, call_later(delay, std::move(function)), rethrow);
  }

 private:
  base::asio::any_io_executor lane_;
};

/// The simulation with the timer that it needs.
class OwningSimulatedRunner final : public run::TaskRunner {
 public:
  OwningSimulatedRunner(const base::Clock& clock, base::asio::any_io_executor lane)
      : timer_(std::move(lane)), runner_(clock, timer_) {}
  void launch(const run::LaunchSpec& spec) override { runner_.launch(spec); }
  void stop(const run::TaskKey& key, const std::string& reason) override { runner_.stop(key, reason); }
  void adopt(const run::TaskKey& key) override { runner_.adopt(key); }
  void forget(const run::TaskKey& key) override { runner_.forget(key); }
  void on_event(EventHandler handler) override { runner_.on_event(std::move(handler)); }
  std::string limits_unenforced() const override { return runner_.limits_unenforced(); }

 private:
  LaneTimer timer_;
  run::SimulatedRunner runner_;
};

/// Where this program lies: its companions lie beside it.
std::string program_folder() {
  std::error_code error;
  const auto path = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::string(".") : path.parent_path().string();
}

}  // namespace

std::future<base::Result<std::string>> try_sandbox(const Settings& settings) {
  if (settings.driver == "simulated") return {};
  long uid = -1;
  if (::geteuid() == 0) uid = static_cast<long>(parse_uid_range(settings.task_uid_range).value().first);
  return std::async(std::launch::async,
                    [uid] { return run::process::find_bubblewrap("/usr/local/bin:/usr/bin:/bin", uid); });
}

base::Result<std::unique_ptr<run::TaskRunner>> make_runner(const Settings& settings,
                                                           std::future<base::Result<std::string>> sandbox,
                                                           const base::Folder& state_dir, Lanes& lanes,
                                                           const base::Clock& clock) {
  if (settings.driver == "simulated") {
    base::log::warn("tasks are simulated: nothing of them runs");
    return std::unique_ptr<run::TaskRunner>(std::make_unique<OwningSimulatedRunner>(clock, lanes.state()));
  }
  run::ShimRunnerOptions options;
  options.tasks = state_dir.path() + "/tasks";
  options.shim = program_folder() + "/berth-shim";
  options.unsafe_no_sandbox = settings.unsafe_no_sandbox;
  if (!std::filesystem::exists(options.shim)) {
    return base::failure(options.shim + " is missing: berthd needs it beside itself to run tasks");
  }
  if (::geteuid() == 0) {
    const auto range = parse_uid_range(settings.task_uid_range).value();  // validated with the settings
    options.uids = run::UidRange{.first = range.first, .count = range.count};
  }
  auto bubblewrap = sandbox.get();
  if (bubblewrap) {
    options.bubblewrap = std::move(*bubblewrap);
  } else if (settings.unsafe_no_sandbox) {
    base::log::warn("tasks are NOT isolated from this machine (--unsafe-no-sandbox): {}",
                    bubblewrap.error().message);
  } else {
    base::log::warn("tasks will be refused: {}", bubblewrap.error().message);
  }
  options.cgroups = run::detect_cgroups("berth");
  if (!options.cgroups.unavailable_reason.empty()) {
    base::log::warn("limits of tasks are not enforced: {}", options.cgroups.unavailable_reason);
  }
  auto files = run::find_builtin_files(program_folder());
  if (files) {
    options.builtin_files = std::move(*files);
  } else {
    base::log::warn("the built-in image has no programs: {}", files.error().message);
  }
  return std::unique_ptr<run::TaskRunner>(
      std::make_unique<run::ShimRunner>(lanes.state(), lanes.pool(), clock, std::move(options)));
}

}  // namespace berth::daemon
