#include "berth/services/ecs/task_definition_rules.hpp"

#include "berth/sched/expression.hpp"
#include "berth/services/ecs/errors.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <map>
#include <set>

namespace berth::ecs {

namespace {

constexpr int smallest_memory_mib = 6;
constexpr std::size_t most_containers = 10;
constexpr std::size_t most_placement_constraints = 10;

using Names = std::initializer_list<std::string_view>;

bool is_one_of(std::string_view value, Names names) { return std::ranges::find(names, value) != names.end(); }

void check_choice(const std::optional<std::string>& value, std::string_view member, Names names) {
  if (!value || is_one_of(*value, names)) return;
  std::string list;
  for (const std::string_view name : names) list += (list.empty() ? "" : ", ") + std::string(name);
  throw client_exception("Invalid value '" + *value + "' for " + std::string(member) +
                         ": it must be one of " + list + ".");
}

/// "0.5 GB" → 512 with `units` {"GB", 1024}. Plain digits are taken as they are.
std::optional<std::int64_t> parse_amount(std::string_view text, std::string_view unit, double in_one) {
  double value = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || !(value > 0) || value > 1e9) return std::nullopt;
  std::string suffix;
  for (const char* at = rest; at != text.data() + text.size(); ++at)
    if (*at != ' ') suffix += static_cast<char>(std::tolower(static_cast<unsigned char>(*at)));
  if (suffix.empty() && value == std::floor(value)) return static_cast<std::int64_t>(value);
  if (suffix == unit) return static_cast<std::int64_t>(std::llround(value * in_one));
  return std::nullopt;
}

/// One container's members, and how containers refer to each other.
class ContainerRules {
 public:
  explicit ContainerRules(const RegisterTaskDefinitionRequest& request) : request_(request) {
    for (const Volume& volume : request.volumes) volumes_.insert(volume.name.value_or(""));
    for (const ContainerDefinition& container : request.containerDefinitions)
      by_name_.emplace(container.name.value_or(""), &container);
  }

  void check(const ContainerDefinition& container) const {
    name_and_image(container);
    memory(container);
    ports(container);
    volumes(container);
    resources(container);
    log(container);
    limits(container);
    health(container);
    dependencies(container);
  }

 private:
  static void name_and_image(const ContainerDefinition& container) {
    if (!container.name || container.name->empty())
      throw client_exception("Container.name should not be null or empty.");
    if (!is_name(*container.name)) throw client_exception("Container.name contains invalid characters.");
    if (!container.image || container.image->empty())
      throw client_exception("Container.image should not be null or empty.");
    if (container.cpu.value_or(0) < 0)
      throw invalid_container_setting(*container.name, "'cpu' must not be negative.");
    for (const KeyValuePair& variable : container.environment)
      if (!variable.name || variable.name->empty() || variable.name->find('=') != std::string::npos)
        throw invalid_container_setting(*container.name, "A name in 'environment' is empty or contains '='.");
  }

  void memory(const ContainerDefinition& container) const {
    const auto& [hard, soft] = std::pair(container.memory, container.memoryReservation);
    if (!hard && !soft && !request_.memory)
      throw invalid_container_setting(*container.name,
                                      "At least one of 'memory' or 'memoryReservation' must be specified.");
    for (const auto& [value, member] : {std::pair(hard, "memory"), std::pair(soft, "memoryReservation")})
      if (value && *value < smallest_memory_mib)
        throw invalid_container_setting(*container.name, "'" + std::string(member) + "' must be at least " +
                                                             std::to_string(smallest_memory_mib) + " MiB.");
    if (hard && soft && *soft >= *hard)
      throw invalid_container_setting(*container.name, "'memory' must be greater than 'memoryReservation'.");
    const auto task_memory = request_.memory ? parse_task_memory(*request_.memory) : std::nullopt;
    if (task_memory && std::max(hard.value_or(0), soft.value_or(0)) > *task_memory)
      throw invalid_container_setting(*container.name, "Its memory must not exceed the task's.");
  }

  void ports(const ContainerDefinition& container) const {
    for (const PortMapping& port : container.portMappings) {
      check_choice(port.protocol, "protocol", {"tcp", "udp"});
      const int number = port.containerPort.value_or(0), host = port.hostPort.value_or(0);
      if (number < 0 || number > 65535 || host < 0 || host > 65535)
        throw invalid_container_setting(*container.name, "A port must be between 0 and 65535.");
      const bool own_network = is_one_of(request_.networkMode.value_or("bridge"), {"host", "awsvpc"});
      if (own_network && host != 0 && host != number)
        throw client_exception("When networkMode=" + *request_.networkMode +
                               ", the host ports and container ports in port mappings must match.");
    }
  }

  void volumes(const ContainerDefinition& container) const {
    for (const MountPoint& mount : container.mountPoints)
      if (!volumes_.contains(mount.sourceVolume.value_or("")))
        throw unknown_volume(mount.sourceVolume.value_or(""));
    for (const VolumeFrom& from : container.volumesFrom)
      if (!by_name_.contains(from.sourceContainer.value_or("")))
        throw invalid_container_setting(*container.name, "'volumesFrom' names the unknown container '" +
                                                             from.sourceContainer.value_or("") + "'.");
  }

  static void resources(const ContainerDefinition& container) {
    for (const ResourceRequirement& each :
         container.resourceRequirements.value_or(std::vector<ResourceRequirement>())) {
      check_choice(each.type, "resourceRequirements.type", {"GPU", "InferenceAccelerator"});
      if (each.type == "GPU" && !parse_gpu_count(each.value))
        throw invalid_container_setting(*container.name,
                                        "The GPU count '" + each.value + "' must be a positive number.");
    }
  }

  static void log(const ContainerDefinition& container) {
    if (!container.logConfiguration) return;
    const LogConfiguration& log = *container.logConfiguration;
    check_choice(
        log.logDriver, "logDriver",
        {"json-file", "syslog", "journald", "gelf", "fluentd", "awslogs", "splunk", "awsfirelens", "none"});
    if (log.logDriver != "awslogs") return;
    static const std::map<std::string, std::string> none;
    const auto& options = log.options ? *log.options : none;
    if (!options.contains("awslogs-group") || options.at("awslogs-group").empty())
      throw client_exception("Log driver awslogs requires options: awslogs-group");
    for (const auto& [name, value] : options) {
      if (!is_one_of(name,
                     {"awslogs-group", "awslogs-region", "awslogs-stream-prefix", "awslogs-create-group",
                      "awslogs-datetime-format", "awslogs-multiline-pattern", "mode", "max-buffer-size"}))
        throw client_exception("Log driver awslogs disallows options: " + name);
      if (name == "mode") check_choice(value, "mode", {"blocking", "non-blocking"});
      if (name == "awslogs-create-group") check_choice(value, name, {"true", "false"});
    }
  }

  static void limits(const ContainerDefinition& container) {
    for (const Ulimit& limit : container.ulimits.value_or(std::vector<Ulimit>())) {
      check_choice(limit.name, "ulimits.name",
                   {"core", "cpu", "data", "fsize", "locks", "memlock", "msgqueue", "nice", "nofile", "nproc",
                    "rss", "rtprio", "rttime", "sigpending", "stack"});
      if (limit.hardLimit >= 0 && (limit.softLimit < 0 || limit.softLimit > limit.hardLimit))
        throw invalid_container_setting(*container.name,
                                        "The soft limit of '" + limit.name + "' exceeds its hard limit.");
    }
    if (container.linuxParameters) {
      const int swappiness = container.linuxParameters->swappiness.value_or(0);
      if (swappiness < 0 || swappiness > 100)
        throw invalid_container_setting(*container.name, "'swappiness' must be between 0 and 100.");
      if (container.linuxParameters->sharedMemorySize.value_or(1) <= 0)
        throw invalid_container_setting(*container.name, "'sharedMemorySize' must be greater than zero.");
    }
  }

  static void health(const ContainerDefinition& container) {
    if (!container.healthCheck) return;
    const HealthCheck& health = *container.healthCheck;
    const auto within = [&](const std::optional<int>& value, std::string_view member, int least, int most) {
      if (value && (*value < least || *value > most))
        throw invalid_container_setting(*container.name, "'healthCheck." + std::string(member) +
                                                             "' must be between " + std::to_string(least) +
                                                             " and " + std::to_string(most) + ".");
    };
    within(health.interval, "interval", 5, 300);
    within(health.timeout, "timeout", 2, 60);
    within(health.retries, "retries", 1, 10);
    within(health.startPeriod, "startPeriod", 0, 300);
    if (health.command.empty() || !is_one_of(health.command.front(), {"CMD", "CMD-SHELL", "NONE"}))
      throw invalid_container_setting(*container.name,
                                      "'healthCheck.command' must begin with CMD, CMD-SHELL or NONE.");
  }

  void dependencies(const ContainerDefinition& container) const {
    for (const ContainerDependency& each : container.dependsOn.value_or(std::vector<ContainerDependency>())) {
      check_choice(each.condition, "dependsOn.condition", {"START", "COMPLETE", "SUCCESS", "HEALTHY"});
      const auto found = by_name_.find(each.containerName);
      if (found == by_name_.end())
        throw invalid_container_setting(
            *container.name, "'dependsOn' names the unknown container '" + each.containerName + "'.");
      const ContainerDefinition& other = *found->second;
      if (is_one_of(each.condition, {"COMPLETE", "SUCCESS"}) && other.essential.value_or(true))
        throw invalid_container_setting(*container.name, "The essential container '" + each.containerName +
                                                             "' cannot be waited for with " + each.condition +
                                                             ".");
      if (each.condition == "HEALTHY" && !other.healthCheck)
        throw invalid_container_setting(
            *container.name,
            "The container '" + each.containerName + "' has no healthCheck to wait for with HEALTHY.");
    }
  }

  const RegisterTaskDefinitionRequest& request_;
  std::set<std::string> volumes_;
  std::map<std::string, const ContainerDefinition*> by_name_;
};

void check_cycles(const std::vector<ContainerDefinition>& containers) {
  std::map<std::string, const ContainerDefinition*> by_name;
  for (const ContainerDefinition& container : containers) by_name.emplace(*container.name, &container);
  std::set<std::string> done, under_way;
  const std::function<void(const std::string&)> visit = [&](const std::string& name) {
    if (done.contains(name)) return;
    if (!under_way.insert(name).second)
      throw client_exception("Container dependencies contain a cycle: '" + name + "' waits for itself.");
    const auto& depends_on = by_name.at(name)->dependsOn;
    if (depends_on)
      for (const ContainerDependency& each : *depends_on) visit(each.containerName);
    done.insert(name);
  };
  for (const ContainerDefinition& container : containers) visit(*container.name);
}

void check_task_sizes(const RegisterTaskDefinitionRequest& request) {
  if (request.cpu && !parse_task_cpu(*request.cpu)) throw client_exception("Invalid 'cpu' setting for task.");
  if (request.memory && !parse_task_memory(*request.memory))
    throw client_exception("Invalid 'memory' setting for task.");
  for (const std::string& each : request.requiresCompatibilities)
    check_choice(each, "requiresCompatibilities", {"EC2", "FARGATE", "EXTERNAL", "MANAGED_INSTANCES"});
  if (std::ranges::find(request.requiresCompatibilities, "FARGATE") == request.requiresCompatibilities.end())
    return;
  if (request.networkMode != "awsvpc") throw client_exception("Fargate only supports network mode 'awsvpc'.");
  if (!request.cpu || !request.memory)
    throw client_exception("Fargate requires that 'cpu' and 'memory' be defined at the task level.");
}

void check_constraints(const RegisterTaskDefinitionRequest& request) {
  if (request.placementConstraints.size() > most_placement_constraints)
    throw list_too_long("placementConstraints", most_placement_constraints);
  for (const TaskDefinitionPlacementConstraint& each : request.placementConstraints) {
    if (each.type != "memberOf")
      throw client_exception("A task definition's placement constraint must have the type memberOf.");
    const auto expression = sched::Expression::parse(each.expression.value_or(""));
    if (!expression) throw invalid_parameter("Invalid expression: " + expression.error().message);
  }
}

}  // namespace

bool is_name(std::string_view text) {
  return !text.empty() && text.size() <= 255 &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) || c == '-' || c == '_'; });
}

std::optional<std::int64_t> parse_task_cpu(std::string_view text) { return parse_amount(text, "vcpu", 1024); }
std::optional<std::int64_t> parse_task_memory(std::string_view text) {
  return parse_amount(text, "gb", 1024);
}

std::optional<int> parse_gpu_count(std::string_view text) {
  int count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  return error == std::errc{} && end == text.data() + text.size() && count > 0 ? std::optional(count)
                                                                               : std::nullopt;
}

void check(const RegisterTaskDefinitionRequest& request) {
  if (request.family.empty()) throw client_exception("Family should not be null or empty.");
  if (!is_name(request.family)) throw client_exception("Family contains invalid characters.");
  check_choice(request.networkMode, "networkMode", {"bridge", "host", "awsvpc", "none"});
  check_choice(request.pidMode, "pidMode", {"host", "task"});
  check_choice(request.ipcMode, "ipcMode", {"host", "task", "none"});
  check_task_sizes(request);
  check_constraints(request);

  std::set<std::string> volumes;
  for (const Volume& volume : request.volumes) {
    if (!is_name(volume.name.value_or("")))
      throw client_exception("Volume.name is empty or contains invalid characters.");
    if (!volumes.insert(*volume.name).second)
      throw client_exception("Volume name '" + *volume.name + "' is used twice.");
  }

  const auto& containers = request.containerDefinitions;
  if (containers.empty()) throw client_exception("Container list cannot be empty.");
  if (containers.size() > most_containers) throw list_too_long("containerDefinitions", most_containers);
  const ContainerRules rules(request);
  for (const ContainerDefinition& container : containers) rules.check(container);
  std::set<std::string> names;
  for (const ContainerDefinition& container : containers)
    if (!names.insert(*container.name).second)
      throw client_exception("Container name '" + *container.name + "' is used twice.");
  check_cycles(containers);
  if (std::ranges::none_of(containers, [](const auto& each) { return each.essential.value_or(true); }))
    throw client_exception("TaskDefinition must have at least one essential container.");
}

TaskDefinition with_defaults(RegisterTaskDefinitionRequest request) {
  TaskDefinition definition{.containerDefinitions = std::move(request.containerDefinitions),
                            .family = std::move(request.family),
                            .taskRoleArn = std::move(request.taskRoleArn),
                            .executionRoleArn = std::move(request.executionRoleArn),
                            .networkMode = std::move(request.networkMode),
                            .volumes = std::move(request.volumes),
                            .placementConstraints = std::move(request.placementConstraints),
                            .compatibilities = {"EXTERNAL", "EC2"},
                            .runtimePlatform = std::move(request.runtimePlatform),
                            .pidMode = std::move(request.pidMode),
                            .ipcMode = std::move(request.ipcMode),
                            .proxyConfiguration = std::move(request.proxyConfiguration),
                            .ephemeralStorage = request.ephemeralStorage,
                            .enableFaultInjection = request.enableFaultInjection};
  if (definition.networkMode == "awsvpc") definition.compatibilities = {"EC2"};
  if (definition.networkMode == "awsvpc" && request.cpu && request.memory)
    definition.compatibilities.push_back("FARGATE");
  if (!request.requiresCompatibilities.empty())
    definition.requiresCompatibilities = std::move(request.requiresCompatibilities);
  if (!request.inferenceAccelerators.empty())
    definition.inferenceAccelerators = std::move(request.inferenceAccelerators);
  if (request.cpu) definition.cpu = std::to_string(*parse_task_cpu(*request.cpu));
  if (request.memory) definition.memory = std::to_string(*parse_task_memory(*request.memory));
  for (ContainerDefinition& container : definition.containerDefinitions) {
    if (!container.cpu) container.cpu = 0;
    if (!container.essential) container.essential = true;
    for (PortMapping& port : container.portMappings) {
      if (!port.protocol) port.protocol = "tcp";
      if (!port.hostPort)
        port.hostPort =
            definition.networkMode == "host" || definition.networkMode == "awsvpc" ? port.containerPort : 0;
    }
  }
  return definition;
}

}  // namespace berth::ecs
