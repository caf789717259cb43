#include "berth/cli/task_waiting.hpp"

#include "base/json.hpp"
#include "berth/cli/api.hpp"
#include "berth/cli/ecs_calls.hpp"
#include "berth/cli/errors.hpp"
#include "berth/cli/json.hpp"
#include "berth/cli/log_reader.hpp"
#include "berth/cli/names.hpp"
#include "berth/cli/session.hpp"
#include "berth/cli/task_view.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace berth::cli {
namespace {

bool has_stopped(const ecs::Task& task) { return task.lastStatus == "STOPPED"; }

std::string ids_of(const std::vector<ecs::Task>& tasks) {
  std::string text;
  for (const ecs::Task& task : tasks)
    if (!has_stopped(task)) text += (text.empty() ? "" : " ") + shown_id(task);
  return text;
}

/// Tasks go on without their reader, who is told how to come back.
[[noreturn]] void leave(Session& session, const std::vector<ecs::Task>& tasks) {
  if (session.streams.err_columns > 0) session.streams.err << "\n";  // below the terminal's own ^C
  const std::string ids = ids_of(tasks);
  const bool several = ids.find(' ') != ids.npos;
  throw CommandError(
      ExitCode::Interrupted,
      fmt::format("task{1} {0} go{2} on: 'berth logs -f {0}' shows {3} log, 'berth stop {0}' stops {4}", ids,
                  several ? "s" : "", several ? "" : "es", several ? "their" : "its",
                  several ? "them" : "it"));
}

[[noreturn]] void give_up(const std::vector<ecs::Task>& tasks) {
  std::string text;
  for (const ecs::Task& task : tasks)
    if (!has_stopped(task))
      text +=
          fmt::format("{}{} is {}", text.empty() ? "" : ", ", shown_id(task), task.lastStatus.value_or(""));
  throw machine_refused(fmt::format("the time is over, and task {}: 'berth explain TASK' says why", text));
}

}  // namespace

std::string shown_id(const ecs::Task& task) {
  return short_name(task.taskArn.value_or("")).substr(0, shown_id_length);
}

std::vector<ecs::Task> wait_for_ends(Session& session, const Interruption& interruption,
                                     std::vector<ecs::Task> tasks, const Waiting& waiting) {
  std::string shown;
  std::vector<bool> told(tasks.size(), false);
  while (true) {
    const bool all_had_stopped = std::ranges::all_of(tasks, has_stopped);
    if (!all_had_stopped) refresh(session.api(), tasks);
    if (tasks.size() == 1 && session.streams.err_columns > 0 && tasks[0].lastStatus.value_or("") != shown) {
      shown = tasks[0].lastStatus.value_or("");
      session.streams.err << "task " << short_name(tasks[0].taskArn.value_or("")) << "  " << shown
                          << std::endl;
    }
    waiting.news();
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      if (told[i] || !has_stopped(tasks[i])) continue;
      told[i] = true;
      waiting.ended(tasks[i]);
    }
    if (std::ranges::all_of(tasks, has_stopped)) return tasks;
    if (waiting.deadline && session.clock.now() >= *waiting.deadline) give_up(tasks);
    if (interruption.pause(poll_interval)) leave(session, tasks);
  }
}

std::string keeps_no_log(const ecs::Task& task) {
  return fmt::format(
      "task {} keeps no log: no container of its definition has a logConfiguration of the driver awslogs",
      shown_id(task));
}

ecs::Task follow_to_end(Session& session, const Interruption& interruption, ecs::Task task,
                        const ecs::TaskDefinition& definition) {
  const auto streams = log_streams(definition, task);
  if (streams.empty())
    session.streams.err << "berth: " << keeps_no_log(task) << "; waiting for its end" << std::endl;
  std::vector<std::unique_ptr<LogReader>> readers;
  for (const LogStreamName& stream : streams)
    readers.push_back(read_stream(session.api(), stream, streams.size() > 1 ? stream.container : "", {}));
  MergedLog log(std::move(readers));
  const auto news = [&] {
    log.each_new([&](const LogLine& line) {
      session.out << (line.label.empty() ? "" : line.label + " | ") << shown_message(line.message) << "\n";
    });
    session.out.flush();
  };
  std::vector<ecs::Task> ended = wait_for_ends(session, interruption, {std::move(task)}, {.news = news});
  news();
  return std::move(ended.front());
}

void print_task(Session& session, const ecs::Task& task) {
  if (session.json) {
    session.out << base::to_text(json_of(task)) << "\n";
  } else {
    session.out << short_name(task.taskArn.value_or("")) << std::endl;
  }
}

}  // namespace berth::cli
