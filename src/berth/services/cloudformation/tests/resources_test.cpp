// Resource types one by one: what a change of each does to what is there.
#include "stack_world.hpp"

#include "base/json.hpp"

#include <gtest/gtest.h>

namespace berth::cloudformation {
namespace {

class StackResources : public testing::Test, protected test::StackWorld {
 protected:
  std::string standing(const std::string& resource, const std::string& property) {
    const auto report = stack_report(*service, world.account, world.region, "s").value();
    for (const auto& row : report.at("rows").as_array())
      if (row.at("resource").as_string() == resource && row.at("property").as_string() == property)
        return std::string(row.at("standing").as_string()) + ": " + std::string(row.at("note").as_string());
    return "no such row";
  }
  void made(const std::string& text) {
    create(text);
    ASSERT_EQ(status(), "CREATE_COMPLETE") << find()->reason;
  }
  void updated(const std::string& text, std::map<std::string, std::string> tags = {}) {
    ASSERT_EQ(update(text, std::move(tags)), "");
    ASSERT_EQ(status(), "UPDATE_COMPLETE") << find()->reason;
  }
  const fleet::Group& group(const std::string& id = "Group") {
    return *world.fleet->find_group(world.key(resource(id).physical_id));
  }
  std::vector<std::string> instances(const std::string& id = "Group") {
    std::vector<std::string> found;
    for (const auto* each : world.fleet->instances_of_group(world.key(resource(id).physical_id)))
      found.push_back(each->record.id);
    return found;
  }
};

std::string group_text(const std::string& type, int desired, const std::string& tag) {
  return "Resources:\n"
         "  Launch: {Type: AWS::AutoScaling::LaunchConfiguration, Properties: {ImageId: ami-1, "
         "InstanceType: " +
         type +
         "}}\n"
         "  Group:\n    Type: AWS::AutoScaling::AutoScalingGroup\n"
         "    UpdatePolicy: {AutoScalingRollingUpdate: {MinInstancesInService: '1'}}\n"
         "    Properties: {LaunchConfigurationName: !Ref Launch, MinSize: '0', MaxSize: '4', "
         "DesiredCapacity: "
         "'" +
         std::to_string(desired) + "', Tags: [{Key: team, Value: " + tag + ", PropagateAtLaunch: 'true'}]}\n";
}

TEST_F(StackResources, a_group_is_changed_in_place_though_its_launch_configuration_is_another) {
  made(group_text("t3.nano", 1, "a"));
  const std::string name = resource("Group").physical_id;
  const std::string configuration = resource("Launch").physical_id;
  const auto before = instances();
  ASSERT_EQ(before.size(), 1U);
  updated(group_text("t3.micro", 2, "b"));
  EXPECT_EQ(resource("Group").physical_id, name);
  EXPECT_NE(resource("Launch").physical_id, configuration);
  EXPECT_EQ(group().launch_configuration, resource("Launch").physical_id);
  EXPECT_EQ(group().tags, (std::map<std::string, std::string>{{"team", "b"}}));
  EXPECT_EQ(instances().size(), 2U);
  EXPECT_EQ(instances().front(), before.front());
  EXPECT_EQ(world.fleet->find_launch_configuration(world.key(configuration)), nullptr);
  EXPECT_EQ(standing("Group", "UpdatePolicy.AutoScalingRollingUpdate").substr(0, 9), "ignored: ");

  provider->fail_update = "Group";
  ASSERT_EQ(update(group_text("t3.small", 0, "c")), "");
  EXPECT_EQ(status(), "UPDATE_ROLLBACK_COMPLETE") << find()->reason;
  EXPECT_EQ(group().desired, 2);
  EXPECT_EQ(group().tags.at("team"), "b");
  EXPECT_EQ(world.fleet->launch_configurations(world.account, world.region).size(), 1U);
  remove();
  EXPECT_EQ(things(), std::set<std::string>{});
}

TEST_F(StackResources, a_group_without_a_wish_keeps_its_size_within_the_new_bounds) {
  const auto text = [](const char* bounds) {
    return std::string(
               "Resources:\n"
               "  Launch: {Type: AWS::AutoScaling::LaunchConfiguration, Properties: {ImageId: ami-1, "
               "InstanceType: t3.nano}}\n"
               "  Group: {Type: AWS::AutoScaling::AutoScalingGroup, Properties: {LaunchConfigurationName: "
               "!Ref Launch, ") +
           bounds + "}}\n";
  };
  made(text("MinSize: 0, MaxSize: 4"));
  ASSERT_TRUE(world.fleet->set_desired(world.key(resource("Group").physical_id), 2));
  updated(text("MinSize: 1, MaxSize: 4"));
  EXPECT_EQ(group().desired, 2);
  updated(text("MinSize: 1, MaxSize: 1"));
  EXPECT_EQ(group().desired, 1);
  ASSERT_EQ(update(text("MinSize: 2, MaxSize: 1")), "");
  EXPECT_EQ(status(), "UPDATE_ROLLBACK_COMPLETE");
}

std::string template_text(const std::string& type,
                          const std::string& version = "!GetAtt T.LatestVersionNumber") {
  return "Resources:\n"
         "  C: {Type: AWS::ECS::Cluster}\n"
         "  T:\n    Type: AWS::EC2::LaunchTemplate\n"
         "    Properties:\n"
         "      TagSpecifications: [{ResourceType: launch-template, Tags: [{Key: a, Value: b}]}]\n"
         "      LaunchTemplateData:\n"
         "        InstanceType: " +
         type +
         "\n"
         "        NetworkInterfaces: [{DeviceIndex: 0, AssociatePublicIpAddress: true, Groups: [sg-1]}]\n"
         "        MetadataOptions: {HttpTokens: required}\n"
         "        UserData: {'Fn::Base64': !Sub 'echo ECS_CLUSTER=${C} >> /etc/ecs/ecs.config'}\n"
         "  Group: {Type: AWS::AutoScaling::AutoScalingGroup, Properties: {MinSize: 1, MaxSize: 2, "
         "LaunchTemplate: {LaunchTemplateId: !Ref T, Version: " +
         version + "}}}\n" +
         "Outputs: {Default: {Value: !GetAtt T.DefaultVersionNumber}, Id: {Value: !GetAtt "
         "T.LaunchTemplateId}}\n";
}

TEST_F(StackResources, a_group_may_be_made_of_a_launch_template_which_a_change_gives_a_new_version) {
  made(template_text("t3.nano"));
  const std::string id = resource("T").physical_id;
  EXPECT_EQ(id.substr(0, 3), "lt-");
  EXPECT_EQ(find()->outputs.at(1).value, id);
  EXPECT_EQ(world.fleet->instances_of(world.key(resource("C").physical_id)).size(), 1U);
  EXPECT_EQ(standing("T", "LaunchTemplateData.UserData").substr(0, 9), "emulated:");
  EXPECT_EQ(standing("T", "LaunchTemplateData.NetworkInterfaces").substr(0, 8), "ignored:");
  const auto* found = world.fleet->launch_templates().find(world.key(id));
  EXPECT_EQ(found->tags, (std::map<std::string, std::string>{{"a", "b"}}));
  EXPECT_EQ(found->versions.front().launch.security_groups, std::vector<std::string>{"sg-1"});

  const std::string name = resource("Group").physical_id;
  updated(template_text("t3.micro"));
  EXPECT_EQ(resource("T").physical_id, id);
  EXPECT_EQ(resource("Group").physical_id, name);
  EXPECT_EQ(group().launch_template_version, "2");
  EXPECT_EQ(find()->outputs.at(0).value, "1");
  EXPECT_EQ(world.fleet->launch_templates().find(world.key(id))->versions.size(), 2U);

  updated(template_text("t3.micro", "$Latest"));
  EXPECT_EQ(group().launch_template_version, "$Latest");
  EXPECT_EQ(world.fleet->launch_templates().find(world.key(id))->versions.size(), 2U);
  restart();
  remove();
  EXPECT_EQ(status(), "gone");
  EXPECT_EQ(things(), std::set<std::string>{});
}

TEST_F(StackResources, what_of_launch_templates_and_groups_is_refused_is_named) {
  const std::string launch = "{Type: AWS::EC2::LaunchTemplate, Properties: ";
  const std::string group =
      "{Type: AWS::AutoScaling::AutoScalingGroup, Properties: {MinSize: 1, MaxSize: 1, ";
  const std::pair<std::string, std::string> cases[] = {
      {launch + "{}}", "Property LaunchTemplateData cannot be empty."},
      {launch + "{LaunchTemplateData: {InstanceRequirements: {VCpuCount: {Min: 1}}}}}",
       "LaunchTemplateData.InstanceRequirements"},
      {launch + "{LaunchTemplateData: {LicenseSpecifications: [{LicenseConfigurationArn: a}]}}}",
       "LaunchTemplateData.LicenseSpecifications"},
      {launch + "{LaunchTemplateData: {Colour: red}}}", "LaunchTemplateData.Colour"},
      {launch + "{LaunchTemplateData: {IamInstanceProfile: {Name: none}}}}", "none"},
      {launch + "{LaunchTemplateData: {}, TagSpecifications: [{ResourceType: instance}]}}",
       "ResourceType must be launch-template"},
      {group + "LaunchTemplate: {LaunchTemplateId: lt-1, Version: 1}}}", "lt-1, does not exist"},
      {group + "LaunchTemplate: {Version: 1}}}", "either launchTemplateId or LaunchTemplateName"},
      {group + "LaunchTemplate: {LaunchTemplateId: lt-1}}}", "LaunchTemplate.Version cannot be empty"},
      {group + "}}", "must contain either LaunchTemplate"},
      {group + "MixedInstancesPolicy: {}}}", "use LaunchTemplate"},
  };
  for (const auto& [text, reason] : cases) {
    create("Resources: {R: " + text + "}");
    EXPECT_EQ(status(), "ROLLBACK_COMPLETE") << text;
    EXPECT_NE(failure("R").find(reason), std::string::npos) << text << " → " << failure("R");
    EXPECT_EQ(things(), std::set<std::string>{}) << text;
    remove();
  }
}

TEST_F(StackResources, a_clusters_tags_and_settings_change_in_place) {
  const auto text = [](const char* properties) {
    return std::string("Resources: {C: {Type: AWS::ECS::Cluster, Properties: {") + properties + "}}}";
  };
  made(text("ClusterSettings: [{Name: containerInsights, Value: enabled}], Tags: [{Key: a, Value: '1'}]"));
  const std::string name = resource("C").physical_id;
  updated(text("Tags: [{Key: b, Value: '2'}]"), {{"of", "stack"}});
  EXPECT_EQ(resource("C").physical_id, name);
  const fleet::Cluster* cluster = world.fleet->find_cluster(world.key(name));
  EXPECT_EQ(cluster->tags, (std::map<std::string, std::string>{{"b", "2"}, {"of", "stack"}}));
  EXPECT_EQ(cluster->settings.at("containerInsights"), "disabled");
}

TEST_F(StackResources, a_repositorys_policies_are_kept_and_taken_away_again) {
  const auto text = [](const std::string& properties) {
    return "Resources: {R: {Type: AWS::ECR::Repository, Properties: {ImageTagMutability: IMMUTABLE" +
           properties + "}}}";
  };
  const std::string policy =
      ", LifecyclePolicy: {LifecyclePolicyText: '{\"rules\":[]}'}, RepositoryPolicyText: {Statement: []}";
  made(text(policy));
  const auto settings = [&] {
    return registry->find(world.account, world.region, resource("R").physical_id)->settings;
  };
  EXPECT_EQ(settings().lifecycle_policy, "{\"rules\":[]}");
  EXPECT_EQ(settings().repository_policy, "{\"Statement\":[]}");
  EXPECT_TRUE(settings().immutable_tags);
  EXPECT_EQ(standing("R", "RepositoryPolicyText").substr(0, 8), "ignored:");
  updated(text(""));
  EXPECT_EQ(settings().lifecycle_policy, "");
  EXPECT_EQ(settings().repository_policy, "");
  remove();
  create(
      "Resources: {R: {Type: AWS::ECR::Repository, Properties: {LifecyclePolicy: {LifecyclePolicyText: "
      "x}}}}");
  EXPECT_EQ(status(), "ROLLBACK_COMPLETE");
  EXPECT_EQ(things(), std::set<std::string>{});
}

TEST_F(StackResources, a_parameter_has_a_version_for_each_change_of_it) {
  const auto text = [](const std::string& properties) {
    return "Resources:\n  P: {Type: AWS::SSM::Parameter, Properties: {Name: /app/p, " + properties +
           "}}\n  M: {Type: AWS::CDK::Metadata, Properties: {Analytics: v2}}\n"
           "Outputs: {V: {Value: !GetAtt P.Value}, T: {Value: !GetAtt P.Type}}\n";
  };
  made(text("Type: String, Value: 12, Description: d, Tags: {a: b}"));
  EXPECT_EQ(resource("P").physical_id, "/app/p");
  EXPECT_EQ(find()->outputs.at(0).value, "12");
  EXPECT_EQ(find()->outputs.at(1).value, "String");
  updated(text("Type: String, Value: 13"));
  updated(text("Type: String, Value: 13, Tags: {a: c}"));
  const auto* found = stored_parameters->find({world.account, world.region}, "/app/p");
  EXPECT_EQ(found->versions.size(), 2U);
  EXPECT_EQ(found->latest().description, "");
  EXPECT_EQ(found->tags, (std::map<std::string, std::string>{{"a", "c"}}));
  EXPECT_EQ(standing("M", "Analytics").substr(0, 8), "ignored:");

  CreateStackRequest reader = request(
      "Parameters: {P: {Type: 'AWS::SSM::Parameter::Value<String>', Default: /app/p}}\n"
      "Resources: {L: {Type: AWS::Logs::LogGroup, Properties: {LogGroupName: !Sub 'n-${P}'}}}");
  reader.StackName = "reader";
  create(std::move(reader));
  EXPECT_TRUE(things().contains("logs n-13"));
  remove("reader");

  CreateStackRequest other = request(
      "Resources: {P: {Type: AWS::SSM::Parameter, Properties: {Name: /app/p, Type: String, Value: x}}}");
  other.StackName = "other";
  create(std::move(other));
  EXPECT_EQ(status("other"), "ROLLBACK_COMPLETE");
  EXPECT_EQ(stored_parameters->find({world.account, world.region}, "/app/p")->latest().value, "13");
  remove("other");
  remove();
  EXPECT_EQ(things(), std::set<std::string>{});
  create("Resources: {P: {Type: AWS::SSM::Parameter, Properties: {Type: SecureString, Value: x}}}");
  EXPECT_NE(failure("P").find("Use String"), std::string::npos) << failure("P");
}

TEST_F(StackResources, a_managed_policys_document_and_roles_change_in_place) {
  const auto text = [](const std::string& action, const std::string& roles) {
    std::string all = "Resources:\n";
    for (const char* name : {"A", "B"})
      all += std::string("  ") + name +
             ": {Type: AWS::IAM::Role, Properties: {AssumeRolePolicyDocument: {Statement: [{Effect: Allow, "
             "Principal: {Service: ec2.amazonaws.com}, Action: 'sts:AssumeRole'}]}}}\n";
    return all + "  P: {Type: AWS::IAM::ManagedPolicy, Properties: {Roles: " + roles +
           ", PolicyDocument: {Statement: [{Effect: Allow, Action: '" + action + "', Resource: '*'}]}}}\n";
  };
  made(text("s3:Get*", "[!Ref A]"));
  const std::string arn = resource("P").physical_id;
  const auto attached = [&](const char* id) {
    return directory->find_role(world.account, resource(id).physical_id)->attached;
  };
  EXPECT_EQ(arn.substr(0, 35), "arn:aws:iam::000000000000:policy/s-");
  EXPECT_EQ(attached("A"), std::vector<std::string>{arn});
  updated(text("s3:Put*", "[!Ref B]"));
  EXPECT_EQ(resource("P").physical_id, arn);
  EXPECT_TRUE(attached("A").empty());
  EXPECT_EQ(attached("B"), std::vector<std::string>{arn});
  EXPECT_EQ(directory->find_policy(world.account, arn)->version, 2);
  EXPECT_NE(directory->find_policy(world.account, arn)->policy.text.find("s3:Put*"), std::string::npos);
  remove();
  EXPECT_EQ(status(), "gone");
  EXPECT_EQ(things(), std::set<std::string>{});
}

std::string capacity_text(const std::string& scaling, const std::string& associations) {
  return "Resources:\n"
         "  C: {Type: AWS::ECS::Cluster}\n"
         "  T:\n    Type: AWS::EC2::LaunchTemplate\n"
         "    Properties: {LaunchTemplateData: {InstanceType: t3.nano, UserData: {'Fn::Base64': !Sub "
         "'ECS_CLUSTER=${C}'}}}\n"
         "  Group: {Type: AWS::AutoScaling::AutoScalingGroup, Properties: {MinSize: 0, MaxSize: 2, "
         "DesiredCapacity: 1, LaunchTemplate: {LaunchTemplateId: !Ref T, Version: !GetAtt "
         "T.LatestVersionNumber}}}\n"
         "  P: {Type: AWS::ECS::CapacityProvider, Properties: {AutoScalingGroupProvider: "
         "{AutoScalingGroupArn: "
         "!Ref Group" +
         scaling + "}}}\n" + associations;
}

TEST_F(StackResources, capacity_providers_are_made_changed_and_given_to_a_cluster) {
  const std::string associated =
      "  A: {Type: AWS::ECS::ClusterCapacityProviderAssociations, Properties: {Cluster: !Ref C, "
      "CapacityProviders: [!Ref P], DefaultCapacityProviderStrategy: [{CapacityProvider: !Ref P, Weight: "
      "1}]}}\n";
  made(capacity_text(", ManagedScaling: {Status: ENABLED, TargetCapacity: 90}", associated));
  const std::string name = resource("P").physical_id;
  const auto* cluster = world.fleet->find_cluster(world.key(resource("C").physical_id));
  EXPECT_EQ(cluster->capacity_providers, std::vector<std::string>{name});
  ASSERT_EQ(cluster->default_strategy.size(), 1U);
  EXPECT_EQ(standing("P", "AutoScalingGroupProvider.ManagedScaling").substr(0, 8), "ignored:");
  const auto* made_provider = ecs->capacity_providers.find(world.key(name));
  EXPECT_EQ(made_provider->group, resource("Group").physical_id);
  EXPECT_EQ(made_provider->provider.managedScaling->targetCapacity, 90);
  updated(capacity_text(", ManagedScaling: {Status: ENABLED, TargetCapacity: 50}", associated));
  EXPECT_EQ(resource("P").physical_id, name);
  EXPECT_EQ(ecs->capacity_providers.find(world.key(name))->provider.managedScaling->targetCapacity, 50);
  updated(capacity_text("", ""));
  EXPECT_TRUE(world.fleet->find_cluster(world.key(resource("C").physical_id))->capacity_providers.empty());
  updated(capacity_text("", associated));
  remove();
  EXPECT_EQ(status(), "gone");
  EXPECT_EQ(things(), std::set<std::string>{});
  create("Resources: {C: {Type: AWS::ECS::Cluster, Properties: {CapacityProviders: [FARGATE]}}}");
  EXPECT_NE(failure("C").find("FARGATE has no capacity here"), std::string::npos) << failure("C");
}

TEST_F(StackResources, a_buckets_tags_change_in_place) {
  const auto text = [](const char* properties) {
    return std::string("Resources: {B: {Type: AWS::S3::Bucket, Properties: {") + properties + "}}}";
  };
  using Tags = std::map<std::string, std::string>;
  made(text("VersioningConfiguration: {Status: Enabled}, Tags: [{Key: a, Value: '1'}]"));
  const std::string name = resource("B").physical_id;
  EXPECT_EQ(await(objects->bucket_tags(name)), (Tags{{"a", "1"}}));
  EXPECT_EQ(standing("B", "VersioningConfiguration").substr(0, 32), "ignored: objects keep their last");
  updated(text("Tags: [{Key: b, Value: '2'}]"), {{"of", "stack"}});
  EXPECT_EQ(resource("B").physical_id, name);
  EXPECT_EQ(await(objects->bucket_tags(name)), (Tags{{"b", "2"}, {"of", "stack"}}));
  updated(text(""));
  EXPECT_EQ(await(objects->bucket_tags(name)), (Tags{{"of", "stack"}}))
      << "an update without tags keeps the stack's";
}

std::string network_text(const std::string& port, const std::string& more = "") {
  return "Resources:\n"
         "  V: {Type: AWS::EC2::VPC, Properties: {CidrBlock: 10.0.0.0/16, EnableDnsHostnames: true, Tags: "
         "[{Key: Name, Value: v}]}}\n"
         "  S: {Type: AWS::EC2::Subnet, Properties: {VpcId: !Ref V, CidrBlock: 10.0.0.0/24, "
         "AvailabilityZone: us-east-1b, MapPublicIpOnLaunch: true}}\n"
         "  T: {Type: AWS::EC2::RouteTable, Properties: {VpcId: !Ref V}}\n"
         "  A: {Type: AWS::EC2::SubnetRouteTableAssociation, Properties: {RouteTableId: !Ref T, SubnetId: "
         "!Ref "
         "S}}\n"
         "  I: {Type: AWS::EC2::InternetGateway}\n"
         "  G: {Type: AWS::EC2::VPCGatewayAttachment, Properties: {VpcId: !Ref V, InternetGatewayId: !Ref "
         "I}}\n"
         "  R: {Type: AWS::EC2::Route, DependsOn: G, Properties: {RouteTableId: !Ref T, "
         "DestinationCidrBlock: "
         "0.0.0.0/0, GatewayId: !Ref I}}\n"
         "  E: {Type: AWS::EC2::EIP, Properties: {Domain: vpc}}\n"
         "  N: {Type: AWS::EC2::NatGateway, Properties: {SubnetId: !Ref S, AllocationId: !GetAtt "
         "E.AllocationId}}\n"
         "  P: {Type: AWS::EC2::SecurityGroup, Properties: {GroupDescription: d, VpcId: !Ref V, "
         "SecurityGroupIngress: [{IpProtocol: tcp, FromPort: " +
         port + ", ToPort: " + port +
         ", CidrIp: 0.0.0.0/0}]}}\n"
         "  Q: {Type: AWS::EC2::SecurityGroupIngress, Properties: {GroupId: !Ref P, IpProtocol: '-1', "
         "SourceSecurityGroupId: !GetAtt P.GroupId}}\n"
         "  L: {Type: AWS::AutoScaling::LaunchConfiguration, Properties: {ImageId: ami-1, InstanceType: "
         "t3.nano}}\n"
         "  Group: {Type: AWS::AutoScaling::AutoScalingGroup, Properties: {MinSize: 1, MaxSize: 1, "
         "LaunchConfigurationName: !Ref L, VPCZoneIdentifier: [!Ref S]}}\n" +
         more +
         "Outputs: {Zone: {Value: !GetAtt S.AvailabilityZone}, Own: {Value: !GetAtt V.DefaultSecurityGroup}, "
         "Ip: {Value: !Ref E}}\n";
}

TEST_F(StackResources, a_network_is_made_changed_and_taken_away_again) {
  made(network_text("80"));
  EXPECT_EQ(find()->outputs.at(0).value, "us-east-1b");
  EXPECT_EQ(find()->outputs.at(1).value.substr(0, 3), "sg-");
  EXPECT_EQ(find()->outputs.at(2).value, "203.0.113.1");
  EXPECT_EQ(standing("V", "CidrBlock").substr(0, 9), "emulated:");
  EXPECT_EQ(standing("P", "SecurityGroupIngress").substr(0, 9), "emulated:");
  const auto members = world.fleet->instances_of_group(world.key(resource("Group").physical_id));
  ASSERT_EQ(members.size(), 1U);
  EXPECT_EQ(members[0]->record.subnet_id, resource("S").physical_id);
  EXPECT_EQ(members[0]->record.availability_zone, "us-east-1b");
  const auto ports = [&] {
    std::set<std::string> found;
    for (const auto* each : world.fleet->network().with(world.account, world.region, "security-group-rule",
                                                        "group-id", resource("P").physical_id))
      found.insert(each->attribute("is-egress") + each->attribute("ip-protocol") +
                   each->attribute("from-port"));
    return found;
  };
  EXPECT_EQ(ports(), (std::set<std::string>{"false-1", "falsetcp80", "true-1"}));
  const std::string group = resource("P").physical_id;
  updated(network_text("443"), {{"of", "stack"}});
  EXPECT_EQ(resource("P").physical_id, group);
  EXPECT_EQ(ports(), (std::set<std::string>{"false-1", "falsetcp443", "true-1"}));
  const auto* vpc = world.fleet->network().find(world.key(resource("V").physical_id));
  EXPECT_EQ(vpc->tags, (std::map<std::string, std::string>{{"Name", "v"}, {"of", "stack"}}));

  // Somebody else's subnet keeps the VPC.
  const auto other = world.fleet->network().create(
      world.account, world.region, "subnet",
      {{"vpc-id", vpc->id}, {"cidr-block", "10.0.9.0/24"}, {"availability-zone", "us-east-1a"}}, {});
  restart();
  remove();
  EXPECT_EQ(status(), "DELETE_FAILED");
  EXPECT_NE(failure("V").find("DependencyViolation"), std::string::npos) << failure("V");
  EXPECT_TRUE(world.fleet->network().remove(world.key(other.id)));
  remove();
  EXPECT_EQ(status(), "gone");
  EXPECT_EQ(things(), std::set<std::string>{});
}

TEST_F(StackResources, what_of_networks_is_refused_is_named) {
  const std::pair<const char*, const char*> cases[] = {
      {"{Type: AWS::EC2::VPC, Properties: {CidrBlock: 10.0.0.0/8}}", "The CIDR '10.0.0.0/8' is invalid"},
      {"{Type: AWS::EC2::VPC, Properties: {Ipv4IpamPoolId: x}}", "use CidrBlock"},
      {"{Type: AWS::EC2::Subnet, Properties: {VpcId: vpc-1, CidrBlock: 10.0.0.0/24}}",
       "InvalidVpcID.NotFound"},
      {"{Type: AWS::EC2::Route, Properties: {RouteTableId: rtb-1, DestinationCidrBlock: 0.0.0.0/0, "
       "GatewayId: "
       "igw-1}}",
       "InvalidRouteTableID.NotFound"},
      {"{Type: AWS::EC2::Route, Properties: {RouteTableId: rtb-1, TransitGatewayId: x}}",
       "use GatewayId or NatGatewayId"},
      {"{Type: AWS::EC2::NatGateway, Properties: {SubnetId: subnet-1, AllocationId: eipalloc-1}}",
       "InvalidAllocationID.NotFound"},
      {"{Type: AWS::EC2::SecurityGroupIngress, Properties: {GroupId: sg-1, IpProtocol: tcp, CidrIp: "
       "0.0.0.0/0}}",
       "InvalidGroup.NotFound"},
      {"{Type: AWS::EC2::EIP, Properties: {InstanceId: i-1}}", "Property InstanceId is not supported here"},
  };
  for (const auto& [text, reason] : cases) {
    create(std::string("Resources: {R: ") + text + "}");
    EXPECT_EQ(status(), "ROLLBACK_COMPLETE") << text;
    EXPECT_NE(failure("R").find(reason), std::string::npos) << text << " → " << failure("R");
    EXPECT_EQ(things(), std::set<std::string>{}) << text;
    remove();
  }
}

}  // namespace
}  // namespace berth::cloudformation
