#include "berth/fleet/fleet.hpp"
#include "berth/fleet/machine_images.hpp"
#include "berth/fleet/network.hpp"
#include "berth/services/ec2/operations.hpp"
#include "berth/store/store.hpp"
#include "berth/wire/query.hpp"
#include "berth/wire/reply.hpp"

#include <gtest/gtest.h>

#include <tuple>

namespace berth::ec2 {
namespace {

struct Ec2Test : ::testing::Test {
  std::string answer(std::string_view operation, const wire::Pairs& form) {
    const Call call{.request_id = "id", .account = "000000000000", .region = "us-east-1"};
    for (const auto& each : operations()) {
      if (each.name != operation) continue;
      try {
        wire::AnyShape request = wire::decode_query(form, each.request(), wire::QueryDialect::Ec2,
                                                    {"MissingParameter", "InvalidParameterValue"});
        wire::AnyShape output = each.run(&ec2, call, request);
        return std::get<std::string>(wire::encode_reply(service, operation, each.binding, output, "id").body);
      } catch (const wire::ServiceError& error) {
        return error.code + ": " + error.message;
      }
    }
    return "no such operation";
  }

  base::asio::thread_pool pool{1};
  std::unique_ptr<store::Store> store =
      std::move(store::Store::open(":memory:", fleet::migrations(), pool).value());
  base::SeededRandom random{1};
  fleet::SecurityGroups groups{*store, random};
  base::ManualClock clock;
  fleet::Fleet fleet{
      *store, clock, random, {.cpu_units = 4096, .memory_mib = 16000}, {"000000000000", "us-east-1"}};
  identity::KeyRing keys{"000000000000", "AKIAROOT", "secret"};
  identity::Directory directory{keys, clock, random};
  Ec2 ec2{groups, fleet, directory};
  const fleet::Network network = fleet::default_network("000000000000", "us-east-1");
};

TEST_F(Ec2Test, the_default_vpc_is_there) {
  EXPECT_EQ(answer("DescribeVpcs", {{"Filter.1.Name", "isDefault"}, {"Filter.1.Value.1", "true"}}),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<DescribeVpcsResponse "
            "xmlns=\"http://ec2.amazonaws.com/doc/2016-11-15/\"><requestId>id</requestId><vpcSet><item>"
            "<ownerId>000000000000</ownerId><instanceTenancy>default</"
            "instanceTenancy><cidrBlockAssociationSet><item>"
            "<associationId>vpc-cidr-assoc-" +
                network.vpc_id.substr(4) +
                "</associationId><cidrBlock>172.31.0.0/16</cidrBlock><cidrBlockState><state>associated</"
                "state></cidrBlockState>"
                "</item></cidrBlockAssociationSet><isDefault>true</isDefault><tagSet></tagSet><vpcId>" +
                network.vpc_id +
                "</vpcId><state>available</state><cidrBlock>172.31.0.0/16</cidrBlock><dhcpOptionsId>" +
                network.dhcp_options_id + "</dhcpOptionsId></item></vpcSet></DescribeVpcsResponse>");
}

TEST_F(Ec2Test, subnets_are_filtered) {
  const auto count = [&](const wire::Pairs& form) {
    const std::string reply = answer("DescribeSubnets", form);
    std::size_t items = 0;
    for (std::size_t at = reply.find("<subnetId>"); at != std::string::npos;
         at = reply.find("<subnetId>", at + 1))
      ++items;
    return items;
  };
  EXPECT_EQ(count({}), 3u);
  EXPECT_EQ(count({{"Filter.1.Name", "vpc-id"}, {"Filter.1.Value.1", network.vpc_id}}), 3u);
  EXPECT_EQ(count({{"Filter.1.Name", "vpc-id"}, {"Filter.1.Value.1", "vpc-other"}}), 0u);
  EXPECT_EQ(count({{"Filter.1.Name", "default-for-az"}, {"Filter.1.Value.1", "true"}}), 3u);
  EXPECT_EQ(count({{"Filter.1.Name", "availability-zone"},
                   {"Filter.1.Value.1", "us-east-1a"},
                   {"Filter.1.Value.2", "*c"}}),
            2u);
  EXPECT_EQ(count({{"SubnetId.1", network.subnets[1].id}}), 1u);
  EXPECT_EQ(answer("DescribeSubnets", {{"SubnetId.1", "subnet-0"}}),
            "InvalidSubnetID.NotFound: The subnet ID 'subnet-0' does not exist");
  EXPECT_EQ(answer("DescribeSubnets", {{"Filter.1.Name", "colour"}, {"Filter.1.Value.1", "red"}}),
            "InvalidParameterValue: The filter 'colour' is invalid");
  EXPECT_EQ(answer("DescribeVpcs", {{"VpcId.1", "vpc-0"}}),
            "InvalidVpcID.NotFound: The vpc ID 'vpc-0' does not exist");
  EXPECT_EQ(answer("DescribeVpcs", {{"DryRun", "true"}}),
            "DryRunOperation: Request would have succeeded, but DryRun flag is set.");
}

TEST_F(Ec2Test, zones_and_security_groups_are_described) {
  EXPECT_NE(
      answer("DescribeAvailabilityZones", {{"ZoneName.1", "us-east-1b"}}).find("<zoneId>use1-az2</zoneId>"),
      std::string::npos);
  EXPECT_EQ(answer("DescribeAvailabilityZones", {{"ZoneName.1", "us-east-1z"}}),
            "InvalidParameterValue: Invalid availability zone: [us-east-1z]");
  const auto made =
      groups.create("000000000000", "us-east-1", {.name = "web", .description = "d", .tags = {{"k", "v"}}})
          .value();
  const std::string all = answer("DescribeSecurityGroups", {});
  EXPECT_NE(all.find(network.default_security_group_id), std::string::npos);
  const std::string one = answer("DescribeSecurityGroups", {{"GroupId.1", made.id}});
  EXPECT_EQ(one.find(network.default_security_group_id), std::string::npos);
  EXPECT_NE(one.find("<groupName>web</groupName><groupDescription>d</groupDescription>"), std::string::npos)
      << one;
  EXPECT_NE(one.find("<key>k</key><value>v</value>"), std::string::npos);
}

/// How often `part` stands in `text`.
std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// What stands in the first element `name` of `text`.
std::string element(const std::string& text, const std::string& name) {
  const std::size_t at = text.find("<" + name + ">");
  if (at == std::string::npos) return "";
  const std::size_t begin = at + name.size() + 2;
  return text.substr(begin, text.find('<', begin) - begin);
}

TEST_F(Ec2Test, a_list_comes_in_pages_of_the_size_asked_for) {
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(count(answer("CreateVpc", {{"CidrBlock", "10." + std::to_string(i) + ".0.0/16"}}), "<vpcId>"),
              1u);
  const std::string whole = answer("DescribeVpcs", {});
  EXPECT_EQ(count(whole, "<vpcId>"), 9u);
  EXPECT_EQ(element(whole, "nextToken"), "");
  const std::string first = answer("DescribeVpcs", {{"MaxResults", "5"}});
  EXPECT_EQ(count(first, "<vpcId>"), 5u);
  const std::string second =
      answer("DescribeVpcs", {{"MaxResults", "5"}, {"NextToken", element(first, "nextToken")}});
  EXPECT_EQ(count(second, "<vpcId>"), 4u);
  EXPECT_EQ(element(second, "nextToken"), "");
  EXPECT_EQ(second.find(element(first, "vpcId")), std::string::npos);
  // Pages count what the filters leave.
  const wire::Pairs made{{"Filter.1.Name", "isDefault"}, {"Filter.1.Value.1", "false"}, {"MaxResults", "8"}};
  EXPECT_EQ(element(answer("DescribeVpcs", made), "nextToken"), "");
}

TEST_F(Ec2Test, wrong_pages_are_refused) {
  const auto refused = [&](const char* operation, const wire::Pairs& form, const std::string& error) {
    EXPECT_EQ(answer(operation, form), error) << operation;
  };
  const std::string value = "InvalidParameterValue: ";
  refused("DescribeInstances", {{"MaxResults", "4"}},
          value + "Value ( 4 ) for parameter maxResults is invalid. Expecting a value greater than 5.");
  refused("DescribeTags", {{"MaxResults", "1001"}},
          value + "Value ( 1001 ) for parameter maxResults is invalid. Expecting a value smaller than 1000.");
  refused("DescribeInstanceTypes", {{"MaxResults", "101"}},
          value + "Value ( 101 ) for parameter maxResults is invalid. Expecting a value smaller than 100.");
  refused("DescribeLaunchTemplates", {{"MaxResults", "201"}},
          value + "Maximum results allowed are between 1 and 200");
  refused("DescribeSubnets", {{"NextToken", "nonsense"}},
          "InvalidNextToken: The token 'nonsense' is invalid");
  refused("DescribeVpcs", {{"VpcId.1", network.vpc_id}, {"MaxResults", "5"}},
          "InvalidParameterCombination: The parameter VpcIds cannot be used with the parameter MaxResults");
  refused(
      "DescribeInstances", {{"InstanceId.1", "i-0"}, {"MaxResults", "5"}},
      "InvalidParameterCombination: The parameter instancesSet cannot be used with the parameter maxResults");
}

TEST_F(Ec2Test, images_are_those_of_the_table) {
  EXPECT_EQ(count(answer("DescribeImages", {}), "<imageId>"), fleet::machine_images().size());
  const std::string id = fleet::image_id("us-east-1");
  const std::string one = answer("DescribeImages", {{"ImageId.1", id}});
  EXPECT_EQ(count(one, "<imageId>" + id + "</imageId>"), 1u);
  EXPECT_EQ(count(one, "<isPublic>true</isPublic>"), 1u);
  EXPECT_EQ(answer("DescribeImages", {{"ImageId.1", "ami-0"}}),
            "InvalidAMIID.NotFound: The image id '[ami-0]' does not exist");
  EXPECT_EQ(count(answer("DescribeImages", {{"Owner.1", "self"}}), "<imageId>"), 0u);
  EXPECT_EQ(
      count(answer("DescribeImages",
                   {{"Owner.1", "amazon"}, {"Filter.1.Name", "architecture"}, {"Filter.1.Value.1", "arm64"}}),
            "<architecture>arm64"),
      2u);
}

TEST_F(Ec2Test, instances_are_slices_with_their_groups_tags) {
  ASSERT_TRUE(
      fleet.create_launch_configuration({"000000000000", "us-east-1", "lc"}, {.instance_type = "t3.small"}));
  ASSERT_TRUE(fleet.create_group(
      {"000000000000", "us-east-1", "g"},
      {.launch_configuration = "lc", .maximum = 1, .desired = 1, .tags = {{"Name", "train"}}}));
  EXPECT_EQ(count(answer("DescribeInstances", {}), "<instanceId>"), 2u) << "the machine itself, too";
  const std::string tagged = answer("DescribeInstances", {{"Filter.1.Name", "tag:aws:autoscaling:groupName"},
                                                          {"Filter.1.Value.1", "g"},
                                                          {"Filter.2.Name", "instance-state-name"},
                                                          {"Filter.2.Value.1", "running"}});
  EXPECT_EQ(count(tagged, "<instanceType>t3.small</instanceType>"), 1u);
  EXPECT_EQ(count(tagged, "<instanceState><code>16</code><name>running</name></instanceState>"), 1u);
  EXPECT_EQ(count(tagged, "<key>Name</key><value>train</value>"), 1u);
  EXPECT_EQ(count(answer("DescribeInstances", {{"Filter.1.Name", "tag-key"}, {"Filter.1.Value.1", "x*"}}),
                  "<instanceId>"),
            0u);
  EXPECT_EQ(answer("DescribeInstances", {{"InstanceId.1", "i-0"}}),
            "InvalidInstanceID.NotFound: The instance ID 'i-0' does not exist");
}

TEST_F(Ec2Test, types_and_key_pairs) {
  const std::string type = answer("DescribeInstanceTypes", {{"InstanceType.1", "g5.12xlarge"}});
  EXPECT_EQ(count(type, "<defaultVCpus>48</defaultVCpus>"), 1u);
  EXPECT_EQ(count(type, "<name>A10G</name>"), 1u);
  EXPECT_EQ(answer("DescribeInstanceTypes", {{"InstanceType.1", "x9.huge"}}),
            "InvalidInstanceType: The following supplied instance types do not exist: [x9.huge]");
  EXPECT_EQ(count(answer("DescribeKeyPairs", {}), "<keyName>"), 0u);
  EXPECT_EQ(answer("DescribeKeyPairs", {{"KeyName.1", "mine"}}),
            "InvalidKeyPair.NotFound: The key pair 'mine' does not exist");
}

TEST_F(Ec2Test, launch_templates_keep_what_they_are_given) {
  const std::string made =
      answer("CreateLaunchTemplate", {{"LaunchTemplateName", "train"},
                                      {"LaunchTemplateData.InstanceType", "t3.small"},
                                      {"LaunchTemplateData.SecurityGroupId.1", "sg-1"},
                                      {"LaunchTemplateData.MetadataOptions.HttpTokens", "required"},
                                      {"TagSpecification.1.ResourceType", "launch-template"},
                                      {"TagSpecification.1.Tag.1.Key", "k"},
                                      {"TagSpecification.1.Tag.1.Value", "v"}});
  EXPECT_EQ(count(made, "<latestVersionNumber>1</latestVersionNumber>"), 1u) << made;
  EXPECT_EQ(count(made, "<key>k</key><value>v</value>"), 1u);
  EXPECT_EQ(answer("CreateLaunchTemplate",
                   {{"LaunchTemplateName", "train"}, {"LaunchTemplateData.ImageId", "ami-1"}})
                .substr(0, 56),
            "InvalidLaunchTemplateName.AlreadyExistsException: Launch");
  const std::string next =
      answer("CreateLaunchTemplateVersion", {{"LaunchTemplateName", "train"},
                                             {"SourceVersion", "1"},
                                             {"LaunchTemplateData.InstanceType", "t3.medium"}});
  EXPECT_EQ(count(next, "<versionNumber>2</versionNumber>"), 1u) << next;
  EXPECT_EQ(count(next, "<securityGroupIdSet><item>sg-1</item></securityGroupIdSet>"), 1u) << "of the source";
  const std::string versions = answer("DescribeLaunchTemplateVersions", {{"LaunchTemplateName", "train"}});
  EXPECT_LT(versions.find("t3.medium"), versions.find("t3.small")) << "newest first";
  EXPECT_EQ(count(versions, "<httpTokens>required</httpTokens>"), 2u);
  EXPECT_EQ(count(answer("DescribeLaunchTemplateVersions", {{"LaunchTemplateVersion.1", "$Default"}}),
                  "<versionNumber>1</versionNumber>"),
            1u);
  answer("ModifyLaunchTemplate", {{"LaunchTemplateName", "train"}, {"SetDefaultVersion", "2"}});
  EXPECT_EQ(count(answer("DescribeLaunchTemplates", {{"LaunchTemplateName.1", "train"}}),
                  "<defaultVersionNumber>2</defaultVersionNumber>"),
            1u);
  EXPECT_EQ(count(answer("DeleteLaunchTemplate", {{"LaunchTemplateName", "train"}}), "<launchTemplateId>"),
            1u);
  EXPECT_EQ(answer("DescribeLaunchTemplates", {{"LaunchTemplateName.1", "train"}}),
            "InvalidLaunchTemplateName.NotFoundException: The specified launch template, with template name "
            "train, does not exist.");
}

TEST_F(Ec2Test, mistakes_in_launch_templates_are_refused) {
  EXPECT_EQ(
      answer("CreateLaunchTemplate", {{"LaunchTemplateName", "a"}, {"LaunchTemplateData.ImageId", "ami-1"}})
          .substr(0, 44),
      "InvalidLaunchTemplateName.MalformedException");
  EXPECT_EQ(answer("CreateLaunchTemplate",
                   {{"LaunchTemplateName", "train"}, {"LaunchTemplateData.IamInstanceProfile.Name", "none"}})
                .substr(0, 21),
            "InvalidParameterValue");
  EXPECT_EQ(answer("DeleteLaunchTemplate", {}).substr(0, 16), "MissingParameter");
  EXPECT_EQ(answer("DeleteLaunchTemplate", {{"LaunchTemplateId", "lt-0"}}).substr(0, 32),
            "InvalidLaunchTemplateId.NotFound");
}

std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t from = text.find(begin);
  if (from == std::string::npos) return "nothing in " + text;
  return text.substr(from + begin.size(), text.find(end, from) - from - begin.size());
}

TEST_F(Ec2Test, networks_are_made_shown_and_deleted_in_their_order) {
  const auto id = [&](const std::string& operation, const wire::Pairs& form, const std::string& element) {
    return between(answer(operation, form), "<" + element + ">", "</");
  };
  const std::string vpc = id("CreateVpc", {{"CidrBlock", "10.0.0.0/16"}}, "vpcId");
  EXPECT_EQ(vpc.substr(0, 4), "vpc-");
  const std::string subnet =
      id("CreateSubnet", {{"VpcId", vpc}, {"CidrBlock", "10.0.1.0/24"}, {"AvailabilityZone", "us-east-1c"}},
         "subnetId");
  const std::string table = id("CreateRouteTable", {{"VpcId", vpc}}, "routeTableId");
  const std::string gateway = id("CreateInternetGateway", {}, "internetGatewayId");
  answer("AttachInternetGateway", {{"InternetGatewayId", gateway}, {"VpcId", vpc}});
  answer("CreateRoute",
         {{"RouteTableId", table}, {"DestinationCidrBlock", "0.0.0.0/0"}, {"GatewayId", gateway}});
  const std::string association =
      id("AssociateRouteTable", {{"RouteTableId", table}, {"SubnetId", subnet}}, "associationId");
  const std::string address = id("AllocateAddress", {{"Domain", "vpc"}}, "allocationId");
  const std::string nat =
      id("CreateNatGateway", {{"SubnetId", subnet}, {"AllocationId", address}}, "natGatewayId");
  EXPECT_EQ(nat.substr(0, 4), "nat-");

  const auto count = [&](const std::string& operation, const wire::Pairs& form, const std::string& element) {
    const std::string text = answer(operation, form);
    std::size_t found = 0;
    for (std::size_t at = 0; (at = text.find("<" + element + ">", at)) != std::string::npos; ++at) ++found;
    return found;
  };
  const wire::Pairs of_vpc{{"Filter.1.Name", "vpc-id"}, {"Filter.1.Value.1", vpc}};
  EXPECT_EQ(count("DescribeVpcs", {}, "vpcId"), 2U);
  EXPECT_EQ(count("DescribeVpcs", {{"VpcId.1", vpc}}, "vpcId"), 1U);
  EXPECT_EQ(count("DescribeVpcs", {{"Filter.1.Name", "isDefault"}, {"Filter.1.Value.1", "false"}}, "vpcId"),
            1U);
  EXPECT_EQ(count("DescribeSubnets", of_vpc, "subnetId"), 1U);
  EXPECT_NE(answer("DescribeSubnets", of_vpc).find("us-east-1c"), std::string::npos);
  EXPECT_EQ(count("DescribeRouteTables", of_vpc, "routeTableAssociationId"), 2U) << "the main one, and ours";
  EXPECT_EQ(count("DescribeRouteTables",
                  {{"Filter.1.Name", "association.subnet-id"}, {"Filter.1.Value.1", subnet}}, "main"),
            1U);
  EXPECT_NE(answer("DescribeNatGateways", of_vpc).find("203.0.113.1"), std::string::npos);
  EXPECT_EQ(count("DescribeInternetGateways",
                  {{"Filter.1.Name", "attachment.vpc-id"}, {"Filter.1.Value.1", vpc}}, "internetGatewayId"),
            1U);
  EXPECT_EQ(count("DescribeSecurityGroups", of_vpc, "groupName"), 1U);
  answer("CreateTags", {{"ResourceId.1", subnet}, {"Tag.1.Key", "Name"}, {"Tag.1.Value", "s"}});
  EXPECT_EQ(count("DescribeSubnets", {{"Filter.1.Name", "tag:Name"}, {"Filter.1.Value.1", "s"}}, "subnetId"),
            1U);
  EXPECT_NE(answer("DescribeTags", {{"Filter.1.Name", "resource-id"}, {"Filter.1.Value.1", subnet}})
                .find("<key>Name"),
            std::string::npos);
  answer("DeleteTags", {{"ResourceId.1", subnet}, {"Tag.1.Key", "Name"}});
  EXPECT_EQ(count("DescribeTags", {}, "key"), 0U);

  const auto refused = [&](const std::string& operation, const wire::Pairs& form) {
    const std::string text = answer(operation, form);
    return text.substr(0, text.find(':'));
  };
  EXPECT_EQ(refused("DeleteVpc", {{"VpcId", vpc}}), "DependencyViolation");
  EXPECT_EQ(refused("DeleteSubnet", {{"SubnetId", subnet}}), "DependencyViolation");
  EXPECT_EQ(refused("DeleteInternetGateway", {{"InternetGatewayId", gateway}}), "DependencyViolation");
  EXPECT_EQ(refused("ReleaseAddress", {{"AllocationId", address}}), "InvalidIPAddress.InUse");
  EXPECT_EQ(refused("DeleteRouteTable", {{"RouteTableId", table}}), "DependencyViolation");
  EXPECT_EQ(refused("DeleteVpc", {{"VpcId", network.vpc_id}}), "UnsupportedOperation");
  EXPECT_EQ(refused("CreateRoute",
                    {{"RouteTableId", table}, {"DestinationCidrBlock", "0.0.0.0/0"}, {"GatewayId", gateway}}),
            "RouteAlreadyExists");
  EXPECT_EQ(refused("CreateTags", {{"ResourceId.1", "vpc-1"}, {"Tag.1.Key", "a"}, {"Tag.1.Value", "b"}}),
            "InvalidID");
  const std::tuple<const char*, const char*, std::string> deletions[] = {
      {"DeleteNatGateway", "NatGatewayId", nat},
      {"ReleaseAddress", "AllocationId", address},
      {"DisassociateRouteTable", "AssociationId", association},
      {"DeleteRouteTable", "RouteTableId", table},
      {"DeleteSubnet", "SubnetId", subnet}};
  for (const auto& [operation, member, value] : deletions)
    EXPECT_EQ(answer(operation, {{member, value}}).substr(0, 5), "<?xml") << operation;
  answer("DetachInternetGateway", {{"InternetGatewayId", gateway}, {"VpcId", vpc}});
  EXPECT_EQ(answer("DeleteInternetGateway", {{"InternetGatewayId", gateway}}).substr(0, 5), "<?xml");
  EXPECT_EQ(answer("DeleteVpc", {{"VpcId", vpc}}).substr(0, 5), "<?xml");
  EXPECT_EQ(count("DescribeVpcs", {}, "vpcId"), 1U);
  EXPECT_EQ(groups.all("000000000000", "us-east-1").size(), 1U) << "its default group went with it";
}

TEST_F(Ec2Test, security_groups_have_rules) {
  const std::string group = between(
      answer("CreateSecurityGroup", {{"GroupName", "g"}, {"GroupDescription", "d"}}), "<groupId>", "</");
  const wire::Pairs http{{"GroupId", group},
                         {"IpPermissions.1.IpProtocol", "tcp"},
                         {"IpPermissions.1.FromPort", "80"},
                         {"IpPermissions.1.ToPort", "80"},
                         {"IpPermissions.1.IpRanges.1.CidrIp", "0.0.0.0/0"},
                         {"IpPermissions.1.Groups.1.GroupId", group}};
  const std::string made = answer("AuthorizeSecurityGroupIngress", http);
  EXPECT_NE(made.find("<cidrIpv4>0.0.0.0/0</cidrIpv4>"), std::string::npos) << made;
  const std::string shown = answer("DescribeSecurityGroups", {{"GroupId.1", group}});
  EXPECT_NE(shown.find("<fromPort>80</fromPort>"), std::string::npos) << shown;
  EXPECT_NE(shown.find("<ipPermissionsEgress><item><ipProtocol>-1</ipProtocol>"), std::string::npos) << shown;
  EXPECT_EQ(answer("AuthorizeSecurityGroupIngress", http).substr(0, 27), "InvalidPermission.Duplicate");
  EXPECT_EQ(answer("CreateSecurityGroup", {{"GroupName", "g"}, {"GroupDescription", "d"}}).substr(0, 22),
            "InvalidGroup.Duplicate");
  const std::string other = between(
      answer("CreateSecurityGroup", {{"GroupName", "h"}, {"GroupDescription", "d"}}), "<groupId>", "</");
  answer("AuthorizeSecurityGroupEgress", {{"GroupId", other},
                                          {"IpPermissions.1.IpProtocol", "tcp"},
                                          {"IpPermissions.1.FromPort", "1"},
                                          {"IpPermissions.1.ToPort", "2"},
                                          {"IpPermissions.1.Groups.1.GroupId", group}});
  EXPECT_EQ(answer("DeleteSecurityGroup", {{"GroupId", group}}).substr(0, 19), "DependencyViolation");
  EXPECT_EQ(answer("RevokeSecurityGroupIngress", http).substr(0, 5), "<?xml");
  EXPECT_EQ(answer("RevokeSecurityGroupIngress", http).substr(0, 26), "InvalidPermission.NotFound");
  EXPECT_EQ(answer("DeleteSecurityGroup", {{"GroupId", other}}).substr(0, 5), "<?xml");
  EXPECT_EQ(answer("DeleteSecurityGroup", {{"GroupId", group}}).substr(0, 5), "<?xml");
  EXPECT_EQ(answer("DeleteSecurityGroup", {{"GroupId", network.default_security_group_id}}).substr(0, 12),
            "CannotDelete");
  EXPECT_EQ(answer("DescribeSecurityGroupRules", {}).find("<item>"), std::string::npos);
}

}  // namespace
}  // namespace berth::ec2
