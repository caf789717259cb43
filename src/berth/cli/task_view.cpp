#include "berth/cli/task_view.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace berth::cli {

namespace {
/// Says nothing that an exit code, or a container's own reason, does not say better.
constexpr std::string_view plain_reason = "Essential container in task exited";
}  // namespace

std::string reason_of(const ecs::Task& task) {
  std::string reason = task.stoppedReason.value_or("");
  for (const ecs::Container& container : task.containers) {
    const std::string own = container.reason.value_or("");
    if (own.empty() || reason.find(own) != reason.npos) continue;
    const bool plain = reason.empty() || reason == plain_reason;
    reason = plain ? own : reason + "; " + own;
  }
  return reason;
}

std::string exit_codes_of(const ecs::Task& task) {
  std::string codes;
  for (const ecs::Container& container : task.containers) {
    if (container.exitCode) codes += fmt::format("{}{}", codes.empty() ? "" : ",", *container.exitCode);
  }
  return codes;
}

std::size_t gpus_of(const ecs::Task& task) {
  std::size_t count = 0;
  for (const ecs::Container& container : task.containers)
    count += container.gpuIds ? container.gpuIds->size() : 0;
  return count;
}

std::vector<std::string> essential_containers(const ecs::TaskDefinition& definition) {
  std::vector<std::string> names;
  for (const ecs::ContainerDefinition& container : definition.containerDefinitions) {
    if (container.essential.value_or(true)) names.push_back(container.name.value_or(""));
  }
  return names;
}

std::optional<std::string> failure_of(const ecs::Task& task, const std::vector<std::string>& essential) {
  if (task.stopCode == "TaskFailedToStart") return "it did not start: " + reason_of(task);
  for (const ecs::Container& container : task.containers) {
    const std::string name = container.name.value_or("");
    if (std::find(essential.begin(), essential.end(), name) == essential.end()) continue;
    if (container.exitCode == 0) continue;
    const std::string end =
        container.exitCode ? fmt::format("exited with {}", *container.exitCode) : "has no exit code";
    const std::string why = reason_of(task);
    return fmt::format("container {} {}{}", name, end,
                       why.empty() || why == plain_reason ? "" : " (" + why + ")");
  }
  return std::nullopt;
}

std::vector<LogStreamName> log_streams(const ecs::TaskDefinition& definition, const std::string& task_id) {
  std::vector<LogStreamName> streams;
  for (const ecs::ContainerDefinition& container : definition.containerDefinitions) {
    if (!container.logConfiguration || container.logConfiguration->logDriver != "awslogs") continue;
    const auto& options = container.logConfiguration->options;
    const auto option = [&](const char* name) {
      if (!options) return std::string();
      const auto found = options->find(name);
      return found == options->end() ? std::string() : found->second;
    };
    const std::string group = option("awslogs-group"), prefix = option("awslogs-stream-prefix");
    if (group.empty() || prefix.empty()) continue;
    const std::string name = container.name.value_or("");
    streams.push_back({name, group, fmt::format("{}/{}/{}", prefix, name, task_id)});
  }
  return streams;
}

}  // namespace berth::cli
