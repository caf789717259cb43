#include "berth/services/ecs/tests/ecs_world.hpp"

namespace berth::ecs {
namespace {

using test::at;
using test::EcsWorld;

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t i = text.find(what); i != std::string::npos; i = text.find(what, i + by.size()))
    text.replace(i, what.size(), by);
  return text;
}

TEST(EcsTasks, one_is_run_described_and_ends_as_aws_shows_it) {
  EcsWorld ecs;
  ecs.define("job", R"("memory":128,"cpu":10,"resourceRequirements":[{"type":"GPU","value":"1"}])");
  const std::string reply =
      ecs.answer("RunTask", R"({"taskDefinition":"job","startedBy":"me","tags":[{"key":"k","value":"v"}]})");
  const auto parsed = test::json::parse(reply);
  const std::string arn = at(parsed, "tasks.0.taskArn"), id = arn.substr(arn.rfind('/') + 1);
  const std::string container = at(parsed, "tasks.0.containers.0.containerArn"),
                    uuid = container.substr(container.rfind('/') + 1);
  const std::string instance = at(parsed, "tasks.0.containerInstanceArn");
  EXPECT_EQ(
      replaced(replaced(replaced(replaced(reply, instance, "INSTANCE"), uuid, "UUID"), id, "ID"), "arm64",
               "x86_64"),
      R"({"tasks":[{"attachments":[],"attributes":[{"name":"ecs.cpu-architecture","value":"x86_64"}],)"
      R"("availabilityZone":"us-east-1a","clusterArn":"arn:aws:ecs:us-east-1:000000000000:cluster/default",)"
      R"("containerInstanceArn":"INSTANCE","containers":[{)"
      R"("containerArn":"arn:aws:ecs:us-east-1:000000000000:container/default/ID/UUID",)"
      R"("taskArn":"arn:aws:ecs:us-east-1:000000000000:task/default/ID","name":"main","image":"fathom",)"
      R"("lastStatus":"PENDING","networkInterfaces":[],"healthStatus":"UNKNOWN","cpu":"10","memory":"128",)"
      R"("gpuIds":["GPU-0"]}],"cpu":"10","createdAt":1700000000,"desiredStatus":"RUNNING","enableExecuteCommand":false,)"
      R"("group":"family:job","healthStatus":"UNKNOWN","lastStatus":"PENDING","launchType":"EC2","memory":"128",)"
      R"("overrides":{"containerOverrides":[{"name":"main"}],"inferenceAcceleratorOverrides":[]},"startedBy":"me",)"
      R"("tags":[{"key":"k","value":"v"}],"taskArn":"arn:aws:ecs:us-east-1:000000000000:task/default/ID",)"
      R"("taskDefinitionArn":"arn:aws:ecs:us-east-1:000000000000:task-definition/job:1","version":1}],"failures":[]})");

  ecs.world.clock.advance(std::chrono::milliseconds(1500));
  ecs.world.settle();
  ecs.world.runner->run(id);
  auto task = ecs.describe(id);
  EXPECT_EQ(at(task, "lastStatus"), "RUNNING");
  EXPECT_EQ(at(task, "connectivity"), "CONNECTED");
  EXPECT_EQ(at(task, "tags"), "[]") << "shown only if asked for";
  EXPECT_EQ(at(task, "containers.0.lastStatus"), "RUNNING");
  EXPECT_EQ(at(task, "containers.0.runtimeId").size(), 64u);
  EXPECT_EQ(at(task, "containers.0.imageDigest").substr(0, 8), "sha256:f");
  EXPECT_EQ(at(task, "containers.0.networkBindings"), "[]");
  EXPECT_EQ(at(ecs.call("DescribeTasks", R"({"tasks":[")" + arn + R"("],"include":["TAGS"]})"),
               "tasks.0.tags.0.value"),
            "v");

  ecs.world.clock.advance(std::chrono::seconds(10));
  ecs.world.runner->end(id, 7);
  task = ecs.describe(id);
  EXPECT_EQ(at(task, "lastStatus"), "STOPPED");
  EXPECT_EQ(at(task, "desiredStatus"), "STOPPED");
  EXPECT_EQ(at(task, "stopCode"), "EssentialContainerExited");
  EXPECT_EQ(at(task, "stoppedReason"), "Essential container in task exited");
  EXPECT_EQ(at(task, "containers.0.exitCode"), "7");
  EXPECT_EQ(at(task, "startedAt"), "1.7000000015E9");
  EXPECT_EQ(at(task, "executionStoppedAt"), "1.7000000115E9");
  EXPECT_EQ(at(task, "stoppedAt"), "1.7000000115E9");
}

TEST(EcsTasks, limits_that_the_machine_does_not_keep_are_shown_among_the_attributes) {
  EcsWorld ecs;
  ecs.define("job");
  const std::string id = ecs.run("job");
  ecs.world.settle();
  ecs.world.runner->report(id, run::TaskClaimed{ecs.world.clock.now(),
                                                {"the memory limit is not enforced", "nor is that of CPU"}});
  EXPECT_EQ(at(ecs.describe(id), "attributes.1"),
            R"({"name":"berth.not-enforced.1","value":"the memory limit is not enforced"})");
  EXPECT_EQ(at(ecs.describe(id), "attributes.2"),
            R"({"name":"berth.not-enforced.2","value":"nor is that of CPU"})");
  EXPECT_EQ(at(ecs.describe(id), "attributes.3"), "absent");
}

TEST(EcsTasks, what_a_description_may_include_is_checked) {
  EcsWorld ecs;
  ecs.define("job");
  for (const auto& [operation, member, known] :
       {std::tuple("DescribeTasks", R"("tasks":["x"],)", "TAGS"),
        std::tuple("DescribeTaskDefinition", R"("taskDefinition":"job",)", "TAGS"),
        std::tuple("DescribeClusters", "", "CONFIGURATIONS"),
        std::tuple("DescribeContainerInstances", R"("containerInstances":["x"],)",
                   "CONTAINER_INSTANCE_HEALTH")}) {
    const auto body = [&](const std::string& value) {
      return std::string("{") + member + R"("include":[")" + value + R"("]})";
    };
    EXPECT_EQ(ecs.error(operation, body(known)), "no error") << operation;
    const std::string error = ecs.error(operation, body("BOGUS"));
    EXPECT_TRUE(error.starts_with("InvalidParameterException: ") && error.find("BOGUS") != std::string::npos)
        << operation << ": " << error;
  }
}

TEST(EcsTasks, overrides_are_merged_and_shown) {
  EcsWorld ecs;
  ecs.define(
      "job",
      R"("memory":1000,"cpu":256,"entryPoint":["sh","-c"],"command":["old"],"environment":[{"name":"A","value":"1"},{"name":"B","value":"2"}])");
  const std::string id = ecs.run(
      "job",
      R"("overrides":{"taskRoleArn":"r","containerOverrides":[{"name":"main","command":["new"],"environment":[{"name":"B","value":"3"},{"name":"C","value":"4"}],)"
      R"("cpu":512,"memory":2000,"memoryReservation":1500,"resourceRequirements":[{"type":"GPU","value":"2"}]}]})");
  ecs.world.settle();
  const auto& spec = ecs.world.runner->specs.at(id);
  EXPECT_EQ(spec.containers[0].argv, (std::vector<std::string>{"sh", "-c", "new"}));
  EXPECT_EQ(spec.containers[0].environment.at("A"), "1");
  EXPECT_EQ(spec.containers[0].environment.at("B"), "3");
  EXPECT_EQ(spec.containers[0].environment.at("C"), "4");
  EXPECT_EQ(spec.containers[0].memory_mib, 2000);
  EXPECT_EQ(spec.containers[0].memory_reservation_mib, 1500);
  EXPECT_EQ(spec.containers[0].gpu_ids.size(), 2u);
  EXPECT_TRUE(spec.containers[0].environment.contains("AWS_CONTAINER_CREDENTIALS_FULL_URI"));
  EXPECT_EQ(ecs.authorizer.asked.back(), "iam:PassRole arn:aws:iam::000000000000:role/r");
  const auto task = ecs.describe(id);
  EXPECT_EQ(at(task, "cpu"), "512");
  EXPECT_EQ(at(task, "memory"), "1500") << "what is reserved";
  EXPECT_EQ(at(task, "overrides.containerOverrides.0.command"), R"(["new"])");
  EXPECT_EQ(at(task, "overrides.taskRoleArn"), "r");
}

TEST(EcsTasks, what_a_request_to_run_may_not_hold_is_refused) {
  EcsWorld ecs;
  ecs.define("job", R"("memory":1000)");
  const auto overriding = [](const std::string& members) {
    return R"("overrides":{"containerOverrides":[{"name":"main",)" + members + "}]}";
  };
  // Characters count, also those of JSON itself: 8192 of them are {"containerOverrides":[{"command":["…"],"name":"main"}]}.
  const auto command = [&](std::size_t length) {
    const std::string frame = R"({"containerOverrides":[{"name":"main","command":[""]}]})";
    std::string text;
    for (std::size_t i = frame.size(); i < length; ++i) text += "ß";
    return overriding(R"("command":[")" + text + R"("])");
  };
  const std::pair<std::string, std::string> cases[] = {
      {command(8193), "Container Overrides length must be at most 8192"},
      {R"("overrides":{"containerOverrides":[{"name":"main","cpu":1},{"name":"main","cpu":2}]})",
       "Overrides name the container main twice."},
      {overriding(R"("environment":[{"value":"x"}])"), "Invalid override of container main: a name in"},
      {overriding(R"("environment":[{"name":"a=b","value":"x"}])"), "Invalid override of container main"},
      {overriding(R"("cpu":-1)"), "Invalid override of container main: cpu must not be negative"},
      {overriding(R"("memory":-1)"), "Invalid override of container main: cpu must not be negative"},
      {overriding(R"("resourceRequirements":[{"type":"GPU","value":"-1"}])"),
       "Invalid resource requirement of container main"},
      {overriding(R"("resourceRequirements":[{"type":"GPU","value":"1"},{"type":"GPU","value":"1"}])"),
       "Invalid resource requirement of container main: GPU is given twice."},
      {R"("overrides":{"memory":"999"})", "Invalid override of container main: its memory must not exceed"},
      {R"("overrides":{"cpu":"-1"})", "Invalid 'cpu' setting for task."},
      {R"("startedBy":")" + std::string(129, 'a') + "\"", "startedBy can have at most 128 letters"},
      {R"("startedBy":"a b")", "startedBy can have at most 128 letters"},
      {R"("group":")" + std::string(513, 'a') + "\"", "group can have at most 512 characters."},
      {R"("clientToken":")" + std::string(65, 'a') + "\"", "clientToken can have at most 64 characters"},
      {R"("clientToken":"a b")", "clientToken can have at most 64 characters"},
      {R"("propagateTags":"SERVICE")", "propagateTags must be TASK_DEFINITION or NONE"},
  };
  for (const auto& [members, expected] : cases) {
    const std::string wanted = "InvalidParameterException: " + expected;
    EXPECT_EQ(ecs.error("RunTask", R"({"taskDefinition":"job",)" + members + "}").substr(0, wanted.size()),
              wanted)
        << members.substr(0, 200);
  }
  EXPECT_TRUE(ecs.world.implicit().inventory.is_idle());
  for (const std::string& members : {command(8192), R"("startedBy":"me/1_2-)" + std::string(119, 'a') + "\""})
    EXPECT_EQ(ecs.error("RunTask", R"({"taskDefinition":"job",)" + members + "}"), "no error")
        << members.substr(0, 200);
}

TEST(EcsTasks, a_role_that_tasks_cannot_have_is_refused_before_anything_is_placed) {
  EcsWorld ecs;
  ecs.define("plain");
  ecs.define("job",
             R"("memory":100}],"taskRoleArn":"good","executionRoleArn":"gone","volumes":[{"name":"v")");
  ecs.world.credentials.unassumable = {"gone"};
  const std::string refusal =
      "ClientException: ECS was unable to assume the role 'arn:aws:iam::000000000000:role/gone' that was "
      "provided "
      "for this task.";
  for (const char* body :
       {R"({"taskDefinition":"job"})", R"({"taskDefinition":"plain","overrides":{"taskRoleArn":"gone"}})",
        R"({"taskDefinition":"plain","overrides":{"executionRoleArn":"gone"}})"})
    EXPECT_EQ(ecs.error("RunTask", body).substr(0, refusal.size()), refusal) << body;
  EXPECT_TRUE(ecs.world.implicit().inventory.is_idle());
  EXPECT_EQ(ecs.error("RunTask", R"({"taskDefinition":"job","overrides":{"executionRoleArn":"good"}})"),
            "no error");
}

TEST(EcsTasks, sizes_of_the_task_are_reserved_instead_of_its_containers_sums) {
  EcsWorld ecs;
  ecs.call(
      "RegisterTaskDefinition",
      R"({"family":"job","cpu":"2 vCPU","memory":"4 GB","containerDefinitions":[{"name":"main","image":"fathom"}]})");
  ecs.run("job");
  EXPECT_EQ(ecs.world.implicit().inventory.free_cpu_units(), 8192 - 2048);
  EXPECT_EQ(ecs.world.implicit().inventory.free_memory_mib(), 32000 - 4096);
}

TEST(EcsTasks, what_does_not_fit_is_answered_with_a_failure_for_each_instance) {
  EcsWorld ecs;
  const std::string instance = at(ecs.call("ListContainerInstances", "{}"), "containerInstanceArns.0");
  const std::pair<const char*, const char*> cases[] = {
      {R"("memory":6,"cpu":8193)", "RESOURCE:CPU"},
      {R"("memory":32001)", "RESOURCE:MEMORY"},
      {R"("memory":6,"resourceRequirements":[{"type":"GPU","value":"3"}])", "RESOURCE:GPU"},
      {R"("memory":6,"portMappings":[{"containerPort":80},{"containerPort":80}])", "RESOURCE:PORTS"},
      {R"("memory":6,"secrets":[{"name":"S","valueFrom":"x"}])", "ATTRIBUTE"},
      {R"("memory":6,"logConfiguration":{"logDriver":"gelf"})", "ATTRIBUTE"},
      {R"("memory":6,"links":["other"])", "ATTRIBUTE"},
  };
  for (const auto& [members, reason] : cases) {
    ecs.define("job", members);
    const auto reply = ecs.call("RunTask", R"({"taskDefinition":"job"})");
    EXPECT_EQ(at(reply, "tasks"), "[]") << members;
    EXPECT_EQ(at(reply, "failures.0.arn"), instance);
    EXPECT_EQ(at(reply, "failures.0.reason"), reason) << members;
  }
  EXPECT_EQ(at(ecs.call("RunTask", R"({"taskDefinition":"job"})"), "failures.0.detail"),
            "The instance lacks berth.capability.links.");
  EXPECT_TRUE(ecs.world.implicit().inventory.is_idle());
}

TEST(EcsTasks, each_of_the_count_is_placed_by_itself) {
  EcsWorld ecs;
  ecs.define("job", R"("memory":6,"resourceRequirements":[{"type":"GPU","value":"1"}])");
  const auto reply = ecs.call("RunTask", R"({"taskDefinition":"job","count":3})");
  EXPECT_EQ(reply.at("tasks").as_array().size(), 2u);
  EXPECT_EQ(at(reply, "tasks.0.containers.0.gpuIds.0"), "GPU-0");
  EXPECT_EQ(at(reply, "tasks.1.containers.0.gpuIds.0"), "GPU-1");
  EXPECT_EQ(reply.at("failures").as_array().size(), 1u);
  EXPECT_EQ(at(reply, "failures.0.reason"), "RESOURCE:GPU");
}

TEST(EcsTasks, placement_constraints_and_strategies_choose_the_instance) {
  EcsWorld ecs({.cpu_units = 8192, .memory_mib = 64000});
  auto& fleet = *ecs.world.fleet;
  ASSERT_TRUE(fleet.create_launch_configuration(ecs.world.key("lc"),
                                                {.instance_type = "t3.medium", .cluster = "train"}));
  ASSERT_TRUE(
      fleet.create_group(ecs.world.key("g"), {.launch_configuration = "lc", .maximum = 3, .desired = 3}));
  ecs.call("CreateCluster", R"({"clusterName":"train"})");
  ecs.define("job");
  const auto run = [&](const std::string& members) {
    return ecs.call("RunTask", R"({"cluster":"train","taskDefinition":"job",)" + members + "}");
  };
  const auto spread =
      run(R"("count":3,"placementStrategy":[{"type":"spread","field":"attribute:ecs.availability-zone"}])");
  std::set<std::string> zones;
  for (const auto& task : spread.at("tasks").as_array()) zones.insert(at(task, "availabilityZone"));
  EXPECT_EQ(zones.size(), 3u);

  const auto distinct = run(R"("placementConstraints":[{"type":"distinctInstance"}])");
  EXPECT_EQ(at(distinct, "failures.2.reason"), "DistinctInstance placement constraint unsatisfied.");
  const auto member = run(
      R"("placementConstraints":[{"type":"memberOf","expression":"attribute:ecs.instance-type == m5.large"}])");
  EXPECT_EQ(at(member, "failures.0.reason"), "MemberOf placement constraint unsatisfied.");
  const auto busy =
      run(R"("placementConstraints":[{"type":"memberOf","expression":"task:group == family:job"}])");
  EXPECT_EQ(busy.at("tasks").as_array().size(), 1u);
  const auto packed = run(R"("count":2,"placementStrategy":[{"type":"binpack","field":"memory"}])");
  EXPECT_EQ(at(packed, "tasks.0.containerInstanceArn"), at(busy, "tasks.0.containerInstanceArn"));

  EXPECT_EQ(ecs.error("DeleteCluster", R"({"cluster":"train"})").substr(0, 42),
            "ClusterContainsContainerInstancesException");
}

TEST(EcsTasks, mistakes_of_run_task_are_refused_with_aws_words) {
  EcsWorld ecs;
  ecs.define("job");
  ecs.define("old");
  ecs.call("DeregisterTaskDefinition", R"({"taskDefinition":"old:1"})");
  ecs.call("CreateCluster", R"({"clusterName":"empty"})");
  ecs.call(
      "RegisterTaskDefinition",
      R"({"family":"vpc","networkMode":"awsvpc","containerDefinitions":[{"name":"m","image":"i","memory":6}]})");
  const std::pair<const char*, const char*> cases[] = {
      {R"("taskDefinition":"none")", "InvalidParameterException: TaskDefinition not found."},
      {R"("taskDefinition":"old:1")", "InvalidParameterException: TaskDefinition is inactive"},
      {R"("taskDefinition":"old")", "InvalidParameterException: TaskDefinition not found."},
      {R"("taskDefinition":"job","cluster":"none")", "ClusterNotFoundException: Cluster not found."},
      {R"("taskDefinition":"job","cluster":"empty")",
       "InvalidParameterException: No Container Instances were found in your cluster."},
      {R"("taskDefinition":"job","count":0)", "InvalidParameterException: Count must be between 1 and 10."},
      {R"("taskDefinition":"job","count":11)", "InvalidParameterException: Count must be between 1 and 10."},
      {R"("taskDefinition":"job","launchType":"EC2","capacityProviderStrategy":[{"capacityProvider":"x"}])",
       "InvalidParameterException: Specify either a launch type or a capacity provider strategy, not both."},
      {R"("taskDefinition":"job","capacityProviderStrategy":[{"capacityProvider":"x"}])",
       "InvalidParameterException: The specified capacity provider strategy cannot contain a capacity "
       "provider that is not "
       "associated"},
      {R"("taskDefinition":"job","launchType":"FARGATE")",
       "InvalidParameterException: Launch type FARGATE has no capacity here"},
      {R"("taskDefinition":"job","platformVersion":"1.4.0")",
       "InvalidParameterException: The platform version must be null when specifying an EC2 launch type."},
      {R"("taskDefinition":"job","networkConfiguration":{})",
       "InvalidParameterException: Network Configuration is not valid for the given networkMode of this task "
       "definition."},
      {R"("taskDefinition":"vpc")",
       "InvalidParameterException: Network Configuration must be provided when networkMode 'awsvpc' is "
       "specified."},
      {R"("taskDefinition":"job","overrides":{"containerOverrides":[{"name":"X"}]})",
       "InvalidParameterException: Override for container named X is not a container in the TaskDefinition."},
      {R"("taskDefinition":"job","overrides":{"containerOverrides":[{"name":"main","memory":1}]})",
       "InvalidParameterException: Invalid override of container main"},
      {R"("taskDefinition":"job","overrides":{"containerOverrides":[{"name":"main","resourceRequirements":[{"type":"GPU","value":"many"}]}]})",
       "InvalidParameterException: Invalid resource requirement of container main"},
      {R"("taskDefinition":"job","placementStrategy":[{"type":"binpack","field":"gpu"}])",
       "InvalidParameterException: Placement strategy binpack takes the field cpu or memory."},
      {R"("taskDefinition":"job","placementConstraints":[{"type":"memberOf","expression":"("}])",
       "InvalidParameterException: Invalid expression: "},
      {R"("count":1)", "InvalidParameterException: "},
  };
  for (const auto& [members, expected] : cases)
    EXPECT_EQ(ecs.error("RunTask", "{" + std::string(members) + "}").substr(0, std::string(expected).size()),
              expected)
        << members;
  EXPECT_EQ(at(ecs.call("ListTasks", "{}"), "taskArns"), "[]") << "nothing was started";

  const auto interface = ecs.call(
      "RunTask",
      R"({"taskDefinition":"vpc","networkConfiguration":{"awsvpcConfiguration":{"subnets":["s"]}}})");
  EXPECT_EQ(at(interface, "failures.0.reason"), "ATTRIBUTE");
  EXPECT_EQ(at(interface, "failures.0.detail"), "The instance lacks ecs.capability.task-eni.");

  ecs.authorizer.denied = "arn:aws:iam::000000000000:role/r";
  EXPECT_EQ(ecs.error("RunTask", R"({"taskDefinition":"job","overrides":{"executionRoleArn":"r"}})"),
            "AccessDeniedException: not that role");
}

TEST(EcsTasks, a_client_token_starts_nothing_twice) {
  EcsWorld ecs;
  ecs.define("job");
  const std::string body = R"({"taskDefinition":"job","count":2,"clientToken":"t"})";
  const auto first = ecs.call("RunTask", body);
  ecs.restart();
  const auto second = ecs.call("RunTask", body);
  ASSERT_EQ(second.at("tasks").as_array().size(), 2u);
  for (const char* path : {"tasks.0.taskArn", "tasks.1.taskArn"})
    EXPECT_EQ(at(first, path), at(second, path));
  EXPECT_EQ(ecs.error("RunTask", R"({"taskDefinition":"job","count":1,"clientToken":"t"})").substr(0, 17),
            "ConflictException");
  ecs.world.clock.advance(std::chrono::hours(25));
  EXPECT_NE(at(ecs.call("RunTask", body), "tasks.0.taskArn"), at(first, "tasks.0.taskArn"));
}

TEST(EcsTasks, stopping_gives_the_reason_and_takes_ids_and_arns) {
  EcsWorld ecs;
  ecs.define("job");
  const std::string one = ecs.run("job"), two = ecs.run("job");
  ecs.world.settle();
  ecs.world.runner->run(one);
  const auto reply = ecs.call("StopTask", R"({"task":")" + one + R"(","reason":"enough"})");
  EXPECT_EQ(at(reply, "task.desiredStatus"), "STOPPED");
  EXPECT_EQ(at(reply, "task.lastStatus"), "STOPPING");
  EXPECT_EQ(at(reply, "task.stopCode"), "UserInitiated");
  EXPECT_EQ(at(reply, "task.stoppedReason"), "enough");
  EXPECT_EQ(ecs.world.runner->stops.at(one), "enough");
  ecs.world.runner->end(one, 143);
  EXPECT_EQ(at(ecs.describe(one), "containers.0.exitCode"), "143");
  EXPECT_EQ(at(ecs.call("StopTask", R"({"task":")" + one + "\"}"), "task.stoppedReason"), "enough")
      << "it stays stopped";

  ecs.call("StopTask",
           R"({"cluster":"default","task":"arn:aws:ecs:us-east-1:000000000000:task/default/)" + two + "\"}");
  EXPECT_EQ(ecs.world.runner->stops.at(two), "Task stopped by user");
  ecs.call("CreateCluster", R"({"clusterName":"other"})");
  for (const std::string& body :
       {std::string(R"({"task":"none"})"), R"({"cluster":"other","task":")" + one + "\"}"})
    EXPECT_EQ(ecs.error("StopTask", body), "InvalidParameterException: The referenced task was not found.");
}

TEST(EcsTasks, unknown_ones_are_missing) {
  EcsWorld ecs;
  EXPECT_EQ(
      ecs.answer("DescribeTasks", R"({"tasks":["0123"]})"),
      R"({"tasks":[],"failures":[{"arn":"arn:aws:ecs:us-east-1:000000000000:task/default/0123","reason":"MISSING"}]})");
  EXPECT_EQ(ecs.error("DescribeTasks", R"({"tasks":[]})"),
            "InvalidParameterException: Tasks cannot be empty.");
  EXPECT_EQ(ecs.error("DescribeTasks", "{}").substr(0, 25), "InvalidParameterException");
}

TEST(EcsTasks, lists_filter_and_come_in_pages) {
  EcsWorld ecs;
  ecs.define("a");
  ecs.define("b");
  std::vector<std::string> ids;
  for (const char* family : {"a", "a", "b"}) {
    ids.push_back(ecs.run(family, R"("startedBy":")" + std::string(family) + "-starter\""));
    ecs.world.clock.advance(std::chrono::milliseconds(1));
  }
  ecs.world.settle();
  ecs.world.runner->run(ids[0]);
  ecs.world.runner->end(ids[0]);
  const auto list = [&](const std::string& members) {
    std::vector<std::string> found;
    const auto reply = ecs.call("ListTasks", "{" + members + "}");
    for (const auto& arn : reply.at("taskArns").as_array())
      found.push_back(std::string(arn.as_string()).substr(std::string(arn.as_string()).rfind('/') + 1));
    return found;
  };
  using Ids = std::vector<std::string>;
  EXPECT_EQ(list(""), (Ids{ids[1], ids[2]})) << "desiredStatus is RUNNING unless it is given";
  EXPECT_EQ(list(R"("desiredStatus":"STOPPED")"), Ids{ids[0]});
  EXPECT_EQ(list(R"("desiredStatus":"PENDING")"), Ids{});
  EXPECT_EQ(list(R"("family":"a")"), Ids{ids[1]});
  EXPECT_EQ(list(R"("startedBy":"b-starter")"), Ids{ids[2]});
  EXPECT_EQ(list(R"("serviceName":"web")"), Ids{});
  EXPECT_EQ(list(R"("launchType":"FARGATE")"), Ids{});
  const std::string instance = ecs.world.implicit().record.container_instance_id;
  EXPECT_EQ(list(R"("containerInstance":")" + instance + "\"").size(), 2u);
  EXPECT_EQ(list(R"("containerInstance":"other")"), Ids{});
  const auto first = ecs.call("ListTasks", R"({"maxResults":1})");
  EXPECT_EQ(list(R"("maxResults":1,"nextToken":")" + at(first, "nextToken") + "\""), Ids{ids[2]});
  EXPECT_EQ(ecs.error("ListTasks", R"({"desiredStatus":"ASLEEP"})").substr(0, 25),
            "InvalidParameterException");
}

TEST(EcsTasks, everything_reads_the_same_after_a_restart) {
  EcsWorld ecs;
  ecs.define("job", R"("memory":100,"resourceRequirements":[{"type":"GPU","value":"1"}])");
  const std::string runs = ecs.run("job",
                                   R"("overrides":{"containerOverrides":[{"name":"main","command":["x"]}]})"),
                    ended = ecs.run("job");
  ecs.call("CreateCluster", R"({"clusterName":"train"})");
  ecs.world.settle();
  for (const std::string& id : {runs, ended}) ecs.world.runner->run(id);
  ecs.world.runner->end(ended, 5);
  const auto everything = [&] {
    const std::string instance = at(ecs.call("ListContainerInstances", "{}"), "containerInstanceArns.0");
    return ecs.answer("DescribeTasks",
                      R"({"tasks":[")" + runs + R"(",")" + ended + R"("],"include":["TAGS"]})") +
           "\n" +
           ecs.answer("DescribeClusters",
                      R"({"clusters":["default","train"],"include":["STATISTICS","TAGS","SETTINGS"]})") +
           "\n" +
           ecs.answer("DescribeContainerInstances", R"({"containerInstances":[")" + instance + R"("]})") +
           "\n" + ecs.answer("DescribeTaskDefinition", R"({"taskDefinition":"job","include":["TAGS"]})");
  };
  const std::string before = everything();
  ecs.restart();
  EXPECT_EQ(everything(), before);
}

TEST(EcsOperations, each_is_listed_once_and_declares_its_action) {
  std::set<std::string_view> names;
  for (const auto& operation : operations()) {
    EXPECT_TRUE(names.insert(operation.name).second) << operation.name;
    EXPECT_EQ(operation.action.name, "ecs:" + std::string(operation.name));
  }
  EXPECT_EQ(names.size(), 34u);
}

TEST(EcsOperations, name_what_they_act_on) {
  const auto resource = [](std::string_view name, std::string_view body) {
    const Call call{.account = "000000000000", .region = "us-east-1"};
    for (const auto& each : operations())
      if (each.name == name) {
        const auto request = wire::decode_json(body, each.request(), wire::Side::Request, "");
        return each.resource.name ? each.resource.name(call, request.data()) : std::string("*");
      }
    return std::string("no such operation");
  };
  EXPECT_EQ(resource("CreateCluster", "{}"), "arn:aws:ecs:us-east-1:000000000000:cluster/default");
  EXPECT_EQ(resource("DeleteCluster", R"({"cluster":"c"})"), "arn:aws:ecs:us-east-1:000000000000:cluster/c");
  EXPECT_EQ(resource("RunTask", R"({"taskDefinition":"f"})"),
            "arn:aws:ecs:us-east-1:000000000000:task-definition/f:*");
  EXPECT_EQ(resource("RunTask", R"({"taskDefinition":"f:2"})"),
            "arn:aws:ecs:us-east-1:000000000000:task-definition/f:2");
  EXPECT_EQ(resource("StopTask", R"({"cluster":"c","task":"t"})"),
            "arn:aws:ecs:us-east-1:000000000000:task/c/t");
  EXPECT_EQ(resource("StopTask", R"({"task":"arn:x"})"), "arn:x");
  EXPECT_EQ(resource("ListTasks", "{}"), "*");
}

}  // namespace
}  // namespace berth::ecs
