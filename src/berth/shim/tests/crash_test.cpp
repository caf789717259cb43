#include "berth/run/task_folder.hpp"
#include "berth/shim/tests/stand.hpp"

#include <csignal>

namespace berth::shim {
namespace {

using run::StopCause;
using Lines = std::vector<std::string>;

struct CrashTest : Stand {
  base::Folder attempt() { return base::Folder::open(options.tasks + "/t1/1").value(); }
  int shim_pid() { return static_cast<int>(run::read_record(attempt()).value()->shim_pid); }
  bool shim_is_there() { return run::is_locked(attempt()); }
  void wait_for_line(const std::string& line) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(15);
    while (std::chrono::steady_clock::now() < end) {
      const Lines lines = log();
      if (std::find(lines.begin(), lines.end(), line) != lines.end()) return;
      ::usleep(2000);
    }
    ADD_FAILURE() << "no line " << line;
  }
  /// Runs the state lane until the folder of tasks shows it.
  template <class Done>
  void wait_until(Done done) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(15);
    while (!done() && std::chrono::steady_clock::now() < end) {
      io->restart();
      io->run_for(std::chrono::milliseconds(2));
    }
    EXPECT_TRUE(done());
  }
  bool is_there(const std::string& path) { return ::access((options.tasks + "/" + path).c_str(), F_OK) == 0; }
  void wait_until_shim_is_gone() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(15);
    while (shim_is_there() && std::chrono::steady_clock::now() < end) ::usleep(2000);
    EXPECT_FALSE(shim_is_there());
  }
};

/// The shim is killed at each place where it matters. Whatever the place: the command has run at most once, success is
/// only told if the end was seen, and asking again gives the same answer.
TEST_F(CrashTest, a_shim_killed_at_any_marked_point_starts_nothing_twice_and_tells_no_lie) {
  struct Case {
    std::string place;
    StopCause cause;
    bool may_have_run;
  };
  const Case cases[] = {{"locked", StopCause::FAILED_TO_START, false},
                        {"claimed", StopCause::FAILED_TO_START, false},
                        {"created", StopCause::FAILED_TO_START, false},
                        {"recorded", StopCause::LOST, false},
                        {"released", StopCause::LOST, true},
                        {"running", StopCause::LOST, true},
                        {"exited", StopCause::LOST, true},
                        {"stored", StopCause::LOST, true},
                        {"finishing", StopCause::LOST, true},
                        {"finished", StopCause::ESSENTIAL_CONTAINER_EXITED, true}};
  for (const Case& c : cases) {
    options.shim_arguments = {"--die-at=" + c.place};
    reopen();
    const LaunchSpec task = spec(shell("echo ran; exit 3"), "t-" + c.place);
    const auto end = run_to_end(task);
    EXPECT_EQ(end.cause, c.cause) << c.place;
    const auto stop = container_stopped(task.key());
    const bool told = c.cause == StopCause::ESSENTIAL_CONTAINER_EXITED;
    EXPECT_EQ(stop.exit_code, told ? std::optional(3) : std::nullopt) << c.place;
    const std::size_t runs = log(task.task_id).size();
    EXPECT_LE(runs, c.may_have_run ? 1U : 0U) << c.place;

    options.shim_arguments.clear();
    reopen();
    runner->adopt(task.key());
    EXPECT_EQ(wait_for_end(task.key()), end) << c.place;
    EXPECT_EQ(log(task.task_id).size(), runs) << c.place;
    reopen();
    runner->launch(task);  // the same attempt again: the claim is taken
    EXPECT_EQ(wait_for_end(task.key()), end) << c.place;
    EXPECT_EQ(log(task.task_id).size(), runs) << c.place;
  }
}

TEST_F(CrashTest, what_ended_before_a_restart_is_forgotten_after_it) {
  const LaunchSpec task = spec(shell("true"));
  run_to_end(task);
  reopen();
  EXPECT_EQ(runner->list()->size(), 1U);
  runner->forget(task.key());
  EXPECT_TRUE(until([this] { return runner->list()->empty(); }));
  runner->forget(task.key());  // nothing is left of it
}

TEST_F(CrashTest, the_command_dies_with_its_shim_before_the_task_is_reported) {
  runner->launch(spec(shell("echo ready; sleep 1000")));
  ASSERT_TRUE(wait_for_start(key));
  wait_for_line("ready");
  const auto& started = std::get<run::ContainerStarted>(events[key].at(1));
  EXPECT_GT(run::read_process_start(started.pid), 0);
  ::kill(shim_pid(), SIGKILL);
  const auto end = wait_for_end(key);
  EXPECT_EQ(end.cause, StopCause::LOST);
  EXPECT_EQ(end.reason, "The task's shim was killed while the task was running");
  EXPECT_EQ(run::read_process_start(started.pid), 0);
}

TEST_F(CrashTest, a_task_goes_on_without_its_daemon_and_is_adopted_with_all_its_output) {
  runner->launch(
      spec(shell("i=0; while [ ! -e stop ]; do echo $i; i=$((i+1)); sleep 0.005; done; echo last; exit 7")));
  ASSERT_TRUE(wait_for_start(key));
  wait_for_line("3");
  const int pid = shim_pid();
  reopen();
  EXPECT_TRUE(shim_is_there());
  runner->adopt(key);
  ASSERT_TRUE(wait_for_start(key));
  EXPECT_EQ(shim_pid(), pid);
  EXPECT_EQ(stopped(key), nullptr);
  ASSERT_TRUE(attempt().create_durably("work/main/stop", ""));
  EXPECT_EQ(wait_for_end(key).cause, StopCause::ESSENTIAL_CONTAINER_EXITED);
  EXPECT_EQ(container_stopped(key).exit_code, 7);
  const Lines lines = log();
  ASSERT_GT(lines.size(), 4U);
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) EXPECT_EQ(lines[i], std::to_string(i));
  EXPECT_EQ(lines.back(), "last");
}

TEST_F(CrashTest, what_ended_while_the_daemon_was_down_is_told_with_its_own_times) {
  runner->launch(spec(shell("echo here; sleep 0.2; exit 9")));
  ASSERT_TRUE(wait_for_start(key));
  close();
  wait_until_shim_is_gone();
  const auto reopened_at = clock.now();
  events.clear();
  open();
  runner->adopt(key);
  const auto end = wait_for_end(key);
  EXPECT_LE(end.at, reopened_at);
  EXPECT_EQ(container_stopped(key).exit_code, 9);
  EXPECT_LT(container_stopped(key).at, reopened_at);
  EXPECT_EQ(log(), Lines{"here"});
}

TEST_F(CrashTest, stop_reaches_an_adopted_task_also_if_asked_before_it_is_found) {
  runner->launch(spec(shell("echo ready; exec sleep 1000")));
  ASSERT_TRUE(wait_for_start(key));
  wait_for_line("ready");
  reopen();
  runner->adopt(key);
  runner->stop(key, "by the new daemon");
  EXPECT_EQ(wait_for_end(key).reason, "by the new daemon");
  EXPECT_EQ(container_stopped(key).exit_code, 143);
}

TEST_F(CrashTest, an_attempt_that_nobody_claimed_is_started_by_adopt) {
  LaunchSpec task = spec(shell("echo ran"));
  options.committed = [](const std::function<void()>&) {};  // the daemon dies between the spec and the start
  reopen();
  runner->launch(task);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (::access((options.tasks + "/t1/1/spec").c_str(), F_OK) != 0 &&
         std::chrono::steady_clock::now() < end) {
    io->restart();
    io->run_for(std::chrono::milliseconds(2));
  }
  options.committed = nullptr;
  reopen();
  EXPECT_TRUE(log().empty());
  runner->adopt(key);
  EXPECT_EQ(wait_for_end(key).cause, StopCause::ESSENTIAL_CONTAINER_EXITED);
  EXPECT_EQ(log(), Lines{"ran"});
}

TEST_F(CrashTest, what_was_only_prepared_runs_nothing_until_it_is_launched) {
  const LaunchSpec task = spec(shell("echo ran"));
  runner->prepare(task);
  wait_until([&] { return is_there("t1/1/spec"); });
  EXPECT_TRUE(log().empty());
  EXPECT_FALSE(is_there("t1/1/claim"));
  EXPECT_EQ(run_to_end(task).cause, StopCause::ESSENTIAL_CONTAINER_EXITED);
  EXPECT_EQ(log(), Lines{"ran"});
}

TEST_F(CrashTest, what_was_prepared_and_then_forgotten_leaves_nothing) {
  runner->prepare(spec(shell("echo ran")));
  runner->forget(key);  // perhaps while it is being written
  wait_until([&] { return !is_there("t1"); });
  const LaunchSpec other = spec(shell("echo ran"), "t2");
  runner->prepare(other);
  wait_until([&] { return is_there("t2/1/spec"); });
  runner->forget(other.key());
  wait_until([&] { return !is_there("t2"); });
  EXPECT_TRUE(log().empty());
}

TEST_F(CrashTest, a_daemon_that_died_before_the_task_was_stored_leaves_a_folder_that_the_next_one_removes) {
  runner->prepare(spec(shell("echo ran")));
  runner->launch(spec(shell("echo ready; sleep 1000"), "t2"));
  const TaskKey living{"t2", 1};
  ASSERT_TRUE(wait_for_start(living));
  wait_until([&] { return is_there("t1/1/spec"); });
  reopen();
  runner->recovered();  // it knows neither: of the second, a shim says that it is somebody's
  wait_until([&] { return !is_there("t1"); });
  runner->adopt(living);
  ASSERT_TRUE(wait_for_start(living));
  runner->stop(living, "enough");
  EXPECT_EQ(wait_for_end(living).reason, "enough");
  EXPECT_TRUE(log().empty());
}

TEST_F(CrashTest, a_task_that_could_not_be_prepared_says_so_once_it_is_launched) {
  LaunchSpec task = spec(shell("echo ran"));
  task.containers.clear();
  runner->prepare(task);
  io->restart();
  io->poll();
  EXPECT_EQ(stopped(key), nullptr);
  EXPECT_EQ(run_to_end(task).cause, StopCause::FAILED_TO_START);
}

TEST_F(CrashTest, an_attempt_without_a_spec_never_ran) {
  runner->adopt(key);
  const auto end = wait_for_end(key);
  EXPECT_EQ(end.cause, StopCause::FAILED_TO_START);
  reopen();
  runner->adopt(key);
  EXPECT_EQ(wait_for_end(key), end);
}

TEST_F(CrashTest, after_a_reboot_a_running_task_is_lost) {
  runner->launch(spec(shell("echo ready; sleep 1000")));
  ASSERT_TRUE(wait_for_start(key));
  wait_for_line("ready");
  const int pid = shim_pid();
  close();
  ::kill(pid, SIGKILL);
  wait_until_shim_is_gone();
  run::TaskRecord record = run::read_record(attempt()).value().value();
  record.boot_id = "another boot";
  ++record.sequence;
  ASSERT_TRUE(attempt().write_durably("started", to_json(record)));
  events.clear();
  open();
  runner->adopt(key);
  EXPECT_EQ(wait_for_end(key).reason, "The machine was restarted while the task was running");
}

TEST_F(CrashTest, a_shim_that_cannot_be_started_is_a_failed_start) {
  options.shim = "/no/such/shim";
  reopen();
  const auto end = run_to_end(spec({"true"}));
  EXPECT_EQ(end.cause, StopCause::FAILED_TO_START);
  EXPECT_NE(end.reason.find("cannot start /no/such/shim"), std::string::npos);
}

TEST_F(CrashTest, sigterm_to_the_shim_stops_the_task) {
  runner->launch(spec(shell("echo ready; exec sleep 1000")));
  ASSERT_TRUE(wait_for_start(key));
  ::kill(shim_pid(), SIGTERM);
  EXPECT_EQ(wait_for_end(key).cause, StopCause::STOP_REQUESTED);
}

}  // namespace
}  // namespace berth::shim
