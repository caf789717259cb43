#include "berth/cli/placement.hpp"

#include <gtest/gtest.h>

namespace berth::cli {
namespace {

Room room(const std::string& name, Demand free, Demand all) {
  return {.instance = name, .status = "ACTIVE", .free = free, .all = all};
}

TEST(Placement, an_instance_is_read_from_its_resources) {
  ecs::ContainerInstance instance;
  instance.ec2InstanceId = "i-1";
  instance.registeredResources.push_back({.name = "CPU", .type = "INTEGER", .integerValue = 2048});
  instance.registeredResources.push_back({.name = "MEMORY", .type = "INTEGER", .integerValue = 1000});
  instance.registeredResources.push_back(
      {.name = "GPU", .type = "STRINGSET", .stringSetValue = std::vector<std::string>{"GPU-1", "GPU-2"}});
  instance.remainingResources.push_back(
      {.name = "GPU", .type = "STRINGSET", .stringSetValue = std::vector<std::string>{"GPU-2"}});
  const Room read = room_of(instance);
  EXPECT_EQ(read.instance, "i-1");
  EXPECT_EQ(read.all.cpu, 2048);
  EXPECT_EQ(read.all.memory_mib, 1000);
  EXPECT_EQ(read.all.gpus, 2);
  EXPECT_EQ(read.free.gpus, 1);
}

TEST(Placement, the_most_that_is_free_is_told_with_its_place) {
  const std::vector<Room> rooms{room("i-1", {0, 0, 0}, {0, 0, 4}), room("i-2", {0, 0, 1}, {0, 0, 2})};
  const auto ask = ask_of("RESOURCE:GPU", {.gpus = 2}, rooms);
  ASSERT_TRUE(ask);
  EXPECT_EQ(ask->most, 4);
  EXPECT_EQ(ask->free, 1);
  EXPECT_EQ(ask->where, "i-2");
  EXPECT_NE(explained_failure("RESOURCE:GPU", ask)
                .find("asks for 2 GPUs, and the most that is free now is 1 on i-2, of 4"),
            std::string::npos)
      << explained_failure("RESOURCE:GPU", ask);
  EXPECT_FALSE(ask_of("ATTRIBUTE", {}, rooms));
}

TEST(Placement, what_an_instance_lacks_is_listed) {
  const Room small = room("i-1", {.cpu = 100, .memory_mib = 50, .gpus = 0}, {});
  EXPECT_TRUE(shortages({.cpu = 100, .memory_mib = 50}, small).empty());
  EXPECT_EQ(shortages({.cpu = 101, .memory_mib = 50, .gpus = 1}, small),
            (std::vector<std::string>{"RESOURCE:GPU", "RESOURCE:CPU"}));
}

}  // namespace
}  // namespace berth::cli
