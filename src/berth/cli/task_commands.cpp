#include "berth/cli/task_commands.hpp"

#include "base/json.hpp"
#include "berth/cli/api.hpp"
#include "berth/cli/ecs_calls.hpp"
#include "berth/cli/explain.hpp"
#include "berth/cli/interruption.hpp"
#include "berth/cli/json.hpp"
#include "berth/cli/log_reader.hpp"
#include "berth/cli/names.hpp"
#include "berth/cli/session.hpp"
#include "berth/cli/table.hpp"
#include "berth/cli/task_view.hpp"
#include "berth/cli/text.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <thread>

namespace berth::cli {
namespace {

constexpr std::chrono::milliseconds poll_interval{200};

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

/// What `reason` is about, of the task and of the instances that there are.
std::optional<Ask> ask_of(std::string_view reason, const Demand& demand,
                          const std::vector<ecs::ContainerInstance>& instances) {
  const auto most = [&](std::string_view name) {
    std::int64_t found = 0;
    for (const ecs::ContainerInstance& instance : instances) {
      for (const ecs::Resource& resource : instance.registeredResources) {
        if (resource.name != name) continue;
        const bool is_set = resource.type == "STRINGSET" && resource.stringSetValue;
        found =
            std::max<std::int64_t>(found, is_set ? static_cast<std::int64_t>(resource.stringSetValue->size())
                                                 : resource.integerValue.value_or(0));
      }
    }
    return found;
  };
  if (reason == "RESOURCE:GPU") return Ask{demand.gpus, most("GPU")};
  if (reason == "RESOURCE:CPU") return Ask{demand.cpu, most("CPU")};
  if (reason == "RESOURCE:MEMORY") return Ask{demand.memory_mib, most("MEMORY")};
  return std::nullopt;
}

[[noreturn]] void refuse_unplaced(const std::vector<ecs::Failure>& failures,
                                  const std::optional<Demand>& demand,
                                  const std::vector<ecs::ContainerInstance>& instances) {
  std::string why;
  for (const ecs::Failure& failure : failures) {
    const std::string reason = failure.reason.value_or("");
    const std::string text =
        explained_failure(reason, demand ? ask_of(reason, *demand, instances) : std::nullopt);
    const std::string detail = failure.detail ? " (" + *failure.detail + ")" : "";
    if (why.find(text) == why.npos) why += (why.empty() ? "" : "; ") + text + detail;
  }
  throw machine_refused("the task was not placed: " + (why.empty() ? "no reason was given" : why));
}

/// The task goes on without its reader, who is told how to come back.
[[noreturn]] void leave(Session& session, const ecs::Task& task) {
  if (session.streams.err_columns > 0) session.streams.err << "\n";  // below the terminal's own ^C
  const std::string id = short_name(task.taskArn.value_or("")).substr(0, shown_id_length);
  throw CommandError(
      ExitCode::Interrupted,
      fmt::format("task {0} goes on: 'berth logs -f {0}' shows its log, 'berth stop {0}' stops it", id));
}

/// Waits for the task's end. `news` is called at every look; what it says goes to the reader meanwhile.
ecs::Task wait_for_end(Session& session, const Interruption& interruption, ecs::Task task,
                       const std::function<void()>& news) {
  std::string shown;
  while (true) {
    task = describe_task(session.api(), task);
    const std::string status = task.lastStatus.value_or("");
    if (session.streams.err_columns > 0 && status != shown) {
      session.streams.err << "task " << short_name(task.taskArn.value_or("")) << "  " << status << std::endl;
      shown = status;
    }
    news();
    if (status == "STOPPED") return task;
    if (interruption.pause(poll_interval)) leave(session, task);
  }
}

std::string keeps_no_log(const ecs::Task& task) {
  return fmt::format(
      "task {} keeps no log: no container of its definition has a logConfiguration of the driver awslogs",
      short_name(task.taskArn.value_or("")).substr(0, shown_id_length));
}

/// The log until the task has stopped, to its last line: the log is whole when the task shows STOPPED.
ecs::Task follow_to_end(Session& session, const Interruption& interruption, ecs::Task task,
                        const ecs::TaskDefinition& definition) {
  const auto streams = log_streams(definition, task);
  if (streams.empty())
    session.streams.err << "berth: " << keeps_no_log(task) << "; waiting for its end" << std::endl;
  TaskLog log(session.api(), streams);
  task = wait_for_end(session, interruption, std::move(task), [&] { log.print_news(session.out); });
  log.print_news(session.out);
  return task;
}

void print_task(Session& session, const ecs::Task& task) {
  if (session.json) {
    session.out << base::to_text(json_of(task)) << "\n";
  } else {
    session.out << short_name(task.taskArn.value_or("")) << std::endl;
  }
}

}  // namespace

void Run::declare(CLI::App& app) {
  app.add_option("TASKDEF", definition, "family, family:revision or ARN")->required();
  app.add_option("COMMAND", command, "replaces the container's command, after --");
  app.add_option("--cluster", cluster, "where to run it (default: the cluster default)")
      ->type_name("CLUSTER");
  app.add_option("--container", container,
                 "whose settings -e, --gpus and COMMAND change (default: the first essential one)")
      ->type_name("NAME");
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
    throw wrong_input(fmt::format(
        "task definition {} was not found: 'berth aws ecs list-task-definitions' lists them", definition));
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
    task = wait_for_end(session, *interruption, std::move(task), [] {});
  }
  if (const auto failure = failure_of(task, essential_containers(described))) {
    throw has_failed(fmt::format("task {} failed: {}", short_name(task.taskArn.value_or("")), *failure));
  }
  return ExitCode::Done;
}

void Ps::declare(CLI::App& app) {
  app.add_flag("-a,--all", all, "the stopped ones, too");
  app.add_option("--cluster", cluster, "only this one's (default: those of every cluster)")
      ->type_name("CLUSTER");
}

ExitCode Ps::run(Session& session) {
  Api& api = session.api();
  const std::vector<std::string> clusters =
      cluster.empty() ? cluster_names(api) : std::vector<std::string>{cluster};
  const std::vector<ecs::Task> tasks = tasks_of(api, clusters, all);
  if (session.json) {
    base::json::array rows;
    for (const ecs::Task& task : tasks) rows.push_back(json_of(task));
    session.out << base::to_text(rows) << "\n";
    return ExitCode::Done;
  }
  std::vector<Column> columns{{"TASK", Column::Whole},  {"DEFINITION"},          {"STATUS", Column::Whole},
                              {"AGE", Column::Right},   {"GPUS", Column::Right}, {"EXIT", Column::Right},
                              {"REASON", Column::Wraps}};
  const bool several = clusters.size() > 1;
  if (several) columns.insert(columns.begin() + 1, {"CLUSTER"});
  Table table(columns);
  for (const ecs::Task& task : tasks) {
    const auto created = task.createdAt ? std::optional(task.createdAt->time) : std::nullopt;
    std::vector<std::string> row{short_name(task.taskArn.value_or("")).substr(0, shown_id_length),
                                 short_name(task.taskDefinitionArn.value_or("")),
                                 task.lastStatus.value_or(""),
                                 session.age_of(created),
                                 std::to_string(gpus_of(task)),
                                 exit_codes_of(task),
                                 telling_reason_of(task)};
    if (several) row.insert(row.begin() + 1, short_name(task.clusterArn.value_or("")));
    table.add(row);
  }
  session.out << table.render(session.width());
  return ExitCode::Done;
}

void Logs::declare(CLI::App& app) {
  app.add_option("TASK_OR_GROUP", of,
                 "a task's id or its beginning, or a log group's name (default: lists the groups)");
  app.add_flag("-f,--follow", follow, "go on as it grows; a task's log until its end");
}

namespace {

ExitCode list_groups(Session& session) {
  const std::vector<GroupSummary> groups = log_groups(session.api());
  if (session.json) {
    base::json::array rows;
    for (const GroupSummary& group : groups) {
      rows.push_back({{"logGroupName", group.name},
                      {"streams", group.streams},
                      {"retentionInDays", group.retention_days ? base::json::value(*group.retention_days)
                                                               : base::json::value(nullptr)},
                      {"storedBytes", group.bytes}});
    }
    session.out << base::to_text(rows) << "\n";
    return ExitCode::Done;
  }
  Table table({{"NEWEST", Column::Right},
               {"STREAMS", Column::Right},
               {"SIZE", Column::Right},
               {"LOG GROUP", Column::Whole}});
  for (const GroupSummary& group : groups) {
    table.add(
        {session.age_of(group.newest), std::to_string(group.streams), to_size(group.bytes), group.name});
  }
  session.out << table.render(session.width());
  return ExitCode::Done;
}

}  // namespace

ExitCode Logs::run(Session& session) {
  if (of.empty()) return list_groups(session);
  Api& api = session.api();
  if (group_exists(api, of)) {
    GroupLog log(api, of);
    log.print_news(session.out);
    while (follow && session.out) {
      std::this_thread::sleep_for(poll_interval);
      log.print_news(session.out);
    }
    return ExitCode::Done;
  }
  std::optional<ecs::Task> task = find_task_if_any(api, of);
  if (!task) {
    throw wrong_input(fmt::format(
        "{} is neither a task nor a log group: 'berth ps -a' lists tasks, 'berth logs' log groups", of));
  }
  const ecs::TaskDefinition definition = describe_definition(api, task->taskDefinitionArn.value_or(""));
  const auto streams = log_streams(definition, *task);
  if (streams.empty()) throw wrong_input(keeps_no_log(*task));
  if (follow) {
    follow_to_end(session, Interruption(), std::move(*task), definition);
  } else {
    TaskLog(api, streams).print_news(session.out);
  }
  return ExitCode::Done;
}

void Stop::declare(CLI::App& app) {
  app.add_option("TASK", task, "its id, or the beginning of it")->required();
  app.add_option("--reason", reason, "is shown with the task")->type_name("TEXT");
}

ExitCode Stop::run(Session& session) {
  const ecs::Task found = find_task(session.api(), task);
  if (found.lastStatus == "STOPPED") {
    print_task(session, found);
    const auto ended = found.stoppedAt ? std::optional(found.stoppedAt->time) : std::nullopt;
    session.streams.err << fmt::format("berth: it had stopped already, {}\n",
                                       on_one_line(end_of(found, session.age_of(ended))));
    return ExitCode::Done;
  }
  ecs::StopTaskRequest request;
  request.cluster = found.clusterArn;
  request.task = found.taskArn.value_or("");
  if (!reason.empty()) request.reason = reason;
  const auto answer = session.api()(calls::stop_task, request);
  print_task(session, answer.task ? *answer.task : found);
  return ExitCode::Done;
}

}  // namespace berth::cli
