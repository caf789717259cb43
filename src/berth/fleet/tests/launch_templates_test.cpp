#include "berth/fleet/launch_templates.hpp"

#include "berth/fleet/fleet.hpp"
#include "berth/store/store.hpp"

#include <gtest/gtest.h>

namespace berth::fleet {
namespace {

constexpr const char* account = "000000000000";
constexpr const char* region = "us-east-1";

struct LaunchTemplatesTest : ::testing::Test {
  LaunchTemplatesTest() { reopen(); }
  void reopen() { templates = std::make_unique<LaunchTemplates>(*store, clock, random); }
  static LaunchTemplateVersion of_type(const std::string& type) {
    LaunchTemplateVersion version;
    version.launch.instance_type = type;
    version.launch.user_data = "#!/bin/sh\necho ECS_CLUSTER=train >> /etc/ecs/ecs.config\n";
    return version;
  }
  std::string make(const std::string& name) {
    return templates->create(account, region, name, {{"k", "v"}}, of_type("t3.small")).value().id;
  }

  base::asio::thread_pool pool{1};
  std::unique_ptr<store::Store> store =
      std::move(store::Store::open(":memory:", fleet::migrations(), pool).value());
  base::ManualClock clock;
  base::SeededRandom random{1};
  std::unique_ptr<LaunchTemplates> templates;
};

TEST_F(LaunchTemplatesTest, a_template_is_found_by_id_and_by_name_and_kept) {
  const std::string id = make("a");
  EXPECT_EQ(id.size(), std::string("lt-").size() + 17);
  EXPECT_FALSE(templates->create(account, region, "a", {}, of_type("t3.small")));
  reopen();
  for (const std::string& name : {id, std::string("a")}) {
    const LaunchTemplate* found = templates->find({account, region, name});
    ASSERT_TRUE(found) << name;
    EXPECT_EQ(found->id, id);
    EXPECT_EQ(found->tags.at("k"), "v");
    EXPECT_EQ(found->versions.at(0).launch.cluster, "train") << "as its user data says";
  }
  EXPECT_EQ(templates->find({account, "eu-west-1", id}), nullptr);
  EXPECT_TRUE(templates->remove({account, region, id}));
  EXPECT_FALSE(templates->remove({account, region, id}));
  reopen();
  EXPECT_TRUE(templates->all(account, region).empty());
}

TEST_F(LaunchTemplatesTest, versions_are_counted_and_never_counted_again) {
  const Key id{account, region, make("a")};
  EXPECT_EQ(templates->add_version(id, of_type("t3.micro")).number, 2);
  EXPECT_EQ(templates->add_version(id, of_type("t3.large")).number, 3);
  const auto type = [&](std::string_view version) {
    const auto* found = templates->find(id)->find_version(version);
    return found ? found->launch.instance_type : "none";
  };
  EXPECT_EQ(type(""), "t3.small");
  EXPECT_EQ(type("$Default"), "t3.small");
  EXPECT_EQ(type("$Latest"), "t3.large");
  EXPECT_EQ(type("2"), "t3.micro");
  EXPECT_EQ(type("02"), "none");
  EXPECT_EQ(type("4"), "none");
  templates->set_default(id, 2);
  EXPECT_EQ(type(""), "t3.micro");
  EXPECT_TRUE(templates->remove_version(id, 3));
  EXPECT_FALSE(templates->remove_version(id, 3));
  EXPECT_EQ(type("$Latest"), "t3.micro");
  reopen();
  EXPECT_EQ(templates->add_version(id, of_type("m5.large")).number, 4);
}

}  // namespace
}  // namespace berth::fleet
