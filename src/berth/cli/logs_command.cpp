#include "base/json.hpp"
#include "base/time_format.hpp"
#include "berth/cli/api.hpp"
#include "berth/cli/ecs_calls.hpp"
#include "berth/cli/log_groups.hpp"
#include "berth/cli/log_reader.hpp"
#include "berth/cli/moments.hpp"
#include "berth/cli/names.hpp"
#include "berth/cli/session.hpp"
#include "berth/cli/suggestion.hpp"
#include "berth/cli/table.hpp"
#include "berth/cli/task_commands.hpp"
#include "berth/cli/task_view.hpp"
#include "berth/cli/task_waiting.hpp"
#include "berth/cli/text.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace berth::cli {
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

/// What was named, found.
struct Named {
  std::vector<std::string> groups;
  std::vector<ecs::Task> tasks;
  std::size_t count() const { return groups.size() + tasks.size(); }
};

Named find_named(Api& api, const std::vector<std::string>& names) {
  Named named;
  for (const std::string& name : names) {
    if (group_exists(api, name)) {
      named.groups.push_back(name);
    } else if (auto task = find_task_if_any(api, name)) {
      named.tasks.push_back(std::move(*task));
    } else {
      const std::string meant = did_you_mean(name, log_group_names(api));
      throw wrong_input(
          fmt::format("{} is neither a task nor a log group{}", name,
                      meant.empty() ? ": 'berth ps -a' lists tasks, 'berth logs' log groups" : meant));
    }
  }
  return named;
}

LogQuery query_of(const Logs& logs, base::TimePoint now) {
  LogQuery query{.pattern = logs.filter};
  const auto milliseconds = [](base::TimePoint time) { return time.time_since_epoch().count(); };
  if (!logs.since.empty()) query.since = milliseconds(parse_moment(logs.since, "--since", now));
  if (!logs.until.empty()) query.until = milliseconds(parse_moment(logs.until, "--until", now));
  if (query.since && query.until && *query.since >= *query.until)
    throw wrong_input(fmt::format("--since {} is not before --until {}", logs.since, logs.until));
  if (!logs.tail.empty() && logs.tail != "all") {
    std::size_t count = 0;
    const char* end = logs.tail.data() + logs.tail.size();
    if (const auto read = std::from_chars(logs.tail.data(), end, count);
        read.ec != std::errc{} || read.ptr != end)
      throw wrong_input(
          fmt::format("--tail '{}' is no number of lines: write --tail 100, or all", logs.tail));
    query.tail = count;
  }
  return query;
}

std::vector<std::unique_ptr<LogReader>> readers_of(Session& session, const Named& named,
                                                   const LogQuery& query) {
  Api& api = session.api();
  std::vector<std::unique_ptr<LogReader>> readers;
  for (const std::string& group : named.groups) {
    const std::string prefix = named.count() > 1 ? group + " " : "";
    readers.push_back(read_group(api, group, {}, {.label = std::nullopt, .label_prefix = prefix}, query));
  }
  for (const ecs::Task& task : named.tasks) {
    const auto streams = log_streams(describe_definition(api, task.taskDefinitionArn.value_or("")), task);
    if (streams.empty() && named.count() == 1) throw wrong_input(keeps_no_log(task));
    if (streams.empty()) session.streams.err << "berth: " << keeps_no_log(task) << std::endl;
    for (const LogStreamName& stream : streams) {
      std::string label = named.count() > 1 ? shown_id(task) : "";
      if (streams.size() > 1) label += (label.empty() ? "" : "/") + stream.container;
      readers.push_back(read_stream(api, stream, std::move(label), query));
    }
  }
  return readers;
}

/// Writes lines; labels stand in a column as wide as the widest so far.
class LinePrinter {
 public:
  LinePrinter(Session& session, bool timestamps) : session_(session), timestamps_(timestamps) {}

  void operator()(const LogLine& line) {
    const base::TimePoint time{base::Milliseconds(line.time)};
    if (session_.json) {
      session_.out << base::to_text(base::json::object{{"timestamp", line.time},
                                                       {"logGroupName", line.group},
                                                       {"logStreamName", line.stream},
                                                       {"message", shown_message(line.message)}})
                   << "\n";
      return;
    }
    if (!line.label.empty()) {
      width_ = std::max(width_, display_width(line.label));
      session_.out << line.label << std::string(width_ - display_width(line.label), ' ') << " | ";
    }
    if (timestamps_) session_.out << base::to_iso8601(time) << "  ";
    session_.out << shown_message(line.message) << "\n";
  }

 private:
  Session& session_;
  const bool timestamps_;
  std::size_t width_ = 0;
};

/// Until the tasks have stopped; with a group among what is read until Ctrl-C, or until --until.
ExitCode follow_all(Session& session, const Named& named, const LogQuery& query,
                    const std::function<void()>& news) {
  const Interruption interruption;
  if (named.groups.empty() && !query.until) {
    wait_for_ends(session, interruption, named.tasks, {.news = news});
    news();
    return ExitCode::Done;
  }
  while (session.out) {
    const bool is_over = query.until && session.clock.now().time_since_epoch().count() >= *query.until;
    news();
    if (is_over) return ExitCode::Done;
    if (interruption.pause(poll_interval)) return ExitCode::Interrupted;
  }
  return ExitCode::Done;
}

}  // namespace

void Logs::declare(CLI::App& app) {
  app.add_option("TASK_OR_GROUP", of,
                 "tasks' ids or their beginnings, or log groups' names (default: lists the groups)");
  app.add_flag("-f,--follow", follow, "go on as it grows; a task's log until its end");
  app.add_option("--since", since, "only what is newer: 10m, 2h, 1d, or 2026-11-30T15:47:16Z")
      ->type_name("TIME");
  app.add_option("--until", until, "only what is older, likewise")->type_name("TIME");
  app.add_option("-n,--tail", tail, "only the last so many lines of each task or group (default: all)")
      ->type_name("N");
  app.add_flag("-t,--timestamps", timestamps, "when each line was written, UTC");
  app.add_option("--filter", filter,
                 "only what matches: a word, \"two words\", ?either ?or, %regex%, {$.json = 1}")
      ->type_name("PATTERN");
}

ExitCode Logs::run(Session& session) {
  if (of.empty()) {
    if (follow || !since.empty() || !until.empty() || !tail.empty() || !filter.empty())
      throw wrong_input(
          "whose log? name a task or a log group: 'berth ps -a' lists tasks, 'berth logs' log groups");
    return list_groups(session);
  }
  const LogQuery query = query_of(*this, session.clock.now());
  const Named named = find_named(session.api(), of);
  MergedLog log(readers_of(session, named, query));
  LinePrinter print(session, timestamps);
  const auto news = [&] {
    log.each_new([&](const LogLine& line) { print(line); });
    session.out.flush();
  };
  if (follow) return follow_all(session, named, query, news);
  news();
  return ExitCode::Done;
}

}  // namespace berth::cli
