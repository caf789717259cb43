#include "berth/task/lifecycle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

namespace berth::task {
namespace {

using base::TimePoint;

TimePoint at(int seconds) { return TimePoint{std::chrono::seconds(1'700'000'000 + seconds)}; }

TaskLife new_life(std::vector<ContainerLife> containers) {
  TaskLife life{.created_at = at(0)};
  life.containers = std::move(containers);
  return life;
}

TaskLife one_container() { return new_life({{.name = "main"}}); }
TaskLife with_sidecar() { return new_life({{.name = "main"}, {.name = "sidecar", .essential = false}}); }

using Actions = std::vector<Action>;

/// What a test feeds and what it expects back.
struct Line {
  Event event;
  int second;
  Phase phase;
  Actions actions;
};

TaskLife follow(TaskLife life, const std::vector<Line>& script) {
  for (std::size_t i = 0; i < script.size(); ++i) {
    const Step step = advance(life, script[i].event, at(script[i].second));
    EXPECT_EQ(step.life.phase, script[i].phase) << "line " << i + 1;
    EXPECT_EQ(step.actions, script[i].actions) << "line " << i + 1;
    life = step.life;
  }
  return life;
}

run::ContainerStarted started(const std::string& name, int second) { return {name, at(second), 100}; }
run::ContainerStopped exited(const std::string& name, int second, int code) {
  return {.container = name, .at = at(second), .exit_code = code};
}
run::TaskStopped stopped(int second, run::StopCause cause, std::string reason = "") {
  return {at(second), cause, std::move(reason)};
}

std::vector<Line> whole_life() {
  return {
      {Prepared{}, 1, Phase::committing, {Action::save, Action::commit}},
      {Committed{}, 2, Phase::starting, {Action::launch}},
      {run::TaskClaimed{at(3), {}}, 3, Phase::starting, {Action::save}},
      {started("main", 4), 5, Phase::running, {Action::save}},
      {exited("main", 8, 3), 9, Phase::stopping, {Action::save}},
      {stopped(9, run::StopCause::ESSENTIAL_CONTAINER_EXITED, "Essential container in task exited"),
       10,
       Phase::stopped,
       {Action::save, Action::release}},
  };
}

TEST(TaskLifecycle, a_task_runs_and_its_essential_container_exits) {
  const TaskLife life = follow(one_container(), whole_life());
  EXPECT_EQ(life.stop_code, StopCode::EssentialContainerExited);
  EXPECT_EQ(life.stopped_reason, "Essential container in task exited");
  EXPECT_EQ(life.containers[0].exit_code, 3);
  EXPECT_EQ(life.containers[0].status, ContainerStatus::STOPPED);
  // Times are when things happened, not when we heard of them.
  EXPECT_EQ(life.created_at, at(0));
  EXPECT_EQ(life.pull_started_at, at(1));
  EXPECT_EQ(life.pull_stopped_at, at(1));
  EXPECT_EQ(life.started_at, at(4));
  EXPECT_EQ(life.stopping_at, at(8));
  EXPECT_EQ(life.execution_stopped_at, at(8));
  EXPECT_EQ(life.stopped_at, at(9));
  EXPECT_EQ(life.version, 6) << "one for each change that is stored";
}

TEST(TaskLifecycle, the_task_runs_when_all_its_containers_have_started) {
  TaskLife life = follow(with_sidecar(), {whole_life()[0], whole_life()[1], whole_life()[2]});
  life = follow(life, {{started("main", 4), 4, Phase::starting, {Action::save}},
                       {started("sidecar", 6), 6, Phase::running, {Action::save}}});
  EXPECT_EQ(life.started_at, at(6));
}

TEST(TaskLifecycle, a_container_that_is_not_essential_may_end) {
  TaskLife life = follow(with_sidecar(), {whole_life()[0], whole_life()[1], whole_life()[2]});
  life = follow(life, {{started("sidecar", 4), 4, Phase::starting, {Action::save}},
                       {exited("sidecar", 5, 0), 5, Phase::starting, {Action::save}},
                       {started("main", 6), 6, Phase::running, {Action::save}}});
  EXPECT_EQ(life.stop_code, std::nullopt);
  EXPECT_EQ(std::string(desired_status(life.phase)), "RUNNING");
}

TEST(TaskLifecycle, stop_before_start_never_runs) {
  for (const std::size_t steps : {0u, 1u}) {
    const auto script = whole_life();
    TaskLife life =
        follow(one_container(), {script.begin(), script.begin() + static_cast<std::ptrdiff_t>(steps)});
    life = follow(life, {{StopRequested{StopCode::UserInitiated, "not now"},
                          7,
                          Phase::stopped,
                          {Action::save, Action::release}},
                         {Prepared{}, 8, Phase::stopped, {}},
                         {Committed{}, 8, Phase::stopped, {}}});
    EXPECT_EQ(life.stop_code, StopCode::UserInitiated);
    EXPECT_EQ(life.stopped_reason, "not now");
    EXPECT_EQ(life.containers[0].exit_code, std::nullopt);
    EXPECT_EQ(life.execution_stopped_at, std::nullopt) << "nothing was executed";
    EXPECT_EQ(life.stopped_at, at(7));
  }
}

TEST(TaskLifecycle, a_stop_is_asked_of_the_runner_once_it_has_the_task) {
  for (const std::size_t steps : {2u, 3u, 4u}) {
    const auto script = whole_life();
    TaskLife life =
        follow(one_container(), {script.begin(), script.begin() + static_cast<std::ptrdiff_t>(steps)});
    life = follow(
        life,
        {{StopRequested{StopCode::UserInitiated, "enough"}, 6, Phase::stopping, {Action::save, Action::stop}},
         {StopRequested{StopCode::TerminationNotice, "again"}, 6, Phase::stopping, {}}});
    if (steps < 4) life = advance(life, started("main", 6), at(6)).life;
    life = follow(life, {{exited("main", 7, 143), 7, Phase::stopping, {Action::save}},
                         {stopped(8, run::StopCause::STOP_REQUESTED, "enough"),
                          8,
                          Phase::stopped,
                          {Action::save, Action::release}}});
    EXPECT_EQ(life.stop_code, StopCode::UserInitiated) << "the first cause counts";
    EXPECT_EQ(life.stopped_reason, "enough");
    EXPECT_EQ(life.containers[0].exit_code, 143);
    EXPECT_EQ(life.stopping_at, at(6));
  }
}

TEST(TaskLifecycle, what_cannot_be_prepared_fails_to_start) {
  const TaskLife life =
      follow(with_sidecar(), {{PreparationFailed{"CannotPullContainerError: no such image", "sidecar"},
                               3,
                               Phase::stopped,
                               {Action::save, Action::release}}});
  EXPECT_EQ(life.stop_code, StopCode::TaskFailedToStart);
  EXPECT_EQ(life.stopped_reason, "CannotPullContainerError: no such image");
  EXPECT_EQ(life.containers[1].reason, "CannotPullContainerError: no such image");
  EXPECT_EQ(life.containers[0].reason, "");
  EXPECT_EQ(life.containers[1].exit_code, std::nullopt);
}

TEST(TaskLifecycle, a_container_that_cannot_start_fails_the_task) {
  TaskLife life = follow(one_container(), {whole_life()[0], whole_life()[1], whole_life()[2]});
  const run::ContainerStopped never{
      .container = "main", .at = at(4), .reason = "CannotStartContainerError: no such file"};
  life = follow(life, {{never, 4, Phase::starting, {Action::save}}});
  life =
      follow(life, {{stopped(5, run::StopCause::FAILED_TO_START, "CannotStartContainerError: no such file"),
                     5,
                     Phase::stopped,
                     {Action::save, Action::release}}});
  EXPECT_EQ(life.stop_code, StopCode::TaskFailedToStart);
  EXPECT_EQ(life.containers[0].reason, "CannotStartContainerError: no such file");
  EXPECT_EQ(life.containers[0].exit_code, std::nullopt);
}

TEST(TaskLifecycle, what_ran_out_of_memory_says_so) {
  TaskLife life =
      follow(one_container(), {whole_life()[0], whole_life()[1], whole_life()[2], whole_life()[3]});
  const run::ContainerStopped killed{.container = "main",
                                     .at = at(6),
                                     .exit_code = 137,
                                     .signal = 9,
                                     .out_of_memory = true,
                                     .reason = "OutOfMemoryError: Container killed due to memory usage"};
  life = follow(life, {{killed, 6, Phase::stopping, {Action::save}}});
  EXPECT_EQ(life.stop_code, StopCode::EssentialContainerExited);
  EXPECT_EQ(life.containers[0].exit_code, 137);
  EXPECT_EQ(life.containers[0].reason, "OutOfMemoryError: Container killed due to memory usage");
}

TEST(TaskLifecycle, a_task_that_is_lost_is_never_shown_as_running) {
  const auto script = whole_life();
  for (const std::size_t steps : {2u, 3u, 4u}) {
    TaskLife life =
        follow(one_container(), {script.begin(), script.begin() + static_cast<std::ptrdiff_t>(steps)});
    life = follow(life, {{stopped(20, run::StopCause::LOST, "The machine restarted."),
                          30,
                          Phase::stopped,
                          {Action::save, Action::release}}});
    EXPECT_EQ(life.stop_code, steps == 4 ? StopCode::TerminationNotice : StopCode::TaskFailedToStart);
    EXPECT_EQ(life.stopped_reason, "The machine restarted.");
    EXPECT_EQ(life.containers[0].exit_code, std::nullopt) << "it is not known";
    EXPECT_EQ(life.stopped_at, at(20));
  }
}

TEST(TaskLifecycle, reports_that_come_twice_change_nothing) {
  const auto script = whole_life();
  TaskLife life = follow(one_container(), script);
  for (const Line& line : script) {
    const Step step = advance(life, line.event, at(99));
    EXPECT_EQ(step.life, life);
    EXPECT_TRUE(step.actions.empty());
  }
}

TEST(TaskLifecycle, statuses_are_those_that_clients_wait_for) {
  struct Case {
    Phase phase;
    std::string_view last, desired;
  };
  const Case cases[] = {{Phase::preparing, "PENDING", "RUNNING"}, {Phase::committing, "PENDING", "RUNNING"},
                        {Phase::starting, "PENDING", "RUNNING"},  {Phase::running, "RUNNING", "RUNNING"},
                        {Phase::stopping, "STOPPING", "STOPPED"}, {Phase::stopped, "STOPPED", "STOPPED"}};
  for (const Case& each : cases) {
    EXPECT_EQ(last_status(each.phase), each.last);
    EXPECT_EQ(desired_status(each.phase), each.desired);
  }
}

// --- every state that can be reached, and every event in each of them ---
std::vector<Event> all_events() {
  std::vector<Event> events = {Prepared{},
                               PreparationFailed{"CannotPullContainerError: x", "main"},
                               Committed{},
                               StopRequested{StopCode::UserInitiated, "stop"},
                               StopRequested{StopCode::TerminationNotice, "gone"},
                               run::TaskClaimed{at(1), {"no cpu limit"}},
                               run::ContainerStarted{"nobody", at(1)}};
  for (const char* name : {"main", "sidecar"}) {
    events.push_back(started(name, 1));
    events.push_back(exited(name, 1, 0));
    events.push_back(
        run::ContainerStopped{.container = name, .at = at(1), .reason = "CannotStartContainerError: x"});
  }
  for (const auto cause : {run::StopCause::ESSENTIAL_CONTAINER_EXITED, run::StopCause::STOP_REQUESTED,
                           run::StopCause::FAILED_TO_START, run::StopCause::LOST})
    events.push_back(stopped(1, cause, "why"));
  return events;
}

bool has(const Step& step, Action action) { return std::ranges::count(step.actions, action) > 0; }

void check_step(const TaskLife& before, const Event& event, const Step& step) {
  const TaskLife& after = step.life;
  ASSERT_GE(after.phase, before.phase) << "a life has one direction";
  if (before.phase == Phase::stopped) {
    ASSERT_EQ(after, before);
    ASSERT_TRUE(step.actions.empty());
  }
  for (const Action action : {Action::save, Action::commit, Action::launch, Action::stop, Action::release})
    ASSERT_LE(std::ranges::count(step.actions, action), 1);

  ASSERT_EQ(has(step, Action::commit), before.phase == Phase::preparing && after.phase == Phase::committing);
  ASSERT_EQ(has(step, Action::launch),
            std::holds_alternative<Committed>(event) && before.phase == Phase::committing)
      << "only what is durable is launched, and once";
  ASSERT_EQ(has(step, Action::release), before.phase != Phase::stopped && after.phase == Phase::stopped);
  ASSERT_TRUE(!has(step, Action::release) || step.actions.back() == Action::release);
  ASSERT_EQ(has(step, Action::stop), std::holds_alternative<StopRequested>(event) &&
                                         after.phase == Phase::stopping && before.phase != Phase::stopping);

  const bool changed = after.version != before.version;
  ASSERT_EQ(has(step, Action::save), changed);
  ASSERT_LE(after.version, before.version + 1);
  TaskLife same_phase = after;
  same_phase.phase = before.phase;
  ASSERT_TRUE(changed || same_phase == before)
      << "what changes is stored, but for the start that is under way";

  ASSERT_EQ(after.stop_code.has_value(), after.phase >= Phase::stopping) << "who stops has a reason";
  ASSERT_TRUE(!before.stop_code || after.stop_code == before.stop_code) << "the first cause counts";
  ASSERT_EQ(after.stopped_at.has_value(), after.phase == Phase::stopped);
  ASSERT_TRUE(after.phase < Phase::starting || after.phase == Phase::stopped || after.pull_stopped_at);
  for (std::size_t i = 0; i < after.containers.size(); ++i) {
    const ContainerLife &was = before.containers[i], &is = after.containers[i];
    ASSERT_GE(is.status, was.status);
    ASSERT_TRUE(!was.exit_code || is.exit_code == was.exit_code) << "an exit code is final";
    ASSERT_TRUE(after.phase != Phase::stopped || is.status == ContainerStatus::STOPPED);
    ASSERT_TRUE(after.phase != Phase::running || before.phase == Phase::running || !is.essential ||
                is.status == ContainerStatus::RUNNING)
        << "nothing is shown as running that never ran";
    ASSERT_TRUE(after.phase >= Phase::starting || is.status == ContainerStatus::PENDING);
  }
}

TEST(TaskLifecycle, every_event_in_every_state_keeps_the_rules) {
  std::deque<TaskLife> to_visit{with_sidecar()};
  std::vector<TaskLife> seen{with_sidecar()};
  std::size_t steps = 0;
  while (!to_visit.empty()) {
    const TaskLife before = to_visit.front();
    to_visit.pop_front();
    for (const Event& event : all_events()) {
      const Step step = advance(before, event, at(2));
      ++steps;
      check_step(before, event, step);
      if (HasFatalFailure()) FAIL() << "after " << steps << " steps, event " << event.index();
      TaskLife after = step.life;
      after.version = 1;  // the way to a state does not count
      if (std::ranges::find(seen, after) != seen.end()) continue;
      seen.push_back(after);
      to_visit.push_back(after);
    }
  }
  EXPECT_GT(seen.size(), 100u);
}

}  // namespace
}  // namespace berth::task
