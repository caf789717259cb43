#include "berth/run/simulated/simulated_runner.hpp"

#include "berth/run/simulated/script.hpp"
#include "berth/run/tests/specs.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <map>

namespace berth::run {
namespace {

/// Time moves only in advance().
class ManualTimer final : public Timer {
 public:
  explicit ManualTimer(base::ManualClock& clock) : clock_(clock) {}
  void after(base::Milliseconds delay, std::function<void()> function) override {
    due_.emplace(clock_.now() + delay, std::move(function));
  }
  void advance(base::Milliseconds by) {
    const auto until = clock_.now() + by;
    while (!due_.empty() && due_.begin()->first <= until) {
      auto next = due_.extract(due_.begin());
      if (next.key() > clock_.now()) clock_.set(next.key());
      next.mapped()();
    }
    clock_.set(until);
  }

 private:
  base::ManualClock& clock_;
  std::multimap<base::TimePoint, std::function<void()>> due_;
};

struct Simulated : testing::Test {
  Simulated() {
    runner.on_event([this](const TaskKey&, const RunEvent& event) { events.push_back(event); });
  }
  const TaskStopped& stopped() { return std::get<TaskStopped>(events.back()); }
  const ContainerStopped& container_stopped() {
    return std::get<ContainerStopped>(events.at(events.size() - 2));
  }

  base::ManualClock clock;
  ManualTimer timer{clock};
  SimulatedRunner runner{clock, timer};
  std::vector<RunEvent> events;
};

TEST_F(Simulated, scripts_end_as_they_say) {
  struct Case {
    std::vector<std::string> argv;
    int exit_code;
    int milliseconds;
  };
  const Case cases[] = {{{"true"}, 0, 0},
                        {{"false"}, 1, 0},
                        {{"exit", "3"}, 3, 0},
                        {{"sleep", "2.5"}, 0, 2500},
                        {{"run", "1", "7"}, 7, 1000},
                        {{"train", "-b"}, 0, 0}};
  for (const Case& c : cases) {
    events.clear();
    const auto start = clock.now();
    runner.launch(task_of({container("a", c.argv)}));
    EXPECT_TRUE(events.empty());  // never from inside the call
    timer.advance(std::chrono::seconds(5));
    ASSERT_EQ(events.size(), 4U) << c.argv[0];
    EXPECT_EQ(container_stopped().exit_code, c.exit_code);
    EXPECT_EQ(stopped().at, start + base::Milliseconds(c.milliseconds));
    runner.forget({"t1", 1});
    EXPECT_EQ(runner.live_tasks(), 0U);
  }
}

TEST(Script, numbers_that_are_none_are_bounded) {
  EXPECT_EQ(parse_script({"sleep", "-5"}).duration, base::Milliseconds(0));
  EXPECT_EQ(parse_script({"sleep", "nan"}).duration, base::Milliseconds(0));
  EXPECT_EQ(parse_script({"sleep", "1e300"}).duration, base::Milliseconds(1'000'000'000'000));
  EXPECT_EQ(parse_script({"exit", "99999999999999999999"}).wait_status, 255 << 8);
}

TEST_F(Simulated, stop_is_heeded_or_enforced) {
  for (const std::string word : {"forever", "stubborn"}) {
    events.clear();
    LaunchSpec spec = task_of({container("a", {word})}, word);
    spec.containers[0].stop_timeout_seconds = 4;
    runner.launch(spec);
    timer.advance(std::chrono::seconds(100));
    ASSERT_EQ(events.size(), 2U);
    const auto start = clock.now();
    runner.stop(spec.key(), "Task stopped by user");
    timer.advance(std::chrono::seconds(10));
    EXPECT_EQ(container_stopped().exit_code, word == "forever" ? 143 : 137);
    EXPECT_EQ(stopped().at - start, std::chrono::seconds(word == "forever" ? 0 : 4));
    EXPECT_EQ(stopped().cause, StopCause::STOP_REQUESTED);
    EXPECT_EQ(stopped().reason, "Task stopped by user");
  }
}

TEST_F(Simulated, out_of_memory_and_start_failures_have_reasons) {
  runner.launch(task_of({container("a", {"oom", "1"})}));
  timer.advance(std::chrono::seconds(1));
  EXPECT_TRUE(container_stopped().out_of_memory);
  EXPECT_EQ(container_stopped().exit_code, 137);
  runner.launch(task_of({container("a", {"fail", "no", "such"})}, "t2"));
  timer.advance(std::chrono::seconds(1));
  EXPECT_EQ(stopped().cause, StopCause::FAILED_TO_START);
  EXPECT_EQ(stopped().reason, "CannotStartContainerError: no such");
  EXPECT_EQ(container_stopped().exit_code, std::nullopt);
}

TEST_F(Simulated, stop_right_after_launch_ends_it) {
  runner.launch(task_of({container("a", {"forever"})}));
  runner.stop({"t1", 1}, "x");
  timer.advance(std::chrono::seconds(1));
  EXPECT_EQ(stopped().cause, StopCause::STOP_REQUESTED);
}

TEST_F(Simulated, a_task_of_another_process_is_lost) {
  runner.adopt({"unknown", 1});
  timer.advance({});
  EXPECT_EQ(stopped().cause, StopCause::LOST);
}

TEST_F(Simulated, a_faulty_spec_fails_to_start) {
  runner.launch(task_of({}));
  timer.advance({});
  EXPECT_EQ(stopped().cause, StopCause::FAILED_TO_START);
  EXPECT_EQ(stopped().reason, "the task has no containers");
}

TEST_F(Simulated, handlers_may_forget_and_launch_from_an_event) {
  runner.on_event([this](const TaskKey& key, const RunEvent& event) {
    events.push_back(event);
    if (!std::holds_alternative<TaskStopped>(event)) return;
    runner.forget(key);
    if (key.attempt < 3) {
      LaunchSpec next = task_of({container("a", {"false"})});
      next.attempt = key.attempt + 1;
      runner.launch(next);
    }
  });
  runner.launch(task_of({container("a", {"false"})}));
  timer.advance(std::chrono::seconds(1));
  EXPECT_EQ(events.size(), 12U);
}

}  // namespace
}  // namespace berth::run
