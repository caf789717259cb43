#include "berth/cli/task_view.hpp"

#include "berth/cli/errors.hpp"
#include "berth/cli/s3_copy.hpp"

#include <gtest/gtest.h>

namespace berth::cli {
namespace {

ecs::Container container(const std::string& name, std::optional<int> code,
                         std::optional<std::string> reason = {}) {
  ecs::Container made;
  made.name = name;
  made.exitCode = code;
  made.reason = std::move(reason);
  return made;
}

ecs::Task stopped(std::vector<ecs::Container> containers,
                  const std::string& code = "EssentialContainerExited",
                  const std::string& reason = "Essential container in task exited") {
  ecs::Task task;
  task.lastStatus = "STOPPED";
  task.stopCode = code;
  task.stoppedReason = reason;
  task.containers = std::move(containers);
  return task;
}

TEST(TaskView, a_containers_own_reason_comes_before_a_plain_one_of_the_task) {
  EXPECT_EQ(reason_of(ecs::Task{}), "");
  EXPECT_EQ(reason_of(stopped({container("main", 0)})), "Essential container in task exited");
  EXPECT_EQ(reason_of(stopped({container("main", 137, "OutOfMemoryError: killed")})),
            "OutOfMemoryError: killed");
  EXPECT_EQ(
      reason_of(stopped({container("main", 137, "OutOfMemoryError: killed")}, "UserInitiated", "enough")),
      "enough; OutOfMemoryError: killed");
  const std::string pull = "CannotPullContainerError: no such image";
  EXPECT_EQ(reason_of(stopped({container("main", {}, pull)}, "TaskFailedToStart", pull)), pull)
      << "not twice";
}

TEST(TaskView, exit_codes_of_all_containers_are_shown) {
  EXPECT_EQ(exit_codes_of(stopped({container("main", 0)})), "0");
  EXPECT_EQ(exit_codes_of(stopped({container("main", 3), container("side", 143)})), "3,143");
  EXPECT_EQ(exit_codes_of(stopped({container("main", {})})), "");
}

TEST(TaskView, a_task_failed_if_an_essential_container_did) {
  EXPECT_FALSE(failure_of(stopped({container("main", 0), container("side", 1)}), {"main"}));
  EXPECT_EQ(failure_of(stopped({container("main", 5)}), {"main"}), "container main exited with 5");
  EXPECT_EQ(failure_of(stopped({container("main", 137, "OutOfMemoryError: killed")}), {"main"}),
            "container main exited with 137 (OutOfMemoryError: killed)");
  EXPECT_EQ(failure_of(stopped({container("main", {})}, "TaskFailedToStart", "CannotPullContainerError: no"),
                       {"main"}),
            "it did not start: CannotPullContainerError: no");
  EXPECT_TRUE(failure_of(stopped({container("main", {})}), {"main"}));
}

TEST(TaskView, streams_are_named_by_prefix_container_and_task) {
  ecs::TaskDefinition definition;
  const auto add = [&](const std::string& name, const std::string& driver,
                       std::map<std::string, std::string> options, std::optional<bool> essential) {
    ecs::ContainerDefinition made;
    made.name = name;
    made.essential = essential;
    if (!driver.empty()) {
      made.logConfiguration.emplace();
      made.logConfiguration->logDriver = driver;
      made.logConfiguration->options = std::move(options);
    }
    definition.containerDefinitions.push_back(std::move(made));
  };
  add("main", "awslogs", {{"awslogs-group", "/g"}, {"awslogs-stream-prefix", "p"}}, true);
  add("side", "awslogs", {{"awslogs-group", "/g"}}, false);
  add("quiet", "", {}, {});
  add("other", "json-file", {}, {});
  const auto streams = log_streams(definition, "0123");
  ASSERT_EQ(streams.size(), 1u);
  EXPECT_EQ(streams[0].group, "/g");
  EXPECT_EQ(streams[0].stream, "p/main/0123");
  EXPECT_EQ(essential_containers(definition), (std::vector<std::string>{"main", "quiet", "other"}));
}

TEST(S3Copy, parts_grow_so_that_ten_thousand_are_enough) {
  EXPECT_EQ(part_size_for(0), part_size);
  EXPECT_EQ(part_size_for(part_size * most_parts), part_size);
  for (const std::uint64_t size : {part_size * most_parts + 1, std::uint64_t{5} << 40}) {
    EXPECT_GE(part_size_for(size) * most_parts, size);
  }
}

TEST(S3Copy, a_folder_takes_the_files_name) {
  EXPECT_EQ(destination_object({"b", ""}, "/x/file").key, "file");
  EXPECT_EQ(destination_object({"b", "dir/"}, "file").key, "dir/file");
  EXPECT_EQ(destination_object({"b", "name"}, "file").key, "name");
  EXPECT_THROW(destination_object({"b", "dir/"}, "-"), CommandError);
  EXPECT_EQ(destination_file("/tmp", {"b", "a/b.txt"}), "/tmp/b.txt");
  EXPECT_EQ(destination_file("/no/such/dir/", {"b", "b.txt"}), "/no/such/dir/b.txt");
  EXPECT_EQ(destination_file("/no/such", {"b", "b.txt"}), "/no/such");
  EXPECT_THROW(destination_file("/tmp", {"b", "a/.."}), CommandError)
      << "a key must not lead out of the folder";
  EXPECT_THROW(destination_file("/tmp", {"b", "a/"}), CommandError);
}

}  // namespace
}  // namespace berth::cli
