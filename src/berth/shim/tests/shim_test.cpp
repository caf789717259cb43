#include "berth/run/process/sandbox.hpp"
#include "berth/shim/tests/stand.hpp"

#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <set>

namespace berth::shim {
namespace {

using run::StopCause;
using Lines = std::vector<std::string>;

struct ShimTest : Stand {};

TEST_F(ShimTest, a_command_runs_and_its_end_is_told_as_it_was) {
  struct Case {
    std::string script;
    int exit_code;
    std::optional<int> signal;
  };
  const Case cases[] = {{"exit 0", 0, {}},
                        {"exit 3", 3, {}},
                        {"exit 137", 137, {}},
                        {"kill -9 $$", 137, SIGKILL},
                        {"kill -TERM $$", 143, SIGTERM},
                        {"exit 255", 255, {}}};
  int number = 0;
  for (const Case& c : cases) {
    const LaunchSpec task =
        spec(shell("echo out; echo err >&2; " + c.script), "t" + std::to_string(++number));
    const auto end = run_to_end(task);
    EXPECT_EQ(end.cause, StopCause::ESSENTIAL_CONTAINER_EXITED);
    EXPECT_EQ(end.reason, "Essential container in task exited");
    const auto stop = container_stopped(task.key());
    EXPECT_EQ(stop.exit_code, c.exit_code) << c.script;
    EXPECT_EQ(stop.signal, c.signal) << c.script;
    EXPECT_FALSE(stop.out_of_memory);
    Lines lines = log(task.task_id);
    std::sort(lines.begin(), lines.end());  // two pipes: each is in order, together they need not be
    EXPECT_EQ(lines, (Lines{"err", "out"}));
    ASSERT_EQ(events[task.key()].size(), 4U);
    EXPECT_TRUE(std::holds_alternative<run::TaskClaimed>(events[task.key()][0]));
    const auto& started = std::get<run::ContainerStarted>(events[task.key()][1]);
    EXPECT_LE(started.at, stop.at);
    EXPECT_LE(stop.at, end.at);
  }
}

TEST_F(ShimTest, what_cannot_be_executed_has_failed_to_start) {
  const auto end = run_to_end(spec({"no-such-program"}));
  EXPECT_EQ(end.cause, StopCause::FAILED_TO_START);
  EXPECT_EQ(end.reason,
            "CannotStartContainerError: cannot execute no-such-program: No such file or directory");
  EXPECT_EQ(container_stopped(key).exit_code, std::nullopt);
  EXPECT_FALSE(has<run::ContainerStarted>(key));
}

TEST_F(ShimTest, an_image_with_layers_is_refused) {
  LaunchSpec task = spec({"true"});
  task.containers[0].image_kind = run::ImageKind::OCI;
  task.containers[0].image = "busybox";
  EXPECT_EQ(run_to_end(task).reason.rfind("CannotPullContainerError: the image busybox", 0), 0U);
}

TEST_F(ShimTest, environment_folder_and_arguments_arrive_whole) {
  LaunchSpec task =
      spec({"/bin/sh", "-c", "printf '%s|' \"$@\"; echo; env; pwd; id -u; hostname", "x", "a b", "", "ä\n"});
  task.containers[0].environment = {{"A", "two words"}, {"EMPTY", ""}, {"QUOTE", "\"'\\"}};
  task.task_id = "0123456789abcdef0123456789abcdef";
  task.containers[0].log = run::LogTarget{log_folder("t1", "main")};
  run_to_end(task);
  const std::string text = whole_log();
  for (const char* line :
       {"a b||ä\n|\n", "A=two words\n", "EMPTY=\n", "QUOTE=\"'\\\n", "HOME=/work\n", "\n/work\n",
        "HOSTNAME=0123456789ab\n", "PATH=/opt/fathom/bin:", "AWS_EC2_METADATA_DISABLED=true\n",
        "OMPI_MCA_rmaps_base_oversubscribe=1\n", "\n0123456789ab\n"})
    EXPECT_NE(text.find(line), std::string::npos) << line << " is not in\n" << text;
}

TEST_F(ShimTest, every_byte_of_output_is_kept) {
  const std::string script =
      "head -c 3000000 /dev/zero | tr '\\0' 'x'; echo; "  // one long line
      "head -c 100000 /dev/urandom > u; cat u; echo; "    // anything
      "i=0; while [ $i -lt 5000 ]; do echo line $i; i=$((i+1)); done; "
      "cksum < u; printf 'no newline'";
  run_to_end(spec(shell(script)));
  const Lines lines = log();
  ASSERT_GT(lines.size(), 5002U);
  EXPECT_EQ(lines[0], std::string(3'000'000, 'x'));
  EXPECT_EQ(lines.back(), "no newline");
  EXPECT_EQ(lines[lines.size() - 3], "line 4999");
  std::string bytes;
  for (std::size_t i = 1; i + 5002 < lines.size(); ++i) bytes += (i > 1 ? "\n" : "") + lines[i];
  EXPECT_EQ(bytes.size(), 100'000U);
}

TEST_F(ShimTest, output_is_visible_while_the_command_runs) {
  runner->launch(spec(shell("echo early; sleep 30")));
  ASSERT_TRUE(wait_for_start(key));
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (log().empty() && std::chrono::steady_clock::now() < end) ::usleep(2000);
  EXPECT_EQ(log(), Lines{"early"});
  runner->stop(key, "enough");
  EXPECT_EQ(wait_for_end(key).reason, "enough");
}

TEST_F(ShimTest, stop_is_asked_for_first) {
  runner->launch(spec(shell("trap 'echo bye; exit 5' TERM; echo ready; while :; do sleep 0.01; done")));
  ASSERT_TRUE(wait_for_start(key));
  while (log().empty()) ::usleep(2000);  // until the trap is set
  runner->stop(key, "Task stopped by user");
  const auto end = wait_for_end(key);
  EXPECT_EQ(end.cause, StopCause::STOP_REQUESTED);
  EXPECT_EQ(end.reason, "Task stopped by user");
  EXPECT_EQ(container_stopped(key).exit_code, 5);
  EXPECT_EQ(log(), (Lines{"ready", "bye"}));
}

TEST_F(ShimTest, who_does_not_listen_is_killed_with_all_its_children) {
  LaunchSpec task = spec(shell("trap '' TERM; sleep 1000 & sleep 1000 & echo ready; wait; sleep 1000"));
  task.containers[0].stop_timeout_seconds = 1;
  runner->launch(task);
  ASSERT_TRUE(wait_for_start(key));
  while (log().empty()) ::usleep(2000);
  const auto before = std::chrono::steady_clock::now();
  runner->stop(key, "x");
  wait_for_end(key);
  EXPECT_GE(std::chrono::steady_clock::now() - before, std::chrono::milliseconds(990));
  EXPECT_EQ(container_stopped(key).exit_code, 137);
  EXPECT_EQ(container_stopped(key).signal, SIGKILL);
}

TEST_F(ShimTest, what_the_command_leaves_behind_is_killed_at_its_end) {
  run_to_end(spec(shell("(sleep 1000; echo never) & setsid sh -c 'sleep 1000' & echo done")));
  EXPECT_EQ(log(), Lines{"done"});
  EXPECT_EQ(container_stopped(key).exit_code, 0);
}

TEST_F(ShimTest, stop_before_start_never_runs) {
  runner->launch(spec(shell("echo ran")));
  runner->stop(key, "changed my mind");
  const auto end = wait_for_end(key);
  EXPECT_EQ(end.cause, StopCause::STOP_REQUESTED);
  EXPECT_EQ(end.reason, "changed my mind");
  EXPECT_TRUE(log().empty());
  EXPECT_EQ(container_stopped(key).exit_code, std::nullopt);
}

/// Whether the shim hears of it before it starts the container or just after is chance; both are told as they were.
TEST_F(ShimTest, a_stop_while_the_shim_starts_is_no_failure) {
  options.committed = [this](const std::function<void()>& proceed) {
    proceed();  // the shim is on its way
    runner->stop(key, "at once");
  };
  reopen();
  const auto end = run_to_end(spec(shell("echo ran")));
  EXPECT_EQ(end.cause, StopCause::STOP_REQUESTED);
  EXPECT_EQ(end.reason, "at once");
  const auto stopped = container_stopped(key);
  if (has<run::ContainerStarted>(key)) {
    EXPECT_EQ(stopped.reason, "");
    // By SIGKILL where the sandbox was not there yet to pass SIGTERM on.
    const std::set<std::optional<int>> possible{0, 128 + SIGTERM, 128 + SIGKILL};
    EXPECT_TRUE(possible.contains(stopped.exit_code)) << stopped.exit_code.value_or(-1);
  } else {
    EXPECT_EQ(stopped.exit_code, std::nullopt);
    EXPECT_EQ(stopped.reason, "The task was stopped before this container was started");
    EXPECT_TRUE(log().empty());
  }
}

TEST_F(ShimTest, containers_wait_for_each_other_and_stop_in_reverse) {
  const auto noisy = [&](const std::string& name, const std::string& script) {
    run::ContainerSpec made = container(name, shell(script));
    made.log = run::LogTarget{log_folder("t1", name)};
    return made;
  };
  LaunchSpec task = run::task_of(
      {run::waiting_for(noisy("main", "date +%s%N; exit 4"), "setup", run::DependencyCondition::SUCCESS),
       run::optional(noisy("setup", "sleep 0.1; date +%s%N")),
       run::optional(noisy("side", "exec sleep 1000"))});
  task.containers[2].stop_timeout_seconds = 20;
  const auto end = run_to_end(task);
  EXPECT_EQ(end.cause, StopCause::ESSENTIAL_CONTAINER_EXITED);
  EXPECT_EQ(container_stopped(key, "main").exit_code, 4);
  EXPECT_EQ(container_stopped(key, "setup").exit_code, 0);
  EXPECT_EQ(container_stopped(key, "side").exit_code, 143);
  EXPECT_LT(std::stoll(log("t1", "setup").at(0)), std::stoll(log("t1", "main").at(0)));
}

TEST_F(ShimTest, a_failed_dependency_keeps_the_task_from_starting) {
  LaunchSpec task = run::task_of(
      {run::optional(container("setup", {"false"})),
       run::waiting_for(container("main", {"true"}), "setup", run::DependencyCondition::SUCCESS)});
  const auto end = run_to_end(task);
  EXPECT_EQ(end.cause, StopCause::FAILED_TO_START);
  EXPECT_EQ(end.reason, "Container main dependsOn setup reaching SUCCESS, but it exited with 1");
  EXPECT_EQ(container_stopped(key, "main").exit_code, std::nullopt);
}

TEST_F(ShimTest, many_tasks_run_at_once_under_users_of_their_own) {
  for (int i = 0; i < 8; ++i) runner->launch(spec(shell("id -u"), "t" + std::to_string(i)));
  std::vector<std::string> users;
  for (int i = 0; i < 8; ++i) {
    const std::string id = "t" + std::to_string(i);
    wait_for_end({id, 1});
    users.push_back(log(id).at(0));
  }
  std::sort(users.begin(), users.end());
  if (options.uids) {
    EXPECT_EQ(std::unique(users.begin(), users.end()), users.end());
  }
}

/// In place of bwrap stands a program that lets go of init's socket and then stays for a while.
TEST_F(ShimTest, waiting_for_a_sandbox_to_go_takes_no_processor_time) {
  ::chmod(temporary.path().c_str(), 0755);
  const auto folder = base::Folder::open(temporary.path()).value();
  ASSERT_TRUE(folder.create_durably("slow", "#!/bin/sh\nexec 3>&-\nsleep 1\n", 0755));
  options.bubblewrap = temporary / "slow";
  reopen();
  const auto used = [] {
    rusage usage{};
    ::getrusage(RUSAGE_CHILDREN, &usage);
    return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1'000'000 + usage.ru_utime.tv_usec +
           usage.ru_stime.tv_usec;
  };
  const auto before = used();
  EXPECT_EQ(run_to_end(spec({"true"})).cause, StopCause::FAILED_TO_START);
  runner->forget(key);  // waits for the shim
  EXPECT_TRUE(until([this] { return runner->list()->empty(); }));
  EXPECT_LT(used() - before, 300'000) << "microseconds";
}

TEST_F(ShimTest, forget_removes_the_folder_and_frees_the_user) {
  if (options.uids) options.uids->count = 1;
  reopen();
  run_to_end(spec(shell("mkdir -p deep/er; echo x > deep/er/file; chmod 000 deep/er; chmod 000 deep")));
  runner->launch(spec({"true"}, "t2"));
  if (options.uids) {
    EXPECT_EQ(wait_for_end({"t2", 1}).reason,
              "ResourceInitializationError: all user ids for tasks are in use");
  }
  runner->forget(key);
  if (!options.uids) return;  // without root, a folder that its own owner closed stays
  run::TaskStopped last{{}, StopCause::FAILED_TO_START, ""};
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  for (int i = 3; last.cause == StopCause::FAILED_TO_START && std::chrono::steady_clock::now() < end; ++i) {
    last = run_to_end(spec({"true"}, "t" + std::to_string(i)));  // refused until the folder is gone
    io->restart();
    io->run_for(std::chrono::milliseconds(5));
  }
  EXPECT_EQ(last.cause, StopCause::ESSENTIAL_CONTAINER_EXITED);
  EXPECT_NE(::access((options.tasks + "/t1").c_str(), F_OK), 0);
}

TEST_F(ShimTest, without_namespaces_tasks_are_refused_unless_told_otherwise) {
  options.bubblewrap.clear();
  reopen();
  auto end = run_to_end(spec({"true"}));
  EXPECT_EQ(end.cause, StopCause::FAILED_TO_START);
  EXPECT_NE(end.reason.find("--unsafe-no-sandbox"), std::string::npos);
  options.unsafe_no_sandbox = true;
  reopen();
  end = run_to_end(spec(shell("sleep 1000 & (setsid sleep 1000 &) ; echo $PATH; pwd"), "t2"));
  EXPECT_EQ(end.cause, StopCause::ESSENTIAL_CONTAINER_EXITED);
  EXPECT_EQ(container_stopped({"t2", 1}).exit_code, 0);
  EXPECT_EQ(log("t2").at(0).rfind(options.tasks + "/t2/1/bin:", 0), 0U);
  EXPECT_EQ(log("t2").at(1), options.tasks + "/t2/1" + run::process::work_folder + "/main");
  const auto& claimed = std::get<run::TaskClaimed>(events[{"t2", 1}].at(0));
  EXPECT_TRUE(std::any_of(claimed.not_enforced.begin(), claimed.not_enforced.end(),
                          [](const std::string& s) { return s.rfind("isolation is not enforced", 0) == 0; }));
}

TEST_F(ShimTest, a_spec_that_cannot_run_is_refused_with_the_fault) {
  LaunchSpec task = spec({"true"});
  task.containers.push_back(task.containers[0]);
  EXPECT_EQ(run_to_end(task).reason,
            "ResourceInitializationError: container \"main\" stands twice in the task");
}

}  // namespace
}  // namespace berth::shim
