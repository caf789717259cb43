// Ten thousand tasks at once: what is linear for one must not be so for all.
#include "berth/services/ecs/tests/ecs_world.hpp"

namespace berth::ecs {
namespace {

using test::at;
using test::EcsWorld;

TEST(EcsManyTasks, ten_thousand_run_are_listed_restart_and_end) {
  constexpr int batches = 1000;
  EcsWorld ecs({.cpu_units = 1 << 30, .memory_mib = 1 << 30});
  ecs.define("job", R"("memory":10,"cpu":1)");
  for (int i = 0; i < batches; ++i) {
    const auto reply = ecs.call("RunTask", R"({"taskDefinition":"job","count":10})");
    ASSERT_EQ(reply.at("tasks").as_array().size(), 10u);
    if (i % 100 == 0) ecs.world.settle();
  }
  ecs.world.settle();
  EXPECT_EQ(ecs.world.runner->specs.size(), 10'000u);

  std::set<std::string> listed;
  std::string token;
  do {
    const auto page = ecs.call("ListTasks", token.empty() ? "{}" : R"({"nextToken":")" + token + "\"}");
    for (const auto& arn : page.at("taskArns").as_array())
      EXPECT_TRUE(listed.emplace(arn.as_string()).second);
    token = at(page, "nextToken");
  } while (token != "absent");
  EXPECT_EQ(listed.size(), 10'000u);

  const auto specs = ecs.world.runner->specs;
  for (const auto& [id, spec] : specs) ecs.world.runner->run(id);
  EXPECT_EQ(at(ecs.call("DescribeClusters", "{}"), "clusters.0.runningTasksCount"), "10000");
  ecs.restart();
  EXPECT_EQ(at(ecs.call("DescribeClusters", "{}"), "clusters.0.runningTasksCount"), "10000");
  ecs.world.runner->specs = specs;
  for (const auto& [id, spec] : specs) ecs.world.runner->end(id);
  EXPECT_TRUE(ecs.world.implicit().inventory.is_idle());
  ecs.world.clock.advance(std::chrono::hours(2));
  EXPECT_EQ(at(ecs.call("ListTasks", R"({"desiredStatus":"STOPPED"})"), "taskArns"), "[]");
}

}  // namespace
}  // namespace berth::ecs
