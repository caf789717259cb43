/// A daemon that dies at any moment leaves nothing of a stack that the stack does not know: every type, every commit.
#include "stack_world.hpp"

#include "base/ascii.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <fstream>

namespace berth::cloudformation {
namespace {

using test::StackWorld;
using Databases = std::vector<std::string>;

/// One resource of each type; all of them named, or named by CloudFormation.
std::string every_type(bool named) {
  const auto resource = [&](const char* id, const char* type, const std::string& name,
                            const char* properties) {
    const std::string given =
        named && !name.empty() ? fmt::format("{}: my-{}, ", name, base::to_lower(id)) : "";
    return fmt::format("  {}: {{Type: 'AWS::{}', Properties: {{{}{}}}}}\n", id, type, given, properties);
  };
  return "Resources:\n" + resource("Bucket", "S3::Bucket", "BucketName", "") +
         resource("Access", "S3::BucketPolicy", "",
                  "Bucket: !Ref Bucket, PolicyDocument: {Statement: [{Effect: Deny, Principal: '*', Action: "
                  "'s3:*', Resource: !Sub '${Bucket.Arn}/*', Condition: {Bool: {'aws:SecureTransport': "
                  "'false'}}}]}") +
         resource("Repository", "ECR::Repository", "RepositoryName", "") +
         resource("Logs", "Logs::LogGroup", "LogGroupName", "RetentionInDays: 7") +
         resource("Cluster", "ECS::Cluster", "ClusterName", "") +
         resource("Ports", "EC2::SecurityGroup", "GroupName", "GroupDescription: d") +
         resource(
             "Role", "IAM::Role", "RoleName",
             "AssumeRolePolicyDocument: {Statement: [{Effect: Allow, Principal: {Service: "
             "ec2.amazonaws.com}, Action: 'sts:AssumeRole'}]}, ManagedPolicyArns: "
             "['arn:aws:iam::aws:policy/AmazonS3FullAccess'], Policies: [{PolicyName: own, PolicyDocument: "
             "{Statement: [{Effect: Allow, Action: 's3:*', Resource: '*'}]}}]") +
         resource(
             "Policy", "IAM::Policy", "",
             "PolicyName: given, Roles: [!Ref Role], PolicyDocument: {Statement: [{Effect: Allow, Action: "
             "'s3:*', Resource: '*'}]}") +
         resource("Profile", "IAM::InstanceProfile", "InstanceProfileName", "Roles: [!Ref Role]") +
         resource("Launch", "AutoScaling::LaunchConfiguration", "LaunchConfigurationName",
                  "ImageId: ami-1, InstanceType: t3.micro, IamInstanceProfile: !Ref Profile") +
         resource("Group", "AutoScaling::AutoScalingGroup", "AutoScalingGroupName",
                  "LaunchConfigurationName: !Ref Launch, MinSize: 0, MaxSize: 1, DesiredCapacity: 1") +
         resource("Definition", "ECS::TaskDefinition", "Family",
                  "ContainerDefinitions: [{Name: c, Image: fathom, Memory: 64, Command: ['true']}]") +
         resource("Template", "EC2::LaunchTemplate", "LaunchTemplateName",
                  "LaunchTemplateData: {InstanceType: t3.micro}") +
         resource(
             "Managed", "IAM::ManagedPolicy", "ManagedPolicyName",
             "Roles: [!Ref Role], PolicyDocument: {Statement: [{Effect: Allow, Action: 's3:*', Resource: "
             "'*'}]}") +
         resource("Value", "SSM::Parameter", "Name", "Type: String, Value: v") +
         resource("Provider", "ECS::CapacityProvider", "Name",
                  "AutoScalingGroupProvider: {AutoScalingGroupArn: !Ref Group}") +
         resource(
             "Capacity", "ECS::ClusterCapacityProviderAssociations", "",
             "Cluster: !Ref Cluster, CapacityProviders: [!Ref Provider], DefaultCapacityProviderStrategy: "
             "[{CapacityProvider: !Ref Provider, Weight: 1}]") +
         resource("Metadata", "CDK::Metadata", "", "Analytics: v2") +
         resource("Net", "EC2::VPC", "", "CidrBlock: 10.0.0.0/16") +
         resource("Part", "EC2::Subnet", "", "VpcId: !Ref Net, CidrBlock: 10.0.0.0/24") +
         resource("Table", "EC2::RouteTable", "", "VpcId: !Ref Net") +
         resource("Way", "EC2::SubnetRouteTableAssociation", "",
                  "RouteTableId: !Ref Table, SubnetId: !Ref Part") +
         resource("Gate", "EC2::InternetGateway", "", "") +
         resource("Attached", "EC2::VPCGatewayAttachment", "",
                  "VpcId: !Ref Net, InternetGatewayId: !Ref Gate") +
         resource("Out", "EC2::Route", "",
                  "RouteTableId: !Ref Table, DestinationCidrBlock: 0.0.0.0/0, GatewayId: !Ref Gate") +
         resource("Address", "EC2::EIP", "", "Domain: vpc") +
         resource("Nat", "EC2::NatGateway", "",
                  "SubnetId: !Ref Part, AllocationId: !GetAtt Address.AllocationId") +
         resource("Into", "EC2::SecurityGroupIngress", "",
                  "GroupId: !Ref Ports, IpProtocol: tcp, FromPort: 80, ToPort: 80, CidrIp: 0.0.0.0/0") +
         resource("Outof", "EC2::SecurityGroupEgress", "",
                  "GroupId: !Ref Ports, IpProtocol: tcp, FromPort: 80, ToPort: 80, CidrIp: 10.0.0.0/8") +
         resource("Handle", "CloudFormation::WaitConditionHandle", "", "") +
         resource("Condition", "CloudFormation::WaitCondition", "",
                  "Handle: !Ref Handle, Timeout: 0, Count: 0") +
         resource("Inner", "CloudFormation::Stack", "",
                  "TemplateURL: 'http://127.0.0.1:4566/templates/inner', Parameters: {Memory: 65}");
}

const char* const inner =
    "Parameters: {Memory: {Type: String}}\n"
    "Resources: {D: {Type: AWS::ECS::TaskDefinition, Properties: {ContainerDefinitions: [{Name: c, Image: "
    "fathom, Memory: !Ref Memory}]}}, R: {Type: AWS::ECR::Repository}}\n";

store::StoreOptions remembering(Databases& all) {
  store::StoreOptions options;
  options.on_commit = [&all](store::Connection& db) {
    sqlite3_int64 size = 0;
    unsigned char* bytes = sqlite3_serialize(db.getHandle(), "main", &size, 0);
    all.emplace_back(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
    sqlite3_free(bytes);
  };
  return options;
}

class StackCrash : public testing::TestWithParam<bool> {
 protected:
  /// Runs `f` in a world that remembers what every commit left, from the first commit of `f` on.
  Databases commits_of(const std::function<void(StackWorld&)>& prepare,
                       const std::function<void(StackWorld&)>& f) {
    Databases all;
    StackWorld first(":memory:", remembering(all));
    first.keep_template("inner", inner);
    if (prepare) prepare(first);
    first.world.store->flush();
    Databases().swap(all);
    f(first);
    first.world.store->flush();
    return all;
  }

  /// Starts a daemon on each of them, and gives it to `check` when it has come to rest.
  void after_each(const Databases& all, const std::function<void(StackWorld&)>& check) {
    ASSERT_FALSE(all.empty());
    for (std::size_t i = 0; i < all.size(); ++i) {
      SCOPED_TRACE(fmt::format("killed after commit {} of {}", i + 1, all.size()));
      const std::string path = folder / fmt::format("{}.db", i);
      std::ofstream(path, std::ios::binary) << all[i];
      StackWorld again(path);
      again.engine->resume();
      again.world.settle();
      check(again);
      if (HasFailure()) return;  // one is enough to read
    }
  }

  const std::string text = every_type(GetParam());
  base::TemporaryFolder folder;
};

INSTANTIATE_TEST_SUITE_P(Names, StackCrash, testing::Bool(),
                         [](const auto& named) { return named.param ? "given" : "made_up"; });

TEST_P(StackCrash, every_type_is_in_the_template) {
  const stack::Template definition = stack::parse_template(text);
  for (const ResourceType* type : resource_types())
    EXPECT_TRUE(std::ranges::any_of(definition.resources, [&](const auto& resource) {
      return resource.type == type->info.name;
    })) << type->info.name;
}

TEST_P(StackCrash, while_it_is_made_the_stack_is_made_whole_and_deletes_all_of_it) {
  const Databases all = commits_of({}, [&](StackWorld& world) {
    world.create(text);
    ASSERT_EQ(world.status(), "CREATE_COMPLETE") << world.find()->reason;
  });
  after_each(all, [](StackWorld& world) {
    if (world.find() == nullptr) return;
    ASSERT_EQ(world.status(), "CREATE_COMPLETE") << world.find()->reason;
    world.remove();
    EXPECT_EQ(world.status(), "gone");
    EXPECT_EQ(world.things(), std::set<std::string>{});
  });
}

TEST_P(StackCrash, while_it_fails_and_rolls_back_it_leaves_nothing) {
  const Databases all = commits_of({}, [&](StackWorld& world) {
    world.create(text +
                 "  Last: {Type: 'AWS::S3::Bucket', Properties: {BucketName: 'not a name!'}, "
                 "DependsOn: [Group, Policy, Inner]}\n");
    ASSERT_EQ(world.status(), "ROLLBACK_COMPLETE");
  });
  after_each(all, [](StackWorld& world) {
    if (world.find() == nullptr) return;
    EXPECT_EQ(world.status(), "ROLLBACK_COMPLETE");
    EXPECT_EQ(world.things(), std::set<std::string>{});
  });
}

TEST_P(StackCrash, while_it_is_deleted_it_leaves_nothing) {
  const Databases all = commits_of([&](StackWorld& world) { world.create(text); },
                                   [](StackWorld& world) {
                                     world.remove();
                                     ASSERT_EQ(world.status(), "gone");
                                   });
  after_each(all, [](StackWorld& world) {
    EXPECT_EQ(world.status(), "gone");
    EXPECT_EQ(world.things(), std::set<std::string>{});
  });
}

/// The same stack with something else of everything that can be something else: in place, and by other resources
/// where their names allow that.
std::string changed(std::string text, bool named) {
  const auto change = [&](const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
  };
  change("RetentionInDays: 7", "RetentionInDays: 14");
  change("PolicyName: own", "PolicyName: other");
  change("PolicyName: given", "PolicyName: taken");
  change("AmazonS3FullAccess", "AmazonS3ReadOnlyAccess");
  change("Memory: 64", "Memory: 128");
  change("Memory: 65", "Memory: 129");
  if (named) {
    change("BucketName: my-bucket", "BucketName: my-other-bucket");
    change("RoleName: my-role", "RoleName: my-other-role");
    change("RepositoryName: my-repository", "RepositoryName: my-other-repository");
  } else {
    change("InstanceType: t3.micro", "InstanceType: t3.small");
    change("GroupDescription: d", "GroupDescription: e");
  }
  return text;
}

TEST_P(StackCrash, while_it_is_updated_the_update_is_finished_and_everything_can_be_deleted) {
  const std::string next = changed(text, GetParam());
  std::size_t made = 0;
  const Databases all = commits_of(
      [&](StackWorld& world) {
        world.create(text);
        made = world.things().size();
      },
      [&](StackWorld& world) {
        EXPECT_EQ(world.update(next), "");
        ASSERT_EQ(world.status(), "UPDATE_COMPLETE") << world.find()->reason;
      });
  after_each(all, [&](StackWorld& world) {
    ASSERT_EQ(world.status(), "UPDATE_COMPLETE") << world.find()->reason;
    const auto left = world.things();
    EXPECT_TRUE(left.contains("policy other") && left.contains("policy taken"));
    EXPECT_FALSE(left.contains("policy own") || left.contains("policy given"));
    EXPECT_EQ(left.size(), made);
    world.remove();
    EXPECT_EQ(world.status(), "gone");
    EXPECT_EQ(world.things(), std::set<std::string>{});
  });
}

TEST_P(StackCrash, while_an_update_goes_back_everything_is_as_it_was) {
  const std::string next = changed(text, GetParam()) +
                           "  Last: {Type: 'AWS::S3::Bucket', Properties: {BucketName: 'not a name!'}, "
                           "DependsOn: [Group, Policy, Definition, Logs, Inner]}\n";
  std::set<std::string> before;
  const Databases all = commits_of(
      [&](StackWorld& world) {
        world.create(text);
        before = world.things();
      },
      [&](StackWorld& world) {
        EXPECT_EQ(world.update(next), "");
        ASSERT_EQ(world.status(), "UPDATE_ROLLBACK_COMPLETE") << world.find()->reason;
      });
  after_each(all, [&](StackWorld& world) {
    ASSERT_EQ(world.status(), "UPDATE_ROLLBACK_COMPLETE") << world.find()->reason;
    EXPECT_EQ(world.things(), before);
    world.remove();
    EXPECT_EQ(world.things(), std::set<std::string>{});
  });
}

/// Between a crash and the restart nobody can make anything, but just after it somebody may be faster than the stack.
TEST_P(StackCrash, what_others_have_made_under_a_name_of_the_stack_stays) {
  if (!GetParam()) GTEST_SKIP() << "made-up names are nobody else's";
  std::set<std::string> before;
  const Databases all = commits_of(
      [&](StackWorld& world) {
        world.create(every_type(true));  // of another stack, which is then forgotten
        before = world.things();
        world.engine->clear();
      },
      [&](StackWorld& world) {
        world.create(text);
        ASSERT_EQ(world.status(), "ROLLBACK_COMPLETE");
        ASSERT_LE(before.size() - 1, world.things().size());
      });
  after_each(all, [&](StackWorld& world) {
    auto left = world.things();
    for (const std::string& thing : before) EXPECT_TRUE(left.contains(thing)) << thing;
    world.remove();
    left = world.things();
    for (const std::string& thing : before) EXPECT_TRUE(left.contains(thing)) << thing;
  });
}

}  // namespace
}  // namespace berth::cloudformation
