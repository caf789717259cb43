#include "berth/services/autoscaling/autoscaling.hpp"

#include "berth/services/autoscaling/operations.hpp"
#include "berth/store/store.hpp"
#include "berth/wire/error.hpp"

#include <gtest/gtest.h>

#include <algorithm>

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
  identity::KeyRing keys{"000000000000", "AKIAROOT", "secret"};
  identity::Directory directory{keys, clock, random};
  AutoScaling service{fleet, directory};
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

TEST_F(AutoScalingTest, desired_capacity_is_set_and_told) {
  set_desired_capacity(service, call, {.AutoScalingGroupName = "g", .DesiredCapacity = 1});
  const auto group =
      describe_auto_scaling_groups(service, call, {.AutoScalingGroupNames = {"g"}}).AutoScalingGroups.at(0);
  EXPECT_EQ(group.DesiredCapacity, 1);
  EXPECT_EQ(group.Instances.size(), 1u);
  const auto activities =
      describe_scaling_activities(service, call, {.AutoScalingGroupName = "g"}).Activities;
  EXPECT_TRUE(std::ranges::any_of(activities, [](const Activity& each) {
    return each.Cause.find("changing the desired capacity from 3 to 1.") != std::string::npos;
  }));
  EXPECT_THROW(set_desired_capacity(service, call, {.AutoScalingGroupName = "g", .DesiredCapacity = 9}),
               wire::ServiceError);
  EXPECT_THROW(set_desired_capacity(service, call, {.AutoScalingGroupName = "none", .DesiredCapacity = 1}),
               wire::ServiceError);
}

TEST_F(AutoScalingTest, a_group_is_updated_and_its_instances_are_described) {
  fleet::LaunchTemplateVersion version;
  version.launch.instance_type = "t3.micro";
  ASSERT_TRUE(fleet.launch_templates().create("000000000000", "us-east-1", "t", {}, version));
  UpdateAutoScalingGroupType in;
  in.AutoScalingGroupName = "g";
  in.MaxSize = 1;
  in.LaunchTemplate = {.LaunchTemplateId = {}, .LaunchTemplateName = "t", .Version = "$Latest"};
  in.AvailabilityZones = {"us-east-1b"};
  update_auto_scaling_group(service, call, in);
  auto group =
      describe_auto_scaling_groups(service, call, {.AutoScalingGroupNames = {"g"}}).AutoScalingGroups.at(0);
  EXPECT_EQ(group.DesiredCapacity, 1);
  EXPECT_EQ(group.LaunchTemplate->LaunchTemplateName, "t");
  EXPECT_FALSE(group.LaunchConfigurationName);
  EXPECT_EQ(group.AvailabilityZones, std::vector<std::string>{"us-east-1b"});
  EXPECT_EQ(group.Instances.at(0).LaunchConfigurationName, "lc") << "it was made before";

  const std::string old = group.Instances.at(0).InstanceId;
  const auto ended = terminate_instance_in_auto_scaling_group(
      service, call, {.InstanceId = old, .ShouldDecrementDesiredCapacity = false});
  EXPECT_EQ(ended.Activity->AutoScalingGroupName, "g");
  EXPECT_EQ(ended.Activity->Description, "Terminating EC2 instance: " + old);
  const auto instances = describe_auto_scaling_instances(service, call, {});
  const auto found = std::ranges::find(instances.AutoScalingInstances, std::string("g"),
                                       &AutoScalingInstanceDetails::AutoScalingGroupName);
  ASSERT_NE(found, instances.AutoScalingInstances.end());
  EXPECT_EQ(found->InstanceType, "t3.micro");
  EXPECT_EQ(found->LaunchTemplate->Version, "1");

  in.LaunchTemplate->LaunchTemplateName = "none";
  EXPECT_THROW(update_auto_scaling_group(service, call, in), wire::ServiceError);
  in.LaunchTemplate = {};
  in.VPCZoneIdentifier = "subnet-0";
  EXPECT_THROW(update_auto_scaling_group(service, call, in), wire::ServiceError);
  in.VPCZoneIdentifier = {};
  in.MixedInstancesPolicy.emplace();
  EXPECT_THROW(update_auto_scaling_group(service, call, in), wire::ServiceError);
}

TEST_F(AutoScalingTest, launch_configurations_are_described) {
  const auto all = describe_launch_configurations(service, call, {});
  ASSERT_EQ(all.LaunchConfigurations.size(), 1u);
  EXPECT_EQ(all.LaunchConfigurations[0].InstanceType, "g5.xlarge");
  EXPECT_TRUE(describe_launch_configurations(service, call, {.LaunchConfigurationNames = {"none"}})
                  .LaunchConfigurations.empty());
}

TEST(AutoScalingOperations, declare_their_actions) {
  for (const auto& each : operations()) EXPECT_EQ(each.action.name, "autoscaling:" + std::string(each.name));
}

}  // namespace
}  // namespace berth::autoscaling
