#include "berth/services/ecs/task_definition_limits.hpp"

#include "berth/services/ecs/errors.hpp"
#include "berth/services/ecs/shape_documents.hpp"
#include "berth/services/ecs/tag_rules.hpp"
#include "berth/services/ecs/task_definition_rules.hpp"

#include <algorithm>
#include <cctype>
#include <limits>
#include <set>
#include <string>

namespace berth::ecs {

namespace {

constexpr std::size_t longest_definition = 65536;  // bytes of JSON
constexpr int longest_fargate_timeout = 120;       // seconds
constexpr std::int64_t least_task_cpu = 128, most_task_cpu = 196608;
constexpr int unlimited = std::numeric_limits<int>::max();

/// The limits of one container's members; each function throws.
class ContainerLimits {
 public:
  ContainerLimits(const ContainerDefinition& container, const RegisterTaskDefinitionRequest& request)
      : container_(container), request_(request) {}

  void check() const {
    timeouts();
    memory();
    restarts();
    ports();
    lists();
    network();
  }

 private:
  void within(const std::optional<int>& value, const std::string& member, int least, int most) const {
    if (!value || (*value >= least && *value <= most)) return;
    refuse("'" + member + "' must " +
           (most != unlimited ? "be between " + std::to_string(least) + " and " + std::to_string(most) + "."
            : least == 0      ? std::string("not be negative.")
                              : "be at least " + std::to_string(least) + "."));
  }
  [[noreturn]] void refuse(const std::string& what) const {
    throw invalid_container_setting(*container_.name, what);
  }
  /// `name` is one of the list's members' names; each may stand once.
  template <class List, class Name>
  void once(const List& list, const std::string& member, Name name) const {
    std::set<std::string> seen;
    for (const auto& each : list)
      if (!seen.insert(name(each)).second) refuse("'" + member + "' has '" + name(each) + "' twice.");
  }

  void timeouts() const {
    const bool fargate = std::ranges::find(request_.requiresCompatibilities, "FARGATE") !=
                         request_.requiresCompatibilities.end();
    const int most = fargate ? longest_fargate_timeout : unlimited;
    within(container_.startTimeout, "startTimeout", 0, most);
    within(container_.stopTimeout, "stopTimeout", 0, most);
  }

  void memory() const {
    if (!container_.linuxParameters) return;
    within(container_.linuxParameters->maxSwap, "linuxParameters.maxSwap", 0, unlimited);
    for (const Tmpfs& each : container_.linuxParameters->tmpfs.value_or(std::vector<Tmpfs>()))
      within(each.size, "linuxParameters.tmpfs.size", 1, unlimited);
  }

  void restarts() const {
    if (!container_.restartPolicy) return;
    within(container_.restartPolicy->restartAttemptPeriod, "restartPolicy.restartAttemptPeriod", 60, 1800);
    if (container_.restartPolicy->ignoredExitCodes && container_.restartPolicy->ignoredExitCodes->size() > 50)
      refuse("'restartPolicy.ignoredExitCodes' can have at most 50 items.");
  }

  void ports() const {
    for (const PortMapping& each : container_.portMappings) {
      const std::string name = each.name.value_or("x");
      const auto is_allowed = [](unsigned char c) {
        return std::islower(c) || std::isdigit(c) || c == '_' || c == '-';
      };
      if (name.empty() || name.size() > 64 || name.front() == '-' || !std::ranges::all_of(name, is_allowed))
        refuse(
            "'portMappings.name' can have at most 64 lowercase letters, numbers, underscores and hyphens, "
            "and must not begin with a hyphen.");
    }
  }

  void lists() const {
    if (container_.ulimits)
      once(*container_.ulimits, "ulimits", [](const Ulimit& each) { return each.name; });
    if (container_.dependsOn)
      once(*container_.dependsOn, "dependsOn", [](const auto& each) { return each.containerName; });
    if (container_.resourceRequirements) {
      std::vector<std::string> gpus;
      for (const ResourceRequirement& each : *container_.resourceRequirements)
        if (each.type == "GPU") gpus.push_back(each.type);
      once(gpus, "resourceRequirements", [](const std::string& each) { return each; });
    }
    if (!container_.environmentFiles) return;
    if (container_.environmentFiles->size() > 10) refuse("'environmentFiles' can have at most 10 items.");
    for (const EnvironmentFile& each : *container_.environmentFiles)
      if (each.type != "s3" || !each.value.ends_with(".env"))
        refuse("'environmentFiles' takes objects in S3 (type s3) whose names end in .env.");
  }

  void network() const {
    const std::string mode = request_.networkMode.value_or("bridge");
    if (mode != "bridge" && container_.links && !container_.links->empty())
      refuse("'links' is for networkMode bridge only.");
    if (mode == "awsvpc" && container_.hostname)
      refuse("'hostname' cannot be given with networkMode awsvpc.");
    if (!container_.logConfiguration || !container_.logConfiguration->options) return;
    const auto& options = *container_.logConfiguration->options;
    if (options.contains("awslogs-datetime-format") && options.contains("awslogs-multiline-pattern"))
      throw client_exception(
          "Log driver awslogs takes awslogs-datetime-format or awslogs-multiline-pattern, not both.");
  }

  const ContainerDefinition& container_;
  const RegisterTaskDefinitionRequest& request_;
};

void check_task(const RegisterTaskDefinitionRequest& request) {
  if (request.cpu) {
    const std::int64_t cpu = parse_task_cpu(*request.cpu).value_or(0);
    if (cpu < least_task_cpu || cpu > most_task_cpu)
      throw client_exception("Invalid 'cpu' setting for task. It must be between " +
                             std::to_string(least_task_cpu) + " and " + std::to_string(most_task_cpu) +
                             " CPU units.");
  }
  if (request.ephemeralStorage &&
      (request.ephemeralStorage->sizeInGiB < 21 || request.ephemeralStorage->sizeInGiB > 200))
    throw client_exception("Invalid 'ephemeralStorage' setting for task. It must be between 21 and 200 GiB.");
  for (const Volume& volume : request.volumes) {
    if (!volume.dockerVolumeConfiguration) continue;
    const std::string in_volume = "Invalid setting for volume '" + volume.name.value_or("") + "'. ";
    if (volume.host && volume.host->sourcePath)
      throw client_exception(in_volume + "Give 'host' or 'dockerVolumeConfiguration', not both.");
    const DockerVolumeConfiguration& docker = *volume.dockerVolumeConfiguration;
    if (docker.autoprovision.value_or(false) && docker.scope != "shared")
      throw client_exception(in_volume + "'autoprovision' is for the scope shared only.");
  }
  const std::size_t bytes = base::to_text(base::to_document(request)).size();
  if (bytes > longest_definition) throw definition_too_long(bytes, longest_definition);
}

}  // namespace

void check_limits(const RegisterTaskDefinitionRequest& request) {
  for (const ContainerDefinition& container : request.containerDefinitions)
    ContainerLimits(container, request).check();
  check_task(request);
  check_tags(request.tags);
}

}  // namespace berth::ecs
