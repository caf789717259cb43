/// The machine as a fleet: clusters, AutoScaling groups, and instances that are slices of this one machine
/// (docs/design/scheduling.md).
///
///   Fleet fleet(store, clock, random, machine, {account, region});    // loads what the store has
///   fleet.put_launch_configuration(key, configuration);
///   fleet.create_group(key, group, [](const GroupReport& report) { … signal the stack … });
///   for (Instance* instance : fleet.instances_of(cluster_key)) …
///
/// A group launches instances until it has its desired number or the machine has no room; then it stays below
/// it with a scaling activity that says why, and tries again whenever room appears. An instance takes GPUs
/// and memory for itself: min(type, what is left); its CPU units are shares, min(type, machine). It registers
/// with the cluster of its launch configuration as soon as that cluster exists. The implicit instance of the
/// home account and region, in the cluster `default`, has what no group has claimed; it shrinks when a group
/// claims, but never below what its tasks hold.
///
/// State lane only. Everything is stored as it changes. Errors of the caller come as Result errors with a
/// sentence; services turn them into their own codes.
#pragma once

#include "base/clock.hpp"
#include "base/random.hpp"
#include "base/result.hpp"
#include "berth/fleet/launch_templates.hpp"
#include "berth/fleet/machine.hpp"
#include "berth/fleet/network.hpp"
#include "berth/fleet/network_things.hpp"
#include "berth/fleet/records.hpp"
#include "berth/sched/inventory.hpp"
#include "berth/sched/placement.hpp"
#include "berth/store/document_table.hpp"
#include "berth/store/migration.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace berth::fleet {

std::span<const store::Migration> migrations();

/// An instance with what its tasks hold of it.
struct Instance {
  std::string account;
  std::string region;
  InstanceRecord record;
  sched::Inventory inventory;
  sched::Attributes attributes;  ///< ecs.instance-type, ecs.availability-zone, capabilities …

  bool is_implicit() const { return record.group.empty(); }
  /// Registered and not on its way out.
  bool is_active() const { return record.registered && !record.terminating; }
  /// Tasks may be placed here.
  bool takes_tasks() const { return is_active() && !record.draining; }
};

/// Told whenever an instance of the group has registered or a launch was refused.
struct GroupReport {
  Key group;
  int desired = 0;
  int registered = 0;       ///< instances in their cluster
  std::string instance_id;  ///< the one that has just registered; empty: a launch did not fit
  std::string reason;       ///< why a launch did not fit
};

/// What is to become of a group: what is not set stays.
struct GroupChange {
  std::optional<int> minimum, maximum, desired;
  std::optional<std::string> launch_configuration;  ///< replaces a launch template
  std::optional<std::string> launch_template;       ///< id; replaces a launch configuration
  std::string launch_template_version;
  std::optional<std::vector<std::string>> subnets;
  std::optional<GroupManners> manners;
};

struct Home {
  std::string account;
  std::string region;
};

class Fleet {
 public:
  Fleet(store::Store& store, base::Clock& clock, base::RandomSource& random, MachineCapacity machine,
        Home home);
  ~Fleet();
  Fleet(const Fleet&) = delete;
  Fleet& operator=(const Fleet&) = delete;

  const MachineCapacity& machine() const { return machine_; }

  // --- clusters ---
  /// nullptr if there never was one; an inactive one is returned too.
  const Cluster* find_cluster(const Key& key) const;
  std::vector<const Cluster*> clusters(const std::string& account,
                                       const std::string& region) const;  ///< by name
  /// Makes it, or makes an inactive one active again; one that is active stays as it is. Instances that wait
  /// for it register at once.
  const Cluster& create_cluster(const Key& key, std::map<std::string, std::string> tags,
                                std::map<std::string, std::string> settings);
  /// The caller has checked that no task and no instance is in it.
  void deactivate_cluster(const Key& key);
  /// The cluster must exist.
  void set_cluster_tags(const Key& key, std::map<std::string, std::string> tags);
  void set_cluster_settings(const Key& key, std::map<std::string, std::string> settings);
  void set_cluster_capacity(const Key& key, std::vector<std::string> providers,
                            std::vector<CapacityShare> default_strategy);

  // --- launch configurations ---
  /// Refused: the name is taken, or the instance type is not known.
  base::Status create_launch_configuration(const Key& key, LaunchConfiguration configuration);
  const LaunchConfiguration* find_launch_configuration(const Key& key) const;
  std::vector<const LaunchConfiguration*> launch_configurations(
      const std::string& account,
      const std::string& region) const;  ///< by name
  /// Refused while a group uses it.
  base::Status remove_launch_configuration(const Key& key);

  LaunchTemplates& launch_templates() { return launch_templates_; }
  const LaunchTemplates& launch_templates() const { return launch_templates_; }
  NetworkThings& network() { return network_; }
  const NetworkThings& network() const { return network_; }

  // --- groups ---
  using Report = std::function<void(const GroupReport&)>;
  /// Launches what fits before it returns; `report` (may be empty) is called then, and later when more fits.
  /// It is dropped with the group, and not kept over a restart: watch_group sets it again.
  base::Status create_group(const Key& key, Group group, Report report = {});
  /// Calls `report` at once with how things stand, then at every change.
  base::Status watch_group(const Key& key, Report report);
  void unwatch_group(const Key& key);
  const Group* find_group(const Key& key) const;
  std::vector<const Group*> groups(const std::string& account, const std::string& region) const;
  std::vector<const Instance*> instances_of_group(const Key& key) const;
  /// Changes the desired number (within minimum and maximum) and launches or terminates.
  base::Status set_desired(const Key& key, int desired);
  /// Changes what `change` names; the desired number follows the bounds unless it is given. Instances stay as they
  /// were made: a new launch configuration or template is for those to come.
  base::Status update_group(const Key& key, const GroupChange& change);
  /// The group must exist.
  void set_group_tags(const Key& key, std::map<std::string, std::string> tags,
                      std::set<std::string> propagated);
  /// Terminates one instance of a group, which launches another in its place unless `shrink`. Refused: the instance
  /// is in no group, or the group would fall below its minimum. The activity that the group's history has of it.
  base::Result<ScalingActivity> terminate_instance(const std::string& account, const std::string& region,
                                                   const std::string& id, bool shrink);
  /// Terminates the instances; the tasks on them are stopped. `gone` is called (from inside, if nothing runs)
  /// when the group no longer exists. No error if there is no such group.
  void remove_group(const Key& key, std::function<void()> gone);

  // --- instances ---
  /// Registered instances of a cluster, oldest first.
  std::vector<Instance*> instances_of(const Key& cluster);
  /// By container instance id or by EC2 id.
  Instance* find_instance(const std::string& account, const std::string& region, std::string_view id);

  /// All of an account and region, oldest first.
  std::vector<const Instance*> instances(const std::string& account, const std::string& region) const;
  /// What ECS lets callers change of a container instance; each is stored at once.
  void set_draining(Instance& instance, bool draining);
  void put_attribute(Instance& instance, const std::string& name, const std::string& value);
  void delete_attribute(Instance& instance, const std::string& name);
  void set_instance_tags(Instance& instance, std::map<std::string, std::string> tags);

  /// Takes from the instance and from the machine behind it, or says what lacks.
  std::variant<sched::Grant, sched::Shortage> take(Instance& instance, const sched::Demand& demand);
  /// For tasks that were running before a restart; they keep what they have.
  void retake(Instance& instance, const sched::Grant& grant);
  /// After the last process of a task is gone. An instance that is terminating goes with its last task: do
  /// not use the pointer afterwards.
  void give_back(Instance& instance, const sched::Grant& grant);

  /// Once after a restart, when tasks have retaken what they hold: what was ending goes on ending, and groups
  /// that wait for room try again.
  void settle();

  /// Called for each instance that is to go away while tasks are on it: whoever runs them stops them.
  void on_termination(std::function<void(Instance&)> handler) { on_termination_ = std::move(handler); }

 private:
  struct GroupState {
    Group group;
    Report report;
    std::function<void()> gone;
    std::string request;  ///< what somebody asked for, for the cause of the activities that follow
  };

  // fleet.cpp
  void load();
  void make_implicit_instance();
  void resize_implicit_instance();
  Instance& add_instance(const std::string& account, const std::string& region, InstanceRecord record);
  void register_instance(Instance& instance);
  void terminate(Instance& instance);
  void remove_instance(Instance& instance);
  sched::Capacity capacity_of(const InstanceRecord& record) const;
  void store_instance(const Instance& instance);

  // groups.cpp
  std::vector<Instance*> members_of(const Key& group) const;
  void scale(const Key& key);
  void scale_on_request(const Key& key, std::string request);
  void scale_groups_that_wait();
  base::Result<LaunchConfiguration> what_to_launch(const Key& key, const Group& group) const;
  base::Status check_bounds(const Group& group) const;
  ScalingActivity note_termination(GroupState& state, const Instance& instance, std::string cause);
  std::string cause_of(const GroupState& state, std::string_view what, std::size_t from,
                       std::size_t to) const;
  base::Result<InstanceRecord> cut_slice(const Key& key, const GroupState& state);
  std::int64_t left_memory_mib() const;
  std::vector<std::string> left_gpu_ids() const;
  void note_launch(GroupState& state, const Instance& instance, std::size_t size_before);
  bool note_refusal(GroupState& state, const std::string& reason);
  void note(GroupState& state, ScalingActivity activity);
  void report(const Key& key, const std::string& instance_id, const std::string& reason);
  void finish_group_if_empty(const Key& key);
  void store_group(const Key& key, const Group& group);

  base::Clock& clock_;
  base::RandomSource& random_;
  MachineCapacity machine_;
  Home home_;
  store::DocumentTable cluster_table_;
  store::DocumentTable configuration_table_;
  store::DocumentTable group_table_;
  store::DocumentTable instance_table_;
  LaunchTemplates launch_templates_;
  NetworkThings network_;

  std::map<Key, Cluster> clusters_;
  std::map<Key, LaunchConfiguration> configurations_;
  std::map<Key, GroupState> groups_;
  std::vector<std::unique_ptr<Instance>> instances_;  // oldest first
  std::map<Key, Instance*> by_id_;                    // container instance id and EC2 id
  Instance* implicit_ = nullptr;
  std::function<void(Instance&)> on_termination_;
};

}  // namespace berth::fleet
