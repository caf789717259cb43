#include "stack_world.hpp"

#include "base/json.hpp"

#include <gtest/gtest.h>

namespace berth::cloudformation {
namespace {

class Stacks : public testing::Test, protected test::StackWorld {
 protected:
  std::string recommender =
      base::read_file(std::string(BERTH_SOURCE_DIR) + "/templates/recommender.yaml").value();
  std::map<std::string, std::string> urls = {
      {"DataURL", "http://127.0.0.1:4566/data/samples?X-Amz-Signature=a&b=c"},
      {"TrainingConfigURL", "http://127.0.0.1:4566/data/config"}};

  std::string output(const std::string& name) {
    for (const stack::OutputRecord& output : find()->outputs)
      if (output.name == name) return output.value;
    return "no such output";
  }
  std::string standing(const std::string& resource, const std::string& property) {
    const auto report = stack_report(*service, world.account, world.region, "s").value();
    for (const auto& row : report.at("rows").as_array())
      if (row.at("resource").as_string() == resource && row.at("property").as_string() == property)
        return std::string(row.at("standing").as_string()) + ": " + std::string(row.at("note").as_string());
    return "no such row";
  }
};

TEST_F(Stacks, the_recommender_is_made_whole_with_only_its_addresses_given) {
  create(recommender, urls);
  ASSERT_EQ(status(), "CREATE_COMPLETE") << find()->reason;
  const std::string cluster = output("ClusterName");
  EXPECT_EQ(cluster.substr(0, 10), "s-Cluster-");
  EXPECT_EQ(output("ResultsBucket").substr(0, 16), "s-resultsbucket-");
  EXPECT_EQ(output("RepositoryName").substr(0, 13), "s-repository-");
  EXPECT_EQ(output("RepositoryUri"), "127.0.0.1:4566/" + output("RepositoryName"));
  EXPECT_EQ(output("TaskDefinition"), "arn:aws:ecs:us-east-1:000000000000:task-definition/s:1");

  const auto instances = world.fleet->instances_of(world.key(cluster));
  ASSERT_EQ(instances.size(), 1U);
  EXPECT_EQ(instances[0]->record.iam_instance_profile,
            "arn:aws:iam::000000000000:instance-profile/" + resource("InstanceProfile").physical_id);

  ecs::DescribeTaskDefinitionRequest question;
  question.taskDefinition = "s";
  const auto definition =
      ecs::describe_task_definition(*ecs, call(), std::move(question)).taskDefinition.value();
  const ecs::ContainerDefinition& container = definition.containerDefinitions.at(0);
  EXPECT_EQ(container.memory, 15000);
  EXPECT_FALSE(container.privileged.value_or(false));
  EXPECT_EQ(container.essential, true);
  EXPECT_FALSE(container.resourceRequirements && !container.resourceRequirements->empty());
  std::map<std::string, std::string> environment;
  for (const auto& pair : container.environment) environment[pair.name.value()] = pair.value.value();
  EXPECT_EQ(environment["DATAURL"], urls["DataURL"]);
  EXPECT_EQ(environment["S3BUCKETRESULTS"], output("ResultsBucket"));
  EXPECT_EQ(container.logConfiguration->options->at("awslogs-group"), output("LogGroup"));
  EXPECT_EQ(container.command->at(2).substr(0, 12), "export DATE=");
  EXPECT_NE(container.command->at(2).find(
                " curl -fsSLo data $DATAURL && $GENERATEINPUTCMD && $GENERATEOUTPUTCMD && curl -fsSLo config "
                "$TRAININGCONFIGURL && $TRAINCMD && $PREDICTCMD && aws s3 cp --no-progress results "
                "s3://$S3BUCKETRESULTS/results.$HOSTNAME.$DATE"),
            std::string::npos)
      << container.command->at(2);

  // The task may write results, and nothing else of the bucket; its instance may not even that.
  const std::string object = "arn:aws:s3:::" + output("ResultsBucket") + "/results.x";
  const auto task = directory->issue_for_service(world.account, definition.taskRoleArn.value(),
                                                 "ecs-tasks.amazonaws.com", "t", std::chrono::hours(1));
  ASSERT_TRUE(task);
  EXPECT_EQ(directory->decide(task->principal, "s3:PutObject", object), identity::Decision::Allowed);
  for (const char* action : {"s3:DeleteObject", "s3:GetObject", "s3:PutObjectTagging", "ecs:Poll"})
    EXPECT_EQ(directory->decide(task->principal, action, object), identity::Decision::DeniedByDefault)
        << action;
  const auto instance = directory->issue_for_instance(
      world.account, instances[0]->record.iam_instance_profile, "i-1", std::chrono::hours(1));
  ASSERT_TRUE(instance);
  EXPECT_EQ(directory->decide(instance->principal, "s3:PutObject", object),
            identity::Decision::DeniedByDefault);

  remove();
  EXPECT_EQ(status(), "gone");
  EXPECT_EQ(things(), std::set<std::string>{});
}

TEST_F(Stacks, the_report_tells_what_of_the_recommender_is_done_how) {
  create(recommender, urls);
  ASSERT_EQ(status(), "CREATE_COMPLETE");
  EXPECT_EQ(standing("LaunchTemplate", "LaunchTemplateData.UserData"),
            "emulated: read for ECS_CLUSTER, never executed; ECS_CLUSTER=" + output("ClusterName") +
                " was read from it");
  EXPECT_NE(
      standing("LaunchTemplate", "LaunchTemplateData.InstanceType").find("this machine has 2, 8000 and 0"),
      std::string::npos);
  EXPECT_EQ(standing("BucketPolicy", "PolicyDocument"), "honoured: ");
  EXPECT_EQ(standing("Instances", "CreationPolicy").substr(0, 9), "emulated:");
  EXPECT_EQ(standing("SecurityGroup", "SecurityGroupIngress").substr(0, 9), "emulated:");
  EXPECT_EQ(standing("LogGroup", "RetentionInDays"), "honoured: ");
  EXPECT_NE(standing("VPC", "").find("emulated: no value was given"), std::string::npos);
  EXPECT_EQ(stack_report(*service, world.account, world.region, "nosuch"), std::nullopt);
}

TEST_F(Stacks, the_report_has_one_row_a_property_before_and_after_an_update) {
  const auto rows = [&] {
    std::map<std::string, std::string> found;
    const auto report = stack_report(*service, world.account, world.region, "s").value();
    for (const auto& row : report.at("rows").as_array()) {
      const std::string name =
          std::string(row.at("resource").as_string()) + "." + std::string(row.at("property").as_string());
      EXPECT_TRUE(found.emplace(name, row.at("standing").as_string()).second) << name << " has two rows";
    }
    return found;
  };
  create(recommender, urls);
  ASSERT_EQ(status(), "CREATE_COMPLETE");
  const auto made = rows();
  EXPECT_EQ(made.at("TaskDefinition.ExecutionRoleArn"), "emulated");
  EXPECT_EQ(made.at("TaskDefinition.TaskRoleArn"), "honoured");
  UpdateStackRequest in;
  in.StackName = "s";
  in.UsePreviousTemplate = true;
  for (const stack::ParameterRecord& parameter : find()->parameters) {
    Parameter same;
    same.ParameterKey = parameter.name;
    same.UsePreviousValue = true;
    if (!parameter.stood_in) in.Parameters.push_back(std::move(same));
  }
  in.Capabilities = {"CAPABILITY_NAMED_IAM"};
  in.Tags.push_back({"team", "a"});
  ASSERT_EQ(update(std::move(in)), "");
  ASSERT_EQ(status(), "UPDATE_COMPLETE") << find()->reason;
  EXPECT_EQ(rows(), made);
}

TEST_F(Stacks, a_failure_at_any_resource_of_the_recommender_leaves_nothing) {
  std::vector<std::string> ids;
  for (const auto& definition : stack::parse_template(recommender).resources)
    ids.push_back(definition.logical_id);
  ASSERT_EQ(ids.size(), 13U);
  for (const bool after : {false, true}) {
    for (const std::string& id : ids) {
      SCOPED_TRACE(id + (after ? " after" : " before"));
      (after ? provider->fail_after : provider->fail_before) = id;
      create(recommender, urls);
      EXPECT_EQ(status(), "ROLLBACK_COMPLETE") << find()->reason;
      EXPECT_EQ(failure(id).substr(0, 12), after ? "" : "made to fail");
      EXPECT_EQ(things(), std::set<std::string>{});
      remove();
      provider->fail_after = provider->fail_before = "";
    }
  }
}

TEST_F(Stacks, a_bucket_with_objects_keeps_its_stack_until_it_is_empty) {
  create("Resources: {B: {Type: AWS::S3::Bucket}, R: {Type: AWS::ECR::Repository}}");
  const std::string bucket = resource("B").physical_id;
  const auto put = [this](std::string name) -> base::Async<void> {
    objects::BlobWriter writer = objects->writer();
    co_await writer.write("x");
    objects::Written written = co_await writer.finish();
    objects::Attributes attributes;
    co_await objects->put(objects::ObjectName(name, "k"), std::move(written), attributes);
  };
  await(put(bucket));
  remove();
  EXPECT_EQ(status(), "DELETE_FAILED");
  EXPECT_EQ(find()->reason, "The following resource(s) failed to delete: [B]. ");
  EXPECT_NE(failure("B").find("BucketNotEmpty"), std::string::npos);
  await(objects->empty_bucket(bucket));
  remove();
  EXPECT_EQ(status(), "gone");
  EXPECT_EQ(things(), std::set<std::string>{});
}

TEST_F(Stacks, names_that_are_taken_fail_and_stay_with_their_owner) {
  struct Case {
    const char *type, *property;
  } const cases[] = {{"AWS::Logs::LogGroup", "LogGroupName"},
                     {"AWS::S3::Bucket", "BucketName"},
                     {"AWS::ECR::Repository", "RepositoryName"},
                     {"AWS::ECS::Cluster", "ClusterName"}};
  for (const Case& c : cases) {
    const std::string text =
        std::string("Resources: {R: {Type: ") + c.type + ", Properties: {" + c.property + ": taken}}}";
    CreateStackRequest first = request(text);
    first.StackName = "owner";
    create(std::move(first));
    ASSERT_EQ(status("owner"), "CREATE_COMPLETE") << c.type;
    create(text);
    EXPECT_EQ(status(), "ROLLBACK_COMPLETE") << c.type;
    EXPECT_NE(failure("R").find("already exists"), std::string::npos) << failure("R");
    EXPECT_EQ(things().size(), 1U) << c.type;
    remove();
    remove("owner");
    EXPECT_TRUE(things().empty()) << c.type;
  }
}

TEST_F(Stacks, what_is_unknown_or_refused_fails_by_name) {
  struct Case {
    const char *resource, *reason;
  } const cases[] = {
      {"{Type: AWS::Logs::LogGroup, Properties: {NoSuchProperty: 1}}",
       "Encountered unsupported property NoSuchProperty"},
      {"{Type: AWS::Logs::LogGroup, Properties: {RetentionInDays: 2}}", "2 is not a number of days"},
      {"{Type: AWS::Logs::LogGroup, Properties: {RetentionInDays: many}}",
       "Value of property RetentionInDays must be of type Integer"},
      {"{Type: AWS::S3::Bucket, Properties: {BucketName: Not_A_Bucket}}",
       "Bucket name Not_A_Bucket is not valid"},
      {"{Type: AWS::S3::Bucket, Properties: {WebsiteConfiguration: {}}}",
       "Property WebsiteConfiguration is not supported here"},
      {"{Type: AWS::ECR::Repository, Properties: {RepositoryName: UPPER}}", "InvalidParameterException"},
      {"{Type: AWS::ECS::TaskDefinition, Properties: {}}", "Property ContainerDefinitions cannot be empty."},
      {"{Type: AWS::ECS::TaskDefinition, Properties: {ContainerDefinitions: [{Nme: x}]}}",
       "Encountered unsupported property ContainerDefinitions.Nme"},
      {"{Type: AWS::ECS::TaskDefinition, Properties: {ContainerDefinitions: [{Name: x, Image: y}]}}",
       "ClientException"},
      {"{Type: AWS::AutoScaling::LaunchConfiguration, Properties: {ImageId: ami-1, InstanceType: no.such}}",
       "no.such"},
      {"{Type: AWS::AutoScaling::LaunchConfiguration, Properties: {ImageId: ami-1, InstanceType: g5.xlarge, "
       "IamInstanceProfile: none}}",
       "NoSuchEntity"},
      {"{Type: AWS::AutoScaling::AutoScalingGroup, Properties: {MinSize: 1, MaxSize: 1, "
       "LaunchConfigurationName: none}}",
       "none"},
      {"{Type: AWS::AutoScaling::AutoScalingGroup, Properties: {MinSize: 1, MaxSize: 1, "
       "MixedInstancesPolicy: {}}}",
       "Property MixedInstancesPolicy is not supported here"},
      {"{Type: AWS::EC2::SecurityGroup, Properties: {GroupDescription: d, VpcId: vpc-1}}",
       "The vpc ID 'vpc-1' does not exist"},
      {"{Type: AWS::IAM::Role, Properties: {AssumeRolePolicyDocument: {Statement: []}, PermissionsBoundary: "
       "x}}",
       "Property PermissionsBoundary is not supported here"},
      {"{Type: AWS::IAM::Role, Properties: {AssumeRolePolicyDocument: {Stmt: []}}}",
       "MalformedPolicyDocument"},
      {"{Type: AWS::IAM::InstanceProfile, Properties: {Roles: [none]}}", "NoSuchEntity"},
      {"{Type: AWS::IAM::Policy, Properties: {PolicyName: p, PolicyDocument: {Statement: []}, Roles: "
       "[none]}}",
       "NoSuchEntity"},
      {"{Type: AWS::IAM::Policy, Properties: {PolicyName: p, PolicyDocument: {Statement: []}}}",
       "At least one of"}};
  for (const Case& c : cases) {
    create(std::string("Resources: {R: ") + c.resource + "}");
    EXPECT_EQ(status(), "ROLLBACK_COMPLETE") << c.resource;
    EXPECT_NE(failure("R").find(c.reason), std::string::npos) << c.resource << " → " << failure("R");
    EXPECT_EQ(things(), std::set<std::string>{}) << c.resource;
    remove();
  }
}

const std::string group_template = R"(
Resources:
  Cluster: {Type: AWS::ECS::Cluster}
  Launch:
    Type: AWS::AutoScaling::LaunchConfiguration
    Metadata:
      AWS::CloudFormation::Init:
        config: {commands: {join: {command: !Sub 'echo ECS_CLUSTER=${Cluster} >> /etc/ecs/ecs.config'}}}
    Properties: {ImageId: ami-1, InstanceType: t3.micro}
  Group:
    Type: AWS::AutoScaling::AutoScalingGroup
    CreationPolicy: {ResourceSignal: {Count: '1', Timeout: PT0S}}
    Properties: {LaunchConfigurationName: !Ref Launch, MinSize: '0', MaxSize: '4', DesiredCapacity: 'WANTED'}
)";

std::string group_of(int wanted) {
  std::string text = group_template;
  return text.replace(text.find("WANTED"), 6, std::to_string(wanted));
}

TEST_F(Stacks, the_cluster_may_stand_in_init_metadata_too) {
  create(group_of(1));
  ASSERT_EQ(status(), "CREATE_COMPLETE") << failure("Group");
  EXPECT_EQ(world.fleet->instances_of(world.key(resource("Cluster").physical_id)).size(), 1U);
}

TEST_F(Stacks, a_group_whose_signals_do_not_come_in_time_fails) {
  create(group_of(0));
  EXPECT_EQ(status(), "ROLLBACK_COMPLETE");
  const Call made = call();
  DescribeStackEventsRequest question;
  question.StackName = "s";
  std::string reason;
  for (const StackEvent& event :
       await(describe_stack_events(*service, made, std::move(question))).StackEvents)
    if (event.LogicalResourceId == "Group" && event.ResourceStatus == "CREATE_FAILED")
      reason = event.ResourceStatusReason.value_or("");
  EXPECT_EQ(reason,
            "Received 0 SUCCESS signal(s) out of 1. Failed to receive 1 resource signal(s) within the "
            "specified duration");
  EXPECT_EQ(things(), std::set<std::string>{});
}

TEST_F(Stacks, requests_are_checked_before_anything_is_made) {
  const auto with = [&](auto change, const char* text = "Resources: {L: {Type: AWS::Logs::LogGroup}}") {
    CreateStackRequest in = request(text);
    change(in);
    return refusal(std::move(in));
  };
  const auto begins = [](const std::string& text, const char* beginning) {
    EXPECT_EQ(text.substr(0, std::string(beginning).size()), beginning);
  };
  begins(with([](auto& in) { in.StackName = "1x"; }),
         "ValidationError: 1 validation error detected: Value '1x' at 'stackName'");
  begins(with([](auto& in) { in.TemplateBody.reset(); }),
         "ValidationError: Either Template URL or Template Body");
  begins(with([](auto& in) { in.TemplateBody = std::string(51'201, ' '); }),
         "ValidationError: 1 validation error detected");
  begins(with([](auto& in) { in.OnFailure = "EXPLODE"; }),
         "ValidationError: 1 validation error detected: Value 'EXPLODE'");
  begins(with([](auto& in) { in.OnFailure = "DELETE", in.DisableRollback = true; }),
         "ValidationError: Only one of");
  begins(with([](auto& in) { in.ResourceTypes = {"AWS::S3::*"}; }),
         "ValidationError: Resource type AWS::Logs::LogGroup is not allowed");
  begins(with([](auto& in) { in.Capabilities = {"CAPABILITY_FLY"}; }),
         "ValidationError: 1 validation error detected");
  begins(with([](auto& in) { in.TimeoutInMinutes = 0; }), "ValidationError: 1 validation error detected");
  begins(with([](auto& in) { in.Tags = {{"a", "1"}, {"a", "2"}}; }), "ValidationError: Duplicate tag keys");
  begins(
      with([](auto&) {}, "Resources: {X: {Type: AWS::No::Such}, Y: {Type: AWS::No::Other}}"),
      "ValidationError: Template format error: Unrecognized resource types: [AWS::No::Such, AWS::No::Other]");
  begins(with([](auto&) {},
              "Resources: {L: {Type: AWS::Logs::LogGroup}, M: {Type: AWS::Logs::LogGroup, Properties: "
              "{LogGroupName: !GetAtt L.Size}}}"),
         "ValidationError: Template error: resource L does not support attribute type Size in Fn::GetAtt");
  const char* role =
      "Resources: {R: {Type: AWS::IAM::Role, Properties: {RoleName: r, AssumeRolePolicyDocument: {}}}}";
  begins(with([](auto& in) { in.Capabilities = {"CAPABILITY_IAM"}; }, role),
         "InsufficientCapabilitiesException: Requires capabilities : [CAPABILITY_NAMED_IAM]");
  begins(with([](auto& in) { in.Capabilities.clear(); },
              "Resources: {R: {Type: AWS::IAM::Role, Properties: {AssumeRolePolicyDocument: {}}}}"),
         "InsufficientCapabilitiesException: Requires capabilities : [CAPABILITY_IAM]");
  EXPECT_EQ(find(), nullptr);
  create("Resources: {L: {Type: AWS::Logs::LogGroup}}");
  begins(with([](auto&) {}), "AlreadyExistsException: Stack [s] already exists");
}

TEST_F(Stacks, a_protected_stack_is_not_deleted) {
  CreateStackRequest in = request("Resources: {L: {Type: AWS::Logs::LogGroup}}");
  in.EnableTerminationProtection = true;
  create(std::move(in));
  EXPECT_THROW(remove(), wire::ServiceError);
  EXPECT_EQ(status(), "CREATE_COMPLETE");
}

TEST_F(Stacks, are_described_by_name_while_they_live_and_by_id_for_ever) {
  CreateStackRequest in = request(
      "Description: d\nParameters: {S: {Type: String, NoEcho: true, Default: hush}}\n"
      "Resources: {L: {Type: AWS::Logs::LogGroup}}\nOutputs: {O: {Value: !Ref L, Description: the group}}");
  in.Tags = {{"k", "v"}};
  const std::string id = create(std::move(in));
  const Call made = call();
  const auto describe = [&](const std::string& name) {
    DescribeStacksRequest question;
    question.StackName = name;
    return await(describe_stacks(*service, made, std::move(question))).Stacks.at(0);
  };
  const Stack living = describe("s");
  EXPECT_EQ(living.StackId, id);
  EXPECT_EQ(living.Description, "d");
  EXPECT_EQ(living.Parameters.at(0).ParameterValue, "****");
  EXPECT_EQ(living.Outputs.at(0).Description, "the group");
  EXPECT_EQ(living.Tags.at(0).Value, "v");
  EXPECT_EQ(living.StackStatusReason, std::nullopt);
  ListStackResourcesRequest listing;
  listing.StackName = "s";
  EXPECT_EQ(await(list_stack_resources(*service, made, std::move(listing)))
                .StackResourceSummaries.at(0)
                .ResourceStatus,
            "CREATE_COMPLETE");
  remove();
  EXPECT_EQ(describe(id).StackStatus, "DELETE_COMPLETE");
  EXPECT_TRUE(describe(id).DeletionTime.has_value());
  EXPECT_THROW(describe("s"), wire::ServiceError);
  ListStacksRequest all;
  EXPECT_EQ(await(list_stacks(*service, made, std::move(all))).StackSummaries.at(0).StackStatus,
            "DELETE_COMPLETE");
  GetTemplateRequest original;
  original.StackName = id;
  EXPECT_EQ(await(get_template(*service, made, std::move(original))).TemplateBody->substr(0, 14),
            "Description: d");
}

TEST_F(Stacks, are_there_after_a_restart) {
  create(recommender, urls);
  restart();
  EXPECT_EQ(status(), "CREATE_COMPLETE");
  EXPECT_EQ(output("ClusterName"), resource("Cluster").physical_id);
  remove();
  EXPECT_EQ(status(), "gone");
  EXPECT_EQ(things(), std::set<std::string>{});
}

TEST_F(Stacks, a_template_is_validated_without_being_made) {
  const Call made = call();
  ValidateTemplateRequest in;
  in.TemplateBody = recommender;
  const auto out = await(validate_template(*service, made, std::move(in)));
  EXPECT_EQ(out.Capabilities, (std::vector<std::string>{"CAPABILITY_IAM"}));
  EXPECT_EQ(out.Parameters.size(), 17U);
  EXPECT_NE(out.CapabilitiesReason->find("AWS::IAM::Role"), std::string::npos);
}

TEST_F(Stacks, conditions_in_a_circle_are_refused_though_nothing_uses_them) {
  for (const char* conditions :
       {"{C: {Condition: C}}", "{A: !Not [{Condition: B}], B: !Not [{Condition: A}]}"}) {
    const std::string text =
        std::string("Conditions: ") + conditions + "\nResources: {L: {Type: AWS::Logs::LogGroup}}";
    EXPECT_NE(refusal(text).find("Circular dependency between conditions"), std::string::npos)
        << refusal(text);
    const Call made = call();
    ValidateTemplateRequest in;
    in.TemplateBody = text;
    EXPECT_THROW(await(validate_template(*service, made, std::move(in))), wire::ServiceError);
  }
  EXPECT_EQ(things(), std::set<std::string>{});
}

}  // namespace
}  // namespace berth::cloudformation
