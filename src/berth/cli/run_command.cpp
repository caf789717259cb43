#include "berth/cli/api.hpp"
#include "berth/cli/ecs_calls.hpp"
#include "berth/cli/explain.hpp"
#include "berth/cli/interruption.hpp"
#include "berth/cli/names.hpp"
#include "berth/cli/placement.hpp"
#include "berth/cli/session.hpp"
#include "berth/cli/suggestion.hpp"
#include "berth/cli/task_commands.hpp"
#include "berth/cli/task_view.hpp"
#include "berth/cli/task_waiting.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace berth::cli {
namespace {

/// ECS refuses containers that may take more than their task; and what the only container may take is what the caller of
/// --memory thinks of.
void fit_memory(std::vector<ecs::ContainerOverride>& overrides, const ecs::TaskDefinition& definition,
                int memory) {
  const bool is_alone = definition.containerDefinitions.size() == 1;
  for (const ecs::ContainerDefinition& container : definition.containerDefinitions) {
    const bool limit = container.memory && (is_alone || *container.memory > memory);
    const bool reservation = container.memoryReservation.value_or(0) > memory;
    if (!limit && !reservation) continue;
    auto place = std::ranges::find(overrides, container.name, &ecs::ContainerOverride::name);
    if (place == overrides.end()) {
      overrides.push_back({.name = container.name});
      place = std::prev(overrides.end());
    }
    if (limit) place->memory = memory;
    if (reservation) place->memoryReservation = memory;
  }
}

ecs::TaskOverride overrides_of(const Run& run, const ecs::TaskDefinition& definition) {
  const auto essential = essential_containers(definition);
  ecs::ContainerOverride container;
  container.name = run.container.empty() ? essential.at(0) : run.container;
  if (!run.environment.empty()) {
    auto& variables = container.environment.emplace();
    for (const std::string& text : run.environment) {
      auto [name, value] = key_and_value(text, "-e");
      variables.push_back({std::move(name), std::move(value)});
    }
  }
  if (!run.command.empty()) container.command = run.command;
  if (run.gpus > 0) container.resourceRequirements.emplace().push_back({std::to_string(run.gpus), "GPU"});
  if (run.gpus == 0) container.resourceRequirements.emplace();
  ecs::TaskOverride overrides;
  if (run.changes_container()) overrides.containerOverrides.push_back(std::move(container));
  if (run.cpu > 0) overrides.cpu = std::to_string(run.cpu);
  if (run.memory > 0) {
    overrides.memory = std::to_string(run.memory);
    fit_memory(overrides.containerOverrides, definition, run.memory);
  }
  return overrides;
}

[[noreturn]] void refuse_unplaced(const std::vector<ecs::Failure>& failures,
                                  const std::optional<Demand>& demand,
                                  const std::vector<ecs::ContainerInstance>& instances) {
  std::vector<Room> rooms;
  for (const ecs::ContainerInstance& instance : instances) rooms.push_back(room_of(instance));
  std::string why;
  for (const ecs::Failure& failure : failures) {
    const std::string reason = failure.reason.value_or("");
    const std::string text =
        explained_failure(reason, demand ? ask_of(reason, *demand, rooms) : std::nullopt);
    const std::string detail = failure.detail ? " (" + *failure.detail + ")" : "";
    if (why.find(text) == why.npos) why += (why.empty() ? "" : "; ") + text + detail;
  }
  throw machine_refused("the task was not placed: " + (why.empty() ? "no reason was given" : why));
}

}  // namespace

void Run::declare(CLI::App& app) {
  app.add_option("TASKDEF", definition, "family, family:revision or ARN")->required();
  app.add_option("COMMAND", command, "replaces the container's command, after --");
  app.add_option("--cluster", cluster, "where to run it (default: the cluster default)")
      ->type_name("CLUSTER");
  app.add_option("--container", container,
                 "whose settings -e, --gpus and COMMAND change (default: the first essential one)")
      ->type_name("CONTAINER");
  app.add_option("-e,--env", environment, "a variable of the container's environment; may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  app.add_option("--gpus", gpus, "how many GPUs, instead of the definition's number")
      ->check(CLI::Range(0, 1024))
      ->type_name("N");
  app.add_option("--cpu", cpu, "CPU units of the whole task, instead of the definition's; 1024 are a core")
      ->check(CLI::Range(1, 1 << 20))
      ->type_name("UNITS");
  app.add_option("--memory", memory, "MiB of memory of the whole task, instead of the definition's")
      ->check(CLI::Range(1, 1 << 30))
      ->type_name("MIB");
  auto* waits = app.add_flag("--wait", wait, "wait for its end; exit code 3 if it failed");
  app.add_flag("--follow,-f", follow, "print its log until its end; exit code 3 if it failed")
      ->excludes(waits);
}

bool Run::changes_container() const { return !environment.empty() || !command.empty() || gpus >= 0; }

ExitCode Run::run(Session& session) {
  Api& api = session.api();
  ecs::TaskDefinition described;
  try {
    described = describe_definition(api, definition);
  } catch (const wire::ServiceError& error) {
    if (error.code != "ClientException") throw;
    const std::string meant = did_you_mean(definition, definition_families(api));
    throw wrong_input(
        fmt::format("task definition {} was not found{}", definition,
                    meant.empty() ? ": 'berth aws ecs list-task-definitions' lists them" : meant));
  }
  ecs::RunTaskRequest request;
  request.taskDefinition = definition;
  if (!cluster.empty()) request.cluster = cluster;
  request.startedBy = "berth";
  if (changes_container() || cpu > 0 || memory > 0) request.overrides = overrides_of(*this, described);
  std::optional<Interruption> interruption;
  if (follow || wait) interruption.emplace();  // before the task is there: it is never left without a word
  const ecs::RunTaskResponse answer = api(calls::run_task, request);
  if (answer.tasks.empty()) {
    refuse_unplaced(answer.failures, demand_of(described, request.overrides.value_or(ecs::TaskOverride{})),
                    instances_of(api, cluster.empty() ? "default" : cluster));
  }

  ecs::Task task = answer.tasks.front();
  if (follow) {
    task = follow_to_end(session, *interruption, std::move(task), described);
  } else {
    print_task(session, task);
    if (!wait) return ExitCode::Done;
    task = wait_for_ends(session, *interruption, {std::move(task)}, {}).front();
  }
  if (const auto failure = failure_of(task, essential_containers(described))) {
    throw has_failed(fmt::format("task {} failed: {}", short_name(task.taskArn.value_or("")), *failure));
  }
  return ExitCode::Done;
}

}  // namespace berth::cli
