#include "berth/sched/inventory.hpp"

#include <gtest/gtest.h>

namespace berth::sched {
namespace {

Capacity two_gpu_machine() {
  return {.cpu_units = 4096,
          .memory_mib = 16000,
          .backed_memory_mib = 16000,
          .gpus = {{"GPU-a", "A10G"}, {"GPU-b", "A10G"}}};
}

Grant taken(Inventory& inventory, const Demand& demand) {
  auto result = inventory.take(demand);
  EXPECT_TRUE(std::holds_alternative<Grant>(result));
  return std::holds_alternative<Grant>(result) ? std::get<Grant>(result) : Grant();
}

TEST(Inventory, what_is_demanded_is_taken_and_comes_back) {
  Inventory inventory(two_gpu_machine());
  const Grant grant =
      taken(inventory, {.cpu_units = 1024, .memory_mib = 6000, .gpus = 1, .ports = {{8080, false}}});
  EXPECT_EQ(grant, (Grant{.cpu_units = 1024,
                          .memory_mib = 6000,
                          .backed_memory_mib = 6000,
                          .gpu_ids = {"GPU-a"},
                          .ports = {{8080, false}}}));
  EXPECT_EQ(inventory.free_cpu_units(), 3072);
  EXPECT_EQ(inventory.free_memory_mib(), 10000);
  EXPECT_EQ(inventory.free_gpu_ids(), std::vector<std::string>{"GPU-b"});
  EXPECT_FALSE(inventory.is_idle());

  inventory.give_back(grant);
  EXPECT_EQ(inventory.free_cpu_units(), 4096);
  EXPECT_EQ(inventory.free_memory_mib(), 16000);
  EXPECT_EQ(inventory.free_gpu_ids().size(), 2u);
  EXPECT_TRUE(inventory.is_idle());
}

TEST(Inventory, the_shortage_is_named_and_nothing_is_taken) {
  struct Case {
    Demand demand;
    Shortage shortage;
    std::string_view reason;
  };
  const Case cases[] = {
      {{.cpu_units = 4097}, Shortage::cpu, "RESOURCE:CPU"},
      {{.memory_mib = 16001}, Shortage::memory, "RESOURCE:MEMORY"},
      {{.gpus = 3}, Shortage::gpu, "RESOURCE:GPU"},
      {{.ports = {{80, false}, {80, false}}}, Shortage::ports, "RESOURCE:PORTS"},
      {{.cpu_units = 5000, .memory_mib = 20000, .gpus = 9}, Shortage::cpu, "RESOURCE:CPU"},
      {{.memory_mib = 20000, .gpus = 9}, Shortage::memory, "RESOURCE:MEMORY"},
  };
  for (const Case& each : cases) {
    Inventory inventory(two_gpu_machine());
    const auto result = inventory.take(each.demand);
    ASSERT_TRUE(std::holds_alternative<Shortage>(result)) << each.reason;
    EXPECT_EQ(std::get<Shortage>(result), each.shortage);
    EXPECT_EQ(to_reason(each.shortage), each.reason);
    EXPECT_TRUE(inventory.is_idle());
    EXPECT_EQ(inventory.free_gpu_ids().size(), 2u);
  }
}

TEST(Inventory, a_port_is_taken_once_for_each_protocol) {
  Inventory inventory(two_gpu_machine());
  taken(inventory, {.ports = {{80, false}}});
  EXPECT_EQ(inventory.lacks({.ports = {{80, false}}}), Shortage::ports);
  EXPECT_EQ(inventory.lacks({.ports = {{80, true}}}), std::nullopt);
}

TEST(Inventory, nominal_memory_counts_and_so_does_what_backs_it) {
  // A p2.xlarge of 62,464 MiB on a machine that has 24,000.
  Inventory inventory({.cpu_units = 2048, .memory_mib = 62464, .backed_memory_mib = 24000});
  taken(inventory, {.memory_mib = 15000});
  EXPECT_EQ(inventory.free_memory_mib(), 47464);
  EXPECT_EQ(inventory.lacks({.memory_mib = 15000}), Shortage::memory) << "the machine has only 9,000 more";
  EXPECT_EQ(inventory.lacks({.memory_mib = 9000}), std::nullopt);
}

TEST(Inventory, a_task_larger_than_the_machine_runs_alone) {
  Inventory inventory({.cpu_units = 2048, .memory_mib = 62464, .backed_memory_mib = 8000});
  const Grant grant = taken(inventory, {.memory_mib = 15000});
  EXPECT_EQ(grant.memory_mib, 15000);
  EXPECT_EQ(grant.backed_memory_mib, 8000);
  EXPECT_EQ(inventory.lacks({.memory_mib = 6}), Shortage::memory);
  inventory.give_back(grant);
  EXPECT_EQ(inventory.lacks({.memory_mib = 6}), std::nullopt);
}

TEST(Inventory, shrinking_takes_nothing_from_who_has_it) {
  Inventory inventory(two_gpu_machine());
  const Grant grant = taken(inventory, {.cpu_units = 4096, .memory_mib = 16000, .gpus = 2});
  inventory.resize({.cpu_units = 1024, .memory_mib = 1000, .backed_memory_mib = 1000});
  EXPECT_EQ(inventory.free_memory_mib(), -15000);
  EXPECT_EQ(inventory.lacks({.cpu_units = 1}), Shortage::cpu);
  inventory.give_back(grant);
  EXPECT_EQ(inventory.free_memory_mib(), 1000);
  EXPECT_TRUE(inventory.is_idle());
}

TEST(InventoryDeathTest, a_gpu_that_is_taken_is_never_taken_again) {
  Inventory inventory(two_gpu_machine());
  const Grant grant = taken(inventory, {.gpus = 1});
  EXPECT_DEATH(inventory.retake(grant), "a GPU belongs to one task at a time");
  inventory.give_back(grant);
  EXPECT_DEATH(inventory.give_back(grant), "only a GPU that is taken can be given back");
}

}  // namespace
}  // namespace berth::sched
