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
  ecs::Task task;
  task.taskArn = "arn:aws:ecs:us-east-1:000000000000:task/default/0123";
  task.containers = {container("side", {})};
  task.containers[0].runtimeId = "9f";
  const auto streams = log_streams(definition, task);
  ASSERT_EQ(streams.size(), 2u);
  EXPECT_EQ(streams[0].group, "/g");
  EXPECT_EQ(streams[0].stream, "p/main/0123");
  EXPECT_EQ(streams[1].stream, "9f") << "without a prefix a stream is named after the container's runtime id";
  EXPECT_EQ(essential_containers(definition), (std::vector<std::string>{"main", "quiet", "other"}));
}

TEST(TaskView, what_a_task_demands_is_the_sum_of_its_containers_unless_its_size_is_given) {
  ecs::TaskDefinition definition;
  definition.containerDefinitions.resize(2);
  auto& main = definition.containerDefinitions[0];
  main.name = "main";
  main.cpu = 512;
  main.memory = 2000;
  main.resourceRequirements = std::vector<ecs::ResourceRequirement>{{"2", "GPU"}};
  auto& side = definition.containerDefinitions[1];
  side.name = "side";
  side.cpu = 256;
  side.memory = 1000;
  side.memoryReservation = 100;
  const auto demand = demand_of(definition, {});
  ASSERT_TRUE(demand);
  EXPECT_EQ(demand->cpu, 768);
  EXPECT_EQ(demand->memory_mib, 2100);
  EXPECT_EQ(demand->gpus, 2);

  ecs::TaskOverride overrides;
  overrides.cpu = "1024";
  overrides.memory = "500";
  overrides.containerOverrides.resize(1);
  overrides.containerOverrides[0].name = "main";
  overrides.containerOverrides[0].resourceRequirements.emplace();
  const auto changed = demand_of(definition, overrides);
  ASSERT_TRUE(changed);
  EXPECT_EQ(changed->cpu, 1024);
  EXPECT_EQ(changed->memory_mib, 500);
  EXPECT_EQ(changed->gpus, 0);

  definition.cpu = "1 vCPU";
  EXPECT_FALSE(demand_of(definition, {}));
}

TEST(TaskView, the_end_of_a_task_is_told_with_what_says_most) {
  EXPECT_EQ(end_of(stopped({container("main", 0)}), "3 min"), "3 min ago, with exit code 0");
  EXPECT_EQ(end_of(stopped({container("main", 137, "OutOfMemoryError: killed")}), "3 min"),
            "3 min ago, with exit code 137: OutOfMemoryError: killed");
  EXPECT_EQ(end_of(stopped({container("main", {})}, "UserInitiated", "enough"), "3 min"),
            "3 min ago: enough");
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
