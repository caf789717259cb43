#include "berth/run/launch_spec.hpp"

#include "berth/run/tests/specs.hpp"

#include <gtest/gtest.h>

namespace berth::run {
namespace {

TEST(LaunchSpec, survives_the_file) {
  LaunchSpec spec =
      task_of({waiting_for(container("a", {"echo", "\xc3\xa4\n\""}), "b", DependencyCondition::SUCCESS),
               optional(container("b"))});
  spec.memory_mib = 512;
  spec.containers[0].environment = {{"A", "1"}, {"EMPTY", ""}};
  spec.containers[0].ulimits = {{"nofile", 100, -1}};
  spec.containers[0].log = LogTarget{"/logs/1"};
  spec.containers[0].start_timeout_seconds = 5;
  spec.containers[0].gpu_ids = {"GPU-1"};
  spec.host.uid = 700001;
  spec.host.cgroup = {1, {{"memory", "/sys/fs/cgroup/memory/x"}}, ""};
  spec.host.files = {{"/usr/bin/true", "train"}};
  const auto read = parse_launch_spec(to_json(spec));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, spec);
}

TEST(LaunchSpec, errors_name_the_member) {
  EXPECT_EQ(parse_launch_spec(R"({"version":1,"task_id":7})").error().message,
            "spec.task_id is not a string");
  EXPECT_EQ(parse_launch_spec(R"({"version":1,"task_id":"x"})").error().message, "spec.attempt is missing");
  EXPECT_EQ(parse_launch_spec(R"({"version":2})").error().message,
            "spec has version 2, this program knows 1 only");
  EXPECT_EQ(parse_launch_spec(R"([])").error().message, "spec does not say its version");
  EXPECT_NE(parse_launch_spec("{").error().message.find("line 1"), std::string::npos);
}

TEST(LaunchSpec, members_of_a_newer_writer_are_ignored) {
  std::string text = to_json(task_of({container("a")}));
  text.insert(text.size() - 1, R"(,"later":true)");
  EXPECT_TRUE(parse_launch_spec(text));
}

TEST(LaunchSpec, faults_are_found) {
  const auto fault = [](std::vector<ContainerSpec> containers) {
    return find_fault(task_of(std::move(containers)));
  };
  EXPECT_EQ(fault({container("a")}), "");
  EXPECT_EQ(fault({}), "the task has no containers");
  EXPECT_EQ(fault({container("a"), container("a")}), "container \"a\" stands twice in the task");
  EXPECT_EQ(fault({container("../a")}), "container \"../a\" does not have a plain name");
  EXPECT_EQ(fault({container("a", {})}), "container \"a\" has no command");
  EXPECT_EQ(fault({waiting_for(container("a"), "x", DependencyCondition::START)}),
            "container \"a\" depends on \"x\", which is not in the task");
  EXPECT_EQ(fault({waiting_for(container("a"), "b", DependencyCondition::START),
                   waiting_for(container("b"), "a", DependencyCondition::START)}),
            "container \"a\" depends on itself");
  EXPECT_NE(find_fault(task_of({container("a")}, "../../etc")), "");
  ContainerSpec strange = container("a");
  strange.environment["A=B"] = "x";
  EXPECT_NE(fault({strange}), "");
}

}  // namespace
}  // namespace berth::run
