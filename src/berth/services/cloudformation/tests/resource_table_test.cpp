#include "berth/services/cloudformation/resources/resource_types.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace berth::cloudformation {
namespace {

/// In the spelling of templates.
std::string in_templates(std::string_view member) {
  std::string name(member);
  if (name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 32);
  return name;
}

TEST(ResourceTables, tell_of_every_property_and_of_no_other) {
  for (const ResourceType* type : resource_types()) {
    SCOPED_TRACE(type->info.name);
    std::set<std::string> members, told;
    for (const wire::Member& member : type->properties().members) members.insert(in_templates(member.name));
    for (const PropertyRow& row : type->info.properties)
      told.insert(std::string(row.path.substr(0, row.path.find('.'))));
    EXPECT_EQ(told, members);
  }
}

TEST(ResourceTables, say_why_something_is_refused_or_emulated) {
  for (const ResourceType* type : resource_types())
    for (const PropertyRow& row : type->info.properties)
      EXPECT_TRUE(row.standing == Standing::Honoured || row.standing == Standing::Ignored ||
                  !row.note.empty())
          << type->info.name << " " << row.path;
}

TEST(ResourceTables, name_what_the_caller_must_be_allowed) {
  for (const ResourceType* type : resource_types()) {
    EXPECT_NE(type->privileges.create.find(':'), std::string_view::npos) << type->info.name;
    EXPECT_NE(type->privileges.remove.find(':'), std::string_view::npos) << type->info.name;
    EXPECT_NE(type->privileges.on, nullptr) << type->info.name;
  }
}

/// createOnlyProperties of the types' public schemas: what AWS replaces a resource for.
TEST(ResourceTables, replace_for_what_aws_replaces) {
  const std::map<std::string_view, std::set<std::string_view>> expected = {
      {"AWS::Logs::LogGroup", {"LogGroupName"}},
      {"AWS::S3::Bucket", {"BucketName"}},
      {"AWS::S3::BucketPolicy", {"Bucket"}},
      {"AWS::AutoScaling::AutoScalingGroup", {"InstanceId", "AutoScalingGroupName"}},
      {"AWS::ECS::TaskDefinition",
       {"Family", "ContainerDefinitions", "Cpu", "EnableFaultInjection", "ExecutionRoleArn",
        "InferenceAccelerators", "Memory", "NetworkMode", "PlacementConstraints", "ProxyConfiguration",
        "RequiresCompatibilities", "RuntimePlatform", "TaskRoleArn", "Volumes", "PidMode", "IpcMode",
        "EphemeralStorage"}},
      {"AWS::ECS::Cluster", {"ClusterName"}},
      {"AWS::IAM::InstanceProfile", {"InstanceProfileName", "Path"}},
      {"AWS::IAM::Policy", {}},
      {"AWS::EC2::SecurityGroup", {"GroupDescription", "GroupName", "VpcId"}},
      {"AWS::ECR::Repository", {"RepositoryName", "EncryptionConfiguration"}},
      {"AWS::IAM::Role", {"Path", "RoleName"}},
      {"AWS::IAM::ManagedPolicy", {"ManagedPolicyName", "Description", "Path"}},
      {"AWS::SSM::Parameter", {"Name"}},
      {"AWS::EC2::VPC", {"CidrBlock", "Ipv4IpamPoolId", "Ipv4NetmaskLength"}},
      {"AWS::EC2::Subnet", {"VpcId", "AvailabilityZone", "CidrBlock", "Ipv6CidrBlock"}},
      {"AWS::EC2::RouteTable", {"VpcId"}},
      {"AWS::EC2::Route",
       {"RouteTableId", "DestinationCidrBlock", "DestinationIpv6CidrBlock", "DestinationPrefixListId"}},
      {"AWS::EC2::SubnetRouteTableAssociation", {"SubnetId", "RouteTableId"}},
      {"AWS::EC2::InternetGateway", {}},
      {"AWS::EC2::VPCGatewayAttachment", {"VpcId"}},
      {"AWS::EC2::EIP", {"NetworkBorderGroup", "TransferAddress", "IpamPoolId", "Address"}},
      {"AWS::EC2::NatGateway", {"SubnetId", "ConnectivityType", "AllocationId", "PrivateIpAddress"}},
      {"AWS::EC2::SecurityGroupIngress",
       {"GroupName", "IpProtocol", "SourceSecurityGroupId", "SourcePrefixListId", "ToPort", "CidrIp",
        "SourceSecurityGroupName", "SourceSecurityGroupOwnerId", "FromPort", "GroupId", "CidrIpv6"}},
      {"AWS::EC2::SecurityGroupEgress",
       {"IpProtocol", "DestinationSecurityGroupId", "ToPort", "CidrIp", "FromPort", "GroupId", "CidrIpv6",
        "DestinationPrefixListId"}},
      {"AWS::ECS::CapacityProvider", {"Name", "ClusterName"}},
      {"AWS::ECS::ClusterCapacityProviderAssociations", {"Cluster"}},
      {"AWS::EC2::LaunchTemplate", {"LaunchTemplateName"}}};
  for (const ResourceType* type : resource_types()) {
    std::set<std::string_view> found, all;
    for (const PropertyRow& row : type->info.properties) {
      all.insert(row.path);
      if (row.recreation == replaces) found.insert(row.path);
    }
    const auto known = expected.find(type->info.name);
    if (known != expected.end())
      EXPECT_EQ(found, known->second) << type->info.name;
    else  // nothing of a launch configuration can be changed
      EXPECT_EQ(found, type->info.name == "AWS::AutoScaling::LaunchConfiguration" ? all : found)
          << type->info.name;
  }
}

TEST(ResourceTables, find_the_row_that_says_most) {
  static constexpr PropertyRow rows[] = {{"A", Standing::Honoured}, {"A.B", Standing::Ignored}};
  const ResourceTypeInfo type{"T", rows, {}};
  EXPECT_EQ(find_property(type, "A")->path, "A");
  EXPECT_EQ(find_property(type, "A.B.C")->path, "A.B");
  EXPECT_EQ(find_property(type, "A.Bc")->path, "A");
  EXPECT_EQ(find_property(type, "Ab"), nullptr);
}

}  // namespace
}  // namespace berth::cloudformation
