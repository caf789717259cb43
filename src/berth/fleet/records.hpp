/// What the fleet remembers, as it is stored: one document each.
#pragma once

#include "base/clock.hpp"
#include "berth/sched/placement.hpp"

#include <boost/describe.hpp>

#include <compare>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace berth::fleet {

/// Names a thing within an account and region.
struct Key {
  std::string account;
  std::string region;
  std::string name;
  auto operator<=>(const Key&) const = default;
};

/// How many of a cluster's tasks go to which capacity provider.
struct CapacityShare {
  std::string provider;  ///< name
  int weight = 0;
  int base = 0;
};
BOOST_DESCRIBE_STRUCT(CapacityShare, (), (provider, weight, base))

struct Cluster {
  std::string name;
  bool active = true;  ///< a deleted cluster stays describable as INACTIVE
  base::TimePoint created_at{};
  std::map<std::string, std::string> tags;
  std::map<std::string, std::string> settings;  ///< containerInsights; kept and shown, without effect
  std::vector<std::string> capacity_providers;
  std::vector<CapacityShare> default_strategy;  ///< of RunTask that says neither launch type nor strategy
};
BOOST_DESCRIBE_STRUCT(Cluster, (),
                      (name, active, created_at, tags, settings, capacity_providers, default_strategy))

struct LaunchConfiguration {
  std::string name;
  std::string instance_type;
  std::string image_id;
  std::string iam_instance_profile;  ///< name or ARN; empty: none
  std::string user_data;             ///< as given, base64
  std::vector<std::string> security_groups;
  std::string key_name;
  std::optional<std::string> cluster;  ///< from user data or init files; none: "default"
  base::TimePoint created_at{};
};
BOOST_DESCRIBE_STRUCT(LaunchConfiguration, (),
                      (name, instance_type, image_id, iam_instance_profile, user_data, security_groups,
                       key_name, cluster, created_at))

/// One line of a group's history, newest last.
struct ScalingActivity {
  std::string id;
  std::string description;  ///< "Launching a new EC2 instance: i-…"
  std::string cause;
  std::string status;   ///< "Successful", "Failed"
  std::string message;  ///< why it failed, and what to do
  base::TimePoint at{};
};
BOOST_DESCRIBE_STRUCT(ScalingActivity, (), (id, description, cause, status, message, at))

/// What a group is told and tells again; nothing here acts on it: nothing scales by itself, and a slice is as healthy
/// as the machine.
struct GroupManners {
  int cooldown_seconds = 300;
  std::string health_check_type = "EC2";
  int health_check_grace_seconds = 0;
  std::vector<std::string> termination_policies;  ///< empty: Default
  bool protects_new_instances = false;
};
BOOST_DESCRIBE_STRUCT(GroupManners, (),
                      (cooldown_seconds, health_check_type, health_check_grace_seconds, termination_policies,
                       protects_new_instances))

struct Group {
  std::string name;
  std::string launch_configuration;     ///< or, if it is empty:
  std::string launch_template;          ///< id, lt-…
  std::string launch_template_version;  ///< a number, "$Latest", "$Default", or empty: the default
  int minimum = 0;
  int maximum = 0;
  int desired = 0;
  std::vector<std::string> subnets;
  std::map<std::string, std::string> tags;
  std::set<std::string> propagated_tags;  ///< keys of those that instances would get
  GroupManners manners;
  base::TimePoint created_at{};
  bool deleting = false;  ///< its instances are going; it is gone when the last one is
  std::vector<ScalingActivity> activities;
};
BOOST_DESCRIBE_STRUCT(Group, (),
                      (name, launch_configuration, launch_template, launch_template_version, minimum, maximum,
                       desired, subnets, tags, propagated_tags, manners, created_at, deleting, activities))

/// A slice of this machine that answers as an EC2 instance and, once registered, as a container instance.
struct InstanceRecord {
  std::string id;                     ///< i-…
  std::string container_instance_id;  ///< 32 hexadecimal digits
  std::string cluster;
  std::string group;  ///< empty: the implicit instance over what no group has claimed
  std::string instance_type;
  std::string image_id;
  std::string launch_configuration;     ///< that it was made of; or
  std::string launch_template;          ///< the template and
  std::string launch_template_version;  ///< the number of its version
  std::string iam_instance_profile;
  std::string subnet_id;
  std::string availability_zone;
  std::int64_t cpu_units = 0;                            ///< min(type, machine)
  std::int64_t memory_mib = 0;                           ///< the type's nominal memory: what is registered
  std::int64_t backed_memory_mib = 0;                    ///< min(type, what was left)
  std::vector<std::string> gpu_ids;                      ///< claimed for this instance alone
  bool registered = false;                               ///< with its cluster
  bool terminating = false;                              ///< gone when its last task is
  bool draining = false;                                 ///< no task is placed here until it is active again
  std::map<std::string, std::string> custom_attributes;  ///< put through ECS; an empty value is none
  std::map<std::string, std::string> tags;               ///< of the container instance
  base::TimePoint launched_at{};
  base::TimePoint registered_at{};
};
BOOST_DESCRIBE_STRUCT(InstanceRecord, (),
                      (id, container_instance_id, cluster, group, instance_type, image_id,
                       launch_configuration, launch_template, launch_template_version, iam_instance_profile,
                       subnet_id, availability_zone, cpu_units, memory_mib, backed_memory_mib, gpu_ids,
                       registered, terminating, draining, custom_attributes, tags, launched_at,
                       registered_at))

struct SecurityGroup {
  std::string id;
  std::string name;
  std::string description;
  std::string vpc_id;
  std::map<std::string, std::string> tags;
};
BOOST_DESCRIBE_STRUCT(SecurityGroup, (), (id, name, description, vpc_id, tags))

}  // namespace berth::fleet
