#include "berth/cli/task_filter.hpp"

#include "berth/cli/errors.hpp"

#include <gtest/gtest.h>

namespace berth::cli {
namespace {

ecs::Task task(const std::string& status, const std::string& definition,
               std::optional<int> exit = std::nullopt) {
  ecs::Task made;
  made.lastStatus = status;
  made.taskDefinitionArn = "arn:aws:ecs:us-east-1:000000000000:task-definition/" + definition;
  made.containers.push_back({.name = "main", .exitCode = exit});
  return made;
}

bool matches(const std::vector<std::string>& filters, const ecs::Task& of) {
  return TaskFilter(filters).matches(of);
}

TEST(TaskFilter, without_conditions_takes_everything) { EXPECT_TRUE(matches({}, task("RUNNING", "a:1"))); }

TEST(TaskFilter, values_of_a_key_are_alternatives_and_keys_are_conditions) {
  EXPECT_TRUE(matches({"status=running"}, task("RUNNING", "a:1"))) << "in any case";
  EXPECT_FALSE(matches({"status=PENDING"}, task("RUNNING", "a:1")));
  EXPECT_TRUE(matches({"status=PENDING", "status=RUNNING"}, task("RUNNING", "a:1")));
  EXPECT_FALSE(matches({"status=RUNNING", "definition=b"}, task("RUNNING", "a:1")));
}

TEST(TaskFilter, a_definition_is_a_family_or_one_revision_of_it) {
  EXPECT_TRUE(matches({"definition=train"}, task("RUNNING", "train:3")));
  EXPECT_TRUE(matches({"definition=train:3"}, task("RUNNING", "train:3")));
  EXPECT_FALSE(matches({"definition=train:2"}, task("RUNNING", "train:3")));
  EXPECT_FALSE(matches({"definition=tra"}, task("RUNNING", "train:3")));
}

TEST(TaskFilter, an_exit_code_is_that_of_any_container) {
  EXPECT_TRUE(matches({"exit=137"}, task("STOPPED", "a:1", 137)));
  EXPECT_FALSE(matches({"exit=0"}, task("STOPPED", "a:1", 137)));
  EXPECT_FALSE(matches({"exit=0"}, task("RUNNING", "a:1")));
}

TEST(TaskFilter, knows_when_stopped_tasks_are_wanted) {
  EXPECT_TRUE(TaskFilter({"status=stopped"}).wants_stopped());
  EXPECT_TRUE(TaskFilter({"exit=1"}).wants_stopped());
  EXPECT_FALSE(TaskFilter({"status=RUNNING"}).wants_stopped());
}

TEST(TaskFilter, what_it_does_not_know_is_refused_with_what_was_meant) {
  const auto complaint = [](const std::string& text) -> std::string {
    try {
      TaskFilter({text});
      return "taken";
    } catch (const CommandError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(complaint("stats=RUNNING"), "--filter knows no 'stats': did you mean 'status'?");
  EXPECT_EQ(complaint("status=runing"), "no task is ever RUNING: did you mean 'RUNNING'?");
  EXPECT_EQ(complaint("colour=red"), "--filter knows no 'colour': it knows status, definition, exit");
  EXPECT_NE(complaint("status").find("KEY=VALUE"), std::string::npos);
}

}  // namespace
}  // namespace berth::cli
