#include "berth/services/ecs/features.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace berth::ecs {

namespace {

template <class T>
bool is_given(const std::optional<std::vector<T>>& list) {
  return list && !list->empty();
}
bool is_true(const std::optional<bool>& flag) { return flag.value_or(false); }

bool uses_host_network(const TaskDefinition& definition) { return definition.networkMode == "host"; }

/// An option of the log driver awslogs.
std::optional<std::string> log_option(const ContainerDefinition& container, const std::string& name) {
  if (!container.logConfiguration || container.logConfiguration->logDriver != "awslogs") return std::nullopt;
  const auto& options = container.logConfiguration->options;
  const auto found = options ? options->find(name) : decltype(options->end())();
  return options && found != options->end() ? std::optional(found->second) : std::nullopt;
}

/// `honoured` lines exist for the attribute that they require; they make no notice.
enum class Kind { honoured, emulated, ignored, refused };

template <class Subject>
struct Feature {
  std::string_view member;
  bool (*is_used)(const Subject&);
  Kind kind;
  std::string_view attribute;  ///< required of the instance; "" if none is
  std::string_view note;
};

using C = ContainerDefinition;
using D = TaskDefinition;

// AWS's own attribute names where AWS has one. An instance here has those of fleet/attributes.cpp.
constexpr Feature<C> container_features[] = {
    {"privileged", [](const C& c) { return is_true(c.privileged); }, Kind::emulated,
     "com.amazonaws.ecs.capability.privileged-container",
     "The container runs in the usual sandbox, without further rights; devices that it was given are "
     "visible."},
    {"dependsOn", [](const C& c) { return is_given(c.dependsOn); }, Kind::honoured,
     "ecs.capability.container-ordering", ""},
    {"dependsOn.HEALTHY",
     [](const C& c) {
       return is_given(c.dependsOn) &&
              std::ranges::any_of(*c.dependsOn, [](const auto& each) { return each.condition == "HEALTHY"; });
     },
     Kind::refused, "ecs.capability.container-health-check",
     "Health checks are not run, so a container cannot wait for HEALTHY. Use START, COMPLETE or SUCCESS."},
    {"healthCheck", [](const C& c) { return c.healthCheck.has_value(); }, Kind::ignored, "",
     "Health checks are not run; healthStatus stays UNKNOWN."},
    {"logConfiguration",
     [](const C& c) { return c.logConfiguration && c.logConfiguration->logDriver == "json-file"; },
     Kind::ignored, "com.amazonaws.ecs.capability.logging-driver.json-file",
     "Only awslogs keeps output; it is dropped."},
    {"logConfiguration", [](const C& c) { return !c.logConfiguration; }, Kind::ignored, "",
     "Without a log configuration output is dropped. Use the log driver awslogs to keep it."},
    {"logConfiguration.options.mode", [](const C& c) { return log_option(c, "mode") == "non-blocking"; },
     Kind::ignored, "",
     "Output is never dropped: a container waits while its output cannot be stored, as with mode blocking."},
    {"logConfiguration.options.max-buffer-size",
     [](const C& c) { return log_option(c, "max-buffer-size").has_value(); }, Kind::ignored, "",
     "Output is stored as it comes; what may wait in memory has a size of its own."},
    {"logConfiguration.options.awslogs-datetime-format",
     [](const C& c) { return log_option(c, "awslogs-datetime-format").has_value(); }, Kind::ignored, "",
     "Lines are not grouped: each line is a log event."},
    {"logConfiguration.options.awslogs-multiline-pattern",
     [](const C& c) { return log_option(c, "awslogs-multiline-pattern").has_value(); }, Kind::ignored, "",
     "Lines are not grouped: each line is a log event."},
    {"logConfiguration.secretOptions",
     [](const C& c) { return c.logConfiguration && is_given(c.logConfiguration->secretOptions); },
     Kind::refused, "ecs.capability.secrets.ssm.bootstrap.log-driver", "There is no secret store."},
    {"secrets", [](const C& c) { return is_given(c.secrets); }, Kind::refused,
     "ecs.capability.secrets.ssm.environment-variables", "There is no secret store. Use environment."},
    {"environmentFiles", [](const C& c) { return is_given(c.environmentFiles); }, Kind::refused,
     "ecs.capability.env-files.s3", "Environment files are not read yet. Use environment."},
    {"repositoryCredentials", [](const C& c) { return c.repositoryCredentials.has_value(); }, Kind::refused,
     "ecs.capability.private-registry-authentication.secretsmanager",
     "Images come from the own registry only."},
    {"firelensConfiguration", [](const C& c) { return c.firelensConfiguration.has_value(); }, Kind::refused,
     "ecs.capability.firelens.fluentbit", "Log routers are not run. Use the log driver awslogs."},
    {"restartPolicy", [](const C& c) { return c.restartPolicy && c.restartPolicy->enabled; }, Kind::refused,
     "ecs.capability.container-restart-policy", "A container is started once."},
    {"credentialSpecs", [](const C& c) { return is_given(c.credentialSpecs); }, Kind::refused,
     "ecs.capability.gmsa-linux", "There is no Active Directory."},
    {"mountPoints", [](const C& c) { return !c.mountPoints.empty(); }, Kind::refused,
     "berth.capability.volumes",
     "Volumes are not mounted yet. A container has a work folder and /tmp of its own; results go to a "
     "bucket."},
    {"volumesFrom", [](const C& c) { return !c.volumesFrom.empty(); }, Kind::refused,
     "berth.capability.volumes", "Volumes are not mounted yet."},
    {"links", [](const C& c) { return is_given(c.links); }, Kind::refused, "berth.capability.links",
     "Containers share the host's network and have no names on it. Use localhost."},
    {"disableNetworking", [](const C& c) { return is_true(c.disableNetworking); }, Kind::refused,
     "berth.capability.network-isolation", "Containers share the host's network."},
    {"linuxParameters.devices",
     [](const C& c) { return c.linuxParameters && is_given(c.linuxParameters->devices); }, Kind::refused,
     "berth.capability.devices", "Devices are not passed through; GPUs are, by resourceRequirements."},
    {"linuxParameters.tmpfs",
     [](const C& c) { return c.linuxParameters && is_given(c.linuxParameters->tmpfs); }, Kind::refused,
     "berth.capability.tmpfs", "Own tmpfs mounts are not made; /tmp and /dev/shm are there."},
    {"linuxParameters.capabilities",
     [](const C& c) {
       return c.linuxParameters && c.linuxParameters->capabilities &&
              (is_given(c.linuxParameters->capabilities->add) ||
               is_given(c.linuxParameters->capabilities->drop));
     },
     Kind::ignored, "", "Containers have no kernel capabilities at all."},
    {"linuxParameters.initProcessEnabled",
     [](const C& c) { return c.linuxParameters && is_true(c.linuxParameters->initProcessEnabled); },
     Kind::emulated, "", "Every container has an init process."},
    {"linuxParameters.maxSwap", [](const C& c) { return c.linuxParameters && c.linuxParameters->maxSwap; },
     Kind::ignored, "", "Swap is the machine's own."},
    {"linuxParameters.swappiness",
     [](const C& c) { return c.linuxParameters && c.linuxParameters->swappiness; }, Kind::ignored, "",
     "Swap is the machine's own."},
    {"readonlyRootFilesystem", [](const C& c) { return is_true(c.readonlyRootFilesystem); }, Kind::emulated,
     "", "The file system is always read-only but for the work folder, /tmp and /dev/shm."},
    {"user", [](const C& c) { return c.user && !c.user->empty(); }, Kind::emulated, "",
     "The container runs as a user of its task's own."},
    {"dnsServers", [](const C& c) { return is_given(c.dnsServers); }, Kind::ignored, "",
     "Names are resolved as on the host."},
    {"dnsSearchDomains", [](const C& c) { return is_given(c.dnsSearchDomains); }, Kind::ignored, "",
     "Names are resolved as on the host."},
    {"extraHosts", [](const C& c) { return is_given(c.extraHosts); }, Kind::ignored, "",
     "Names are resolved as on the host."},
    {"dockerSecurityOptions", [](const C& c) { return is_given(c.dockerSecurityOptions); }, Kind::ignored, "",
     "The sandbox is the same for all containers."},
    {"interactive", [](const C& c) { return is_true(c.interactive); }, Kind::ignored, "",
     "Standard input is empty."},
    {"pseudoTerminal", [](const C& c) { return is_true(c.pseudoTerminal); }, Kind::ignored, "",
     "Output is a pipe."},
    {"dockerLabels", [](const C& c) { return c.dockerLabels && !c.dockerLabels->empty(); }, Kind::ignored, "",
     "Labels are kept and shown."},
    {"systemControls", [](const C& c) { return !c.systemControls.empty(); }, Kind::ignored, "",
     "Kernel parameters are the host's."},
    {"versionConsistency", [](const C& c) { return c.versionConsistency.has_value(); }, Kind::ignored, "",
     "An image is looked up when its task starts."},
};

constexpr Feature<D> definition_features[] = {
    {"networkMode",
     [](const D& d) { return !uses_host_network(d) && d.networkMode != "awsvpc" && d.networkMode != "none"; },
     Kind::emulated, "", "Containers use the host's network: a container port is the same port of the host."},
    {"networkMode", [](const D& d) { return d.networkMode == "awsvpc"; }, Kind::refused,
     "ecs.capability.task-eni", "Tasks have no network interfaces of their own. Use host or bridge."},
    {"networkMode", [](const D& d) { return d.networkMode == "none"; }, Kind::refused,
     "berth.capability.network-isolation", "Containers share the host's network. Use host or bridge."},
    {"pidMode", [](const D& d) { return d.pidMode.has_value(); }, Kind::refused,
     "ecs.capability.pid-ipc-namespace-sharing", "Containers have process namespaces of their own."},
    {"ipcMode", [](const D& d) { return d.ipcMode.has_value(); }, Kind::refused,
     "ecs.capability.pid-ipc-namespace-sharing", "Containers have IPC namespaces of their own."},
    {"proxyConfiguration", [](const D& d) { return d.proxyConfiguration.has_value(); }, Kind::refused,
     "ecs.capability.aws-appmesh", "There is no service mesh."},
    {"inferenceAccelerators", [](const D& d) { return is_given(d.inferenceAccelerators); }, Kind::refused,
     "ecs.capability.task-eia", "There are no Elastic Inference accelerators."},
    {"enableFaultInjection", [](const D& d) { return is_true(d.enableFaultInjection); }, Kind::refused,
     "ecs.capability.fault-injection", "Faults are not injected."},
    {"ephemeralStorage", [](const D& d) { return d.ephemeralStorage.has_value(); }, Kind::ignored, "",
     "Tasks share the state directory's disk."},
    {"taskRoleArn", [](const D& d) { return d.taskRoleArn.has_value(); }, Kind::honoured,
     "com.amazonaws.ecs.capability.task-iam-role", ""},
    {"taskRoleArn", [](const D& d) { return d.taskRoleArn && uses_host_network(d); }, Kind::honoured,
     "com.amazonaws.ecs.capability.task-iam-role-network-host", ""},
    {"executionRoleArn", [](const D& d) { return d.executionRoleArn.has_value(); }, Kind::emulated,
     "ecs.capability.execution-role-ecr-pull", "Images and log streams are at hand without a role."},
};

/// The log driver's name is part of its attribute, so it is no line of the table.
std::string log_driver_attribute(const ContainerDefinition& container) {
  return "com.amazonaws.ecs.capability.logging-driver." + container.logConfiguration->logDriver;
}

bool has_unavailable_log_driver(const ContainerDefinition& container) {
  static const std::set<std::string> available = {"awslogs", "json-file", "none"};
  return container.logConfiguration && !available.contains(container.logConfiguration->logDriver);
}

std::string path(const ContainerDefinition& container, std::string_view member) {
  return "containerDefinitions[" + container.name.value_or("") + "]." + std::string(member);
}

std::optional<Notice> notice(std::string member, Kind kind, std::string_view note) {
  switch (kind) {
    case Kind::honoured:
      return std::nullopt;
    case Kind::emulated:
      return Notice{std::move(member), Treatment::emulated, std::string(note)};
    case Kind::ignored:
      return Notice{std::move(member), Treatment::ignored, std::string(note)};
    case Kind::refused:
      return Notice{std::move(member), Treatment::refused, std::string(note)};
  }
  return std::nullopt;
}

std::string_view to_text(Kind kind) {
  switch (kind) {
    case Kind::honoured:
      return "honoured";
    case Kind::emulated:
      return to_text(Treatment::emulated);
    case Kind::ignored:
      return to_text(Treatment::ignored);
    case Kind::refused:
      return to_text(Treatment::refused);
  }
  return "";
}

}  // namespace

std::vector<FeatureLine> feature_lines() {
  std::vector<FeatureLine> lines;
  for (const auto& each : definition_features)
    lines.push_back({std::string(each.member), to_text(each.kind), each.attribute, each.note});
  for (const auto& each : container_features)
    lines.push_back(
        {"containerDefinitions." + std::string(each.member), to_text(each.kind), each.attribute, each.note});
  return lines;
}

std::vector<Notice> notices_of(const TaskDefinition& definition) {
  std::vector<Notice> notices;
  const auto add = [&](std::optional<Notice> each) {
    if (each) notices.push_back(std::move(*each));
  };
  for (const auto& feature : definition_features)
    if (feature.is_used(definition)) add(notice(std::string(feature.member), feature.kind, feature.note));
  for (const ContainerDefinition& container : definition.containerDefinitions) {
    for (const auto& feature : container_features)
      if (feature.is_used(container))
        add(notice(path(container, feature.member), feature.kind, feature.note));
    if (has_unavailable_log_driver(container))
      add(notice(path(container, "logConfiguration.logDriver"), Kind::refused, "Only awslogs is there."));
  }
  return notices;
}

std::vector<std::string> required_attributes(const TaskDefinition& definition) {
  std::set<std::string> attributes;
  for (const auto& feature : definition_features)
    if (!feature.attribute.empty() && feature.is_used(definition)) attributes.emplace(feature.attribute);
  for (const ContainerDefinition& container : definition.containerDefinitions) {
    for (const auto& feature : container_features)
      if (!feature.attribute.empty() && feature.is_used(container)) attributes.emplace(feature.attribute);
    if (container.logConfiguration) attributes.insert(log_driver_attribute(container));
  }
  return {attributes.begin(), attributes.end()};
}

std::string_view to_text(Treatment treatment) {
  switch (treatment) {
    case Treatment::emulated:
      return "emulated";
    case Treatment::ignored:
      return "ignored";
    case Treatment::refused:
      return "refused";
  }
  return "";
}

}  // namespace berth::ecs
