#include "berth/fleet/fleet.hpp"
#include "berth/store/store.hpp"

#include <gtest/gtest.h>

namespace berth::fleet {
namespace {

constexpr const char* account = "000000000000";
constexpr const char* region = "us-east-1";

struct GroupChanges : ::testing::Test {
  GroupChanges() {
    restart();
    EXPECT_TRUE(fleet->create_launch_configuration(key("lc"), {.instance_type = "t3.small"}));
    EXPECT_TRUE(fleet->create_group(
        key("g"), {.launch_configuration = "lc", .minimum = 1, .maximum = 4, .desired = 2}));
  }
  void restart() {
    fleet.reset();
    fleet = std::make_unique<Fleet>(*store, clock, random,
                                    MachineCapacity{.cpu_units = 8192, .memory_mib = 64000},
                                    Home{account, region});
  }
  static Key key(const std::string& name) { return {account, region, name}; }
  const Group& group() const { return *fleet->find_group(key("g")); }
  std::size_t size() const { return fleet->instances_of_group(key("g")).size(); }
  std::string first() const { return fleet->instances_of_group(key("g")).front()->record.id; }
  std::string refused(const GroupChange& change) {
    const auto status = fleet->update_group(key("g"), change);
    return status ? "" : status.error().message;
  }

  base::asio::thread_pool pool{1};
  std::unique_ptr<store::Store> store =
      std::move(store::Store::open(":memory:", fleet::migrations(), pool).value());
  base::ManualClock clock;
  base::SeededRandom random{1};
  std::unique_ptr<Fleet> fleet;
};

TEST_F(GroupChanges, the_desired_number_follows_the_bounds) {
  EXPECT_EQ(refused({.minimum = 3, .maximum = {}, .desired = {}}), "");
  EXPECT_EQ(group().desired, 3);
  EXPECT_EQ(size(), 3U);
  EXPECT_EQ(refused({.minimum = 0, .maximum = 1, .desired = {}}), "");
  EXPECT_EQ(group().desired, 1);
  EXPECT_EQ(size(), 1U);
  EXPECT_NE(refused({.minimum = 2, .maximum = 1, .desired = {}}).find("Max bound, 1"), std::string::npos);
  EXPECT_NE(refused({.minimum = {}, .maximum = {}, .desired = 5}).find("must be between"), std::string::npos);
  EXPECT_EQ(group().desired, 1);
  restart();
  EXPECT_EQ(group().maximum, 1);
}

TEST_F(GroupChanges, every_change_of_size_stands_in_the_history_with_its_cause) {
  ASSERT_TRUE(fleet->set_desired(key("g"), 3));
  EXPECT_NE(group().activities.back().cause.find(
                "a user request explicitly set group desired capacity changing the desired capacity from 2 "
                "to 3.  At "),
            std::string::npos)
      << group().activities.back().cause;
  EXPECT_NE(group().activities.back().cause.find("increasing the capacity from 2 to 3."), std::string::npos);
  ASSERT_TRUE(fleet->set_desired(key("g"), 2));
  EXPECT_TRUE(group().activities.back().description.starts_with("Terminating EC2 instance: i-"));
  EXPECT_NE(group().activities.back().cause.find("shrinking the capacity from 3 to 2."), std::string::npos);
}

TEST_F(GroupChanges, an_instance_that_is_terminated_is_replaced_unless_the_group_shrinks) {
  const std::string id = first();
  const auto activity = fleet->terminate_instance(account, region, id, false);
  ASSERT_TRUE(activity);
  EXPECT_EQ(activity->description, "Terminating EC2 instance: " + id);
  EXPECT_EQ(size(), 2U);
  EXPECT_FALSE(fleet->find_instance(account, region, id));

  ASSERT_TRUE(fleet->terminate_instance(account, region, first(), true));
  EXPECT_EQ(group().desired, 1);
  EXPECT_EQ(size(), 1U);
  const auto below = fleet->terminate_instance(account, region, first(), true);
  ASSERT_FALSE(below);
  EXPECT_NE(below.error().message.find("desiredSize equals minSize (1)"), std::string::npos);
  EXPECT_FALSE(fleet->terminate_instance(account, region, "i-0", false));
  const std::string implicit = fleet->instances(account, region).front()->record.id;
  EXPECT_FALSE(fleet->terminate_instance(account, region, implicit, false)) << "it is in no group";
}

TEST_F(GroupChanges, a_launch_template_is_what_instances_to_come_are_made_of) {
  LaunchTemplateVersion version;
  version.launch.instance_type = "t3.micro";
  const auto made = fleet->launch_templates().create(account, region, "t", {}, version);
  ASSERT_TRUE(made);
  ASSERT_TRUE(fleet->create_group(key("h"), {.launch_template = made->id, .maximum = 2, .desired = 1}));
  EXPECT_EQ(fleet->instances_of_group(key("h")).front()->record.instance_type, "t3.micro");

  version.launch.instance_type = "t3.medium";
  fleet->launch_templates().add_version(key(made->id), version);
  GroupChange change;
  change.launch_template = made->id;
  change.launch_template_version = "$Latest";
  EXPECT_EQ(refused(change), "");
  clock.advance(std::chrono::seconds(1));
  ASSERT_TRUE(fleet->set_desired(key("g"), 3));
  EXPECT_EQ(fleet->instances_of_group(key("g")).front()->record.instance_type, "t3.small");
  EXPECT_EQ(fleet->instances_of_group(key("g")).back()->record.instance_type, "t3.medium");

  change.launch_template_version = "7";
  EXPECT_NE(refused(change).find("no such version"), std::string::npos);
  version.launch.instance_type.clear();
  fleet->launch_templates().add_version(key(made->id), version);
  change.launch_template_version = "3";
  EXPECT_NE(refused(change).find("InstanceType"), std::string::npos);
  EXPECT_FALSE(fleet->create_group(key("none"), {.maximum = 1}));
}

TEST_F(GroupChanges, a_group_whose_template_is_gone_says_so_and_launches_nothing) {
  LaunchTemplateVersion version;
  version.launch.instance_type = "t3.micro";
  const auto made = fleet->launch_templates().create(account, region, "t", {}, version);
  ASSERT_TRUE(fleet->create_group(key("h"), {.launch_template = made->id, .maximum = 2, .desired = 1}));
  ASSERT_TRUE(fleet->launch_templates().remove(key(made->id)));
  ASSERT_TRUE(fleet->set_desired(key("h"), 2));
  EXPECT_EQ(fleet->instances_of_group(key("h")).size(), 1U);
  EXPECT_NE(fleet->find_group(key("h"))->activities.back().message.find("does not exist"), std::string::npos);
}

TEST_F(GroupChanges, what_callers_say_of_an_instance_outlives_a_restart) {
  const std::string id = first();
  Instance& instance = *fleet->find_instance(account, region, id);
  fleet->set_draining(instance, true);
  fleet->put_attribute(instance, "stack", "production");
  fleet->put_attribute(instance, "gone", "");
  fleet->delete_attribute(instance, "gone");
  fleet->set_instance_tags(instance, {{"k", "v"}});
  EXPECT_FALSE(instance.takes_tasks());
  EXPECT_TRUE(instance.is_active());
  restart();
  Instance& again = *fleet->find_instance(account, region, id);
  EXPECT_FALSE(again.takes_tasks());
  EXPECT_EQ(again.attributes.at("stack"), "production");
  EXPECT_FALSE(again.attributes.contains("gone"));
  EXPECT_EQ(again.record.tags.at("k"), "v");
  fleet->set_draining(again, false);
  EXPECT_TRUE(again.takes_tasks());
}

}  // namespace
}  // namespace berth::fleet
