#include "berth/services/ecs/describe.hpp"

#include "berth/services/ecs/arns.hpp"
#include "berth/services/ecs/capacity_strategy.hpp"
#include "berth/services/ecs/shape_documents.hpp"

#include <boost/describe/enum_to_string.hpp>

#include <algorithm>

namespace berth::ecs {

namespace {

std::optional<wire::Timestamp> timestamp(const std::optional<base::TimePoint>& time) {
  return time ? std::optional(wire::Timestamp{*time}) : std::nullopt;
}

std::optional<std::string> text(const std::string& value) {
  return value.empty() ? std::nullopt : std::optional(value);
}

std::optional<std::string> number(const std::optional<std::int64_t>& value) {
  return value ? std::optional(std::to_string(*value)) : std::nullopt;
}

Resource integer(std::string name, std::int64_t value) {
  return {.name = std::move(name),
          .type = "INTEGER",
          .doubleValue = 0.0,
          .longValue = 0,
          .integerValue = static_cast<int>(value)};
}

Resource string_set(std::string name, std::vector<std::string> values) {
  return {.name = std::move(name),
          .type = "STRINGSET",
          .doubleValue = 0.0,
          .longValue = 0,
          .integerValue = 0,
          .stringSetValue = std::move(values)};
}

/// The agent keeps these for itself: ssh, Docker's API, its own.
const std::vector<std::string> reserved_ports = {"22", "2375", "2376", "51678", "51679"};

std::vector<std::string> ports_in_use(const sched::Inventory& inventory, bool udp) {
  std::vector<std::string> ports = udp ? std::vector<std::string>() : reserved_ports;
  for (const sched::Port& port : inventory.taken_ports())
    if (port.udp == udp) ports.push_back(std::to_string(port.number));
  return ports;
}

std::vector<std::string> gpu_ids(const sched::Capacity& capacity) {
  std::vector<std::string> ids;
  for (const sched::Gpu& gpu : capacity.gpus) ids.push_back(gpu.id);
  return ids;
}

Container describe_container(const task::Task& task, std::size_t index) {
  const task::ContainerPlan& plan = task.plan.containers[index];
  const task::ContainerFacts& facts = task.facts[index];
  const task::ContainerLife& life = task.life.containers[index];
  Container container{.containerArn = task.container_arn(index),
                      .taskArn = task.arn(),
                      .name = plan.name,
                      .image = plan.image,
                      .imageDigest = text(facts.image_digest),
                      .lastStatus = boost::describe::enum_to_string(life.status, ""),
                      .exitCode = life.exit_code,
                      .reason = text(life.reason),
                      .healthStatus = "UNKNOWN",
                      .cpu = std::to_string(plan.cpu),
                      .memory = number(plan.memory_mib),
                      .memoryReservation = number(plan.memory_reservation_mib)};
  if (life.started_at) {
    container.runtimeId = facts.runtime_id;
    container.networkBindings.emplace();
    for (const task::PortPlan& port : plan.ports)
      container.networkBindings->push_back({.bindIP = "0.0.0.0",
                                            .containerPort = port.container_port,
                                            .hostPort = port.host_port,
                                            .protocol = port.udp ? "udp" : "tcp"});
  }
  if (!facts.gpu_ids.empty()) container.gpuIds = facts.gpu_ids;
  return container;
}

/// The request's overrides, with a line for each container as ECS shows them.
TaskOverride describe_overrides(const task::Task& task) {
  TaskOverride overrides;
  if (!task.plan.overrides.empty())
    overrides = base::from_document<TaskOverride>(base::parse_json(task.plan.overrides).value()).value();
  for (const task::ContainerPlan& container : task.plan.containers) {
    const bool named = std::ranges::any_of(overrides.containerOverrides, [&](const ContainerOverride& each) {
      return each.name == container.name;
    });
    if (!named) overrides.containerOverrides.push_back({.name = container.name});
  }
  return overrides;
}

}  // namespace

std::vector<Tag> to_tags(const std::map<std::string, std::string>& tags) {
  std::vector<Tag> shapes;
  for (const auto& [key, value] : tags) shapes.push_back({key, value});
  return shapes;
}

std::map<std::string, std::string> from_tags(const std::vector<Tag>& tags) {
  std::map<std::string, std::string> map;
  for (const Tag& tag : tags) map[tag.key.value_or("")] = tag.value.value_or("");
  return map;
}

Failure missing(std::string arn) { return {.arn = std::move(arn), .reason = "MISSING"}; }

Cluster describe(Ecs& ecs, const Call& call, const fleet::Cluster& cluster) {
  const fleet::Key key{call.account, call.region, cluster.name};
  const auto counts = ecs.tasks.counts_of(key);
  Cluster shape{.clusterArn = cluster_arn(call, cluster.name),
                .clusterName = cluster.name,
                .status = cluster.active ? "ACTIVE" : "INACTIVE",
                .registeredContainerInstancesCount = static_cast<int>(ecs.fleet.instances_of(key).size()),
                .runningTasksCount = counts.running,
                .pendingTasksCount = counts.pending,
                .activeServicesCount = 0,
                .tags = to_tags(cluster.tags),
                .capacityProviders = cluster.capacity_providers,
                .defaultCapacityProviderStrategy = to_shapes(cluster.default_strategy)};
  for (const auto& [name, value] : cluster.settings) shape.settings.push_back({name, value});
  if (!cluster.settings.contains("containerInsights"))
    shape.settings.push_back({"containerInsights", "disabled"});
  return shape;
}

ContainerInstance describe(Ecs& ecs, const Call& call, const fleet::Instance& instance) {
  const fleet::InstanceRecord& record = instance.record;
  const sched::Inventory& inventory = instance.inventory;
  const auto counts = ecs.tasks.counts_on(record.container_instance_id);
  ContainerInstance shape{
      .containerInstanceArn = container_instance_arn(call, record.cluster, record.container_instance_id),
      .ec2InstanceId = record.id,
      .versionInfo = VersionInfo{.agentVersion = "1.89.0", .agentHash = "berth", .dockerVersion = "none"},
      .status = record.terminating || record.draining ? "DRAINING" : "ACTIVE",
      .agentConnected = true,
      .runningTasksCount = counts.running,
      .pendingTasksCount = counts.pending,
      .registeredAt = wire::Timestamp{record.registered_at}};
  shape.registeredResources = {integer("CPU", inventory.capacity().cpu_units),
                               integer("MEMORY", inventory.capacity().memory_mib),
                               string_set("PORTS", reserved_ports), string_set("PORTS_UDP", {})};
  shape.remainingResources = {integer("CPU", inventory.free_cpu_units()),
                              integer("MEMORY", inventory.free_memory_mib()),
                              string_set("PORTS", ports_in_use(inventory, false)),
                              string_set("PORTS_UDP", ports_in_use(inventory, true))};
  if (!inventory.capacity().gpus.empty()) {
    shape.registeredResources.push_back(string_set("GPU", gpu_ids(inventory.capacity())));
    shape.remainingResources.push_back(string_set("GPU", inventory.free_gpu_ids()));
  }
  for (const auto& [name, value] : instance.attributes)
    shape.attributes.push_back({.name = name, .value = text(value)});
  shape.tags = to_tags(record.tags);
  if (const fleet::Cluster* cluster = ecs.fleet.find_cluster({call.account, call.region, record.cluster}))
    for (const std::string& name : cluster->capacity_providers)
      if (const auto* provider = ecs.capacity_providers.find({call.account, call.region, name});
          provider && provider->group == record.group)
        shape.capacityProviderName = name;
  return shape;
}

Task describe(const task::Task& task) {
  const task::TaskLife& life = task.life;
  const wire::Call call{.account = task.account, .region = task.region};
  Task shape{.availabilityZone = task.availability_zone,
             .capacityProviderName = text(task.plan.capacity_provider),
             .clusterArn = cluster_arn(call, task.plan.cluster),
             .containerInstanceArn = container_instance_arn(call, task.plan.cluster, task.instance),
             .cpu = std::to_string(task.plan.cpu.value_or(task.granted_cpu_units)),
             .createdAt = wire::Timestamp{life.created_at},
             .desiredStatus = task::desired_status(life.phase),
             .enableExecuteCommand = false,
             .executionStoppedAt = timestamp(life.execution_stopped_at),
             .group = task.plan.group,
             .healthStatus = "UNKNOWN",
             .lastStatus = task::last_status(life.phase),
             .launchType = task.plan.launch_type,
             .memory = std::to_string(task.plan.memory_mib.value_or(task.granted_memory_mib)),
             .overrides = describe_overrides(task),
             .pullStartedAt = timestamp(life.pull_started_at),
             .pullStoppedAt = timestamp(life.pull_stopped_at),
             .startedAt = timestamp(life.started_at),
             .startedBy = text(task.plan.started_by),
             .stoppedAt = timestamp(life.stopped_at),
             .stoppedReason = text(life.stopped_reason),
             .stoppingAt = timestamp(life.stopping_at),
             .tags = to_tags(task.plan.tags),
             .taskArn = task.arn(),
             .taskDefinitionArn = task.plan.definition,
             .version = life.version};
  shape.attributes.push_back({.name = "ecs.cpu-architecture", .value = task.cpu_architecture});
  // Where a reader of AWS's shapes finds what this machine could not do for the task.
  for (std::size_t i = 0; i < life.not_enforced.size(); ++i)
    shape.attributes.push_back(
        {.name = "berth.not-enforced." + std::to_string(i + 1), .value = life.not_enforced[i]});
  for (std::size_t i = 0; i < task.plan.containers.size(); ++i)
    shape.containers.push_back(describe_container(task, i));
  if (life.stop_code) shape.stopCode = boost::describe::enum_to_string(*life.stop_code, "");
  // The agent is this process: it is connected from the moment that it hears of the task.
  if (life.pull_started_at) shape.connectivity = "CONNECTED";
  shape.connectivityAt = timestamp(life.pull_started_at);
  return shape;
}

}  // namespace berth::ecs
