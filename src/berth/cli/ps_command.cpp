#include "base/json.hpp"
#include "berth/cli/api.hpp"
#include "berth/cli/ecs_calls.hpp"
#include "berth/cli/json.hpp"
#include "berth/cli/names.hpp"
#include "berth/cli/screen.hpp"
#include "berth/cli/session.hpp"
#include "berth/cli/table.hpp"
#include "berth/cli/task_commands.hpp"
#include "berth/cli/task_filter.hpp"
#include "berth/cli/task_view.hpp"
#include "berth/cli/task_waiting.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace berth::cli {
namespace {

constexpr std::chrono::milliseconds redraw_interval{1000};

std::vector<ecs::Task> tasks_shown(Api& api, const Ps& ps, const TaskFilter& filter,
                                   const std::vector<std::string>& clusters) {
  std::vector<ecs::Task> tasks = tasks_of(api, clusters, ps.all || filter.wants_stopped());
  std::erase_if(tasks, [&](const ecs::Task& task) { return !filter.matches(task); });
  return tasks;
}

Table table_of(const Session& session, const std::vector<ecs::Task>& tasks, bool with_cluster) {
  std::vector<Column> columns{{"TASK", Column::Whole},  {"DEFINITION"},          {"STATUS", Column::Whole},
                              {"AGE", Column::Right},   {"GPUS", Column::Right}, {"EXIT", Column::Right},
                              {"REASON", Column::Wraps}};
  if (with_cluster) columns.insert(columns.begin() + 1, {"CLUSTER"});
  Table table(columns);
  for (const ecs::Task& task : tasks) {
    const auto created = task.createdAt ? std::optional(task.createdAt->time) : std::nullopt;
    std::vector<std::string> row{shown_id(task),
                                 short_name(task.taskDefinitionArn.value_or("")),
                                 task.lastStatus.value_or(""),
                                 session.age_of(created),
                                 std::to_string(gpus_of(task)),
                                 exit_codes_of(task),
                                 telling_reason_of(task)};
    if (with_cluster) row.insert(row.begin() + 1, short_name(task.clusterArn.value_or("")));
    table.add(row);
  }
  return table;
}

/// What a change of it would show.
std::string state_of(const ecs::Task& task) {
  return task.lastStatus.value_or("") + exit_codes_of(task) + telling_reason_of(task);
}

std::string json_line_of(const ecs::Task& task) { return base::to_text(json_of(task)) + "\n"; }

}  // namespace

void Ps::declare(CLI::App& app) {
  app.add_flag("-a,--all", all, "the stopped ones, too");
  app.add_flag("-q,--quiet", quiet, "ids and nothing else, as other commands take them");
  app.add_flag("-w,--watch", watch, "go on: on a terminal as it is now, through a pipe what changes");
  app.add_option("--cluster", cluster, "only this one's (default: those of every cluster)")
      ->type_name("CLUSTER");
  app.add_option("--filter", filters,
                 "status=STATUS, definition=FAMILY[:REVISION] or exit=CODE; may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

namespace {

/// On a terminal: the table as it is now, until q or Ctrl-C.
ExitCode watch_on_screen(Session& session, const Ps& ps, const TaskFilter& filter) {
  Screen screen(session.out);
  do {
    const auto clusters =
        ps.cluster.empty() ? cluster_names(session.api()) : std::vector<std::string>{ps.cluster};
    const auto tasks = tasks_shown(session.api(), ps, filter, clusters);
    screen.draw(table_of(session, tasks, clusters.size() > 1).render(screen.columns()));
  } while (screen.wait(redraw_interval) != Screen::Happened::Quit);
  return ExitCode::Done;
}

/// Through a pipe: a line for each task, and one more for each change of one. Those that end between two looks are shown
/// too: they are asked for once they have been seen.
ExitCode watch_changes(Session& session, const Ps& ps, const TaskFilter& filter) {
  const Interruption interruption;
  std::map<std::string, std::string> states;  // by ARN, as they were shown
  bool titled = false;
  do {
    const auto clusters =
        ps.cluster.empty() ? cluster_names(session.api()) : std::vector<std::string>{ps.cluster};
    std::vector<ecs::Task> changed;
    for (ecs::Task& task : tasks_of(session.api(), clusters, true)) {
      const std::string arn = task.taskArn.value_or("");
      const bool known = states.contains(arn);
      const bool old =
          task.lastStatus == "STOPPED" && !known && !titled && !ps.all && !filter.wants_stopped();
      const std::string state = state_of(task);
      if (std::exchange(states[arn], state) == state || old || !filter.matches(task)) continue;
      changed.push_back(std::move(task));
    }
    std::reverse(changed.begin(), changed.end());  // the newest last, as in a log
    if (session.json) {
      for (const ecs::Task& task : changed) session.out << json_line_of(task);
    } else if (ps.quiet) {
      for (const ecs::Task& task : changed) session.out << short_name(task.taskArn.value_or("")) << "\n";
    } else if (!changed.empty() || !titled) {
      const std::string text = table_of(session, changed, ps.cluster.empty()).render(0);
      session.out << (titled ? text.substr(text.find('\n') + 1) : text);
    }
    titled = true;
    session.out.flush();
  } while (session.out && !interruption.pause(redraw_interval));
  return ExitCode::Done;
}

}  // namespace

ExitCode Ps::run(Session& session) {
  const TaskFilter filter(filters);
  if (watch && session.width() > 0 && !session.json && !quiet) return watch_on_screen(session, *this, filter);
  if (watch) return watch_changes(session, *this, filter);
  Api& api = session.api();
  const std::vector<std::string> clusters =
      cluster.empty() ? cluster_names(api) : std::vector<std::string>{cluster};
  const std::vector<ecs::Task> tasks = tasks_shown(api, *this, filter, clusters);
  if (quiet) {
    for (const ecs::Task& task : tasks) session.out << short_name(task.taskArn.value_or("")) << "\n";
  } else if (session.json) {
    base::json::array rows;
    for (const ecs::Task& task : tasks) rows.push_back(json_of(task));
    session.out << base::to_text(rows) << "\n";
  } else {
    session.out << table_of(session, tasks, clusters.size() > 1).render(session.width());
  }
  return ExitCode::Done;
}

}  // namespace berth::cli
