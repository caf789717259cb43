#include "berth/services/ecs/features.hpp"
#include "berth/services/ecs/task_definition_rules.hpp"
#include "berth/services/ecs/tests/ecs_world.hpp"

namespace berth::ecs {
namespace {

using test::at;
using test::EcsWorld;

TEST(EcsTaskDefinitions, one_is_registered_with_aws_defaults) {
  EcsWorld ecs;
  EXPECT_EQ(
      ecs.answer(
          "RegisterTaskDefinition",
          R"({"family":"train","taskRoleArn":"arn:aws:iam::000000000000:role/r","cpu":"1 vCPU","memory":"2 GB",)"
          R"("containerDefinitions":[{"name":"main","image":"fathom","command":["true"],)"
          R"("portMappings":[{"containerPort":80}],"logConfiguration":{"logDriver":"awslogs",)"
          R"("options":{"awslogs-group":"/g"}}}],"tags":[{"key":"k","value":"v"}]})"),
      R"({"taskDefinition":{"taskDefinitionArn":"arn:aws:ecs:us-east-1:000000000000:task-definition/train:1",)"
      R"("containerDefinitions":[{"name":"main","image":"fathom","cpu":0,)"
      R"("portMappings":[{"containerPort":80,"hostPort":0,"protocol":"tcp"}],"essential":true,"command":["true"],)"
      R"("environment":[],"mountPoints":[],"volumesFrom":[],)"
      R"("logConfiguration":{"logDriver":"awslogs","options":{"awslogs-group":"/g"}},"systemControls":[]}],)"
      R"("family":"train","taskRoleArn":"arn:aws:iam::000000000000:role/r","revision":1,"volumes":[],"status":"ACTIVE",)"
      R"("requiresAttributes":[{"name":"com.amazonaws.ecs.capability.logging-driver.awslogs"},)"
      R"({"name":"com.amazonaws.ecs.capability.task-iam-role"}],"placementConstraints":[],)"
      R"("compatibilities":["EXTERNAL","EC2"],"cpu":"1024","memory":"2048","registeredAt":1700000000,)"
      R"("registeredBy":"arn:aws:iam::000000000000:root"},"tags":[{"key":"k","value":"v"}]})");
  EXPECT_EQ(ecs.authorizer.asked, std::vector<std::string>{"iam:PassRole arn:aws:iam::000000000000:role/r"});
}

TEST(EcsTaskDefinitions, a_role_that_may_not_be_passed_is_not_registered) {
  EcsWorld ecs;
  ecs.authorizer.denied = "arn:aws:iam::000000000000:role/other";
  for (const char* member : {"taskRoleArn", "executionRoleArn"})
    EXPECT_EQ(
        ecs.error(
            "RegisterTaskDefinition",
            std::string(R"({"family":"f","containerDefinitions":[{"name":"a","image":"b","memory":6}],")") +
                member + R"(":"other"})"),
        "AccessDeniedException: not that role");
  EXPECT_EQ(at(ecs.call("ListTaskDefinitions", "{}"), "taskDefinitionArns"), "[]");
}

TEST(EcsTaskDefinitions, revisions_count_up_and_are_never_used_again) {
  EcsWorld ecs;
  EXPECT_EQ(ecs.define("f"), "arn:aws:ecs:us-east-1:000000000000:task-definition/f:1");
  EXPECT_EQ(ecs.define("f"), "arn:aws:ecs:us-east-1:000000000000:task-definition/f:2");
  EXPECT_EQ(at(ecs.call("DeregisterTaskDefinition", R"({"taskDefinition":"f:2"})"), "taskDefinition.status"),
            "INACTIVE");
  ecs.restart();
  EXPECT_EQ(ecs.define("f"), "arn:aws:ecs:us-east-1:000000000000:task-definition/f:3");
  ecs.call("DeregisterTaskDefinition", R"({"taskDefinition":"f:3"})");
  EXPECT_EQ(at(ecs.call("DescribeTaskDefinition", R"({"taskDefinition":"f"})"), "taskDefinition.revision"),
            "1")
      << "the family means its newest active revision";
  EXPECT_EQ(at(ecs.call("DescribeTaskDefinition", R"({"taskDefinition":"f:2"})"), "taskDefinition.status"),
            "INACTIVE");
}

TEST(EcsTaskDefinitions, are_found_by_family_revision_and_arn) {
  EcsWorld ecs;
  const std::string arn = ecs.define("f");
  for (const std::string& name : {std::string("f"), std::string("f:1"), arn})
    EXPECT_EQ(at(ecs.call("DescribeTaskDefinition", R"({"taskDefinition":")" + name + "\"}"),
                 "taskDefinition.taskDefinitionArn"),
              arn);
  for (const char* name :
       {"g", "f:2", "f:0", "f:x", "f:1x", "", "arn:aws:ecs:eu-west-1:000000000000:task-definition/f:1"})
    EXPECT_EQ(ecs.error("DescribeTaskDefinition", std::string(R"({"taskDefinition":")") + name + "\"}"),
              "ClientException: Unable to describe task definition.");
  EXPECT_EQ(ecs.error("DeregisterTaskDefinition", R"({"taskDefinition":"f"})"),
            "ClientException: Invalid revision number. Number: null");
  EXPECT_EQ(ecs.error("DeregisterTaskDefinition", R"({"taskDefinition":"f:9"})"),
            "ClientException: Unable to describe task definition.");
}

TEST(EcsTaskDefinitions, lists_sort_by_family_and_revision_number) {
  EcsWorld ecs;
  for (int i = 0; i < 11; ++i) ecs.define("f");
  ecs.define("a");
  ecs.call("DeregisterTaskDefinition", R"({"taskDefinition":"f:5"})");
  const auto arns = [&](const std::string& body) {
    std::string text;
    const auto reply = ecs.call("ListTaskDefinitions", body);
    for (const auto& arn : reply.at("taskDefinitionArns").as_array()) {
      const std::string name(arn.as_string());
      text += name.substr(name.rfind('/') + 1) + " ";
    }
    return text;
  };
  EXPECT_EQ(arns("{}"), "a:1 f:1 f:2 f:3 f:4 f:6 f:7 f:8 f:9 f:10 f:11 ");
  EXPECT_EQ(arns(R"({"sort":"DESC"})"), "f:11 f:10 f:9 f:8 f:7 f:6 f:4 f:3 f:2 f:1 a:1 ");
  EXPECT_EQ(arns(R"({"familyPrefix":"f","status":"INACTIVE"})"), "f:5 ");
  std::string pages, token;
  do {
    const auto reply =
        ecs.call("ListTaskDefinitions", R"({"sort":"DESC","maxResults":4)" +
                                            (token.empty() ? "" : R"(,"nextToken":")" + token + "\"") + "}");
    pages += std::to_string(reply.at("taskDefinitionArns").as_array().size()) + " ";
    token = at(reply, "nextToken");
  } while (token != "absent");
  EXPECT_EQ(pages, "4 4 3 ");

  ecs.call("DeregisterTaskDefinition", R"({"taskDefinition":"a:1"})");
  EXPECT_EQ(ecs.answer("ListTaskDefinitionFamilies", "{}"), R"({"families":["a","f"]})");
  EXPECT_EQ(ecs.answer("ListTaskDefinitionFamilies", R"({"status":"ACTIVE"})"), R"({"families":["f"]})");
  EXPECT_EQ(ecs.answer("ListTaskDefinitionFamilies", R"({"status":"INACTIVE","familyPrefix":"a"})"),
            R"({"families":["a"]})");
}

/// Each is a request without its closing brace that is refused, and what the refusal begins with.
TEST(EcsTaskDefinitions, what_is_not_one_is_refused_with_aws_words) {
  const auto with = [](const std::string& container, const std::string& task = "") {
    return R"({"family":"f")" + (task.empty() ? "" : "," + task) +
           R"(,"containerDefinitions":[{"name":"X","image":"i",)" + container + "}]}";
  };
  const auto two = [](const std::string& first, const std::string& second) {
    return R"({"family":"f","containerDefinitions":[{"name":"a","image":"i","memory":6,)" + first +
           R"(},{"name":"b","image":"i","memory":6,)" + second + "}]}";
  };
  const std::pair<std::string, std::string> cases[] = {
      {R"({"family":"f"})", "InvalidParameterException: "},
      {R"({"family":"f","containerDefinitions":[]})", "ClientException: Container list cannot be empty."},
      {R"({"family":"a b","containerDefinitions":[{"name":"X","image":"i","memory":6}]})",
       "ClientException: Family contains invalid characters."},
      {R"({"family":"f","containerDefinitions":[{"image":"i","memory":6}]})",
       "ClientException: Container.name should not be null or empty."},
      {R"({"family":"f","containerDefinitions":[{"name":"a.b","image":"i","memory":6}]})",
       "ClientException: Container.name contains invalid characters."},
      {R"({"family":"f","containerDefinitions":[{"name":"a","memory":6}]})",
       "ClientException: Container.image should not be null or empty."},
      {with(R"("cpu":1)"),
       "ClientException: Invalid setting for container 'X'. At least one of 'memory' or 'memoryReservation' "
       "must be specified."},
      {with(R"("memory":5)"),
       "ClientException: Invalid setting for container 'X'. 'memory' must be at least 6 MiB."},
      {with(R"("memory":100,"memoryReservation":100)"),
       "ClientException: Invalid setting for container 'X'. 'memory' must be greater than "
       "'memoryReservation'."},
      {with(R"("memory":3000)", R"("memory":"2 GB")"),
       "ClientException: Invalid setting for container 'X'. Its memory must not exceed the task's."},
      {with(R"("memory":6)", R"("cpu":"much")"), "ClientException: Invalid 'cpu' setting for task."},
      {with(R"("memory":6)", R"("memory":"2 TB")"), "ClientException: Invalid 'memory' setting for task."},
      {with(R"("memory":6,"cpu":-1)"),
       "ClientException: Invalid setting for container 'X'. 'cpu' must not be negative."},
      {with(R"("memory":6,"mountPoints":[{"sourceVolume":"V","containerPath":"/v"}])"),
       "ClientException: Unknown volume 'V'."},
      {with(R"("memory":6)", R"("volumes":[{"name":"v"},{"name":"v"}])"),
       "ClientException: Volume name 'v' is used twice."},
      {with(R"("memory":6,"environment":[{"value":"x"}])"),
       "ClientException: Invalid setting for container 'X'. A name in 'environment' is empty or contains "
       "'='."},
      {with(R"("memory":6,"portMappings":[{"containerPort":70000}])"),
       "ClientException: Invalid setting for container 'X'. A port must be between 0 and 65535."},
      {with(R"("memory":6,"portMappings":[{"containerPort":80,"hostPort":81}])", R"("networkMode":"host")"),
       "ClientException: When networkMode=host, the host ports and container ports in port mappings must "
       "match."},
      {with(R"("memory":6,"portMappings":[{"containerPort":80,"protocol":"sctp"}])"),
       "ClientException: Invalid value 'sctp' for protocol: it must be one of tcp, udp."},
      {with(R"("memory":6)", R"("networkMode":"wifi")"),
       "ClientException: Invalid value 'wifi' for networkMode: it must be one of bridge, host, awsvpc, "
       "none."},
      {with(R"("memory":6,"resourceRequirements":[{"type":"GPU","value":"0"}])"),
       "ClientException: Invalid setting for container 'X'. The GPU count '0' must be a positive number."},
      {with(R"("memory":6,"resourceRequirements":[{"type":"TPU","value":"1"}])"),
       "ClientException: Invalid value 'TPU' for resourceRequirements.type"},
      {with(R"("memory":6,"logConfiguration":{"logDriver":"awslogs"})"),
       "ClientException: Log driver awslogs requires options: awslogs-group"},
      {with(
           R"("memory":6,"logConfiguration":{"logDriver":"awslogs","options":{"awslogs-group":"/g","colour":"red"}})"),
       "ClientException: Log driver awslogs disallows options: colour"},
      {with(R"("memory":6,"logConfiguration":{"logDriver":"paper"})"),
       "ClientException: Invalid value 'paper' for logDriver"},
      {with(R"("memory":6,"ulimits":[{"name":"nofile","softLimit":2,"hardLimit":1}])"),
       "ClientException: Invalid setting for container 'X'. The soft limit of 'nofile' exceeds its hard "
       "limit."},
      {with(R"("memory":6,"healthCheck":{"command":["CMD","x"],"interval":1})"),
       "ClientException: Invalid setting for container 'X'. 'healthCheck.interval' must be between 5 and "
       "300."},
      {with(R"("memory":6,"essential":false)"),
       "ClientException: TaskDefinition must have at least one essential container."},
      {two(R"("cpu":0)", R"("dependsOn":[{"containerName":"c","condition":"START"}])"),
       "ClientException: Invalid setting for container 'b'. 'dependsOn' names the unknown container 'c'."},
      {two(R"("cpu":0)", R"("dependsOn":[{"containerName":"a","condition":"SUCCESS"}])"),
       "ClientException: Invalid setting for container 'b'. The essential container 'a' cannot be waited for "
       "with SUCCESS."},
      {two(R"("cpu":0)", R"("dependsOn":[{"containerName":"a","condition":"HEALTHY"}])"),
       "ClientException: Invalid setting for container 'b'. The container 'a' has no healthCheck to wait for "
       "with HEALTHY."},
      {two(R"("dependsOn":[{"containerName":"b","condition":"START"}])",
           R"("dependsOn":[{"containerName":"a","condition":"START"}])"),
       "ClientException: Container dependencies contain a cycle"},
      {R"({"family":"f","containerDefinitions":[{"name":"a","image":"i","memory":6},{"name":"a","image":"i","memory":6}]})",
       "ClientException: Container name 'a' is used twice."},
      {with(R"("memory":6)", R"("placementConstraints":[{"type":"distinctInstance"}])"),
       "ClientException: A task definition's placement constraint must have the type memberOf."},
      {with(R"("memory":6)", R"("placementConstraints":[{"type":"memberOf","expression":"rack == 1"}])"),
       "InvalidParameterException: Invalid expression: 'rack' is not a subject"},
      {with(R"("memory":6)", R"("requiresCompatibilities":["FARGATE"])"),
       "ClientException: Fargate only supports network mode 'awsvpc'."},
      {with(R"("memory":"6")"), "SerializationException"},
  };
  EcsWorld ecs;
  for (const auto& [body, expected] : cases)
    EXPECT_EQ(ecs.error("RegisterTaskDefinition", body).substr(0, expected.size()), expected) << body;
  EXPECT_EQ(at(ecs.call("ListTaskDefinitions", "{}"), "taskDefinitionArns"), "[]")
      << "nothing of it was kept";
}

TEST(EcsTaskDefinitions, what_is_too_much_too_little_or_given_twice_is_refused) {
  const auto with = [](const std::string& container, const std::string& task = "") {
    return R"({"family":"f")" + (task.empty() ? "" : "," + task) +
           R"(,"containerDefinitions":[{"name":"X","image":"i","memory":600)" +
           (container.empty() ? "" : "," + container) + "}]}";
  };
  const std::string setting = "ClientException: Invalid setting for container 'X'. ";
  const std::string fargate =
      R"("requiresCompatibilities":["FARGATE"],"networkMode":"awsvpc","cpu":"256","memory":"1024")";
  std::string many_tags, many_codes;
  for (int i = 0; i < 51; ++i) {
    many_tags += (i ? "," : "") + (R"({"key":")" + std::to_string(i) + R"("})");
    many_codes += (i ? "," : "") + std::to_string(i);
  }
  const std::pair<std::string, std::string> cases[] = {
      {with(R"("stopTimeout":-1)"), setting + "'stopTimeout' must not be negative."},
      {with(R"("startTimeout":-1)"), setting + "'startTimeout' must not be negative."},
      {with(R"("stopTimeout":121)", fargate), setting + "'stopTimeout' must be between 0 and 120."},
      {with(R"("linuxParameters":{"maxSwap":-1})"),
       setting + "'linuxParameters.maxSwap' must not be negative."},
      {with(R"("linuxParameters":{"tmpfs":[{"containerPath":"/t","size":0}]})"),
       setting + "'linuxParameters.tmpfs.size' must be at least 1."},
      {with(R"("restartPolicy":{"enabled":true,"restartAttemptPeriod":59})"),
       setting + "'restartPolicy.restartAttemptPeriod' must be between 60 and 1800."},
      {with(R"("restartPolicy":{"enabled":true,"ignoredExitCodes":[)" + many_codes + "]}"),
       setting + "'restartPolicy.ignoredExitCodes' can have at most 50 items."},
      {with(R"("portMappings":[{"containerPort":1,"name":"-a"}])"), setting + "'portMappings.name' can have"},
      {with(
           R"("ulimits":[{"name":"cpu","softLimit":1,"hardLimit":1},{"name":"cpu","softLimit":1,"hardLimit":1}])"),
       setting + "'ulimits' has 'cpu' twice."},
      {with(R"("resourceRequirements":[{"type":"GPU","value":"1"},{"type":"GPU","value":"1"}])"),
       setting + "'resourceRequirements' has 'GPU' twice."},
      {with(R"("environmentFiles":[{"type":"s3","value":"arn:aws:s3:::b/k"}])"),
       setting + "'environmentFiles' takes objects in S3"},
      {with(R"("links":["a"])", R"("networkMode":"host")"),
       setting + "'links' is for networkMode bridge only."},
      {with(R"("hostname":"a")", R"("networkMode":"awsvpc")"),
       setting + "'hostname' cannot be given with networkMode awsvpc."},
      {with(
           R"("logConfiguration":{"logDriver":"awslogs","options":{"awslogs-group":"/g","awslogs-datetime-format":"%Y","awslogs-multiline-pattern":"^x"}})"),
       "ClientException: Log driver awslogs takes awslogs-datetime-format or awslogs-multiline-pattern"},
      {with("", R"("cpu":"127")"),
       "ClientException: Invalid 'cpu' setting for task. It must be between 128 and "},
      {with("", R"("ephemeralStorage":{"sizeInGiB":20})"),
       "ClientException: Invalid 'ephemeralStorage' setting for task."},
      {with(
           "",
           R"("volumes":[{"name":"v","host":{"sourcePath":"/x"},"dockerVolumeConfiguration":{"scope":"task"}}])"),
       "ClientException: Invalid setting for volume 'v'. Give 'host' or 'dockerVolumeConfiguration'"},
      {with("",
            R"("volumes":[{"name":"v","dockerVolumeConfiguration":{"scope":"task","autoprovision":true}}])"),
       "ClientException: Invalid setting for volume 'v'. 'autoprovision' is for the scope shared only."},
      {with(R"("command":[")" + std::string(65536, 'x') + R"("])"), "ClientException: Actual length: '656"},
      {with("", R"("tags":[)" + many_tags + "]"),
       "InvalidParameterException: tags can have at most 50 items."},
  };
  EcsWorld ecs;
  for (const auto& [body, expected] : cases)
    EXPECT_EQ(ecs.error("RegisterTaskDefinition", body).substr(0, expected.size()), expected)
        << body.substr(0, 300);
  EXPECT_EQ(at(ecs.call("ListTaskDefinitions", "{}"), "taskDefinitionArns"), "[]");
  for (
      const std::string& body :
      {with(R"("stopTimeout":0,"startTimeout":100000)"), with(R"("stopTimeout":120)", fargate),
       with("", R"("cpu":"128","ephemeralStorage":{"sizeInGiB":21})"),
       with(
           R"("ulimits":[{"name":"cpu","softLimit":1,"hardLimit":1},{"name":"core","softLimit":1,"hardLimit":1}])")})
    EXPECT_EQ(ecs.error("RegisterTaskDefinition", body), "no error") << body;
}

/// The rules of tags are the same wherever they are given.
TEST(EcsTags, what_aws_does_not_take_is_refused_everywhere) {
  const auto tag = [](const std::string& key, const std::string& value = "v") {
    return R"({"key":")" + key + R"(","value":")" + value + "\"}";
  };
  const std::pair<std::string, std::string> cases[] = {
      {tag("aws:x"), "A tag's key must not begin with aws:"},
      {tag("AwS:x"), "A tag's key must not begin with aws:"},
      {tag("k", "aws:x"), "A tag's value must not begin with aws:"},
      {tag(""), "A tag's key must have between 1 and 128 characters."},
      {R"({"value":"v"})", "A tag's key must have between 1 and 128 characters."},
      {tag(std::string(129, 'k')), "A tag's key must have between 1 and 128 characters."},
      {tag("k", std::string(257, 'v')), "A tag's value must have between 0 and 256 characters."},
      {tag("a<b"), "A tag's key can hold letters, numbers, spaces"},
      {tag("k") + "," + tag("k"), "The tag key k is given twice."},
  };
  EcsWorld ecs;
  ecs.define("job");
  for (const auto& [tags, expected] : cases) {
    const std::string members = R"("tags":[)" + tags + "]}",
                      wanted = "InvalidParameterException: " + expected;
    for (const auto& [operation, begin] :
         {std::pair(std::string("RunTask"), std::string(R"({"taskDefinition":"job",)")),
          std::pair(std::string("CreateCluster"), std::string(R"({"clusterName":"c",)")),
          std::pair(
              std::string("RegisterTaskDefinition"),
              std::string(R"({"family":"t","containerDefinitions":[{"name":"a","image":"i","memory":6}],)"))})
      EXPECT_EQ(ecs.error(operation, begin + members).substr(0, wanted.size()), wanted) << operation << tags;
  }
  std::string snow;
  for (int i = 0; i < 128; ++i) snow += "ß";  // characters count, not bytes
  for (const std::string& tags : {tag(snow), tag("a b+c-d=e.f_g:h/i@j", ""), std::string(R"({"key":"aws"})")})
    EXPECT_EQ(ecs.error("RunTask", R"({"taskDefinition":"job","tags":[)" + tags + "]}"), "no error") << tags;
}

TEST(EcsTaskDefinitions, sizes_are_read_as_people_write_them) {
  const std::pair<std::string_view, std::optional<std::int64_t>> cpus[] = {
      {"1024", 1024}, {"1 vCPU", 1024}, {".5 vcpu", 512}, {"0.25vCPU", 256}, {"2vCPU", 2048}, {"0", {}},
      {"-1", {}},     {"1.5", {}},      {"1 GB", {}},     {"", {}},          {"1e300", {}},   {"nan", {}}};
  for (const auto& [text, expected] : cpus) EXPECT_EQ(parse_task_cpu(text), expected) << text;
  const std::pair<std::string_view, std::optional<std::int64_t>> memories[] = {
      {"2048", 2048}, {"2 GB", 2048}, {"0.5GB", 512}, {"1 gb", 1024}, {"1 MB", {}}, {"x", {}}};
  for (const auto& [text, expected] : memories) EXPECT_EQ(parse_task_memory(text), expected) << text;
}

TEST(EcsFeatures, what_is_not_simply_honoured_is_said) {
  TaskDefinition definition{.family = "f"};
  definition.containerDefinitions.push_back({.name = "main", .image = "fathom", .privileged = true});
  definition.containerDefinitions[0].healthCheck =
      HealthCheck{.command = std::vector<std::string>{"CMD", "true"}};
  definition.containerDefinitions[0].logConfiguration = LogConfiguration{.logDriver = "gelf"};
  std::vector<std::string> said;
  for (const Notice& notice : notices_of(definition))
    said.push_back(notice.member + " " + std::string(to_text(notice.treatment)));
  EXPECT_EQ(said, (std::vector<std::string>{
                      "networkMode emulated", "containerDefinitions[main].privileged emulated",
                      "containerDefinitions[main].healthCheck ignored",
                      "containerDefinitions[main].logConfiguration.logDriver refused"}));
  EXPECT_EQ(required_attributes(definition),
            (std::vector<std::string>{"com.amazonaws.ecs.capability.logging-driver.gelf",
                                      "com.amazonaws.ecs.capability.privileged-container"}));
}

TEST(EcsFeatures, options_of_awslogs_that_nothing_acts_on_are_said) {
  const auto said = [](std::map<std::string, std::string> options) {
    TaskDefinition definition{.family = "f", .networkMode = "host"};
    definition.containerDefinitions.push_back({.name = "main", .image = "fathom"});
    options["awslogs-group"] = "/g";
    definition.containerDefinitions[0].logConfiguration =
        LogConfiguration{.logDriver = "awslogs", .options = std::move(options)};
    std::string text;
    for (const Notice& notice : notices_of(definition))
      text += notice.member + " " + std::string(to_text(notice.treatment)) + "; ";
    return text;
  };
  const std::string options = "containerDefinitions[main].logConfiguration.options.";
  EXPECT_EQ(said({}), "");
  EXPECT_EQ(said({{"mode", "blocking"}}), "") << "that is what is done";
  EXPECT_EQ(said({{"mode", "non-blocking"}, {"max-buffer-size", "4m"}}),
            options + "mode ignored; " + options + "max-buffer-size ignored; ");
  EXPECT_EQ(said({{"awslogs-datetime-format", "%Y"}}), options + "awslogs-datetime-format ignored; ");
  EXPECT_EQ(said({{"awslogs-multiline-pattern", "^x"}}), options + "awslogs-multiline-pattern ignored; ");
}

}  // namespace
}  // namespace berth::ecs
