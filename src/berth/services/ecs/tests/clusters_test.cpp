#include "berth/services/ecs/tests/ecs_world.hpp"

namespace berth::ecs {
namespace {

using test::at;
using test::EcsWorld;

TEST(EcsClusters, one_is_created_as_aws_shows_it) {
  EcsWorld ecs;
  EXPECT_EQ(
      ecs.answer("CreateCluster", R"({"clusterName":"train","tags":[{"key":"k","value":"v"}]})"),
      R"({"cluster":{"clusterArn":"arn:aws:ecs:us-east-1:000000000000:cluster/train","clusterName":"train",)"
      R"("status":"ACTIVE","registeredContainerInstancesCount":0,"runningTasksCount":0,"pendingTasksCount":0,)"
      R"("activeServicesCount":0,"statistics":[],"tags":[{"key":"k","value":"v"}],)"
      R"("settings":[{"name":"containerInsights","value":"disabled"}],"capacityProviders":[],)"
      R"("defaultCapacityProviderStrategy":[]}})");
  EXPECT_EQ(at(ecs.call("CreateCluster", R"({"clusterName":"train"})"), "cluster.tags.0.key"), "k")
      << "it is there already";
  EXPECT_EQ(at(ecs.call("CreateCluster", "{}"), "cluster.clusterName"), "default");
}

TEST(EcsClusters, names_and_settings_are_checked) {
  EcsWorld ecs;
  for (const char* name : {"", "a b", "a/b", "ü"})
    EXPECT_EQ(ecs.error("CreateCluster", std::string(R"({"clusterName":")") + name + "\"}").substr(0, 49),
              "InvalidParameterException: Invalid cluster name: ");
  EXPECT_EQ(ecs.error("CreateCluster", R"({"settings":[{"name":"x","value":"y"}]})").substr(0, 50),
            "InvalidParameterException: Invalid cluster setting");
  EXPECT_NE(
      ecs.error("CreateCluster", R"({"capacityProviders":["FARGATE"]})").find("use the launch type EC2"),
      std::string::npos);
  EXPECT_EQ(ecs.error("CreateCluster", R"({"capacityProviders":["none"]})"),
            "InvalidParameterException: The specified capacity provider was not found. Specify a valid name "
            "or ARN and "
            "try again.");
}

TEST(EcsClusters, describe_takes_names_and_arns_and_means_default_by_nothing) {
  EcsWorld ecs;
  ecs.call("CreateCluster", R"({"clusterName":"train","tags":[{"key":"k","value":"v"}]})");
  const auto fresh = ecs.call("DescribeClusters", "{}");
  EXPECT_EQ(at(fresh, "clusters.0.clusterName"), "default");
  EXPECT_EQ(at(fresh, "clusters.0.registeredContainerInstancesCount"), "1");

  const auto reply = ecs.call(
      "DescribeClusters",
      R"({"clusters":["train","arn:aws:ecs:us-east-1:000000000000:cluster/default","none","arn:aws:ecs:eu-west-1:000000000000:cluster/train"]})");
  EXPECT_EQ(at(reply, "clusters.0.clusterName"), "train");
  EXPECT_EQ(at(reply, "clusters.0.tags"), "[]");
  EXPECT_EQ(at(reply, "clusters.0.settings"), "[]");
  EXPECT_EQ(at(reply, "clusters.1.clusterName"), "default");
  EXPECT_EQ(at(reply, "clusters.2"), "absent");
  EXPECT_EQ(at(reply, "failures"),
            R"([{"arn":"arn:aws:ecs:us-east-1:000000000000:cluster/none","reason":"MISSING"},)"
            R"({"arn":"arn:aws:ecs:eu-west-1:000000000000:cluster/train","reason":"MISSING"}])");

  const auto all =
      ecs.call("DescribeClusters", R"({"clusters":["train"],"include":["TAGS","SETTINGS","STATISTICS"]})");
  EXPECT_EQ(at(all, "clusters.0.tags.0.value"), "v");
  EXPECT_EQ(at(all, "clusters.0.settings.0.name"), "containerInsights");
  EXPECT_EQ(at(all, "clusters.0.statistics.0.name"), "runningEC2TasksCount");
}

TEST(EcsClusters, lists_come_in_pages) {
  EcsWorld ecs;
  for (const char* name : {"b", "a", "c"})
    ecs.call("CreateCluster", std::string(R"({"clusterName":")") + name + "\"}");
  const auto first = ecs.call("ListClusters", R"({"maxResults":2})");
  EXPECT_EQ(
      at(first, "clusterArns"),
      R"(["arn:aws:ecs:us-east-1:000000000000:cluster/a","arn:aws:ecs:us-east-1:000000000000:cluster/b"])");
  const auto second =
      ecs.call("ListClusters", R"({"maxResults":2,"nextToken":")" + at(first, "nextToken") + "\"}");
  EXPECT_EQ(at(second, "clusterArns.0"), "arn:aws:ecs:us-east-1:000000000000:cluster/c");
  EXPECT_EQ(at(second, "clusterArns.1"), "arn:aws:ecs:us-east-1:000000000000:cluster/default");
  EXPECT_EQ(at(second, "nextToken"), "absent");
  EXPECT_EQ(ecs.error("ListClusters", R"({"maxResults":0})").substr(0, 25), "InvalidParameterException");
  EXPECT_EQ(ecs.error("ListClusters", R"({"nextToken":"%"})").substr(0, 40),
            "InvalidParameterException: Invalid token");
}

TEST(EcsClusters, only_an_empty_one_is_deleted_and_then_it_is_inactive) {
  EcsWorld ecs;
  EXPECT_EQ(ecs.error("DeleteCluster", R"({"cluster":"none"})"),
            "ClusterNotFoundException: Cluster not found.");
  EXPECT_EQ(ecs.error("DeleteCluster", R"({"cluster":"default"})"),
            "ClusterContainsContainerInstancesException: The Cluster cannot be deleted while Container "
            "Instances are active "
            "or draining.");
  ecs.call("CreateCluster", R"({"clusterName":"train"})");
  EXPECT_EQ(at(ecs.call("DeleteCluster", R"({"cluster":"train"})"), "cluster.status"), "INACTIVE");
  EXPECT_EQ(at(ecs.call("DescribeClusters", R"({"clusters":["train"]})"), "clusters.0.status"), "INACTIVE");
  EXPECT_EQ(at(ecs.call("ListClusters", "{}"), "clusterArns.1"), "absent");
  EXPECT_EQ(ecs.error("ListTasks", R"({"cluster":"train"})"),
            "ClusterNotFoundException: The referenced cluster was inactive.");
  EXPECT_EQ(at(ecs.call("CreateCluster", R"({"clusterName":"train"})"), "cluster.status"), "ACTIVE");
}

TEST(EcsClusters, other_regions_know_nothing_of_ours) {
  EcsWorld ecs;
  EXPECT_EQ(ecs.answer("ListClusters", "{}", "eu-west-1"), R"({"clusterArns":[]})");
  EXPECT_EQ(ecs.answer("ListTasks", "{}", "eu-west-1"),
            R"({"__type":"ClusterNotFoundException","message":"Cluster not found."})");
}

TEST(EcsContainerInstances, show_what_is_registered_and_what_is_left) {
  EcsWorld ecs;
  const std::string arn = at(ecs.call("ListContainerInstances", "{}"), "containerInstanceArns.0");
  EXPECT_EQ(arn.substr(0, 64),
            "arn:aws:ecs:us-east-1:000000000000:container-instance/default/" + arn.substr(62, 2));
  ecs.define(
      "job",
      R"("memory":1000,"cpu":512,"portMappings":[{"containerPort":8080}],"resourceRequirements":[{"type":"GPU","value":"1"}])");
  const std::string id = ecs.run("job");
  ecs.world.settle();
  ecs.world.runner->run(id);

  const auto reply =
      ecs.call("DescribeContainerInstances", R"({"containerInstances":[")" + arn + R"(","nobody"]})");
  const auto& instance = reply.at("containerInstances").at(0);
  EXPECT_EQ(at(instance, "status"), "ACTIVE");
  EXPECT_EQ(at(instance, "agentConnected"), "true");
  EXPECT_EQ(at(instance, "runningTasksCount"), "1");
  EXPECT_EQ(
      at(instance, "registeredResources"),
      R"([{"name":"CPU","type":"INTEGER","doubleValue":0,"longValue":0,"integerValue":8192},)"
      R"({"name":"MEMORY","type":"INTEGER","doubleValue":0,"longValue":0,"integerValue":32000},)"
      R"({"name":"PORTS","type":"STRINGSET","doubleValue":0,"longValue":0,"integerValue":0,)"
      R"("stringSetValue":["22","2375","2376","51678","51679"]},)"
      R"({"name":"PORTS_UDP","type":"STRINGSET","doubleValue":0,"longValue":0,"integerValue":0,"stringSetValue":[]},)"
      R"({"name":"GPU","type":"STRINGSET","doubleValue":0,"longValue":0,"integerValue":0,)"
      R"("stringSetValue":["GPU-0","GPU-1"]}])");
  EXPECT_EQ(at(instance, "remainingResources.0.integerValue"), "7680");
  EXPECT_EQ(at(instance, "remainingResources.1.integerValue"), "31000");
  EXPECT_EQ(at(instance, "remainingResources.2.stringSetValue"),
            R"(["22","2375","2376","51678","51679","8080"])");
  EXPECT_EQ(at(instance, "remainingResources.4.stringSetValue"), R"(["GPU-1"])");
  EXPECT_EQ(at(reply, "failures.0.reason"), "MISSING");
  EXPECT_EQ(at(reply, "failures.0.arn"),
            "arn:aws:ecs:us-east-1:000000000000:container-instance/default/nobody");
}

TEST(EcsContainerInstances, are_filtered_by_the_query_language_and_by_status) {
  EcsWorld ecs;
  const auto count = [&](const std::string& members) {
    return ecs.call("ListContainerInstances", "{" + members + "}")
        .at("containerInstanceArns")
        .as_array()
        .size();
  };
  EXPECT_EQ(count(R"("filter":"attribute:ecs.os-type == linux")"), 1u);
  EXPECT_EQ(count(R"("filter":"attribute:ecs.os-type == windows")"), 0u);
  EXPECT_EQ(count(R"("status":"ACTIVE")"), 1u);
  EXPECT_EQ(count(R"("status":"DRAINING")"), 0u);
  EXPECT_EQ(ecs.error("ListContainerInstances", R"({"filter":"rack == 1"})").substr(0, 42),
            "InvalidParameterException: Invalid filter:");
  EXPECT_EQ(ecs.error("DescribeContainerInstances", R"({"containerInstances":[]})"),
            "InvalidParameterException: Container instances cannot be empty.");
}

}  // namespace
}  // namespace berth::ecs
