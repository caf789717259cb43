/// What running tasks use: CPU time and memory, from their control groups or, where those do not tell, from /proc.
///
///   const auto usages = measure_usage(folder_of_tasks, {key, …});   // reads files: on the blocking pool
///
/// Control groups: `cpuacct.usage` and `memory.usage_in_bytes` of version 1, `cpu.stat` and `memory.current` of version 2;
/// page cache that is not in use (inactive_file) does not count, as `docker stats` has it. /proc: the processes of a
/// container are those that descend from the one that its record names; CPU time is theirs and that of the children that
/// they have waited for, memory is the sum of their resident sets, in which shared pages count for each.
#pragma once

#include "base/files.hpp"
#include "berth/run/launch_spec.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace berth::run {

struct TaskUsage {
  std::optional<std::int64_t>
      cpu_microseconds;                      ///< since it began; may fall when a container of several ends
  std::optional<std::int64_t> memory_bytes;  ///< now
  std::optional<std::int64_t> processes;     ///< now
  bool operator==(const TaskUsage&) const = default;
};

/// In the order of `keys`; nothing is known of a task that does not run. `tasks` is the folder of the tasks' folders,
/// `proc` the mounted /proc but in tests.
std::vector<TaskUsage> measure_usage(const base::Folder& tasks, const std::vector<TaskKey>& keys,
                                     const std::string& proc = "/proc");

/// The same of one control group, as far as it tells.
TaskUsage usage_of_cgroup(const CgroupTarget& target);

/// The machine as a whole.
struct MachineUsage {
  std::int64_t busy_microseconds = 0;  ///< of all CPUs together, since boot
  std::int64_t memory_bytes = 0;       ///< that is not available to programs
  std::int64_t memory_total_bytes = 0;
  double load = 0;  ///< average of the last minute
};
MachineUsage measure_machine(const std::string& proc = "/proc");

}  // namespace berth::run
