#include "berth/fleet/fleet.hpp"

#include "base/described_json.hpp"
#include "berth/fleet/security_groups.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <set>

namespace berth::fleet {
namespace {

MachineCapacity two_gpus() {
  return {.cpu_units = 2048, .memory_mib = 24000, .gpus = {{"GPU-0", "A10G"}, {"GPU-1", "A10G"}}};
}

struct World {
  explicit World(MachineCapacity capacity = two_gpus()) : machine(std::move(capacity)) {
    auto opened = store::Store::open(":memory:", migrations(), pool);
    if (!opened) throw base::Failure(opened.error());
    store = std::move(*opened);
    restart();
  }
  void restart() {
    fleet.reset();
    fleet = std::make_unique<Fleet>(*store, clock, random, machine, Home{account, region});
  }
  Key key(const std::string& name) const { return {account, region, name}; }
  void make_group(const std::string& name, const std::string& type, int desired, Fleet::Report report = {},
                  const std::string& cluster = "default") {
    const auto made = fleet->create_launch_configuration(
        key(name + "-lc"), {.instance_type = type, .iam_instance_profile = "profile", .cluster = cluster});
    if (!made) throw base::Failure(made.error());
    const auto group = fleet->create_group(
        key(name), {.launch_configuration = name + "-lc", .maximum = 8, .desired = desired},
        std::move(report));
    if (!group) throw base::Failure(group.error());
  }
  int size(const std::string& group) const {
    return static_cast<int>(fleet->instances_of_group(key(group)).size());
  }
  Instance& implicit() { return *fleet->instances_of(key("default")).front(); }
  sched::Grant take(Instance& instance, const sched::Demand& demand) {
    return std::get<sched::Grant>(fleet->take(instance, demand));
  }
  std::string last_activity(const std::string& group) const {
    return fleet->find_group(key(group))->activities.back().message;
  }
  /// Everything that is remembered, as text.
  std::string state() const {
    std::string text;
    for (const Cluster* cluster : fleet->clusters(account, region))
      text += base::to_text(base::to_document(*cluster)) + "\n";
    for (const Group* group : fleet->groups(account, region)) {
      text += base::to_text(base::to_document(*group)) + "\n";
      for (const Instance* instance : fleet->instances_of_group(key(group->name)))
        text += base::to_text(base::to_document(instance->record)) + "\n";
    }
    return text + base::to_text(base::to_document(fleet->instances_of(key("default")).front()->record));
  }

  const std::string account = "000000000000", region = "us-east-1";
  base::asio::thread_pool pool{1};
  base::ManualClock clock;
  base::SeededRandom random{7};
  MachineCapacity machine;
  std::unique_ptr<store::Store> store;
  std::unique_ptr<Fleet> fleet;
};

TEST(Fleet, a_fresh_one_has_the_cluster_default_with_the_whole_machine) {
  World world;
  ASSERT_EQ(world.fleet->instances_of(world.key("default")).size(), 1u);
  const Instance& instance = world.implicit();
  EXPECT_TRUE(instance.is_implicit());
  EXPECT_TRUE(instance.takes_tasks());
  EXPECT_EQ(
      instance.inventory.capacity(),
      (sched::Capacity{
          .cpu_units = 2048, .memory_mib = 24000, .backed_memory_mib = 24000, .gpus = two_gpus().gpus}));
  EXPECT_EQ(instance.attributes.at("ecs.availability-zone"), "us-east-1a");
  EXPECT_TRUE(instance.attributes.contains("com.amazonaws.ecs.capability.logging-driver.awslogs"));
}

TEST(Fleet, a_slice_is_what_the_type_has_and_the_machine_can_give) {
  World world;
  world.make_group("g", "p2.xlarge", 1);  // 4 vCPUs, 61 GiB, 1 GPU
  ASSERT_EQ(world.size("g"), 1);
  const Instance& instance = *world.fleet->instances_of_group(world.key("g")).front();
  EXPECT_EQ(instance.inventory.capacity(),
            (sched::Capacity{.cpu_units = 2048,  // shares: no more than the machine has
                             .memory_mib = 62464,
                             .backed_memory_mib = 24000,
                             .gpus = {{"GPU-0", "A10G"}}}));
  EXPECT_EQ(world.last_activity("g"),
            "A p2.xlarge has 4 vCPUs, 62464 MiB and 1 GPUs; this machine gave it shares of 2048 CPU units, "
            "24000 MiB and 1 GPUs.");
  EXPECT_EQ(world.implicit().inventory.capacity().memory_mib, 0) << "the implicit instance has what is left";
  EXPECT_EQ(world.implicit().inventory.free_gpu_ids(), std::vector<std::string>{"GPU-1"});
  EXPECT_EQ(world.implicit().inventory.capacity().cpu_units, 2048);
}

TEST(Fleet, a_group_that_does_not_fit_stays_below_its_desired_capacity_and_says_why) {
  World world;
  std::vector<GroupReport> reports;
  world.make_group("g", "g5.xlarge", 4, [&](const GroupReport& report) { reports.push_back(report); });
  // 24,000 MiB hold one and a half of 16 GiB, and the second slice takes what is left.
  EXPECT_EQ(world.size("g"), 2);
  ASSERT_EQ(reports.size(), 3u);
  EXPECT_EQ(reports[0].registered, 1);
  EXPECT_FALSE(reports[0].instance_id.empty());
  EXPECT_EQ(reports[1].registered, 2);
  EXPECT_EQ(reports[2].instance_id, "");
  EXPECT_EQ(reports[2].reason,
            "This machine has no memory left for another g5.xlarge: of 24000 MiB, 0 MiB are not claimed. "
            "Delete a group or "
            "end tasks in the cluster 'default'.");
  EXPECT_EQ(world.last_activity("g"), reports[2].reason);
  EXPECT_EQ(world.fleet->find_group(world.key("g"))->activities.back().status, "Failed");

  ASSERT_TRUE(world.fleet->set_desired(world.key("g"), 3));
  EXPECT_EQ(reports.size(), 3u) << "the same refusal is not told twice";
}

TEST(Fleet, gpus_run_out_before_memory_does) {
  World world({.cpu_units = 65536, .memory_mib = 1000000, .gpus = two_gpus().gpus});
  world.make_group("g", "g5.xlarge", 3);
  EXPECT_EQ(world.size("g"), 2);
  EXPECT_EQ(world.last_activity("g"),
            "This machine has no GPU left for another g5.xlarge: all 2 are claimed. Delete a group or end "
            "tasks in the "
            "cluster 'default'.");
}

TEST(Fleet, a_machine_without_gpus_gives_slices_without) {
  World world({.cpu_units = 2048, .memory_mib = 24000});
  world.make_group("g", "p2.xlarge", 1);
  EXPECT_EQ(world.size("g"), 1);
  EXPECT_TRUE(world.fleet->instances_of_group(world.key("g")).front()->inventory.capacity().gpus.empty());
}

TEST(Fleet, what_tasks_hold_on_the_implicit_instance_is_claimed_by_no_group) {
  World world;
  const sched::Grant grant = world.take(world.implicit(), {.memory_mib = 20000, .gpus = 1});
  world.make_group("g", "g5.12xlarge", 1);  // four GPUs, 192 GiB
  const auto& slice = world.fleet->instances_of_group(world.key("g")).front()->record;
  EXPECT_EQ(slice.backed_memory_mib, 4000);
  EXPECT_EQ(slice.gpu_ids, std::vector<std::string>{"GPU-1"});
  EXPECT_EQ(world.implicit().inventory.capacity().memory_mib, 20000);
  EXPECT_EQ(world.implicit().inventory.free_memory_mib(), 0);

  world.make_group("waits", "t3.small", 1);
  EXPECT_EQ(world.size("waits"), 0);
  world.fleet->give_back(world.implicit(), grant);
  EXPECT_EQ(world.size("waits"), 1) << "room appeared";
}

TEST(Fleet, instances_register_when_their_cluster_exists) {
  World world;
  std::vector<GroupReport> reports;
  world.make_group(
      "g", "t3.small", 1, [&](const GroupReport& report) { reports.push_back(report); }, "train");
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports[0].registered, 0);
  EXPECT_NE(reports[0].reason.find("waits for the cluster 'train'"), std::string::npos);
  EXPECT_TRUE(world.fleet->instances_of(world.key("train")).empty());

  world.clock.advance(std::chrono::seconds(5));
  world.fleet->create_cluster(world.key("train"), {}, {});
  ASSERT_EQ(reports.size(), 2u);
  EXPECT_EQ(reports[1].registered, 1);
  ASSERT_EQ(world.fleet->instances_of(world.key("train")).size(), 1u);
  EXPECT_EQ(world.fleet->instances_of(world.key("train")).front()->record.registered_at, world.clock.now());
}

TEST(Fleet, the_cluster_is_read_from_user_data_else_it_is_default) {
  World world;
  ASSERT_TRUE(world.fleet->create_launch_configuration(
      world.key("a"),
      {.instance_type = "t3.small", .user_data = "IyEvYmluL3NoCmVjaG8gRUNTX0NMVVNURVI9dHJhaW4K"}));
  EXPECT_EQ(world.fleet->find_launch_configuration(world.key("a"))->cluster, "train");
  world.make_group("g", "t3.small", 1);
  EXPECT_EQ(world.fleet->instances_of_group(world.key("g")).front()->record.cluster, "default");
}

TEST(Fleet, a_group_is_gone_when_its_last_task_is) {
  World world;
  world.make_group("g", "g5.xlarge", 2);
  Instance& busy = *world.fleet->find_instance(
      world.account, world.region, world.fleet->instances_of_group(world.key("g")).front()->record.id);
  const sched::Grant grant = world.take(busy, {.memory_mib = 100, .gpus = 1});
  std::vector<std::string> told;
  world.fleet->on_termination([&](Instance& instance) { told.push_back(instance.record.id); });
  bool gone = false;
  world.fleet->remove_group(world.key("g"), [&] { gone = true; });
  EXPECT_EQ(told, std::vector<std::string>{busy.record.id});
  EXPECT_FALSE(gone);
  EXPECT_EQ(world.size("g"), 1);
  EXPECT_FALSE(busy.takes_tasks());
  EXPECT_FALSE(world.fleet->remove_launch_configuration(world.key("g-lc"))) << "it is in use";

  world.fleet->give_back(busy, grant);
  EXPECT_TRUE(gone);
  EXPECT_EQ(world.size("g"), 0);
  EXPECT_TRUE(world.fleet->remove_launch_configuration(world.key("g-lc")));
  EXPECT_EQ(world.implicit().inventory.capacity().memory_mib, 24000);
  EXPECT_EQ(world.implicit().inventory.capacity().gpus.size(), 2u);

  bool again = false;
  world.fleet->remove_group(world.key("g"), [&] { again = true; });
  EXPECT_TRUE(again) << "what is not there is gone";
}

TEST(Fleet, scaling_in_ends_the_idle_and_the_young_first) {
  World world({.cpu_units = 8192, .memory_mib = 64000});
  world.make_group("g", "t3.small", 3);
  const auto members = world.fleet->instances_of_group(world.key("g"));
  const std::string oldest = members[0]->record.id, youngest = members[2]->record.id;
  world.take(*world.fleet->find_instance(world.account, world.region, youngest), {.memory_mib = 100});
  ASSERT_TRUE(world.fleet->set_desired(world.key("g"), 2));
  ASSERT_EQ(world.size("g"), 2);
  EXPECT_TRUE(world.fleet->find_instance(world.account, world.region, oldest));
  EXPECT_TRUE(world.fleet->find_instance(world.account, world.region, youngest)) << "it is busy";
}

TEST(Fleet, a_report_may_remove_its_own_group) {
  World world;
  bool gone = false;
  world.make_group("g", "g5.xlarge", 4, [&](const GroupReport& report) {
    if (!report.reason.empty()) world.fleet->remove_group(report.group, [&] { gone = true; });
  });
  EXPECT_TRUE(gone);
  EXPECT_EQ(world.fleet->find_group(world.key("g")), nullptr);
  EXPECT_EQ(world.implicit().inventory.capacity().memory_mib, 24000);
}

TEST(Fleet, mistakes_are_refused_with_a_sentence) {
  World world;
  world.make_group("g", "t3.small", 1);
  const auto refused = [&](Group group, const std::string& name = "new") {
    const auto status = world.fleet->create_group(world.key(name), std::move(group));
    return status ? std::string("taken") : status.error().message;
  };
  EXPECT_NE(refused({}, "g").find("already exists"), std::string::npos);
  EXPECT_NE(refused({.launch_configuration = "none"}).find("not found"), std::string::npos);
  EXPECT_NE(refused({.launch_configuration = "g-lc", .minimum = 2, .maximum = 1})
                .find("Max bound, 1, must be greater than or equal to min bound, 2"),
            std::string::npos);
  EXPECT_NE(refused({.launch_configuration = "g-lc", .maximum = 1, .desired = 2}).find("must be between"),
            std::string::npos);
  EXPECT_FALSE(world.fleet->set_desired(world.key("g"), 9));
  EXPECT_FALSE(world.fleet->set_desired(world.key("none"), 1));
  EXPECT_FALSE(world.fleet->create_launch_configuration(world.key("g-lc"), {.instance_type = "t3.small"}));
  EXPECT_FALSE(world.fleet->create_launch_configuration(world.key("x"), {.instance_type = "x9.huge"}));
}

TEST(Fleet, a_restart_changes_nothing) {
  World world;
  world.make_group("g", "g5.xlarge", 3);
  world.make_group("later", "t3.small", 1, {}, "train");
  world.fleet->create_cluster(world.key("train"), {{"k", "v"}}, {});
  const std::string before = world.state();
  world.restart();
  EXPECT_EQ(world.state(), before);
  world.fleet->settle();
  EXPECT_EQ(world.state(), before);
  EXPECT_EQ(world.fleet->instances_of(world.key("default")).size(), 3u) << "no second implicit instance";

  std::vector<GroupReport> reports;
  ASSERT_TRUE(world.fleet->watch_group(world.key("g"),
                                       [&](const GroupReport& report) { reports.push_back(report); }));
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports[0].registered, 2);
}

TEST(Fleet, a_gpu_that_the_machine_lost_is_lost_to_its_instance) {
  World world;
  world.make_group("g", "g5.xlarge", 1);
  world.machine.gpus.erase(world.machine.gpus.begin());
  world.restart();
  world.fleet->settle();
  EXPECT_TRUE(world.fleet->instances_of_group(world.key("g")).front()->inventory.capacity().gpus.empty());
  EXPECT_EQ(world.implicit().inventory.free_gpu_ids(), std::vector<std::string>{"GPU-1"});
}

TEST(SecurityGroups, are_kept_by_name_within_their_vpc) {
  World world;
  SecurityGroups groups(*world.store, world.random);
  const SecurityGroup made =
      groups.create(world.account, world.region, {.name = "web", .description = "d"}).value();
  EXPECT_EQ(made.vpc_id, default_network(world.account, world.region).vpc_id);
  EXPECT_FALSE(groups.create(world.account, world.region, {.name = "web"}));
  EXPECT_FALSE(groups.create(world.account, world.region, {.name = "default"}));
  EXPECT_TRUE(groups.create(world.account, "eu-west-1", {.name = "web"}));
  SecurityGroups again(*world.store, world.random);
  ASSERT_EQ(again.all(world.account, world.region).size(), 2u);
  EXPECT_EQ(again.all(world.account, world.region)[1].id, made.id);
  EXPECT_TRUE(again.remove(world.key(made.id)));
  EXPECT_FALSE(again.remove(world.key(made.id)));
  EXPECT_EQ(again.find(world.key(made.id)), nullptr);
}

/// Whatever groups and tasks do, no GPU and no memory is in two places.
TEST(FleetModel, random_groups_and_tasks_never_share_a_gpu_or_overcommit_memory) {
  EXPECT_TRUE(rc::check([] {
    World world({.cpu_units = 8192,
                 .memory_mib = 48000,
                 .gpus = {{"GPU-0", "A"}, {"GPU-1", "A"}, {"GPU-2", "A"}, {"GPU-3", "A"}}});
    struct Held {
      std::string instance;
      sched::Grant grant;
    };
    std::vector<Held> held;
    int groups = 0;
    const int steps = *rc::gen::inRange(1, 30);
    for (int step = 0; step < steps; ++step) {
      const int choice = *rc::gen::inRange(0, 8);
      const auto instances = world.fleet->instances_of(world.key("default"));
      if (choice == 0) {
        const std::string type =
            *rc::gen::element<std::string>("g5.xlarge", "t3.small", "p3.8xlarge", "m5.large");
        world.make_group("g" + std::to_string(groups++), type, *rc::gen::inRange(0, 4));
      } else if (choice == 1 && groups > 0) {
        world.fleet->remove_group(world.key("g" + std::to_string(*rc::gen::inRange(0, groups))), {});
      } else if (choice < 5) {
        Instance& instance = *instances[*rc::gen::inRange<std::size_t>(0, instances.size())];
        const auto taken = world.fleet->take(
            instance, {.memory_mib = *rc::gen::inRange(0, 20000), .gpus = *rc::gen::inRange(0, 3)});
        if (const auto* grant = std::get_if<sched::Grant>(&taken))
          held.push_back({instance.record.id, *grant});
      } else if (choice < 7 && !held.empty()) {
        const auto which = *rc::gen::inRange<std::size_t>(0, held.size());
        world.fleet->give_back(*world.fleet->find_instance(world.account, world.region, held[which].instance),
                               held[which].grant);
        held.erase(held.begin() + static_cast<std::ptrdiff_t>(which));
      } else if (choice == 7) {
        world.restart();
        for (const Held& each : held)
          world.fleet->retake(*world.fleet->find_instance(world.account, world.region, each.instance),
                              each.grant);
        world.fleet->settle();
      }
      std::set<std::string> offered, in_use;
      std::int64_t backed = 0;
      for (const Instance* instance : world.fleet->instances_of(world.key("default"))) {
        backed += instance->inventory.capacity().backed_memory_mib;
        RC_ASSERT(instance->inventory.free_backed_memory_mib() >= 0);
        for (const auto& gpu : instance->inventory.capacity().gpus) RC_ASSERT(offered.insert(gpu.id).second);
      }
      for (const Held& each : held)
        for (const std::string& id : each.grant.gpu_ids) RC_ASSERT(in_use.insert(id).second);
      RC_ASSERT(offered.size() == 4u);
      RC_ASSERT(backed == 48000);
    }
  }));
}

}  // namespace
}  // namespace berth::fleet
