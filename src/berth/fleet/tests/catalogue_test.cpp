// What the fleet knows without any state: instance types, the network, clusters in user data.
#include "base/encoding.hpp"
#include "berth/fleet/instance_type.hpp"
#include "berth/fleet/network.hpp"
#include "berth/fleet/user_data.hpp"

#include <gtest/gtest.h>

#include <set>

namespace berth::fleet {
namespace {

TEST(InstanceTypes, each_is_found_by_its_name) {
  for (const InstanceType& type : instance_types()) {
    EXPECT_EQ(find_instance_type(type.name), &type);
    EXPECT_GT(type.vcpus, 0) << type.name;
    EXPECT_GE(type.memory_mib, 512) << type.name;
    EXPECT_EQ(type.gpus > 0, !type.gpu_kind.empty()) << type.name;
  }
  EXPECT_EQ(find_instance_type("x9.huge"), nullptr);
  EXPECT_EQ(find_instance_type(""), nullptr);
}

TEST(InstanceTypes, those_of_the_classic_templates_have_what_aws_says) {
  struct Case {
    std::string_view name;
    int vcpus;
    int memory_gib, gpus;
    std::string_view kind;
  };
  const Case cases[] = {{"g2.2xlarge", 8, 15, 1, "K520"},    {"p2.xlarge", 4, 61, 1, "K80"},
                        {"p2.16xlarge", 64, 732, 16, "K80"}, {"p3.8xlarge", 32, 244, 4, "V100"},
                        {"g4dn.xlarge", 4, 16, 1, "T4"},     {"g5.12xlarge", 48, 192, 4, "A10G"},
                        {"t3.micro", 2, 1, 0, ""},           {"m5.large", 2, 8, 0, ""},
                        {"c5.4xlarge", 16, 32, 0, ""}};
  for (const Case& each : cases) {
    const InstanceType* type = find_instance_type(each.name);
    ASSERT_TRUE(type) << each.name;
    EXPECT_EQ(type->vcpus, each.vcpus) << each.name;
    EXPECT_EQ(type->memory_mib, each.memory_gib * 1024) << each.name;
    EXPECT_EQ(type->gpus, each.gpus) << each.name;
    EXPECT_EQ(type->gpu_kind, each.kind) << each.name;
  }
}

TEST(Network, is_the_same_at_every_call_and_another_in_every_region) {
  const Network here = default_network("000000000000", "us-east-1");
  EXPECT_EQ(here.vpc_id, default_network("000000000000", "us-east-1").vpc_id);
  EXPECT_NE(here.vpc_id, default_network("000000000000", "eu-west-1").vpc_id);
  EXPECT_NE(here.vpc_id, default_network("111111111111", "us-east-1").vpc_id);
  EXPECT_EQ(here.vpc_id.size(), std::string("vpc-").size() + 17);
  ASSERT_EQ(here.subnets.size(), 3u);
  std::set<std::string> ids;
  for (const Subnet& subnet : here.subnets) ids.insert(subnet.id);
  EXPECT_EQ(ids.size(), 3u);
  EXPECT_EQ(here.subnets[1].zone.name, "us-east-1b");
  EXPECT_EQ(here.subnets[1].zone.id, "use1-az2");
  EXPECT_EQ(here.subnets[1].cidr, "172.31.16.0/20");
  EXPECT_EQ(default_network("0", "ap-northeast-1").subnets[0].zone.id, "apne1-az1");
}

TEST(UserData, names_the_cluster_as_people_write_it) {
  const std::pair<std::string_view, std::optional<std::string>> cases[] = {
      {"#!/bin/bash\necho ECS_CLUSTER=train >> /etc/ecs/ecs.config\n", "train"},
      {"echo \"ECS_CLUSTER=my-cluster_1\" >> /etc/ecs/ecs.config", "my-cluster_1"},
      {"ECS_CLUSTER='quoted'", "quoted"},
      {"ECS_CLUSTER=\"quoted\"", "quoted"},
      {"cat <<EOF > /etc/ecs/ecs.config\nECS_CLUSTER=from-here\nECS_X=1\nEOF", "from-here"},
      {"ECS_CLUSTER=first\nECS_CLUSTER=second", "second"},
      {"runcmd:\n  - [sh, -c, 'echo ECS_CLUSTER=cloud-config > /etc/ecs/ecs.config']", "cloud-config"},
      {"# ECS_CLUSTER=no\n", std::nullopt},
      {"MY_ECS_CLUSTER=no", std::nullopt},
      {"ECS_CLUSTER=$CLUSTER", std::nullopt},
      {"ECS_CLUSTER=${CLUSTER}", std::nullopt},
      {"ECS_CLUSTER=", std::nullopt},
      {"", std::nullopt},
  };
  for (const auto& [text, cluster] : cases) {
    EXPECT_EQ(find_ecs_cluster(text), cluster) << text;
    EXPECT_EQ(find_ecs_cluster_in_user_data(base::to_base64(text)), cluster) << text;
    EXPECT_EQ(find_ecs_cluster_in_user_data(text), cluster) << text << ", not encoded";
  }
}

}  // namespace
}  // namespace berth::fleet
