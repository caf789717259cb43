#include "berth/cli/task_story.hpp"

#include "berth/cli/text.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace berth::cli {
namespace {

const base::TimePoint began{std::chrono::seconds(1'800'000'000)};

ecs::TaskDefinition definition() {
  ecs::TaskDefinition made;
  made.family = "train";
  made.revision = 3;
  ecs::ContainerDefinition main;
  main.name = "main";
  main.stopTimeout = 7;
  made.containerDefinitions.push_back(main);
  return made;
}

ecs::Task stopped(std::optional<int> code, std::string reason = "",
                  std::string stop_code = "EssentialContainerExited",
                  std::string stopped_reason = "Essential container in task exited") {
  ecs::Task task;
  task.taskArn = "arn:aws:ecs:us-east-1:000000000000:task/default/0123456789abcdef0123456789abcdef";
  task.clusterArn = "arn:aws:ecs:us-east-1:000000000000:cluster/default";
  task.taskDefinitionArn = "arn:aws:ecs:us-east-1:000000000000:task-definition/train:3";
  task.lastStatus = "STOPPED";
  task.stopCode = std::move(stop_code);
  task.stoppedReason = std::move(stopped_reason);
  task.createdAt = wire::Timestamp{began};
  task.startedAt = wire::Timestamp{began + std::chrono::milliseconds(1500)};
  task.stoppedAt = wire::Timestamp{began + std::chrono::seconds(10)};
  ecs::Container main;
  main.name = "main";
  main.exitCode = code;
  main.memory = "128";
  if (!reason.empty()) main.reason = std::move(reason);
  task.containers.push_back(main);
  return task;
}

std::string told(const ecs::Task& task, const std::vector<std::string>& log = {}) {
  return story_text(tell_task(task, definition(), log, began + std::chrono::minutes(1)), 0);
}

void expect_in(const std::string& text, std::initializer_list<const char*> words) {
  for (const char* word : words) EXPECT_NE(text.find(word), text.npos) << word << " is not in\n" << text;
}

TEST(TaskStory, tells_the_kinds_of_137_apart) {
  expect_in(told(stopped(137, "OutOfMemoryError: Container killed due to memory usage")),
            {"it failed", "its limit of 128 MiB", "berth run train --memory"});
  expect_in(told(stopped(137, "", "UserInitiated", "enough")),
            {"stopped by request", "enough", "still ran 7 s after SIGTERM", "raise stopTimeout"});
  expect_in(told(stopped(137)), {"SIGKILL", "the machine ran out of memory"});
}

TEST(TaskStory, names_the_signal_of_a_crash) {
  expect_in(told(stopped(139)), {"exit code 139", "SIGSEGV"});
  expect_in(told(stopped(143, "", "UserInitiated", "enough")), {"SIGTERM ended it, as was asked for"});
}

TEST(TaskStory, says_what_an_image_or_a_log_group_needs) {
  expect_in(told(stopped(std::nullopt, "", "TaskFailedToStart",
                         "CannotPullContainerError: there is no repository x")),
            {"it did not start", "there is no repository x", "berth image push fathom"});
  expect_in(told(stopped(std::nullopt, "", "TaskFailedToStart",
                         "ResourceInitializationError: The specified log group does not exist: /x")),
            {"create-log-group"});
}

TEST(TaskStory, finds_in_the_log_that_a_role_was_denied_something) {
  const std::vector<std::string> log{"copying", "An error occurred (AccessDenied) when calling PutObject"};
  expect_in(told(stopped(1), log), {"denied something", "PutObject", "no taskRoleArn"});
  EXPECT_EQ(told(stopped(0), log).find("denied something"), std::string::npos) << "it did well all the same";
}

TEST(TaskStory, shows_when_what_happened_and_the_end_of_the_log) {
  expect_in(told(stopped(0), {"first", "second"}),
            {"it did well", "created           2027-01-15 08:00:00.000Z  +0.0 s",
             "started           2027-01-15 08:00:01.500Z  +1.5 s", "first", "second"});
}

TEST(TaskStory, names_limits_that_are_not_enforced) {
  ecs::Task task = stopped(137);
  task.attributes.push_back(
      {.name = "berth.not-enforced.1", .value = "the memory limit is not enforced: no cgroups"});
  expect_in(told(task),
            {"limits    the memory limit is not enforced", "its own limit of memory is not enforced here"});
}

TEST(TaskStory, of_a_task_that_lives_says_what_it_waits_for) {
  ecs::Task task = stopped(std::nullopt);
  task.stoppedAt.reset();
  task.stopCode.reset();
  task.stoppedReason.reset();
  task.lastStatus = "PENDING";
  expect_in(told(task), {"is PENDING", "looked up"});
  task.lastStatus = "RUNNING";
  expect_in(told(task), {"it runs, for 58 s now"});
}

TEST(TaskStory, keeps_within_the_terminal) {
  const Story story =
      tell_task(stopped(137, "", "UserInitiated", std::string(90, 'x') + " " + std::string(90, 'y')),
                definition(), {std::string(300, 'l')}, began);
  for (const std::size_t width : {60u, 80u, 140u}) {
    std::istringstream lines(story_text(story, width));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(display_width(line), width) << line;
  }
}

TEST(DefinitionStory, says_where_it_would_fit_and_what_is_short_with_numbers) {
  ecs::TaskDefinition wanted = definition();
  wanted.containerDefinitions[0].memory = 100;
  wanted.containerDefinitions[0].resourceRequirements.emplace().push_back({.value = "2", .type = "GPU"});
  const Room busy{.instance = "i-1", .status = "ACTIVE", .free = {1024, 500, 1}, .all = {2048, 1000, 2}};
  expect_in(story_text(tell_definition(wanted, "default", {busy}, {}), 0),
            {"asks for 0 CPU units, 100 MiB of memory, 2 GPUs", "it would not start now in cluster default",
             "the most that is free now is 1 on i-1, of 2 at most", "GPUs 1/2"});
  Room idle = busy;
  idle.free.gpus = 2;
  expect_in(story_text(tell_definition(wanted, "default", {busy, idle}, {}), 0), {"it would start now"});
  expect_in(story_text(tell_definition(wanted, "default", {busy, idle}, {"image x:1 is not there"}), 0),
            {"it would not start now", "why       image x:1 is not there"});
  expect_in(story_text(tell_definition(wanted, "empty", {}, {}), 0), {"cluster empty has no instances"});
}

}  // namespace
}  // namespace berth::cli
