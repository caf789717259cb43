#include "berth/fleet/network_things.hpp"

#include "berth/fleet/cidr.hpp"
#include "berth/fleet/fleet.hpp"
#include "berth/store/store.hpp"

#include <gtest/gtest.h>

namespace berth::fleet {
namespace {

constexpr const char* account = "000000000000";
constexpr const char* region = "us-east-1";

TEST(Cidrs, are_read_and_compared) {
  const auto text = [](const char* cidr) { return parse_cidr(cidr).has_value(); };
  EXPECT_TRUE(text("10.0.0.0/16"));
  EXPECT_TRUE(text("0.0.0.0/0"));
  EXPECT_TRUE(text("10.1.2.3/32"));
  for (const char* wrong : {"", "10.0.0.0", "10.0.0.0/33", "10.0.0.1/16", "10.0.0/16", "10.0.0.256/32",
                            "10.0.0.0/16x", "a.b.c.d/8", "10.0.0.0.0/8", "-1.0.0.0/8"})
    EXPECT_FALSE(text(wrong)) << wrong;
  const Cidr whole = *parse_cidr("10.0.0.0/16"), part = *parse_cidr("10.0.4.0/24");
  EXPECT_TRUE(whole.contains(part));
  EXPECT_FALSE(part.contains(whole));
  EXPECT_TRUE(part.overlaps(whole));
  EXPECT_FALSE(part.overlaps(*parse_cidr("10.0.5.0/24")));
  EXPECT_TRUE(parse_cidr("0.0.0.0/0")->contains(whole));
  EXPECT_EQ(part.size(), 256U);
}

struct NetworkThingsTest : ::testing::Test {
  std::string make(std::string_view kind, NetworkThings::Attributes attributes) {
    return things.create(account, region, kind, std::move(attributes), {}).id;
  }
  static Key key(const std::string& id) { return {account, region, id}; }
  template <class F>
  static std::string code_of(F work) {
    try {
      work();
    } catch (const NetworkError& error) {
      return error.code;
    }
    return "";
  }

  base::asio::thread_pool pool{1};
  std::unique_ptr<store::Store> store =
      std::move(store::Store::open(":memory:", fleet::migrations(), pool).value());
  base::ManualClock clock;
  base::SeededRandom random{1};
  NetworkThings things{*store, clock, random};
};

TEST_F(NetworkThingsTest, hold_each_other) {
  const std::string vpc = make("vpc", {{"cidr-block", "10.0.0.0/16"}});
  EXPECT_EQ(vpc.substr(0, 4), "vpc-");
  const std::string subnet =
      make("subnet", {{"vpc-id", vpc}, {"cidr-block", "10.0.0.0/24"}, {"availability-zone", "us-east-1b"}});
  const std::string table = make("route-table", {{"vpc-id", vpc}});
  const std::string route = make("route", {{"route-table-id", table}, {"destination", "0.0.0.0/0"}});
  const std::string association = make("association", {{"route-table-id", table}, {"subnet-id", subnet}});
  const std::string gateway = make("internet-gateway", {});
  things.change(key(gateway), {{"attachment.vpc-id", vpc}});
  const std::string address = make("elastic-ip", {});
  const std::string nat = make("natgateway", {{"subnet-id", subnet}, {"allocation-id", address}});

  EXPECT_EQ(code_of([&] { things.remove(key(vpc)); }), "DependencyViolation");
  EXPECT_EQ(code_of([&] { things.remove(key(subnet)); }), "DependencyViolation");
  EXPECT_EQ(code_of([&] { things.remove(key(address)); }), "DependencyViolation");
  EXPECT_EQ(code_of([&] { things.remove(key(table)); }), "DependencyViolation");
  EXPECT_TRUE(things.remove(key(nat)));
  EXPECT_TRUE(things.remove(key(address)));
  EXPECT_TRUE(things.remove(key(subnet)));
  EXPECT_EQ(things.find(key(association)), nullptr) << "it went with its subnet";
  EXPECT_TRUE(things.remove(key(table)));
  EXPECT_EQ(things.find(key(route)), nullptr) << "it went with its table";
  things.change(key(gateway), {{"attachment.vpc-id", ""}});
  EXPECT_TRUE(things.remove(key(vpc)));
  EXPECT_FALSE(things.remove(key(vpc)));
  EXPECT_TRUE(things.remove(key(gateway)));
}

TEST_F(NetworkThingsTest, refer_only_to_what_is_there_and_fit_into_it) {
  const auto refused = [&](std::string_view kind, NetworkThings::Attributes attributes) {
    return code_of([&] { make(kind, std::move(attributes)); });
  };
  EXPECT_EQ(refused("vpc", {{"cidr-block", "10.0.0.0/8"}}), "InvalidVpc.Range");
  EXPECT_EQ(refused("vpc", {{"cidr-block", "x"}}), "InvalidVpc.Range");
  EXPECT_EQ(refused("route-table", {{"vpc-id", "vpc-1"}}), "InvalidVpcID.NotFound");
  const std::string vpc = make("vpc", {{"cidr-block", "10.0.0.0/16"}});
  const auto subnet = [&](const char* cidr, const char* zone) {
    return refused("subnet", {{"vpc-id", vpc}, {"cidr-block", cidr}, {"availability-zone", zone}});
  };
  EXPECT_EQ(subnet("10.1.0.0/24", "us-east-1a"), "InvalidSubnet.Range");
  EXPECT_EQ(subnet("10.0.0.0/24", "eu-west-1a"), "InvalidParameterValue");
  EXPECT_EQ(subnet("10.0.0.0/24", "us-east-1a"), "");
  EXPECT_EQ(subnet("10.0.0.128/25", "us-east-1a"), "InvalidSubnet.Conflict");
  EXPECT_EQ(refused("association", {{"subnet-id", "subnet-1"}}), "InvalidSubnetID.NotFound");
  const Network network = default_network(account, region);
  EXPECT_EQ(refused("route-table", {{"vpc-id", network.vpc_id}}), "");
  EXPECT_EQ(refused("subnet", {{"vpc-id", network.vpc_id},
                               {"cidr-block", network.subnets[0].cidr},
                               {"availability-zone", "us-east-1a"}}),
            "InvalidSubnet.Conflict");
}

TEST_F(NetworkThingsTest, are_found_by_what_they_have_and_after_a_restart) {
  const std::string vpc =
      things.create(account, region, "vpc", {{"cidr-block", "10.0.0.0/16"}}, {{"k", "v"}}).id;
  const std::string subnet =
      make("subnet", {{"vpc-id", vpc}, {"cidr-block", "10.0.0.0/24"}, {"availability-zone", "us-east-1b"}});
  EXPECT_TRUE(things.has_vpc(account, region, vpc));
  EXPECT_FALSE(things.has_vpc(account, "eu-west-1", vpc));
  const auto found = things.find_subnet(account, region, subnet);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->zone.name, "us-east-1b");
  EXPECT_EQ(found->free_addresses, 251);
  EXPECT_EQ(things.with(account, region, "subnet", "vpc-id", vpc).size(), 1U);
  EXPECT_TRUE(things.set_tags(key(subnet), {{"a", "b"}}));
  store->flush();
  NetworkThings again(*store, clock, random);
  EXPECT_EQ(again.find(key(vpc))->tags.at("k"), "v");
  EXPECT_EQ(again.find(key(subnet))->tags.at("a"), "b");
  EXPECT_EQ(again.get("vpc", key(vpc)).attribute("cidr-block"), "10.0.0.0/16");
  EXPECT_EQ(code_of([&] { again.get("subnet", key(vpc)); }), "InvalidSubnetID.NotFound");
}

}  // namespace
}  // namespace berth::fleet
