#include "berth/services/ecs/tests/ecs_world.hpp"

namespace berth::ecs {
namespace {

using test::at;
using test::EcsWorld;

/// The ARN of the only instance of the cluster `default`.
std::string instance_of(EcsWorld& ecs) {
  return at(ecs.call("ListContainerInstances", "{}"), "containerInstanceArns.0");
}

TEST(EcsTags, every_kind_of_resource_has_its_own) {
  EcsWorld ecs;
  const std::string definition = ecs.define("f");
  const std::string task = at(ecs.describe(ecs.run("f")), "taskArn");
  for (const std::string& arn : {std::string("arn:aws:ecs:us-east-1:000000000000:cluster/default"),
                                 definition, task, instance_of(ecs)}) {
    const std::string named = R"("resourceArn":")" + arn + "\"";
    EXPECT_EQ(ecs.answer("TagResource",
                         "{" + named + R"(,"tags":[{"key":"a","value":"1"},{"key":"b","value":"2"}]})"),
              "{}")
        << arn;
    EXPECT_EQ(ecs.answer("UntagResource", "{" + named + R"(,"tagKeys":["a","none"]})"), "{}");
    ecs.restart();
    EXPECT_EQ(ecs.answer("ListTagsForResource", "{" + named + "}"), R"({"tags":[{"key":"b","value":"2"}]})")
        << arn;
  }
  EXPECT_EQ(at(ecs.call("DescribeContainerInstances",
                        R"({"containerInstances":[")" + instance_of(ecs) + R"("],"include":["TAGS"]})"),
               "containerInstances.0.tags.0.key"),
            "b");
  EXPECT_EQ(
      at(ecs.call("DescribeContainerInstances", R"({"containerInstances":[")" + instance_of(ecs) + R"("]})"),
         "containerInstances.0.tags"),
      "[]");
  EXPECT_EQ(
      at(ecs.call("DescribeTaskDefinition", R"({"taskDefinition":"f","include":["TAGS"]})"), "tags.0.value"),
      "2");
}

TEST(EcsTags, mistakes_are_refused) {
  EcsWorld ecs;
  const auto refused = [&](const std::string& arn) {
    const std::string error =
        ecs.error("TagResource", R"({"resourceArn":")" + arn + R"(","tags":[{"key":"a","value":"1"}]})");
    return error.substr(0, error.find(':'));
  };
  const std::string ours = "arn:aws:ecs:us-east-1:000000000000:";
  EXPECT_EQ(refused(ours + "cluster/none"), "ClusterNotFoundException");
  EXPECT_EQ(refused(ours + "task/default/00000000000000000000000000000000"), "ResourceNotFoundException");
  EXPECT_EQ(refused(ours + "task-definition/none:1"), "ResourceNotFoundException");
  EXPECT_EQ(refused(ours + "container-instance/default/0"), "ResourceNotFoundException");
  EXPECT_EQ(refused("default"), "InvalidParameterException");
  EXPECT_EQ(refused("arn:aws:ecs:eu-west-1:000000000000:cluster/default"), "InvalidParameterException");
  std::string many;
  for (int i = 0; i < 50; ++i) many += R"({"key":"k)" + std::to_string(i) + R"(","value":""},)";
  many.pop_back();
  const std::string named = R"({"resourceArn":")" + ours + R"(cluster/default","tags":[)";
  EXPECT_EQ(ecs.answer("TagResource", named + many + "]}"), "{}");
  EXPECT_NE(ecs.error("TagResource", named + R"({"key":"one more","value":""}]})").find("at most 50"),
            std::string::npos);
}

TEST(EcsDefinitions, only_what_is_inactive_is_deleted_and_its_number_is_not_used_again) {
  EcsWorld ecs;
  ecs.define("f");
  EXPECT_NE(at(ecs.call("DeleteTaskDefinitions", R"({"taskDefinitions":["f:1"]})"), "failures.0.reason")
                .find("still in ACTIVE status"),
            std::string::npos);
  ecs.call("DeregisterTaskDefinition", R"({"taskDefinition":"f:1"})");
  const auto reply = ecs.call("DeleteTaskDefinitions", R"({"taskDefinitions":["f:1","f:9"]})");
  EXPECT_EQ(at(reply, "taskDefinitions.0.status"), "DELETE_IN_PROGRESS");
  EXPECT_NE(at(reply, "taskDefinitions.0.deleteRequestedAt"), "absent");
  EXPECT_EQ(at(reply, "failures.0.arn"), "arn:aws:ecs:us-east-1:000000000000:task-definition/f:9");
  EXPECT_EQ(at(ecs.call("ListTaskDefinitions", R"({"status":"INACTIVE"})"), "taskDefinitionArns"), "[]");
  EXPECT_NE(at(ecs.call("ListTaskDefinitions", R"({"status":"DELETE_IN_PROGRESS"})"), "taskDefinitionArns"),
            "[]");
  EXPECT_EQ(at(ecs.call("ListTaskDefinitionFamilies", "{}"), "families"), "[]");
  EXPECT_EQ(ecs.error("RunTask", R"({"taskDefinition":"f:1"})"),
            "InvalidParameterException: TaskDefinition is inactive");
  EXPECT_EQ(ecs.define("f"), "arn:aws:ecs:us-east-1:000000000000:task-definition/f:2");
  EXPECT_NE(ecs.error("DeleteTaskDefinitions", R"({"taskDefinitions":["f"]})").find("Invalid revision"),
            std::string::npos);
}

TEST(EcsInstances, a_draining_one_gets_no_new_tasks_and_keeps_those_that_it_has) {
  EcsWorld ecs;
  ecs.define("f");
  const std::string task = ecs.run("f");
  const std::string named = R"({"containerInstances":[")" + instance_of(ecs) + R"(","none"],"status":)";
  const auto drained = ecs.call("UpdateContainerInstancesState", named + R"("DRAINING"})");
  EXPECT_EQ(at(drained, "containerInstances.0.status"), "DRAINING");
  EXPECT_EQ(at(drained, "failures.0.reason"), "MISSING");
  EXPECT_EQ(at(drained, "containerInstances.1"), "absent");
  EXPECT_EQ(ecs.error("RunTask", R"({"taskDefinition":"f"})"),
            "InvalidParameterException: No Container Instances were found in your cluster.");
  ecs.restart();
  EXPECT_EQ(at(ecs.call("ListContainerInstances", R"({"status":"ACTIVE"})"), "containerInstanceArns"), "[]");
  EXPECT_NE(at(ecs.call("ListContainerInstances", R"({"status":"DRAINING"})"), "containerInstanceArns.0"),
            "absent");
  EXPECT_EQ(at(ecs.describe(task), "desiredStatus"), "RUNNING");
  ecs.call("UpdateContainerInstancesState", named + R"("ACTIVE"})");
  EXPECT_NE(ecs.run("f"), "");
  EXPECT_NE(ecs.error("UpdateContainerInstancesState", named + R"("INACTIVE"})").find("[ACTIVE, DRAINING]"),
            std::string::npos);
}

TEST(EcsAttributes, what_is_put_decides_placement_and_is_listed) {
  EcsWorld ecs;
  ecs.define("f");
  const std::string arn = instance_of(ecs);
  const auto attribute = [&](const std::string& members) {
    return R"({"attributes":[{"targetId":")" + arn + "\"," + members + "}]}";
  };
  const std::string here =
      R"({"taskDefinition":"f","placementConstraints":[{"type":"memberOf","expression":"attribute:stack == production"}]})";
  EXPECT_EQ(at(ecs.call("RunTask", here), "tasks"), "[]");
  const auto put = ecs.call("PutAttributes", attribute(R"("name":"stack","value":"production")"));
  EXPECT_EQ(at(put, "attributes.0.targetId"), arn);
  ecs.restart();
  EXPECT_NE(at(ecs.call("RunTask", here), "tasks.0.taskArn"), "absent");
  EXPECT_EQ(at(ecs.call("ListAttributes", R"({"targetType":"container-instance","attributeName":"stack"})"),
               "attributes"),
            R"([{"name":"stack","value":"production","targetType":"container-instance","targetId":")" + arn +
                R"("}])");
  EXPECT_EQ(
      at(ecs.call("ListAttributes",
                  R"({"targetType":"container-instance","attributeName":"stack","attributeValue":"x"})"),
         "attributes"),
      "[]");
  const auto all = ecs.call("ListAttributes", R"({"targetType":"container-instance","maxResults":3})");
  EXPECT_EQ(all.at("attributes").as_array().size(), 3U);
  EXPECT_NE(at(all, "nextToken"), "absent");
  EXPECT_EQ(at(ecs.call("DeleteAttributes", attribute(R"("name":"stack","value":"other")")), "attributes"),
            "[]");
  EXPECT_EQ(at(ecs.call("DeleteAttributes", attribute(R"("name":"stack")")), "attributes.0.name"), "stack");
  EXPECT_EQ(at(ecs.call("RunTask", here), "tasks"), "[]");
}

TEST(EcsAttributes, mistakes_are_refused) {
  EcsWorld ecs;
  const std::string arn = instance_of(ecs);
  const auto code = [&](const std::string& members) {
    const std::string error = ecs.error("PutAttributes", R"({"attributes":[{)" + members + "}]}");
    return error.substr(0, error.find(':'));
  };
  const std::string target = R"("targetId":")" + arn + "\",";
  EXPECT_EQ(code(R"("targetId":"none","name":"a")"), "TargetNotFoundException");
  EXPECT_EQ(code(R"("name":"a")"), "InvalidParameterException");
  EXPECT_EQ(code(target + R"("name":"a b")"), "InvalidParameterException");
  EXPECT_EQ(code(target + R"("name":"a","value":" x")"), "InvalidParameterException");
  EXPECT_EQ(code(target + R"("name":"ecs.os-type","value":"plan9")"), "InvalidParameterException");
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(code(target + R"("name":"a)" + std::to_string(i) + "\""), "no error");
  EXPECT_EQ(code(target + R"("name":"one-more")"), "AttributeLimitExceededException");
  EXPECT_EQ(code(target + R"("name":"a1","value":"changed")"), "no error");
}

TEST(EcsClusters, settings_are_updated_and_come_from_the_account) {
  EcsWorld ecs;
  const auto reply =
      ecs.call("UpdateClusterSettings",
               R"({"cluster":"default","settings":[{"name":"containerInsights","value":"enabled"}]})");
  EXPECT_EQ(at(reply, "cluster.settings"), R"([{"name":"containerInsights","value":"enabled"}])");
  EXPECT_EQ(at(ecs.call("UpdateCluster", R"({"cluster":"default"})"), "cluster.settings.0.value"), "enabled");
  EXPECT_EQ(ecs.error("UpdateCluster", R"({"cluster":"none"})"),
            "ClusterNotFoundException: Cluster not found.");
  ecs.call("PutAccountSettingDefault", R"({"name":"containerInsights","value":"enhanced"})");
  EXPECT_EQ(at(ecs.call("CreateCluster", R"({"clusterName":"new"})"), "cluster.settings.0.value"),
            "enhanced");
}

TEST(EcsSettings, ones_own_goes_before_the_accounts_and_that_before_the_products) {
  EcsWorld ecs;
  const auto effective = [&] {
    return at(ecs.call("ListAccountSettings", R"({"name":"containerInsights","effectiveSettings":true})"),
              "settings.0.value");
  };
  EXPECT_EQ(effective(), "disabled");
  EXPECT_EQ(at(ecs.call("ListAccountSettings", "{}"), "settings"), "[]");
  ecs.call("PutAccountSettingDefault", R"({"name":"containerInsights","value":"enabled"})");
  EXPECT_EQ(effective(), "enabled");
  EXPECT_EQ(ecs.answer("PutAccountSetting", R"({"name":"containerInsights","value":"disabled"})"),
            R"({"setting":{"name":"containerInsights","value":"disabled","principalArn":)"
            R"("arn:aws:iam::000000000000:root","type":"user"}})");
  ecs.restart();
  EXPECT_EQ(effective(), "disabled");
  EXPECT_EQ(at(ecs.call("DeleteAccountSetting", R"({"name":"containerInsights"})"), "setting.value"),
            "enabled");
  EXPECT_EQ(effective(), "enabled");
  const auto all = ecs.call("ListAccountSettings", R"({"effectiveSettings":true})");
  EXPECT_EQ(all.at("settings").as_array().size(), known_settings().size());
}

TEST(EcsSettings, what_would_promise_too_much_is_refused) {
  EcsWorld ecs;
  for (const char* body :
       {R"({"name":"taskLongArnFormat","value":"disabled"})",
        R"({"name":"tagResourceAuthorization","value":"on"})",
        R"({"name":"containerInsights","value":"maybe"})", R"({"name":"none","value":"x"})"}) {
    EXPECT_TRUE(ecs.error("PutAccountSetting", body).starts_with("InvalidParameterException: ")) << body;
    EXPECT_TRUE(ecs.error("PutAccountSettingDefault", body).starts_with("InvalidParameterException: "))
        << body;
  }
  EXPECT_EQ(
      at(ecs.call("PutAccountSetting", R"({"name":"taskLongArnFormat","value":"enabled"})"), "setting.value"),
      "enabled");
}

}  // namespace
}  // namespace berth::ecs
