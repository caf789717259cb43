/// A task: what was asked, where it stands, how its life goes. Stored whole as one JSON document.
#pragma once

#include "berth/sched/inventory.hpp"
#include "berth/task/lifecycle.hpp"

#include <boost/describe.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace berth::task {

/// A dependency; condition START, COMPLETE or SUCCESS.
struct Dependency {
  std::string container;
  std::string condition;
};
BOOST_DESCRIBE_STRUCT(Dependency, (), (container, condition))

struct Limit {
  std::string name;
  std::int64_t soft = 0;
  std::int64_t hard = 0;
};
BOOST_DESCRIBE_STRUCT(Limit, (), (name, soft, hard))

/// A port that a container listens on, on the host's own network.
struct PortPlan {
  int container_port = 0;
  int host_port = 0;  ///< 0: none reserved
  bool udp = false;
};
BOOST_DESCRIBE_STRUCT(PortPlan, (), (container_port, host_port, udp))

/// The awslogs options.
struct LogOptions {
  std::string group;
  std::string region;         ///< empty: the task's
  std::string stream_prefix;  ///< empty: the stream is named by the container's runtime id
  bool create_group = false;
};
BOOST_DESCRIBE_STRUCT(LogOptions, (), (group, region, stream_prefix, create_group))

/// One container as it shall run: the definition with the overrides merged in.
struct ContainerPlan {
  std::string name;
  std::string image;
  std::optional<std::vector<std::string>> entry_point;  ///< none: the image's own
  std::optional<std::vector<std::string>> command;
  std::map<std::string, std::string> environment;
  std::string working_directory;
  std::string user;
  std::string hostname;
  bool essential = true;
  std::int64_t cpu = 0;
  std::optional<std::int64_t> memory_mib;
  std::optional<std::int64_t> memory_reservation_mib;
  int gpus = 0;
  std::vector<Dependency> depends_on;
  std::optional<std::int64_t> start_timeout_seconds;
  std::optional<std::int64_t> stop_timeout_seconds;
  std::optional<std::int64_t> shared_memory_mib;
  std::vector<Limit> limits;
  std::optional<LogOptions> log;
  std::vector<PortPlan> ports;
};
BOOST_DESCRIBE_STRUCT(ContainerPlan, (),
                      (name, image, entry_point, command, environment, working_directory, user, hostname,
                       essential, cpu, memory_mib, memory_reservation_mib, gpus, depends_on,
                       start_timeout_seconds, stop_timeout_seconds, shared_memory_mib, limits, log, ports))

/// What RunTask asks for, resolved.
struct TaskPlan {
  std::string cluster;  ///< name
  std::string family;
  std::string definition;  ///< ARN with revision
  std::string group;       ///< "family:NAME" by default
  std::string started_by;
  std::string launch_type = "EC2";
  std::string capacity_provider;  ///< name; empty: none was asked for
  std::string task_role_arn;
  std::string execution_role_arn;
  std::optional<std::int64_t> cpu;  ///< of the task as a whole
  std::optional<std::int64_t> memory_mib;
  std::string network_mode;
  bool enable_execute_command = false;
  std::map<std::string, std::string> tags;
  std::string overrides;  ///< the request's own, as JSON, to be shown again
  std::vector<ContainerPlan> containers;
};
BOOST_DESCRIBE_STRUCT(TaskPlan, (),
                      (cluster, family, definition, group, started_by, launch_type, capacity_provider,
                       task_role_arn, execution_role_arn, cpu, memory_mib, network_mode,
                       enable_execute_command, tags, overrides, containers))

/// What a container got at its start.
struct ContainerFacts {
  std::string uuid;          ///< of its ARN
  std::string runtime_id;    ///< 64 hexadecimal digits
  std::string image_digest;  ///< "sha256:…"
  std::vector<std::string> gpu_ids;
};
BOOST_DESCRIBE_STRUCT(ContainerFacts, (), (uuid, runtime_id, image_digest, gpu_ids))

struct Task {
  std::string account;
  std::string region;
  std::string id;  ///< 32 hexadecimal digits
  TaskPlan plan;
  std::string instance;  ///< container instance id
  std::string availability_zone;
  std::string cpu_architecture;
  std::int64_t granted_cpu_units = 0;
  std::int64_t granted_memory_mib = 0;
  std::int64_t granted_backed_memory_mib = 0;
  std::vector<std::string> granted_gpu_ids;
  TaskLife life;                      ///< its containers in the order of plan.containers
  std::vector<ContainerFacts> facts;  ///< likewise

  bool is_stopped() const { return life.phase == Phase::stopped; }
  std::string arn() const;
  std::string container_arn(std::size_t index) const;
  sched::Grant grant() const;
};
BOOST_DESCRIBE_STRUCT(Task, (),
                      (account, region, id, plan, instance, availability_zone, cpu_architecture,
                       granted_cpu_units, granted_memory_mib, granted_backed_memory_mib, granted_gpu_ids,
                       life, facts))

/// The static host ports of all its containers.
std::vector<sched::Port> ports_of(const TaskPlan& plan);

/// What the task needs from an instance: task-level CPU and memory if given, else the containers' sums, where
/// memoryReservation counts instead of memory if both stand.
sched::Demand demand_of(const TaskPlan& plan);

}  // namespace berth::task
