#include "berth/fleet/fleet.hpp"
#include "berth/fleet/network.hpp"
#include "berth/services/ec2/operations.hpp"
#include "berth/store/store.hpp"
#include "berth/wire/query.hpp"
#include "berth/wire/reply.hpp"

#include <gtest/gtest.h>

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
  Ec2 ec2{groups};
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

}  // namespace
}  // namespace berth::ec2
