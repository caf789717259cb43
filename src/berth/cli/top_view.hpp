/// What `berth top` shows: two looks at what machine and tasks use, and a table made of them. Pure.
#pragma once

#include "base/clock.hpp"
#include "base/json.hpp"
#include "berth/cli/placement.hpp"
#include "berth/services/ecs/shapes.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace berth::cli {

/// One answer of /_berth/usage.
struct UsageSample {
  base::TimePoint time{};
  std::int64_t cpus = 1;
  std::int64_t busy_microseconds = 0;
  std::int64_t memory_bytes = 0, memory_total_bytes = 0;
  double load = 0;
  std::map<std::string, std::string> gpus;  ///< kind by id
  bool gpus_simulated = false;
  std::string limits_unenforced;  ///< why; empty: they are enforced
  struct Task {
    std::optional<std::int64_t> cpu_microseconds, memory_bytes, processes;
  };
  std::map<std::string, Task> tasks;  ///< by id
};
/// Throws machine_refused for what is no such answer.
UsageSample parse_usage(const base::json::value& answer);

struct TopTask {
  ecs::Task task;
  std::string command;  ///< of its first essential container
};
struct TopInstance {
  Room room;
  std::string cluster;
  int tasks = 0;
};
struct TopData {
  UsageSample before, now;
  std::vector<TopTask> tasks;
  std::vector<TopInstance> instances;
};

/// Per cent of one core between the two looks; nothing where it is not known.
std::optional<double> cpu_percent(const TopData& data, const std::string& task_id);

/// For a terminal of `width` columns, 0 for a pipe. Busiest tasks first.
std::string top_text(const TopData& data, std::size_t width);
base::json::value top_json(const TopData& data);

}  // namespace berth::cli
