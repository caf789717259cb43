#include "berth/cli/task_view.hpp"

#include "berth/cli/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

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

std::string telling_reason_of(const ecs::Task& task) {
  std::string reason = reason_of(task);
  if (reason == plain_reason && !exit_codes_of(task).empty()) reason.clear();
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

namespace {

/// Where a container's log goes by its definition; nothing if it keeps none.
std::optional<LogStreamName> log_stream(const ecs::ContainerDefinition& container, const ecs::Task& task) {
  if (!container.logConfiguration || container.logConfiguration->logDriver != "awslogs") return std::nullopt;
  const auto& options = container.logConfiguration->options;
  const auto option = [&](const char* name) {
    const auto found = options ? options->find(name) : decltype(options->end()){};
    return !options || found == options->end() ? std::string() : found->second;
  };
  const std::string name = container.name.value_or(""), group = option("awslogs-group");
  const std::string prefix = option("awslogs-stream-prefix");
  if (group.empty()) return std::nullopt;
  if (!prefix.empty())
    return LogStreamName{name, group,
                         fmt::format("{}/{}/{}", prefix, name, short_name(task.taskArn.value_or("")))};
  for (const ecs::Container& each : task.containers) {
    if (each.name == name && each.runtimeId) return LogStreamName{name, group, *each.runtimeId};
  }
  return std::nullopt;
}

/// Digits and nothing else: "1 vCPU" is for the daemon to read.
std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::int64_t gpus_in(const std::optional<std::vector<ecs::ResourceRequirement>>& requirements) {
  for (const auto& each : requirements.value_or(std::vector<ecs::ResourceRequirement>{})) {
    if (each.type == "GPU") return whole_number(each.value).value_or(0);
  }
  return 0;
}

}  // namespace

std::vector<LogStreamName> log_streams(const ecs::TaskDefinition& definition, const ecs::Task& task) {
  std::vector<LogStreamName> streams;
  for (const ecs::ContainerDefinition& container : definition.containerDefinitions) {
    if (auto stream = log_stream(container, task)) streams.push_back(std::move(*stream));
  }
  return streams;
}

std::optional<Demand> demand_of(const ecs::TaskDefinition& definition, const ecs::TaskOverride& overrides) {
  Demand demand;
  for (const ecs::ContainerDefinition& container : definition.containerDefinitions) {
    const auto change = std::find_if(overrides.containerOverrides.begin(), overrides.containerOverrides.end(),
                                     [&](const auto& each) { return each.name == container.name; });
    const bool changed = change != overrides.containerOverrides.end();
    demand.cpu += container.cpu.value_or(0);
    demand.memory_mib += container.memoryReservation.value_or(container.memory.value_or(0));
    demand.gpus += gpus_in(changed && change->resourceRequirements ? change->resourceRequirements
                                                                   : container.resourceRequirements);
  }
  const auto cpu = overrides.cpu ? overrides.cpu : definition.cpu;
  const auto memory = overrides.memory ? overrides.memory : definition.memory;
  const auto cpu_units = cpu ? whole_number(*cpu) : demand.cpu;
  const auto memory_mib = memory ? whole_number(*memory) : demand.memory_mib;
  if (!cpu_units || !memory_mib) return std::nullopt;
  demand.cpu = *cpu_units;
  demand.memory_mib = *memory_mib;
  return demand;
}

std::string end_of(const ecs::Task& task, const std::string& age) {
  const std::string codes = exit_codes_of(task), reason = telling_reason_of(task);
  std::string text = age + " ago";
  if (!codes.empty()) text += fmt::format(", with exit code {}", codes);
  if (!reason.empty()) text += ": " + reason;
  return text;
}

}  // namespace berth::cli
