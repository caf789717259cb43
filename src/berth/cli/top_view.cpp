#include "berth/cli/top_view.hpp"

#include "base/time_format.hpp"
#include "berth/cli/errors.hpp"
#include "berth/cli/names.hpp"
#include "berth/cli/table.hpp"
#include "berth/cli/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace berth::cli {
namespace {

namespace json = base::json;

const json::value* member(const json::object& object, std::string_view name) {
  return object.if_contains(name);
}

std::optional<std::int64_t> number(const json::object& object, std::string_view name) {
  const auto* value = member(object, name);
  if (value == nullptr || !value->is_number()) return std::nullopt;
  return value->is_double() ? static_cast<std::int64_t>(value->get_double())
                            : value->to_number<std::int64_t>();
}

std::string text(const json::object& object, std::string_view name) {
  const auto* value = member(object, name);
  return value != nullptr && value->is_string() ? std::string(value->as_string()) : std::string();
}

json::object object_of(const json::object& object, std::string_view name) {
  const auto* value = member(object, name);
  return value != nullptr && value->is_object() ? value->as_object() : json::object();
}

json::array array_of(const json::object& object, std::string_view name) {
  const auto* value = member(object, name);
  return value != nullptr && value->is_array() ? value->as_array() : json::array();
}

std::string id_of(const ecs::Task& task) { return short_name(task.taskArn.value_or("")); }

const UsageSample::Task* find_usage(const UsageSample& sample, const std::string& id) {
  const auto found = sample.tasks.find(id);
  return found == sample.tasks.end() ? nullptr : &found->second;
}

/// Per cent of all CPUs.
std::optional<double> machine_percent(const TopData& data) {
  const double elapsed = static_cast<double>((data.now.time - data.before.time).count()) * 1000;
  if (elapsed <= 0) return std::nullopt;
  const double busy = static_cast<double>(data.now.busy_microseconds - data.before.busy_microseconds);
  return std::clamp(busy / elapsed / static_cast<double>(std::max<std::int64_t>(1, data.now.cpus)) * 100, 0.0,
                    100.0);
}

std::string percent_text(const std::optional<double>& percent) {
  return percent ? fmt::format("{:.0f}", *percent) : "-";
}

std::set<std::string> held_gpus(const std::vector<TopTask>& tasks) {
  std::set<std::string> held;
  for (const TopTask& each : tasks)
    for (const ecs::Container& container : each.task.containers)
      for (const std::string& id : container.gpuIds.value_or(std::vector<std::string>{})) held.insert(id);
  return held;
}

std::string gpus_text(const TopData& data) {
  if (data.now.gpus.empty()) return "no GPUs";
  std::set<std::string> kinds;
  constexpr std::string_view simulated = "Simulated ";  // said once, behind them all
  for (const auto& [id, kind] : data.now.gpus)
    kinds.insert(kind.starts_with(simulated) ? kind.substr(simulated.size()) : kind);
  std::string names;
  for (const std::string& kind : kinds) names += (names.empty() ? "" : ", ") + kind;
  return fmt::format("GPUs {} of {} held ({}{})", held_gpus(data.tasks).size(), data.now.gpus.size(), names,
                     data.now.gpus_simulated ? ", simulated" : "");
}

std::string machine_lines(const TopData& data, std::size_t width) {
  const std::vector<std::string> parts = {
      base::to_iso8601(data.now.time).substr(11, 8) + " UTC",
      fmt::format("{} CPUs {} % busy, load {:.2f}", data.now.cpus, percent_text(machine_percent(data)),
                  data.now.load),
      fmt::format(
          "memory {} of {}",
          to_size(static_cast<std::uint64_t>(std::max<std::int64_t>(0, data.now.memory_bytes))),
          to_size(static_cast<std::uint64_t>(std::max<std::int64_t>(0, data.now.memory_total_bytes)))),
      gpus_text(data)};
  std::string lines, line;
  for (const std::string& part : parts) {
    if (width > 0 && !line.empty() && display_width(line) + 3 + display_width(part) > width) {
      lines += line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : "   ") + part;
  }
  return lines + line + "\n";
}

Table instance_table(const TopData& data) {
  Table table({{"INSTANCE", Column::Whole},
               {"CLUSTER"},
               {"TASKS", Column::Right},
               {"CPU HELD", Column::Right},
               {"MIB HELD", Column::Right},
               {"GPUS HELD", Column::Right}});
  for (const TopInstance& each : data.instances) {
    const Demand &all = each.room.all, &free = each.room.free;
    table.add({each.room.instance, each.cluster, std::to_string(each.tasks),
               fmt::format("{}/{}", all.cpu - free.cpu, all.cpu),
               fmt::format("{}/{}", all.memory_mib - free.memory_mib, all.memory_mib),
               fmt::format("{}/{}", all.gpus - free.gpus, all.gpus)});
  }
  return table;
}

/// Busiest first; those that do nothing yet last, the newest of them first.
std::vector<const TopTask*> in_order(const TopData& data) {
  std::vector<const TopTask*> tasks;
  for (const TopTask& each : data.tasks) tasks.push_back(&each);
  std::ranges::stable_sort(tasks, [&](const TopTask* a, const TopTask* b) {
    return cpu_percent(data, id_of(a->task)).value_or(-1) > cpu_percent(data, id_of(b->task)).value_or(-1);
  });
  return tasks;
}

std::string memory_text(const std::optional<std::int64_t>& bytes) {
  return bytes ? to_size(static_cast<std::uint64_t>(*bytes)) : "-";
}

std::string limit_text(const ecs::Task& task) {
  const std::string mib = task.memory.value_or("");
  const bool is_number =
      !mib.empty() && std::ranges::all_of(mib, [](unsigned char c) { return std::isdigit(c) != 0; });
  return is_number && mib != "0" ? to_size(std::stoull(mib) << 20) : "-";
}

/// A column of the tasks' table, and the narrowest terminal that has room for it.
struct TaskColumn {
  Column column;
  std::size_t from = 0;
  bool of_gpus = false;
  std::string (*cell)(const TopData&, const TopTask&);
};

const UsageSample::Task& usage_of(const TopData& data, const TopTask& each) {
  static const UsageSample::Task unknown{};
  const auto* found = find_usage(data.now, id_of(each.task));
  return found != nullptr ? *found : unknown;
}

std::string age_of(const TopData& data, const TopTask& each) {
  const auto since = each.task.startedAt ? each.task.startedAt : each.task.createdAt;
  return since ? base::to_age(data.now.time - since->time) : "-";
}

std::string held_of(const TopData& data, const TopTask& each) {
  const std::size_t gpus = gpus_of(each.task);
  return fmt::format("{}{}", gpus, gpus > 0 && data.now.gpus_simulated ? " sim" : "");
}

const TaskColumn task_columns[] = {
    {{"TASK", Column::Whole},
     0,
     false,
     [](const TopData&, const TopTask& each) { return id_of(each.task).substr(0, shown_id_length); }},
    {{"DEFINITION"},
     0,
     false,
     [](const TopData&, const TopTask& each) {
       return short_name(each.task.taskDefinitionArn.value_or(""));
     }},
    {{"STATUS", Column::Whole},
     100,
     false,
     [](const TopData&, const TopTask& each) { return each.task.lastStatus.value_or(""); }},
    {{"CPU%", Column::Right},
     0,
     false,
     [](const TopData& data, const TopTask& each) {
       return percent_text(cpu_percent(data, id_of(each.task)));
     }},
    {{"MEMORY", Column::Right},
     0,
     false,
     [](const TopData& data, const TopTask& each) { return memory_text(usage_of(data, each).memory_bytes); }},
    {{"LIMIT", Column::Right},
     70,
     false,
     [](const TopData&, const TopTask& each) { return limit_text(each.task); }},
    {{"GPUS", Column::Right}, 0, true, &held_of},
    // How busy a GPU is would be the driver's to say, and a simulated one is never busy.
    {{"GPU%", Column::Right}, 100, true, [](const TopData&, const TopTask&) { return std::string("-"); }},
    {{"AGE", Column::Right}, 0, false, &age_of},
    {{"COMMAND"}, 0, false, [](const TopData&, const TopTask& each) { return each.command; }},
};

Table task_table(const TopData& data, std::size_t width) {
  std::vector<const TaskColumn*> shown;
  std::vector<Column> titles;
  for (const TaskColumn& each : task_columns) {
    if ((width > 0 && width < each.from) || (each.of_gpus && data.now.gpus.empty())) continue;
    shown.push_back(&each);
    titles.push_back(each.column);
  }
  Table table(titles);
  for (const TopTask* task : in_order(data)) {
    std::vector<std::string> row;
    for (const TaskColumn* each : shown) row.push_back(each->cell(data, *task));
    table.add(row);
  }
  return table;
}

}  // namespace

UsageSample parse_usage(const json::value& answer) {
  if (!answer.is_object() || !answer.as_object().contains("machine"))
    throw machine_refused(
        "the daemon's answer about usage is not understood: is it another version? 'berth status' tells");
  const json::object& object = answer.as_object();
  const json::object machine = object_of(object, "machine"), limits = object_of(object, "limits");
  UsageSample sample;
  sample.time = base::TimePoint(base::Milliseconds(number(object, "time").value_or(0)));
  sample.cpus = number(object, "cpu_units").value_or(1024) / 1024;
  sample.busy_microseconds = number(machine, "busy_microseconds").value_or(0);
  sample.memory_bytes = number(machine, "memory_bytes").value_or(0);
  sample.memory_total_bytes = number(machine, "memory_total_bytes").value_or(0);
  if (const auto* load = member(machine, "load"); load != nullptr && load->is_number())
    sample.load = load->to_number<double>();
  for (const json::value& gpu : array_of(object, "gpus"))
    if (gpu.is_object()) sample.gpus[text(gpu.as_object(), "id")] = text(gpu.as_object(), "kind");
  const auto* simulated = member(object, "gpus_simulated");
  sample.gpus_simulated = simulated != nullptr && simulated->is_bool() && simulated->as_bool();
  sample.limits_unenforced = text(limits, "reason");
  for (const json::value& task : array_of(object, "tasks")) {
    if (!task.is_object()) continue;
    const json::object& of = task.as_object();
    sample.tasks[text(of, "id")] = {number(of, "cpu_microseconds"), number(of, "memory_bytes"),
                                    number(of, "processes")};
  }
  return sample;
}

std::optional<double> cpu_percent(const TopData& data, const std::string& id) {
  const auto *before = find_usage(data.before, id), *now = find_usage(data.now, id);
  const double elapsed = static_cast<double>((data.now.time - data.before.time).count()) * 1000;
  if (now == nullptr || !now->cpu_microseconds || elapsed <= 0) return std::nullopt;
  // One that has begun since the look before has used all that it has used since then.
  const std::int64_t used = before != nullptr ? before->cpu_microseconds.value_or(0) : 0;
  return std::max(0.0, static_cast<double>(*now->cpu_microseconds - used) / elapsed * 100);
}

std::string top_text(const TopData& data, std::size_t width) {
  std::string shown = machine_lines(data, width) + "\n";
  if (!data.instances.empty()) shown += instance_table(data).render(width) + "\n";
  shown +=
      data.tasks.empty() ? "no task runs: 'berth run' starts one\n" : task_table(data, width).render(width);
  if (data.tasks.empty() || data.now.limits_unenforced.empty()) return shown;
  const std::string note = "LIMIT is not enforced: " + on_one_line(data.now.limits_unenforced);
  shown += "\n";
  for (const std::string& line : wrapped(note, width > 0 ? width : note.size() + 1)) shown += line + "\n";
  return shown;
}

json::value top_json(const TopData& data) {
  const auto or_null = [](const auto& value) { return value ? json::value(*value) : json::value(nullptr); };
  json::array tasks, instances, gpus;
  for (const TopTask* each : in_order(data)) {
    const std::string id = id_of(each->task);
    const auto* found = find_usage(data.now, id);
    const UsageSample::Task usage = found != nullptr ? *found : UsageSample::Task{};
    tasks.push_back({{"taskArn", each->task.taskArn.value_or("")},
                     {"lastStatus", each->task.lastStatus.value_or("")},
                     {"cpuPercent", or_null(cpu_percent(data, id))},
                     {"cpuMicroseconds", or_null(usage.cpu_microseconds)},
                     {"memoryBytes", or_null(usage.memory_bytes)},
                     {"processes", or_null(usage.processes)},
                     {"memoryLimitMiB", each->task.memory.value_or("")},
                     {"gpus", gpus_of(each->task)},
                     {"command", each->command}});
  }
  for (const TopInstance& each : data.instances)
    instances.push_back({{"instance", each.room.instance},
                         {"cluster", each.cluster},
                         {"tasks", each.tasks},
                         {"cpu", each.room.all.cpu},
                         {"cpuFree", each.room.free.cpu},
                         {"memory", each.room.all.memory_mib},
                         {"memoryFree", each.room.free.memory_mib},
                         {"gpus", each.room.all.gpus},
                         {"gpusFree", each.room.free.gpus}});
  const auto held = held_gpus(data.tasks);
  for (const auto& [id, kind] : data.now.gpus)
    gpus.push_back({{"id", id},
                    {"kind", kind},
                    {"held", held.contains(id)},
                    {"simulated", data.now.gpus_simulated},
                    {"utilization", nullptr}});
  return {{"time", base::to_iso8601(data.now.time)},
          {"machine",
           {{"cpus", data.now.cpus},
            {"cpuPercent", or_null(machine_percent(data))},
            {"load", data.now.load},
            {"memoryBytes", data.now.memory_bytes},
            {"memoryTotalBytes", data.now.memory_total_bytes}}},
          {"gpus", std::move(gpus)},
          {"instances", std::move(instances)},
          {"tasks", std::move(tasks)}};
}

}  // namespace berth::cli
