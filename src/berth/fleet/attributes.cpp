#include "berth/fleet/attributes.hpp"

#include "berth/fleet/network.hpp"

#include <array>

namespace berth::fleet {

namespace {

#if defined(__aarch64__)
constexpr const char* cpu_architecture = "arm64";
#else
constexpr const char* cpu_architecture = "x86_64";
#endif

// Capabilities have no value. What the process driver emulates (a privileged container) or does in its own
// way (the execution role, which no pull needs) counts as there; see docs/design/tasks.md.
constexpr std::array capabilities = {
    "com.amazonaws.ecs.capability.docker-remote-api.1.17",
    "com.amazonaws.ecs.capability.docker-remote-api.1.18",
    "com.amazonaws.ecs.capability.docker-remote-api.1.19",
    "com.amazonaws.ecs.capability.docker-remote-api.1.21",
    "com.amazonaws.ecs.capability.ecr-auth",
    "com.amazonaws.ecs.capability.logging-driver.awslogs",
    "com.amazonaws.ecs.capability.logging-driver.json-file",
    "com.amazonaws.ecs.capability.logging-driver.none",
    "com.amazonaws.ecs.capability.privileged-container",
    "com.amazonaws.ecs.capability.task-iam-role",
    "com.amazonaws.ecs.capability.task-iam-role-network-host",
    "ecs.capability.container-ordering",
    "ecs.capability.execution-role-awslogs",
    "ecs.capability.execution-role-ecr-pull",
    "ecs.capability.logging-driver.awslogs.log-driver-buffer-size",
};

}  // namespace

sched::Attributes instance_attributes(const std::string& account, const std::string& region,
                                      const InstanceRecord& record) {
  sched::Attributes attributes{
      {"ecs.availability-zone", record.availability_zone},
      {"ecs.instance-type", record.instance_type},
      {"ecs.os-type", "linux"},
      {"ecs.os-family", "LINUX"},
      {"ecs.cpu-architecture", cpu_architecture},
      {"ecs.ami-id", record.image_id},
      {"ecs.vpc-id", default_network(account, region).vpc_id},
      {"ecs.subnet-id", record.subnet_id},
  };
  for (const char* capability : capabilities) attributes.emplace(capability, "");
  return attributes;
}

}  // namespace berth::fleet
