/// Limits with the machine's own control groups, in a group named berth-test-…. Skipped where there are none.
#include "berth/run/cgroup.hpp"
#include "berth/run/task_folder.hpp"
#include "berth/shim/tests/stand.hpp"

#include <csignal>

namespace berth::shim {
namespace {

using run::StopCause;

struct LimitsTest : Stand {
  void SetUp() override {
    options.cgroups = run::detect_cgroups("berth-test-" + std::to_string(::getpid()));
    if (options.cgroups.folders.count("memory") + options.cgroups.folders.count("unified") == 0)
      GTEST_SKIP() << "no control groups here: " << options.cgroups.unavailable_reason;
    Stand::SetUp();
  }
  void TearDown() override {
    Stand::TearDown();
    run::Cgroup::existing({options.cgroups.version, options.cgroups.folders, ""}).remove();
  }
  std::string memory_folder() const {
    const auto& folders = options.cgroups.folders;
    return folders.count("memory") != 0 ? folders.at("memory") : folders.at("unified");
  }
  static constexpr const char* eater = "exec perl -e '$x = \"a\" x 300000000; print length $x'";
};

TEST_F(LimitsTest, a_container_over_its_memory_limit_is_killed_and_says_so) {
  LaunchSpec task = spec(shell(eater));
  task.containers[0].memory_mib = 24;
  EXPECT_EQ(run_to_end(task).cause, StopCause::ESSENTIAL_CONTAINER_EXITED);
  const auto stop = container_stopped(key);
  EXPECT_EQ(stop.exit_code, 137);
  EXPECT_TRUE(stop.out_of_memory);
  EXPECT_EQ(stop.reason, "OutOfMemoryError: Container killed due to memory usage");
}

TEST_F(LimitsTest, a_killed_child_takes_its_container_along) {
  LaunchSpec task = spec(shell("perl -e '$x = \"a\" x 300000000; print length $x'; echo survived; exit 0"));
  task.containers[0].memory_mib = 24;
  run_to_end(task);
  EXPECT_EQ(container_stopped(key).exit_code, 137);
  EXPECT_TRUE(container_stopped(key).out_of_memory);
}

TEST_F(LimitsTest, the_limit_of_the_task_counts_for_all_its_containers) {
  LaunchSpec task = spec(shell("exec sleep 1000"));
  run::ContainerSpec hungry = container("hungry", shell(eater));
  task.containers.push_back(hungry);
  task.memory_mib = 32;
  run_to_end(task);
  EXPECT_TRUE(container_stopped(key, "hungry").out_of_memory);
  EXPECT_EQ(container_stopped(key, "hungry").exit_code, 137);
}

TEST_F(LimitsTest, a_plain_kill_is_not_out_of_memory) {
  LaunchSpec task = spec(shell("kill -9 $$"));
  task.containers[0].memory_mib = 24;
  run_to_end(task);
  EXPECT_EQ(container_stopped(key).exit_code, 137);
  EXPECT_FALSE(container_stopped(key).out_of_memory);
}

TEST_F(LimitsTest, processes_are_limited_and_all_are_gone_at_the_end) {
  LaunchSpec task = spec(shell("i=0; while [ $i -lt 200 ]; do sleep 1000 & i=$((i+1)); done; echo never"));
  task.pids_limit = 30;
  run_to_end(task);
  EXPECT_EQ(whole_log().find("never"), std::string::npos);
  EXPECT_NE(whole_log().find("fork"), std::string::npos) << whole_log();
}

TEST_F(LimitsTest, groups_are_made_with_their_limits_and_removed) {
  LaunchSpec task = spec(shell("echo ready; exec sleep 1000"));
  task.containers[0].memory_mib = 100;
  task.containers[0].cpu_shares = 512;
  task.memory_mib = 200;
  runner->launch(task);
  ASSERT_TRUE(wait_for_start(key));
  const auto& claimed = std::get<run::TaskClaimed>(events[key].at(0));
  EXPECT_TRUE(claimed.not_enforced.empty()) << claimed.not_enforced.at(0);
  if (options.cgroups.version == 1) {
    const std::string group = memory_folder() + "/t1-1";
    EXPECT_EQ(base::read_file(group + "/memory.limit_in_bytes").value(), std::to_string(200 << 20) + "\n");
    EXPECT_EQ(base::read_file(group + "/main/memory.limit_in_bytes").value(),
              std::to_string(100 << 20) + "\n");
    EXPECT_EQ(base::read_file(options.cgroups.folders.at("cpu") + "/t1-1/main/cpu.shares").value(), "512\n");
    EXPECT_NE(base::read_file(group + "/main/cgroup.procs").value(), "");
    EXPECT_EQ(base::read_file(group + "/cgroup.procs").value(), "");
  }
  runner->stop(key, "x");
  wait_for_end(key);
  EXPECT_NE(::access((memory_folder() + "/t1-1").c_str(), F_OK), 0);
}

TEST_F(LimitsTest, after_a_killed_shim_nothing_is_left_in_the_groups) {
  runner->launch(spec(shell("sleep 1000 & sleep 1000 & echo ready; exec sleep 1000")));
  ASSERT_TRUE(wait_for_start(key));
  auto attempt = base::Folder::open(options.tasks + "/t1/1").value();
  ::kill(static_cast<int>(run::read_record(attempt).value()->shim_pid), SIGKILL);
  EXPECT_EQ(wait_for_end(key).cause, StopCause::LOST);
  EXPECT_NE(::access((memory_folder() + "/t1-1").c_str(), F_OK), 0);
}

TEST_F(LimitsTest, without_control_groups_limits_are_reported) {
  options.cgroups = {0, {}, "there are none in this test"};
  reopen();
  LaunchSpec task = spec({"true"});
  task.containers[0].memory_mib = 24;
  run_to_end(task);
  const auto& claimed = std::get<run::TaskClaimed>(events[key].at(0));
  ASSERT_FALSE(claimed.not_enforced.empty());
  EXPECT_EQ(claimed.not_enforced[0], "the memory limit is not enforced: there are none in this test");
  options.cgroups = run::detect_cgroups("berth-test-" + std::to_string(::getpid()));  // for TearDown
}

}  // namespace
}  // namespace berth::shim
