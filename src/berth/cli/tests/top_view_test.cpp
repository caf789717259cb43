#include "berth/cli/top_view.hpp"

#include "berth/cli/errors.hpp"
#include "berth/cli/text.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace berth::cli {
namespace {

UsageSample sample(int at_milliseconds, int cpu_microseconds, bool with_task = true) {
  const std::string task = R"({"id": "aaaa", "cpu_microseconds": )" + std::to_string(cpu_microseconds) +
                           R"(, "memory_bytes": 1048576, "processes": 3})";
  return parse_usage(
      base::parse_json(
          R"({"time": )" + std::to_string(1'800'000'000'000 + at_milliseconds) +
          R"(, "cpu_units": 2048, "gpus": [{"id": "GPU-1", "kind": "A10G"}, {"id": "GPU-2", "kind": "A10G"}],
      "gpus_simulated": true, "limits": {"enforced": false, "reason": "no cgroups"},
      "machine": {"busy_microseconds": )" +
          std::to_string(at_milliseconds * 1000) +
          R"(, "memory_bytes": 1073741824, "memory_total_bytes": 2147483648, "load": 1.5},
      "tasks": [)" +
          (with_task ? task : "") + "]}")
          .value());
}

TopData data() {
  TopData made{.before = sample(0, 1'000'000), .now = sample(1000, 2'500'000), .tasks = {}, .instances = {}};
  ecs::Task task;
  task.taskArn = "arn:aws:ecs:us-east-1:000000000000:task/default/aaaa";
  task.taskDefinitionArn = "arn:aws:ecs:us-east-1:000000000000:task-definition/train:3";
  task.lastStatus = "RUNNING";
  task.memory = "2048";
  task.startedAt = wire::Timestamp{made.now.time - std::chrono::minutes(5)};
  ecs::Container container;
  container.gpuIds = std::vector<std::string>{"GPU-1"};
  task.containers.push_back(container);
  ecs::Task idle = task;
  idle.taskArn = "arn:aws:ecs:us-east-1:000000000000:task/default/bbbb";
  idle.lastStatus = "PENDING";
  idle.containers.clear();
  made.tasks = {{idle, "sleep"}, {task, "train -c config -i " + std::string(200, 'x')}};
  made.instances.push_back(
      {{"i-0123456789abcdef0", "ACTIVE", {1024, 500, 1}, {2048, 1000, 2}}, "default", 2});
  return made;
}

TEST(TopView, shows_what_was_used_between_two_looks) {
  EXPECT_DOUBLE_EQ(cpu_percent(data(), "aaaa").value(), 150);
  EXPECT_FALSE(cpu_percent(data(), "bbbb")) << "nothing is measured of what does not run";
  TopData since = data();
  since.before = sample(0, 0, false);
  since.now = sample(1000, 500'000);
  EXPECT_DOUBLE_EQ(cpu_percent(since, "aaaa").value(), 50) << "it has begun since";
  since.before = sample(0, 900'000);
  EXPECT_DOUBLE_EQ(cpu_percent(since, "aaaa").value(), 0) << "a container of it has ended";
}

TEST(TopView, has_a_line_for_the_machine_and_rows_for_instances_and_tasks) {
  const std::string text = top_text(data(), 0);
  for (const char* word :
       {"2 CPUs 50 % busy, load 1.50", "memory 1.0 GiB of 2.0 GiB", "GPUs 1 of 2 held (A10G, simulated)",
        "i-0123456789abcdef0", "1024/2048", "500/1000", "1/2", "aaaa", "150", "1.0 MiB", "2.0 GiB", "1 sim",
        "5 min", "train -c config", "LIMIT is not enforced: no cgroups"})
    EXPECT_NE(text.find(word), text.npos) << word << " is not in\n" << text;
  EXPECT_LT(text.find("aaaa"), text.find("bbbb")) << "the busiest first";
}

TEST(TopView, keeps_within_the_terminal) {
  for (const std::size_t width : {60u, 80u, 140u}) {
    std::istringstream lines(top_text(data(), width));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(display_width(line), width) << line;
  }
}

TEST(TopView, without_gpus_and_tasks_says_so) {
  TopData nothing = data();
  nothing.tasks.clear();
  nothing.now.gpus.clear();
  const std::string text = top_text(nothing, 80);
  EXPECT_NE(text.find("no GPUs"), text.npos);
  EXPECT_NE(text.find("no task runs"), text.npos);
}

TEST(TopView, is_json_where_nothing_known_is_null) {
  const auto document = top_json(data()).as_object();
  const auto& tasks = document.at("tasks").as_array();
  EXPECT_DOUBLE_EQ(tasks.at(0).at("cpuPercent").as_double(), 150);
  EXPECT_TRUE(tasks.at(1).at("cpuPercent").is_null());
  EXPECT_TRUE(document.at("gpus").as_array().at(0).at("utilization").is_null());
}

TEST(TopView, an_answer_that_is_none_is_refused) {
  EXPECT_THROW(parse_usage(base::parse_json("{}").value()), CommandError);
  EXPECT_THROW(parse_usage(base::parse_json("[1]").value()), CommandError);
}

}  // namespace
}  // namespace berth::cli
