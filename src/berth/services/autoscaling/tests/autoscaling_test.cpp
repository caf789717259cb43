#include "berth/services/autoscaling/autoscaling.hpp"

#include "berth/services/autoscaling/operations.hpp"
#include "berth/store/store.hpp"
#include "berth/wire/error.hpp"

#include <gtest/gtest.h>

namespace berth::autoscaling {
namespace {

struct AutoScalingTest : ::testing::Test {
  AutoScalingTest() {
    EXPECT_TRUE(fleet.create_launch_configuration(key("lc"), {.instance_type = "g5.xlarge"}));
    EXPECT_TRUE(fleet.create_group(
        key("g"), {.launch_configuration = "lc", .maximum = 3, .desired = 3, .tags = {{"Name", "v"}}}));
    clock.advance(std::chrono::seconds(1));
    EXPECT_TRUE(fleet.create_group(key("h"), {.launch_configuration = "lc", .maximum = 1, .desired = 1}));
  }
  fleet::Key key(const std::string& name) const { return {"000000000000", "us-east-1", name}; }

  base::asio::thread_pool pool{1};
  std::unique_ptr<store::Store> store =
      std::move(store::Store::open(":memory:", fleet::migrations(), pool).value());
  base::ManualClock clock;
  base::SeededRandom random{1};
  fleet::Fleet fleet{
      *store, clock, random, {.cpu_units = 2048, .memory_mib = 24000}, {"000000000000", "us-east-1"}};
  AutoScaling service{fleet};
  const Call call{.account = "000000000000", .region = "us-east-1"};
};

TEST_F(AutoScalingTest, groups_show_their_instances) {
  const auto all = describe_auto_scaling_groups(service, call, {});
  ASSERT_EQ(all.AutoScalingGroups.size(), 2u);
  const AutoScalingGroup& group = all.AutoScalingGroups[0];
  EXPECT_EQ(group.AutoScalingGroupName, "g");
  EXPECT_EQ(group.DesiredCapacity, 3);
  ASSERT_EQ(group.Instances.size(), 2u) << "the machine has no room for a third";
  EXPECT_EQ(group.Instances[0].LifecycleState, "InService");
  EXPECT_EQ(group.AvailabilityZones.size(), 3u);
  EXPECT_EQ(group.Tags.at(0).Key, "Name");
  EXPECT_TRUE(describe_auto_scaling_groups(service, call, {.AutoScalingGroupNames = {"none"}})
                  .AutoScalingGroups.empty());
  EXPECT_TRUE(describe_auto_scaling_groups(service, call, {.IncludeInstances = false})
                  .AutoScalingGroups[0]
                  .Instances.empty());
}

TEST_F(AutoScalingTest, activities_say_why_a_group_is_small_newest_first) {
  const auto all = describe_scaling_activities(service, call, {});
  ASSERT_EQ(all.Activities.size(), 4u);
  EXPECT_EQ(all.Activities[0].AutoScalingGroupName, "h");
  EXPECT_EQ(all.Activities[0].StatusCode, "Failed");
  EXPECT_EQ(all.Activities[0].StatusMessage->substr(0, 30), "This machine has no memory lef");
  EXPECT_EQ(describe_scaling_activities(service, call, {.AutoScalingGroupName = "g"}).Activities.size(), 3u);
  EXPECT_EQ(describe_scaling_activities(service, call, {.ActivityIds = {all.Activities[2].ActivityId}})
                .Activities.size(),
            1u);
}

TEST_F(AutoScalingTest, pages_follow_one_another) {
  const auto first = describe_scaling_activities(service, call, {.MaxRecords = 3});
  EXPECT_EQ(first.Activities.size(), 3u);
  const auto second =
      describe_scaling_activities(service, call, {.MaxRecords = 3, .NextToken = first.NextToken});
  EXPECT_EQ(second.Activities.size(), 1u);
  EXPECT_FALSE(second.NextToken);
  EXPECT_THROW(describe_scaling_activities(service, call, {.NextToken = "?"}), wire::ServiceError);
  EXPECT_THROW(describe_scaling_activities(service, call, {.MaxRecords = 0}), wire::ServiceError);
}

TEST(AutoScalingOperations, declare_their_actions) {
  for (const auto& each : operations()) EXPECT_EQ(each.action.name, "autoscaling:" + std::string(each.name));
}

}  // namespace
}  // namespace berth::autoscaling
