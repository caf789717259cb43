#include "berth/services/ecs/capacity_strategy.hpp"
#include "berth/services/ecs/tests/ecs_world.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace berth::ecs {
namespace {

using fleet::CapacityShare;
using test::at;
using test::EcsWorld;

std::string shared(const std::vector<CapacityShare>& strategy, int count) {
  std::string text;
  for (const std::string& each : distribute(strategy, count)) text += each;
  return text;
}

TEST(CapacityStrategies, give_the_base_first_and_then_by_weight) {
  EXPECT_EQ(shared({{"a", 1, 0}}, 3), "aaa");
  EXPECT_EQ(shared({{"a", 0, 2}, {"b", 1, 0}}, 4), "aabb");
  EXPECT_EQ(shared({{"a", 0, 2}, {"b", 1, 0}}, 1), "a");
  EXPECT_EQ(shared({{"a", 1, 0}, {"b", 1, 0}}, 4), "abab");
  EXPECT_EQ(shared({{"a", 1, 0}, {"b", 3, 0}}, 4), "bbab");
  EXPECT_EQ(shared({{"a", 1, 1}, {"b", 4, 0}}, 6), "abbbab");
  EXPECT_EQ(shared({{"a", 0, 0}, {"b", 1, 0}}, 2), "bb");
  EXPECT_EQ(shared({{"a", 0, 5}}, 3), "aaa");
  EXPECT_THROW(shared({{"a", 0, 1}}, 2), wire::ServiceError);
}

TEST(CapacityStrategies, never_stray_by_a_task_from_the_weights) {
  rc::check([] {
    const int first = *rc::gen::inRange(1, 20), second = *rc::gen::inRange(1, 20);
    const int count = *rc::gen::inRange(1, 200);
    const auto all = distribute({{"a", first, 0}, {"b", second, 0}}, count);
    RC_ASSERT(static_cast<int>(all.size()) == count);
    const double given = static_cast<double>(std::ranges::count(all, "a"));
    const double ideal = static_cast<double>(count) * first / (first + second);
    RC_ASSERT(given > ideal - 1.001);
    RC_ASSERT(given < ideal + 1.001);
  });
}

/// A cluster with two groups of one instance each, and a provider for each.
struct Capacity : ::testing::Test {
  Capacity() {
    ecs.call("CreateCluster", R"({"clusterName":"c"})");
    auto& fleet = *ecs.world.fleet;
    EXPECT_TRUE(fleet.create_launch_configuration(ecs.world.key("lc"),
                                                  {.instance_type = "t3.small", .cluster = "c"}));
    for (const std::string name : {"one", "two"}) {
      EXPECT_TRUE(fleet.create_group(
          ecs.world.key(name), {.launch_configuration = "lc", .minimum = 0, .maximum = 2, .desired = 1}));
      EXPECT_EQ(at(provider("p-" + name, name), "capacityProvider.status"), "ACTIVE");
    }
    ecs.define("job", R"("memory":100)");
  }
  test::json::value provider(const std::string& name, const std::string& group) {
    return ecs.call(
        "CreateCapacityProvider",
        R"({"name":")" + name + R"(","autoScalingGroupProvider":{"autoScalingGroupArn":)" +
            R"("arn:aws:autoscaling:us-east-1:000000000000:autoScalingGroup:*:autoScalingGroupName/)" +
            group + "\"}}");
  }
  std::string put(const std::string& providers, const std::string& strategy) {
    return ecs.error("PutClusterCapacityProviders", R"({"cluster":"c","capacityProviders":)" + providers +
                                                        R"(,"defaultCapacityProviderStrategy":)" + strategy +
                                                        "}");
  }
  EcsWorld ecs;
};

TEST_F(Capacity, a_provider_is_described_with_what_it_was_not_told) {
  const auto reply = ecs.call("DescribeCapacityProviders", R"({"capacityProviders":["p-one","FARGATE"]})");
  EXPECT_EQ(at(reply, "capacityProviders.0.name"), "p-one");
  EXPECT_EQ(at(reply, "capacityProviders.0.capacityProviderArn"),
            "arn:aws:ecs:us-east-1:000000000000:capacity-provider/p-one");
  EXPECT_EQ(at(reply, "capacityProviders.0.autoScalingGroupProvider.managedScaling.status"), "DISABLED");
  EXPECT_EQ(at(reply, "capacityProviders.0.autoScalingGroupProvider.managedDraining"), "ENABLED");
  EXPECT_EQ(at(reply, "failures.0.reason"), "MISSING");
  EXPECT_EQ(
      at(ecs.call("UpdateCapacityProvider",
                  R"({"name":"p-one","autoScalingGroupProvider":{"managedScaling":{"status":"ENABLED"}}})"),
         "capacityProvider.autoScalingGroupProvider.managedScaling.targetCapacity"),
      "100");
  ecs.call("TagResource", R"({"resourceArn":"arn:aws:ecs:us-east-1:000000000000:capacity-provider/p-one",)"
                          R"("tags":[{"key":"k","value":"v"}]})");
  ecs.restart();
  const auto kept = ecs.call("DescribeCapacityProviders", R"({"capacityProviders":["p-one"]})");
  EXPECT_EQ(at(kept, "capacityProviders.0.autoScalingGroupProvider.managedScaling.status"), "ENABLED");
  EXPECT_EQ(at(ecs.call("DescribeCapacityProviders", R"({"include":["TAGS"]})"),
               "capacityProviders.0.tags.0.value"),
            "v");
}

TEST_F(Capacity, what_is_wrong_is_refused) {
  const std::string start = R"({"name":")";
  const std::string group = R"(","autoScalingGroupProvider":{"autoScalingGroupArn":"one")";
  const std::pair<std::string, const char*> cases[] = {
      {start + "aws-x" + group + "}}", "cannot be prefixed"},
      {start + "p-one" + group + "}}", "already exists"},
      {start + R"(x","autoScalingGroupProvider":{"autoScalingGroupArn":"none"}})", "Auto Scaling group ARN"},
      {start + R"(x"})", "autoScalingGroupProvider"},
      {start + R"(x","cluster":"c","managedInstancesProvider":{}})", "Managed instances"},
      {start + "x" + group + R"(,"managedScaling":{"targetCapacity":0}}})", "between 1 and 100"},
      {start + "x" + group + R"(,"managedTerminationProtection":"ENABLED"}})",
       "managed scaling must be enabled"},
  };
  for (const auto& [body, reason] : cases) {
    const std::string error = ecs.error("CreateCapacityProvider", body);
    EXPECT_NE(error.find(reason), std::string::npos) << body << " → " << error;
  }
  EXPECT_NE(put(R"(["FARGATE"])", "[]").find("FARGATE has no capacity here"), std::string::npos);
  EXPECT_NE(put(R"(["none"])", "[]").find("not found"), std::string::npos);
  EXPECT_NE(put(R"(["p-one"])", R"([{"capacityProvider":"p-two","weight":1}])").find("not associated"),
            std::string::npos);
  EXPECT_NE(put(R"(["p-one","p-two"])",
                R"([{"capacityProvider":"p-one","base":1},{"capacityProvider":"p-two","base":1}])")
                .find("Only one"),
            std::string::npos);
  EXPECT_NE(put(R"(["p-one"])", R"([{"capacityProvider":"p-one","weight":1001}])").find("between 0 and 1000"),
            std::string::npos);
}

TEST_F(Capacity, tasks_go_to_the_instances_of_the_providers_groups) {
  EXPECT_EQ(put(R"(["p-one","p-two"])", R"([{"capacityProvider":"p-two","weight":1}])"), "no error");
  EXPECT_EQ(at(ecs.call("DescribeClusters", R"({"clusters":["c"]})"),
               "clusters.0.defaultCapacityProviderStrategy.0.capacityProvider"),
            "p-two");
  const auto places = [&](const std::string& members) {
    const auto reply = ecs.call("RunTask", R"({"cluster":"c","taskDefinition":"job")" + members + "}");
    std::string text;
    for (std::size_t i = 0; at(reply, "tasks." + std::to_string(i)) != "absent"; ++i) {
      const std::string arn = at(reply, "tasks." + std::to_string(i) + ".containerInstanceArn");
      const auto* instance =
          ecs.world.fleet->find_instance(ecs.world.account, ecs.world.region, arn.substr(arn.rfind('/') + 1));
      text += instance->record.group + ":" +
              at(reply, "tasks." + std::to_string(i) + ".capacityProviderName") + " ";
    }
    return text.empty() ? at(reply, "failures.0.reason") + at(reply, "__type") : text;
  };
  EXPECT_EQ(places(""), "two:p-two ");
  EXPECT_EQ(places(R"(,"count":3,"capacityProviderStrategy":[{"capacityProvider":"p-one","base":1},)"
                   R"({"capacityProvider":"p-two","weight":1}])"),
            "one:p-one two:p-two two:p-two ");
  EXPECT_EQ(places(R"(,"launchType":"EC2")").find("p-"), std::string::npos);
  EXPECT_EQ(places(R"(,"capacityProviderStrategy":[{"capacityProvider":"p-one"}])"),
            "absentInvalidParameterException");
  const auto instances = ecs.call("ListContainerInstances", R"({"cluster":"c"})");
  const auto shown = ecs.call("DescribeContainerInstances",
                              R"({"cluster":"c","containerInstances":)" +
                                  test::json::serialize(instances.at("containerInstanceArns")) + "}");
  EXPECT_EQ(at(shown, "containerInstances.0.capacityProviderName").substr(0, 2), "p-");

  EXPECT_NE(put("[]", "[]").find("ResourceInUseException"), std::string::npos);
  EXPECT_NE(ecs.error("DeleteCapacityProvider", R"({"capacityProvider":"p-one"})")
                .find("associated with cluster: c"),
            std::string::npos);
  ASSERT_TRUE(ecs.world.fleet->set_desired(ecs.world.key("two"), 0));
  ecs.world.settle();
  EXPECT_EQ(places(""), "EMPTY CAPACITY PROVIDERabsent");
}

TEST_F(Capacity, a_provider_that_no_cluster_has_is_deleted) {
  EXPECT_EQ(put(R"(["p-one"])", "[]"), "no error");
  EXPECT_EQ(put("[]", "[]"), "no error");
  EXPECT_EQ(
      at(ecs.call("DeleteCapacityProvider", R"({"capacityProvider":"p-one"})"), "capacityProvider.status"),
      "INACTIVE");
  EXPECT_EQ(ecs.error("DeleteCapacityProvider", R"({"capacityProvider":"p-one"})").substr(0, 26),
            "InvalidParameterException:");
  EXPECT_EQ(at(ecs.call("CreateCluster",
                        R"({"clusterName":"d","capacityProviders":["p-two"],)"
                        R"("defaultCapacityProviderStrategy":[{"capacityProvider":"p-two","weight":1}]})"),
               "cluster.capacityProviders"),
            R"(["p-two"])");
}

}  // namespace
}  // namespace berth::ecs
