#include "berth/services/ecs/task_plan.hpp"

#include "berth/services/ecs/errors.hpp"
#include "berth/services/ecs/task_definition_rules.hpp"

#include <algorithm>

namespace berth::ecs {

namespace {

int gpu_count(const std::optional<std::vector<ResourceRequirement>>& requirements,
              const std::string& container) {
  int gpus = 0;
  for (const ResourceRequirement& each : requirements.value_or(std::vector<ResourceRequirement>())) {
    const auto count = each.type == "GPU" ? parse_gpu_count(each.value) : std::nullopt;
    if (!count)
      throw invalid_parameter("Invalid resource requirement of container " + container + ": type " +
                              each.type + ", value '" + each.value + "'.");
    if (gpus > 0)
      throw invalid_parameter("Invalid resource requirement of container " + container +
                              ": GPU is given twice.");
    gpus = *count;
  }
  return gpus;
}

void merge_environment(std::map<std::string, std::string>& environment,
                       const std::vector<KeyValuePair>& variables) {
  for (const KeyValuePair& variable : variables)
    environment[variable.name.value_or("")] = variable.value.value_or("");
}

std::optional<std::int64_t> widen(const std::optional<int>& value) {
  return value ? std::optional<std::int64_t>(*value) : std::nullopt;
}

task::LogOptions log_options(const std::map<std::string, std::string>& options) {
  const auto option = [&](const std::string& name) {
    const auto found = options.find(name);
    return found == options.end() ? std::string() : found->second;
  };
  return {.group = option("awslogs-group"),
          .region = option("awslogs-region"),
          .stream_prefix = option("awslogs-stream-prefix"),
          .create_group = option("awslogs-create-group") == "true"};
}

/// Containers use the host's network whatever the network mode, so a container port is the same port of the
/// host (features.cpp says so to the definition's author).
std::vector<task::PortPlan> ports(const ContainerDefinition& container) {
  std::vector<task::PortPlan> ports;
  for (const PortMapping& each : container.portMappings)
    if (each.containerPort.value_or(0) != 0)
      ports.push_back({*each.containerPort, *each.containerPort, each.protocol == "udp"});
  return ports;
}

task::ContainerPlan plan_container(const ContainerDefinition& container) {
  task::ContainerPlan plan{.name = *container.name,
                           .image = *container.image,
                           .entry_point = container.entryPoint,
                           .command = container.command,
                           .working_directory = container.workingDirectory.value_or(""),
                           .user = container.user.value_or(""),
                           .hostname = container.hostname.value_or(""),
                           .essential = container.essential.value_or(true),
                           .cpu = container.cpu.value_or(0),
                           .memory_mib = widen(container.memory),
                           .memory_reservation_mib = widen(container.memoryReservation),
                           .gpus = gpu_count(container.resourceRequirements, *container.name),
                           .start_timeout_seconds = widen(container.startTimeout),
                           .stop_timeout_seconds = widen(container.stopTimeout),
                           .ports = ports(container)};
  merge_environment(plan.environment, container.environment);
  if (container.dependsOn)
    for (const ContainerDependency& each : *container.dependsOn)
      plan.depends_on.push_back({each.containerName, each.condition});
  if (container.linuxParameters) plan.shared_memory_mib = widen(container.linuxParameters->sharedMemorySize);
  if (container.ulimits)
    for (const Ulimit& each : *container.ulimits)
      plan.limits.push_back({each.name, each.softLimit, each.hardLimit});
  if (container.logConfiguration && container.logConfiguration->logDriver == "awslogs")
    plan.log = log_options(*container.logConfiguration->options);
  // The image's own command and entry point count where the definition's are empty lists.
  if (plan.entry_point && plan.entry_point->empty()) plan.entry_point.reset();
  if (plan.command && plan.command->empty()) plan.command.reset();
  return plan;
}

void apply(const ContainerOverride& change, task::ContainerPlan& plan) {
  if (change.environmentFiles && !change.environmentFiles->empty())
    throw invalid_parameter(
        "Environment files are not read yet. Use environment in the override of container " + plan.name +
        ".");
  if (change.command) plan.command = *change.command;
  if (change.environment) merge_environment(plan.environment, *change.environment);
  if (change.cpu) plan.cpu = *change.cpu;
  if (change.memory) plan.memory_mib = *change.memory;
  if (change.memoryReservation) plan.memory_reservation_mib = *change.memoryReservation;
  if (change.resourceRequirements) plan.gpus = gpu_count(change.resourceRequirements, plan.name);
  if (plan.cpu < 0 || plan.memory_mib.value_or(6) < 6 || plan.memory_reservation_mib.value_or(6) < 6)
    throw invalid_parameter("Invalid override of container " + plan.name +
                            ": cpu must not be negative, memory must be at least 6 MiB.");
  if (plan.memory_mib && plan.memory_reservation_mib && *plan.memory_reservation_mib > *plan.memory_mib)
    throw invalid_parameter("Invalid override of container " + plan.name +
                            ": memoryReservation must not exceed memory.");
}

}  // namespace

task::TaskPlan plan_task(const TaskDefinition& definition, const TaskOverride& overrides) {
  if (!overrides.inferenceAcceleratorOverrides.empty())
    throw invalid_parameter("There are no Elastic Inference accelerators to override.");
  task::TaskPlan plan{
      .family = *definition.family,
      .definition = *definition.taskDefinitionArn,
      .task_role_arn = overrides.taskRoleArn.value_or(definition.taskRoleArn.value_or("")),
      .execution_role_arn = overrides.executionRoleArn.value_or(definition.executionRoleArn.value_or("")),
      .network_mode = definition.networkMode.value_or("")};
  const auto cpu = overrides.cpu ? overrides.cpu : definition.cpu;
  const auto memory = overrides.memory ? overrides.memory : definition.memory;
  if (cpu && !(plan.cpu = parse_task_cpu(*cpu))) throw invalid_parameter("Invalid 'cpu' setting for task.");
  if (memory && !(plan.memory_mib = parse_task_memory(*memory)))
    throw invalid_parameter("Invalid 'memory' setting for task.");

  for (const ContainerDefinition& container : definition.containerDefinitions)
    plan.containers.push_back(plan_container(container));
  for (const ContainerOverride& change : overrides.containerOverrides) {
    const auto container =
        std::ranges::find(plan.containers, change.name.value_or(""), &task::ContainerPlan::name);
    if (container == plan.containers.end()) throw unknown_container_override(change.name.value_or(""));
    apply(change, *container);
  }
  for (const task::ContainerPlan& container : plan.containers)
    if (plan.memory_mib && std::max(container.memory_mib.value_or(0),
                                    container.memory_reservation_mib.value_or(0)) > *plan.memory_mib)
      throw invalid_parameter("Invalid override of container " + container.name +
                              ": its memory must not exceed the task's.");
  return plan;
}

}  // namespace berth::ecs
