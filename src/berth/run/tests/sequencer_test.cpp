#include "berth/run/sequencer.hpp"

#include "berth/run/tests/specs.hpp"

#include <gtest/gtest.h>

#include <csignal>

namespace berth::run {
namespace {

using Actions = Sequencer::Actions;
using Start = Sequencer::Start;
using Signal = Sequencer::Signal;
using Skip = Sequencer::Skip;
using Finish = Sequencer::Finish;

constexpr int exit_3 = 3 << 8;
const base::TimePoint t0{base::Milliseconds{1'000'000}};
base::TimePoint at(int seconds) { return t0 + std::chrono::seconds(seconds); }
const std::string skipped = "The task was stopped before this container was started";

TEST(Sequencer, one_container_from_start_to_end) {
  Sequencer s(task_of({container("a")}));
  EXPECT_EQ(s.begin(at(0)), (Actions{Start{0}}));
  EXPECT_EQ(s.running(0, at(1)), Actions{});
  EXPECT_EQ(s.deadline(), std::nullopt);
  EXPECT_EQ(s.exited(0, 0, at(2)), (Actions{Finish{}}));
  EXPECT_EQ(s.cause(), StopCause::ESSENTIAL_CONTAINER_EXITED);
  EXPECT_EQ(s.reason(), "Essential container in task exited");
}

TEST(Sequencer, conditions_decide_when_a_dependent_starts) {
  struct Case {
    DependencyCondition condition;
    Actions after_running, after_success, after_failure;
  };
  const Case cases[] = {
      {DependencyCondition::START, {Start{1}}, {}, {}},
      {DependencyCondition::COMPLETE, {}, {Start{1}}, {Start{1}}},
      {DependencyCondition::SUCCESS, {}, {Start{1}}, {Skip{1, skipped}, Finish{}}},
  };
  for (const Case& c : cases) {
    for (const bool success : {true, false}) {
      Sequencer s(task_of({optional(container("a")), waiting_for(container("b"), "a", c.condition)}));
      EXPECT_EQ(s.begin(at(0)), (Actions{Start{0}}));
      EXPECT_EQ(s.running(0, at(0)), c.after_running);
      EXPECT_EQ(s.exited(0, success ? 0 : exit_3, at(1)), success ? c.after_success : c.after_failure);
    }
  }
}

TEST(Sequencer, a_failed_dependency_says_why) {
  Sequencer s(task_of(
      {optional(container("setup")), waiting_for(container("main"), "setup", DependencyCondition::SUCCESS)}));
  s.begin(at(0));
  s.running(0, at(0));
  EXPECT_EQ(s.exited(0, exit_3, at(1)), (Actions{Skip{1, skipped}, Finish{}}));
  EXPECT_EQ(s.cause(), StopCause::FAILED_TO_START);
  EXPECT_EQ(s.reason(), "Container main dependsOn setup reaching SUCCESS, but it exited with 3");
}

TEST(Sequencer, healthy_is_refused_with_a_sentence) {
  Sequencer s(task_of({container("a"), waiting_for(container("b"), "a", DependencyCondition::HEALTHY)}));
  EXPECT_EQ(s.begin(at(0)), (Actions{Start{0}, Skip{1, skipped}, Signal{0, SIGKILL}}));
  EXPECT_EQ(s.failed(0, "killed", at(0)), (Actions{Skip{0, skipped}, Finish{}}));
  EXPECT_EQ(s.cause(), StopCause::FAILED_TO_START);
  EXPECT_NE(s.reason().find("health checks"), std::string::npos);
}

TEST(Sequencer, stop_before_start_never_runs) {
  Sequencer s(task_of({container("a"), container("b")}));
  EXPECT_EQ(s.stop("Task stopped by user", at(0)), (Actions{Skip{0, skipped}, Skip{1, skipped}, Finish{}}));
  EXPECT_EQ(s.begin(at(1)), Actions{});
  EXPECT_EQ(s.cause(), StopCause::STOP_REQUESTED);
}

TEST(Sequencer, stop_while_starting_kills_and_tells_no_failure) {
  Sequencer s(task_of({container("a")}));
  s.begin(at(0));
  EXPECT_EQ(s.stop("x", at(1)), (Actions{Signal{0, SIGKILL}}));
  EXPECT_EQ(s.failed(0, "CannotStartContainerError: the sandbox ended", at(2)),
            (Actions{Skip{0, skipped}, Finish{}}));
  EXPECT_EQ(s.reason(), "x");
  EXPECT_EQ(s.cause(), StopCause::STOP_REQUESTED);
}

TEST(Sequencer, whoever_still_starts_when_an_essential_one_ends_has_not_failed_by_itself) {
  Sequencer s(task_of({container("a"), container("b")}));
  s.begin(at(0));
  s.running(0, at(0));
  EXPECT_EQ(s.exited(0, exit_3, at(1)), (Actions{Signal{1, SIGKILL}}));
  EXPECT_EQ(s.failed(1, "CannotStartContainerError: the sandbox ended", at(2)),
            (Actions{Skip{1, skipped}, Finish{}}));
  EXPECT_EQ(s.cause(), StopCause::ESSENTIAL_CONTAINER_EXITED);
}

TEST(Sequencer, stop_asks_first_and_kills_after_the_stop_timeout) {
  LaunchSpec spec = task_of({container("a")});
  spec.containers[0].stop_timeout_seconds = 5;
  Sequencer s(spec);
  s.begin(at(0));
  s.running(0, at(0));
  EXPECT_EQ(s.stop("x", at(10)), (Actions{Signal{0, SIGTERM}}));
  EXPECT_EQ(s.stop("again", at(11)), Actions{});
  EXPECT_EQ(s.deadline(), at(15));
  EXPECT_EQ(s.expire(at(14)), Actions{});
  EXPECT_EQ(s.expire(at(15)), (Actions{Signal{0, SIGKILL}}));
  EXPECT_EQ(s.deadline(), std::nullopt);
  EXPECT_EQ(s.exited(0, SIGKILL, at(16)), (Actions{Finish{}}));
  EXPECT_EQ(s.reason(), "x");
}

TEST(Sequencer, stops_in_reverse_order_of_dependencies) {
  Sequencer s(task_of({container("db"), waiting_for(container("api"), "db", DependencyCondition::START),
                       waiting_for(container("web"), "api", DependencyCondition::START)}));
  EXPECT_EQ(s.begin(at(0)), (Actions{Start{0}}));
  EXPECT_EQ(s.running(0, at(0)), (Actions{Start{1}}));
  EXPECT_EQ(s.running(1, at(0)), (Actions{Start{2}}));
  EXPECT_EQ(s.running(2, at(0)), Actions{});
  EXPECT_EQ(s.stop("x", at(1)), (Actions{Signal{2, SIGTERM}}));
  EXPECT_EQ(s.exited(2, SIGTERM, at(2)), (Actions{Signal{1, SIGTERM}}));
  EXPECT_EQ(s.exited(1, 0, at(3)), (Actions{Signal{0, SIGTERM}}));
  EXPECT_EQ(s.exited(0, 0, at(4)), (Actions{Finish{}}));
}

TEST(Sequencer, an_essential_exit_stops_the_others_and_a_sidecar_exit_does_not) {
  Sequencer s(task_of({container("main"), optional(container("side")), optional(container("other"))}));
  EXPECT_EQ(s.begin(at(0)), (Actions{Start{0}, Start{1}, Start{2}}));
  for (std::size_t i : {0U, 1U, 2U}) EXPECT_EQ(s.running(i, at(0)), Actions{});
  EXPECT_EQ(s.exited(1, exit_3, at(1)), Actions{});
  EXPECT_EQ(s.exited(0, 0, at(2)), (Actions{Signal{2, SIGTERM}}));
  EXPECT_EQ(s.exited(2, SIGTERM, at(3)), (Actions{Finish{}}));
  EXPECT_EQ(s.reason(), "Essential container in task exited");
}

TEST(Sequencer, what_cannot_start_fails_the_task_if_essential) {
  Sequencer s(task_of({container("a")}));
  s.begin(at(0));
  EXPECT_EQ(s.failed(0, "CannotStartContainerError: x", at(1)),
            (Actions{Skip{0, "CannotStartContainerError: x"}, Finish{}}));
  EXPECT_EQ(s.cause(), StopCause::FAILED_TO_START);
  EXPECT_EQ(s.reason(), "CannotStartContainerError: x");

  Sequencer t(task_of({optional(container("side")), container("main")}));
  t.begin(at(0));
  EXPECT_EQ(t.failed(0, "no", at(1)), (Actions{Skip{0, "no"}}));
  EXPECT_EQ(t.running(1, at(1)), Actions{});
  EXPECT_EQ(t.exited(1, 0, at(2)), (Actions{Finish{}}));
}

TEST(Sequencer, start_timeout_counts_for_whoever_waits) {
  LaunchSpec spec = task_of(
      {optional(container("setup")), waiting_for(container("main"), "setup", DependencyCondition::COMPLETE)});
  spec.containers[0].start_timeout_seconds = 10;
  Sequencer s(spec);
  s.begin(at(0));
  s.running(0, at(1));
  EXPECT_EQ(s.deadline(), at(10));
  EXPECT_EQ(s.expire(at(9)), Actions{});
  EXPECT_EQ(s.expire(at(10)), (Actions{Skip{1, skipped}, Signal{0, SIGTERM}}));
  EXPECT_EQ(s.cause(), StopCause::FAILED_TO_START);
  EXPECT_NE(s.reason().find("startTimeout"), std::string::npos);
}

TEST(Sequencer, start_timeout_without_a_dependent_does_nothing) {
  LaunchSpec spec = task_of({container("a")});
  spec.containers[0].start_timeout_seconds = 10;
  Sequencer s(spec);
  s.begin(at(0));
  s.running(0, at(1));
  EXPECT_EQ(s.deadline(), std::nullopt);
  EXPECT_EQ(s.expire(at(100)), Actions{});
}

TEST(Sequencer, a_container_that_does_not_come_up_is_given_up) {
  Sequencer s(task_of({container("a")}));
  s.begin(at(0));
  EXPECT_EQ(s.deadline(), at(180));
  EXPECT_EQ(s.expire(at(180)), (Actions{Signal{0, SIGKILL}}));
  EXPECT_EQ(s.failed(0, "killed", at(181)), (Actions{Skip{0, s.reason()}, Finish{}}));
  EXPECT_EQ(s.reason().rfind("DockerTimeoutError", 0), 0U);
}

}  // namespace
}  // namespace berth::run
