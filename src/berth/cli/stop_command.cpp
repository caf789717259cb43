// berth stop and wait: what ends tasks, and what waits until they have.
#include "berth/cli/api.hpp"
#include "berth/cli/ecs_calls.hpp"
#include "berth/cli/json.hpp"
#include "berth/cli/moments.hpp"
#include "berth/cli/names.hpp"
#include "berth/cli/session.hpp"
#include "berth/cli/task_commands.hpp"
#include "berth/cli/task_view.hpp"
#include "berth/cli/task_waiting.hpp"
#include "berth/cli/text.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

namespace berth::cli {
namespace {

/// All or none: a mistyped id among several stops nothing.
std::vector<ecs::Task> find_tasks(Api& api, const std::vector<std::string>& ids) {
  std::vector<ecs::Task> tasks;
  for (const std::string& id : ids) tasks.push_back(find_task(api, id));
  return tasks;
}

void tell_it_had_stopped(Session& session, const ecs::Task& task, bool by_name) {
  print_task(session, task);
  const auto ended = task.stoppedAt ? std::optional(task.stoppedAt->time) : std::nullopt;
  session.streams.err << fmt::format("berth: {} had stopped already, {}\n", by_name ? shown_id(task) : "it",
                                     on_one_line(end_of(task, session.age_of(ended))));
}

}  // namespace

void Stop::declare(CLI::App& app) {
  app.add_option("TASK", tasks, "ids, or their beginnings")->required();
  app.add_option("--reason", reason, "is shown with the tasks")->type_name("TEXT");
  app.add_flag("--wait", wait, "return when they have stopped");
}

ExitCode Stop::run(Session& session) {
  const std::vector<ecs::Task> found = find_tasks(session.api(), tasks);
  const Interruption interruption;
  std::vector<ecs::Task> stopping;
  for (const ecs::Task& task : found) {
    if (task.lastStatus == "STOPPED") {
      tell_it_had_stopped(session, task, found.size() > 1);
      continue;
    }
    ecs::StopTaskRequest request;
    request.cluster = task.clusterArn;
    request.task = task.taskArn.value_or("");
    if (!reason.empty()) request.reason = reason;
    const auto answer = session.api()(calls::stop_task, request);
    stopping.push_back(answer.task ? *answer.task : task);
    if (!wait) print_task(session, stopping.back());
  }
  if (!wait || stopping.empty()) return ExitCode::Done;
  wait_for_ends(session, interruption, std::move(stopping),
                {.ended = [&](const ecs::Task& task) { print_task(session, task); }});
  return ExitCode::Done;
}

void Wait::declare(CLI::App& app) {
  app.add_option("TASK", tasks, "ids, or their beginnings")->required();
  app.add_option("--timeout", timeout, "how long at most: 90s, 10m, 2h (default: for ever)")
      ->type_name("TIME");
  app.footer("Prints each task's id and exit codes as it stops. Exit code 3 if one of them failed.\n");
}

ExitCode Wait::run(Session& session) {
  Waiting waiting;
  if (!timeout.empty()) {
    const auto length = parse_length(timeout);
    if (!length) throw wrong_input(fmt::format("--timeout '{}' is no time: write 90s, 10m or 2h", timeout));
    waiting.deadline = session.clock.now() + *length;
  }
  const std::vector<ecs::Task> found = find_tasks(session.api(), tasks);
  const Interruption interruption;
  waiting.ended = [&](const ecs::Task& task) {
    const std::string codes = exit_codes_of(task), reason = telling_reason_of(task);
    if (session.json) return print_task(session, task);
    session.out << fmt::format("{}  {}{}\n", short_name(task.taskArn.value_or("")),
                               codes.empty() ? "-" : codes, reason.empty() ? "" : "  " + on_one_line(reason))
                << std::flush;
  };
  std::string failed;
  for (const ecs::Task& task : wait_for_ends(session, interruption, found, waiting)) {
    const auto definition = describe_definition(session.api(), task.taskDefinitionArn.value_or(""));
    if (const auto failure = failure_of(task, essential_containers(definition)))
      failed += fmt::format("{}task {}: {}", failed.empty() ? "" : "; ", shown_id(task), *failure);
  }
  if (!failed.empty()) throw has_failed(failed);
  return ExitCode::Done;
}

}  // namespace berth::cli
