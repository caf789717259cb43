#include "berth/sched/placement.hpp"

#include <gtest/gtest.h>

#include <set>

namespace berth::sched {
namespace {

/// Instances by name, each with 4096 CPU units, 8000 MiB and one GPU of its own.
struct Cluster {
  struct Node {
    Inventory inventory;
    Attributes attributes;
  };
  std::map<std::string, Node> nodes;
  std::vector<Candidate> candidates;

  Candidate& add(const std::string& name, const std::string& zone = "a") {
    Node& node = nodes[name];
    node.inventory = Inventory({.cpu_units = 4096,
                                .memory_mib = 8000,
                                .backed_memory_mib = 8000,
                                .gpus = {{"GPU-" + name, "A10G"}}});
    node.attributes = {{"ecs.availability-zone", zone}, {"capability.gpu", ""}};
    return candidates.emplace_back(
        Candidate{.id = name, .inventory = &node.inventory, .attributes = &node.attributes});
  }
  void use(const std::string& name, const Demand& demand) { nodes.at(name).inventory.take(demand); }

  std::string choose(const Demand& demand, const Policy& policy, std::uint64_t random = 0) const {
    const Placement placement = place(demand, candidates, policy, random);
    return placement.chosen ? candidates[*placement.chosen].id : "nowhere";
  }
  std::vector<std::string> reasons(const Demand& demand, const Policy& policy) const {
    std::vector<std::string> reasons;
    for (const Refusal& each : place(demand, candidates, policy, 0).refusals)
      reasons.push_back(each.instance + " " + each.reason);
    return reasons;
  }
};

Expression parsed(std::string_view text) { return Expression::parse(text).value(); }

TEST(Placement, every_instance_considered_says_why_not) {
  Cluster cluster;
  for (const char* name : {"one", "two", "three", "four"}) cluster.add(name);
  cluster.use("one", {.cpu_units = 4000});
  cluster.use("two", {.memory_mib = 7900});
  cluster.use("three", {.gpus = 1});
  cluster.nodes["four"].attributes.erase("capability.gpu");
  const Demand demand{.cpu_units = 1024, .memory_mib = 1000, .gpus = 1};
  EXPECT_EQ(cluster.reasons(demand, {.required_attributes = {"capability.gpu"}}),
            (std::vector<std::string>{"one RESOURCE:CPU", "two RESOURCE:MEMORY", "three RESOURCE:GPU",
                                      "four ATTRIBUTE"}));
  EXPECT_EQ(cluster.choose(demand, {}), "four");
  EXPECT_TRUE(cluster.reasons(demand, {}).empty()) << "who found a place does not complain";
}

TEST(Placement, constraints_come_before_resources) {
  Cluster cluster;
  cluster.add("here", "a").tasks_alike = 1;
  cluster.add("there", "b");
  const Policy zone{.member_of = {parsed("attribute:ecs.availability-zone == b")}};
  EXPECT_EQ(cluster.choose({}, zone), "there");
  EXPECT_EQ(
      cluster.reasons({.cpu_units = 9999}, zone),
      (std::vector<std::string>{"here MemberOf placement constraint unsatisfied.", "there RESOURCE:CPU"}));
  EXPECT_EQ(cluster.reasons({.cpu_units = 9999}, {.distinct_instance = true}),
            (std::vector<std::string>{"here DistinctInstance placement constraint unsatisfied.",
                                      "there RESOURCE:CPU"}));
}

TEST(Placement, binpack_fills_the_fullest_that_still_has_room) {
  Cluster cluster;
  for (const char* name : {"empty", "half", "full"}) cluster.add(name);
  cluster.use("half", {.cpu_units = 1024, .memory_mib = 6000});
  cluster.use("full", {.cpu_units = 3000, .memory_mib = 7500});
  EXPECT_EQ(cluster.choose({.memory_mib = 1000}, {.strategies = {{StrategyKind::binpack, "memory"}}}),
            "half");
  EXPECT_EQ(cluster.choose({.cpu_units = 1024}, {.strategies = {{StrategyKind::binpack, "cpu"}}}), "full");
}

TEST(Placement, spread_goes_where_fewest_tasks_alike_are) {
  Cluster cluster;
  cluster.add("a1", "a").tasks_alike = 1;
  cluster.add("a2", "a").tasks_alike = 0;
  cluster.add("b1", "b").tasks_alike = 0;
  EXPECT_EQ(cluster.choose({}, {.strategies = {{StrategyKind::spread, "attribute:ecs.availability-zone"}}}),
            "b1");
  EXPECT_EQ(cluster.choose({}, {.strategies = {{StrategyKind::spread, "instanceId"}}}, 0), "a2");
  EXPECT_EQ(cluster.choose({}, {.strategies = {{StrategyKind::spread, "instanceId"}}}, 1), "b1");
}

TEST(Placement, a_later_strategy_breaks_the_ties_of_an_earlier_one) {
  Cluster cluster;
  cluster.add("a1", "a").tasks_alike = 1;
  cluster.add("b1", "b");
  cluster.add("b2", "b");
  cluster.use("b2", {.memory_mib = 1000});
  const Policy policy{.strategies = {{StrategyKind::spread, "attribute:ecs.availability-zone"},
                                     {StrategyKind::binpack, "memory"}}};
  EXPECT_EQ(cluster.choose({}, policy), "b2");
}

TEST(Placement, chance_reaches_every_instance_with_room) {
  Cluster cluster;
  for (const char* name : {"one", "two", "three"}) cluster.add(name);
  cluster.use("two", {.cpu_units = 4096});
  std::set<std::string> chosen;
  for (std::uint64_t random = 0; random < 10; ++random)
    chosen.insert(cluster.choose({.cpu_units = 1}, {}, random));
  EXPECT_EQ(chosen, (std::set<std::string>{"one", "three"}));
}

TEST(Placement, gathers_only_what_a_policy_asks_for) {
  EXPECT_FALSE(Policy().needs_tasks_alike());
  EXPECT_TRUE((Policy{.distinct_instance = true}).needs_tasks_alike());
  EXPECT_TRUE((Policy{.strategies = {{StrategyKind::spread, "host"}}}).needs_tasks_alike());
  EXPECT_FALSE((Policy{.member_of = {parsed("attribute:rack exists")}}).needs_task_groups());
  EXPECT_TRUE((Policy{.member_of = {parsed("task:group == family:train")}}).needs_task_groups());
}

TEST(Placement, without_candidates_there_is_nothing_to_say) {
  const Placement placement = place({}, {}, {}, 7);
  EXPECT_FALSE(placement.chosen);
  EXPECT_TRUE(placement.refusals.empty());
}

}  // namespace
}  // namespace berth::sched
