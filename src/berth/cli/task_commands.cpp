#include "berth/cli/task_commands.hpp"

#include "base/json.hpp"
#include "berth/cli/api.hpp"
#include "berth/cli/ecs_calls.hpp"
#include "berth/cli/explain.hpp"
#include "berth/cli/json.hpp"
#include "berth/cli/log_reader.hpp"
#include "berth/cli/names.hpp"
#include "berth/cli/session.hpp"
#include "berth/cli/table.hpp"
#include "berth/cli/task_view.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include <thread>

namespace berth::cli {
namespace {

constexpr std::chrono::milliseconds poll_interval{200};

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
  overrides.containerOverrides.push_back(std::move(container));
  return overrides;
}

[[noreturn]] void refuse_unplaced(const std::vector<ecs::Failure>& failures) {
  std::string why;
  for (const ecs::Failure& failure : failures) {
    const std::string text = explained_failure(failure.reason.value_or(""));
    const std::string detail = failure.detail ? " (" + *failure.detail + ")" : "";
    if (why.find(text) == why.npos) why += (why.empty() ? "" : "; ") + text + detail;
  }
  throw machine_refused("the task was not placed: " + (why.empty() ? "no reason was given" : why));
}

/// Waits for the task's end. `news` is called at every look; what it says goes to the reader meanwhile.
ecs::Task wait_for_end(Session& session, ecs::Task task, const std::function<void()>& news) {
  std::string shown;
  while (true) {
    task = describe_task(session.api(), task);
    const std::string status = task.lastStatus.value_or("");
    if (session.streams.err_is_terminal && status != shown) {
      session.streams.err << "task " << short_name(task.taskArn.value_or("")) << "  " << status << std::endl;
      shown = status;
    }
    news();
    if (status == "STOPPED") return task;
    std::this_thread::sleep_for(poll_interval);
  }
}

/// The log until the task has stopped, to its last line: the log is whole when the task shows STOPPED.
ecs::Task follow_to_end(Session& session, ecs::Task task, const ecs::TaskDefinition& definition) {
  TaskLog log(session.api(), log_streams(definition, short_name(task.taskArn.value_or(""))));
  task = wait_for_end(session, std::move(task), [&] { log.print_news(session.out); });
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
  app.add_option("--cluster", cluster, "where to run it (default: default)")->type_name("CLUSTER");
  app.add_option("--container", container,
                 "whose settings -e, --gpus and COMMAND change (default: the essential one)")
      ->type_name("NAME");
  app.add_option("-e,--env", environment, "sets a variable of the container's environment; may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  app.add_option("--gpus", gpus, "how many GPUs, instead of the definition's number")

      ->check(CLI::Range(0, 1024))
      ->type_name("N");
  auto* waits = app.add_flag("--wait", wait, "wait for its end; exit code 3 if it failed");
  app.add_flag("--follow,-f", follow, "print its log until its end; exit code 3 if it failed")
      ->excludes(waits);
}

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
  if (!environment.empty() || !command.empty() || gpus >= 0)
    request.overrides = overrides_of(*this, described);
  const ecs::RunTaskResponse answer = api(calls::run_task, request);
  if (answer.tasks.empty()) refuse_unplaced(answer.failures);

  ecs::Task task = answer.tasks.front();
  if (follow) {
    task = follow_to_end(session, std::move(task), described);
  } else {
    print_task(session, task);
    if (!wait) return ExitCode::Done;
    task = wait_for_end(session, std::move(task), [] {});
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
  std::vector<ecs::Task> tasks;
  std::vector<std::string> clusters{cluster};
  if (cluster.empty()) {
    clusters.clear();
    for (const ecs::Cluster& each : all_clusters(api)) clusters.push_back(each.clusterName.value_or(""));
  }
  for (const std::string& name : clusters) {
    auto some = tasks_of(api, name, all);
    std::move(some.begin(), some.end(), std::back_inserter(tasks));
  }
  if (session.json) {
    base::json::array rows;
    for (const ecs::Task& task : tasks) rows.push_back(json_of(task));
    session.out << base::to_text(rows) << "\n";
    return ExitCode::Done;
  }
  Table table({{"TASK", Column::Whole},
               {"DEFINITION"},
               {"STATUS", Column::Whole},
               {"AGE", Column::Right},
               {"GPUS", Column::Right},
               {"EXIT", Column::Right},
               {"REASON"}});
  for (const ecs::Task& task : tasks) {
    const auto created = task.createdAt ? std::optional(task.createdAt->time) : std::nullopt;
    table.add({short_name(task.taskArn.value_or("")).substr(0, shown_id_length),
               short_name(task.taskDefinitionArn.value_or("")), task.lastStatus.value_or(""),
               session.age_of(created), std::to_string(gpus_of(task)), exit_codes_of(task), reason_of(task)});
  }
  session.out << table.render();
  return ExitCode::Done;
}

void Logs::declare(CLI::App& app) {
  app.add_option("TASK_OR_GROUP", of, "a task's id or its beginning, or a log group's name")->required();
  app.add_flag("-f,--follow", follow, "go on as it grows; a task's log until its end");
}

ExitCode Logs::run(Session& session) {
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
  if (of.find('/') != of.npos && !of.starts_with("arn:")) {
    throw wrong_input(
        fmt::format("there is no log group {}: 'berth aws logs describe-log-groups' lists them", of));
  }
  ecs::Task task = find_task(api, of);
  const ecs::TaskDefinition definition = describe_definition(api, task.taskDefinitionArn.value_or(""));
  const auto streams = log_streams(definition, short_name(task.taskArn.value_or("")));
  if (streams.empty()) {
    throw wrong_input(
        fmt::format("task {} keeps no log: its definition has no awslogs configuration with a stream prefix",
                    short_name(task.taskArn.value_or(""))));
  }
  if (follow) {
    follow_to_end(session, std::move(task), definition);
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
  ecs::StopTaskRequest request;
  request.cluster = found.clusterArn;
  request.task = found.taskArn.value_or("");
  if (!reason.empty()) request.reason = reason;
  const auto answer = session.api()(calls::stop_task, request);
  print_task(session, answer.task ? *answer.task : found);
  return ExitCode::Done;
}

}  // namespace berth::cli
