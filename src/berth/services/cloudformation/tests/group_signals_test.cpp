#include "stack_world.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace berth::cloudformation {
namespace {

/// A group in the cluster `default`, of which `instances` register at once.
CreateStackRequest group_of(int instances, const std::string& policy) {
  return test::StackWorld::request(
      fmt::format("Resources:\n"
                  "  Launch: {{Type: AWS::AutoScaling::LaunchConfiguration, Properties: {{ImageId: ami-1, "
                  "InstanceType: t3.micro}}}}\n"
                  "  Group:\n"
                  "    Type: AWS::AutoScaling::AutoScalingGroup\n"
                  "    CreationPolicy: {}\n"
                  "    Properties: {{LaunchConfigurationName: !Ref Launch, MinSize: 0, MaxSize: 4, "
                  "DesiredCapacity: {}}}\n",
                  policy, instances));
}

class GroupSignals : public testing::Test, protected test::StackWorld {
 protected:
  std::string begin(int instances, const std::string& policy) {
    const std::string id = StackWorld::begin(group_of(instances, policy));
    wait_for_group();
    return id;
  }
  void wait_for_group() {
    run_until([&] { return resource("Group").begun.has_value(); });
  }
  std::string send(const std::string& id, const std::string& status = "SUCCESS",
                   const std::string& resource = "Group") {
    SignalResourceRequest in{"s", resource, id, status};
    try {
      signal_resource(*service, call(), std::move(in));
    } catch (const wire::ServiceError& error) {
      return error.code + ": " + error.message;
    }
    return "";
  }
  std::string instance() {
    return world.fleet->instances_of_group(world.key(resource("Group").physical_id)).at(0)->record.id;
  }
};

TEST_F(GroupSignals, of_the_api_count_once_a_sender) {
  const std::string id = begin(0, "{ResourceSignal: {Count: 2, Timeout: PT1H}}");
  EXPECT_EQ(send("i-1"), "");
  EXPECT_EQ(send("i-1"), "");
  EXPECT_EQ(status(), "CREATE_IN_PROGRESS");
  EXPECT_EQ(send("i-2"), "");
  run_until_status("CREATE_COMPLETE");
  EXPECT_TRUE(told(id, "Group CREATE_IN_PROGRESS Received SUCCESS signal with UniqueId i-1"));
  EXPECT_EQ(send("i-3"),
            "ValidationError: Stack " + id + " is in CREATE_COMPLETE state and cannot be signaled");
}

TEST_F(GroupSignals, count_beside_instances_that_register_and_an_instance_counts_once) {
  begin(1, "{ResourceSignal: {Count: 2, Timeout: PT1H}}");
  EXPECT_EQ(send(instance()), "");
  world.lane.restart();
  world.lane.run_one_for(std::chrono::milliseconds(10));
  EXPECT_EQ(status(), "CREATE_IN_PROGRESS");
  EXPECT_EQ(send("another"), "");
  run_until_status("CREATE_COMPLETE");
}

TEST_F(GroupSignals, of_failure_end_it_when_too_few_can_succeed) {
  const std::string id = begin(0, "{ResourceSignal: {Count: 2, Timeout: PT1H}}");
  EXPECT_EQ(send("i-1"), "");
  EXPECT_EQ(send("i-2", "FAILURE"), "");
  run_until_status("ROLLBACK_COMPLETE");
  EXPECT_TRUE(told(id,
                   "Group CREATE_FAILED Received 1 FAILURE signal(s) out of 2. Unable to satisfy 100% "
                   "MinSuccessfulInstancesPercent requirement"));
}

TEST_F(GroupSignals, of_failure_are_borne_as_far_as_the_percentage_allows) {
  begin(0,
        "{AutoScalingCreationPolicy: {MinSuccessfulInstancesPercent: 50}, ResourceSignal: {Count: 2, "
        "Timeout: PT1H}}");
  EXPECT_EQ(send("i-1", "FAILURE"), "");
  EXPECT_EQ(status(), "CREATE_IN_PROGRESS");
  EXPECT_EQ(send("i-2"), "");
  run_until_status("CREATE_COMPLETE");
}

TEST_F(GroupSignals, that_have_come_are_kept_over_a_restart) {
  begin(0, "{ResourceSignal: {Count: 2, Timeout: PT1H}}");
  EXPECT_EQ(send("i-1"), "");
  restart();
  wait_for_group();
  EXPECT_EQ(status(), "CREATE_IN_PROGRESS");
  EXPECT_EQ(send("i-2"), "");
  run_until_status("CREATE_COMPLETE");
}

TEST_F(GroupSignals, are_refused_where_nothing_waits_for_them) {
  begin(0, "{ResourceSignal: {Count: 1, Timeout: PT1H}}");
  EXPECT_EQ(send("i-1", "SUCCESS", "Launch").substr(0, 93),
            "ValidationError: Resource Launch is an AWS::AutoScaling::LaunchConfiguration, which takes no ");
  send("i-1");
  run_until_status("CREATE_COMPLETE");
}

}  // namespace
}  // namespace berth::cloudformation
