// On whose behalf stacks are made, and what that takes.
#include "stack_world.hpp"

#include <gtest/gtest.h>

namespace berth::cloudformation {
namespace {

class StackRights : public testing::Test, protected test::StackWorld {};

TEST_F(StackRights, a_caller_needs_the_rights_that_its_resources_need) {
  iam::NewRole role;
  role.name = "limited";
  role.trust_policy =
      R"({"Statement":[{"Effect":"Allow","Principal":{"AWS":"000000000000"},"Action":"sts:AssumeRole"}]})";
  const auto& made = iam->create_role(world.account, std::move(role));
  iam->put_role_policy(
      world.account, "limited", "p",
      R"({"Statement":[{"Effect":"Allow","Action":["cloudformation:*","logs:*"],"Resource":"*"}]})");
  caller = identity::session_of(world.account, "limited", made.id, "s");
  create("Resources: {L: {Type: AWS::Logs::LogGroup}}");
  EXPECT_EQ(status(), "CREATE_COMPLETE");
  remove();
  create("Resources: {B: {Type: AWS::S3::Bucket}}");
  EXPECT_EQ(status(), "ROLLBACK_COMPLETE");
  EXPECT_NE(failure("B").find("s3:CreateBucket"), std::string::npos) << failure("B");
}

/// As the services' own operations ask: on the very resource.
TEST_F(StackRights, a_caller_who_may_act_on_some_names_makes_and_deletes_those_and_no_others) {
  iam::NewRole role;
  role.name = "limited";
  role.trust_policy =
      R"({"Statement":[{"Effect":"Allow","Principal":{"AWS":"000000000000"},"Action":"sts:AssumeRole"}]})";
  const auto& made = iam->create_role(world.account, std::move(role));
  caller = identity::session_of(world.account, "limited", made.id, "s");
  const auto may = [&](const std::string& actions, const std::string& resource) {
    iam->put_role_policy(world.account, "limited", "p",
                         R"({"Statement":[{"Effect":"Allow","Action":"cloudformation:*","Resource":"*"},)"
                         R"({"Effect":"Allow","Action":[)" +
                             actions + R"(],"Resource":")" + resource + R"("}]})");
  };
  const std::string trust =
      "AssumeRolePolicyDocument: {Statement: [{Effect: Allow, Principal: {Service: ec2.amazonaws.com}, "
      "Action: "
      "'sts:AssumeRole'}]}";
  const std::string document = "{Statement: [{Effect: Allow, Action: 's3:*', Resource: '*'}]}";
  struct Case {
    const char *type, *property;
    std::string others;
    const char *actions, *resource;
    const char* refused;  ///< what the failure names
  } const cases[] = {
      {"S3::Bucket", "BucketName", "", R"("s3:*")", "arn:aws:s3:::my-*", "s3:CreateBucket"},
      {"ECR::Repository", "RepositoryName", "", R"("ecr:*")",
       "arn:aws:ecr:us-east-1:000000000000:repository/my-*", "ecr:CreateRepository"},
      {"ECS::Cluster", "ClusterName", "", R"("ecs:*")", "arn:aws:ecs:us-east-1:000000000000:cluster/my-*",
       "ecs:CreateCluster"},
      {"Logs::LogGroup", "LogGroupName", "RetentionInDays: 7", R"("logs:*")",
       "arn:aws:logs:us-east-1:000000000000:log-group:my-*", "logs:CreateLogGroup"},
      {"IAM::Role", "RoleName",
       trust +
           ", Path: /p/, ManagedPolicyArns: ['arn:aws:iam::aws:policy/AmazonS3FullAccess'], Policies: "
           "[{PolicyName: own, PolicyDocument: " +
           document + "}]",
       R"("iam:*")", "arn:aws:iam::000000000000:role/p/my-*", "iam:CreateRole"},
      {"AutoScaling::LaunchConfiguration", "LaunchConfigurationName",
       "ImageId: ami-1, InstanceType: t3.micro", R"("autoscaling:*")",
       "arn:aws:autoscaling:us-east-1:000000000000:launchConfiguration:*:launchConfigurationName/my-*",
       "autoscaling:CreateLaunchConfiguration"},
      {"EC2::SecurityGroup", "GroupName", "GroupDescription: d", R"("ec2:*")",
       "arn:aws:ec2:us-east-1:000000000000:security-group/*", nullptr},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.type);
    const auto text = [&](const char* name) {
      return std::string("Resources: {R: {Type: AWS::") + c.type + ", Properties: {" + c.property + ": " +
             name + (c.others.empty() ? "" : ", ") + c.others + "}}}";
    };
    may(c.actions, c.resource);
    create(text("my-thing"));
    EXPECT_EQ(status(), "CREATE_COMPLETE") << failure("R");
    may(c.actions, std::string(c.resource) + "-not");  // nothing any more
    remove();
    EXPECT_EQ(status(), "DELETE_FAILED");
    may(c.actions, c.resource);
    remove();
    EXPECT_EQ(status(), "gone");
    if (c.refused == nullptr) continue;
    create(text("other"));
    EXPECT_EQ(status(), "ROLLBACK_COMPLETE");
    EXPECT_NE(failure("R").find(c.refused), std::string::npos) << failure("R");
    remove();
  }
  EXPECT_EQ(things(), (std::set<std::string>{"role limited", "policy p"}));
}

TEST_F(StackRights, what_a_role_may_do_is_a_right_of_its_own_to_give) {
  iam::NewRole role;
  role.name = "limited";
  role.trust_policy =
      R"({"Statement":[{"Effect":"Allow","Principal":{"AWS":"000000000000"},"Action":"sts:AssumeRole"}]})";
  const auto& made = iam->create_role(world.account, std::move(role));
  iam->put_role_policy(
      world.account, "limited", "p",
      R"({"Statement":[{"Effect":"Allow","Action":["cloudformation:*","iam:CreateRole","iam:DeleteRole",)"
      R"("iam:CreateInstanceProfile","iam:PassRole"],"Resource":"*"}]})");
  caller = identity::session_of(world.account, "limited", made.id, "s");
  const std::string start =
      "Resources: {R: {Type: AWS::IAM::Role, Properties: {RoleName: made, AssumeRolePolicyDocument: "
      "{Statement: "
      "[{Effect: Allow, Principal: {Service: ec2.amazonaws.com}, Action: 'sts:AssumeRole'}]}";
  const std::string document = "{Statement: [{Effect: Allow, Action: '*', Resource: '*'}]}";
  struct Case {
    std::string text;
    const char *resource, *refused;
  } const cases[] = {
      {start + ", Policies: [{PolicyName: all, PolicyDocument: " + document + "}]}}}", "R",
       "iam:PutRolePolicy"},
      {start + ", ManagedPolicyArns: ['arn:aws:iam::aws:policy/AmazonS3FullAccess']}}}", "R",
       "iam:AttachRolePolicy"},
      {start +
           "}}, P: {Type: AWS::IAM::Policy, Properties: {PolicyName: all, Roles: [!Ref R], PolicyDocument: " +
           document + "}}}",
       "P", "iam:PutRolePolicy"},
      {start + "}}, P: {Type: AWS::IAM::InstanceProfile, Properties: {Roles: [!Ref R]}}}", "P",
       "iam:AddRoleToInstanceProfile"},
  };
  for (const Case& c : cases) {
    create(c.text);
    EXPECT_EQ(status(), "ROLLBACK_COMPLETE") << c.text;
    EXPECT_NE(failure(c.resource).find(c.refused), std::string::npos) << failure(c.resource);
    remove();
    EXPECT_EQ(things(), (std::set<std::string>{"role limited", "policy p"}));
  }
}

TEST_F(StackRights, a_role_that_is_passed_acts_instead_of_the_caller) {
  iam::NewRole role;
  role.name = "deploy";
  role.trust_policy =
      R"({"Statement":[{"Effect":"Allow","Principal":{"Service":"cloudformation.amazonaws.com"},"Action":"sts:AssumeRole"}]})";
  iam->create_role(world.account, std::move(role));
  iam->put_role_policy(world.account, "deploy", "p",
                       R"({"Statement":[{"Effect":"Allow","Action":"logs:*","Resource":"*"}]})");
  CreateStackRequest in = request("Resources: {B: {Type: AWS::S3::Bucket}}");
  in.RoleARN = "arn:aws:iam::000000000000:role/deploy";
  create(std::move(in));
  EXPECT_EQ(status(), "ROLLBACK_COMPLETE");  // root could make it, the role cannot
  CreateStackRequest unknown = request("Resources: {B: {Type: AWS::S3::Bucket}}");
  unknown.StackName = "t";
  unknown.RoleARN = "arn:aws:iam::000000000000:role/nosuch";
  EXPECT_EQ(refusal(std::move(unknown)).substr(0, 16), "ValidationError:");
}

}  // namespace
}  // namespace berth::cloudformation
