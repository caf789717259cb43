#include "berth/run/task_usage.hpp"

#include "berth/run/attempt_files.hpp"
#include "berth/run/cgroup.hpp"
#include "berth/run/task_folder.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <sstream>
#include <utility>

namespace berth::run {
namespace {

constexpr std::size_t file_limit = std::size_t{1} << 20;

std::string read_text(const std::string& path) {
  auto text = base::read_file(path, file_limit);
  return text ? std::move(*text) : std::string();  // what ended meanwhile uses nothing
}

std::optional<std::int64_t> read_number(const std::string& path) {
  const std::string text = read_text(path);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end == text.data()) return std::nullopt;
  return value;
}

/// The folder of a task's group under a controller of version 1.
std::string folder_of(const CgroupTarget& target, const std::string& controller) {
  const auto found = target.folders.find(controller);
  return found == target.folders.end() ? std::string() : found->second;
}

// ---- /proc ----

struct Process {
  std::int64_t parent = 0;
  std::int64_t ticks = 0;  ///< of its own and of the children that it has waited for
  std::int64_t pages = 0;  ///< resident
  std::int64_t start = 0;  ///< ticks since boot
};

/// /proc/PID/stat, proc(5). Field 2 is the name in parentheses and may hold anything.
std::optional<Process> parse_stat(const std::string& text) {
  const auto name_end = text.rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  std::istringstream rest(text.substr(name_end + 1));
  std::string state;
  std::int64_t value = 0;
  Process process;
  rest >> state;
  for (int field = 4; field <= 24 && rest >> value; ++field) {
    if (field == 4) process.parent = value;
    if (field >= 14 && field <= 17) process.ticks += value;  // utime stime cutime cstime
    if (field == 22) process.start = value;
    if (field == 24) process.pages = value;
  }
  return rest ? std::optional(process) : std::nullopt;
}

class ProcessTable {
 public:
  explicit ProcessTable(const std::string& proc) {
    const auto folder = base::Folder::open(proc);
    if (!folder) return;
    const auto names = folder->list();
    if (!names) return;
    for (const std::string& name : *names) {
      std::int64_t pid = 0;
      const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
      if (error != std::errc{} || end != name.data() + name.size()) continue;
      if (const auto process = parse_stat(read_text(proc + "/" + name + "/stat"))) {
        processes_.emplace(pid, *process);
        children_.emplace(process->parent, pid);
      }
    }
  }

  /// Adds what `pid` and all that descend from it use; nothing if it is not the process that began at `start`.
  void add(std::int64_t pid, std::int64_t start, TaskUsage& usage) const {
    const auto root = processes_.find(pid);
    if (root == processes_.end() || root->second.start != start) return;
    static const std::int64_t page_size = ::sysconf(_SC_PAGESIZE), ticks_a_second = ::sysconf(_SC_CLK_TCK);
    std::vector<std::int64_t> pids{pid};
    while (!pids.empty()) {
      const auto at = pids.back();
      pids.pop_back();
      const Process& process = processes_.at(at);
      usage.cpu_microseconds =
          usage.cpu_microseconds.value_or(0) + process.ticks * 1'000'000 / ticks_a_second;
      usage.memory_bytes = usage.memory_bytes.value_or(0) + process.pages * page_size;
      usage.processes = usage.processes.value_or(0) + 1;
      const auto [first, last] = children_.equal_range(at);
      for (auto child = first; child != last; ++child) pids.push_back(child->second);
    }
  }

 private:
  std::map<std::int64_t, Process> processes_;
  std::multimap<std::int64_t, std::int64_t> children_;
};

TaskUsage measure_task(const base::Folder& tasks, const TaskKey& key, const ProcessTable& table) {
  TaskUsage usage;
  const auto attempt = tasks.folder(attempt_path(key));
  if (!attempt) return usage;
  if (const auto record = read_record(*attempt); record && *record)
    for (const ContainerRecord& container : (*record)->containers)
      if (container.state == ContainerState::RUNNING) table.add(container.pid, container.pid_start, usage);
  if (const auto spec = read_spec(tasks, key)) {
    const TaskUsage counted = usage_of_cgroup(spec->host.cgroup);
    if (counted.cpu_microseconds) usage.cpu_microseconds = counted.cpu_microseconds;
    if (counted.memory_bytes) usage.memory_bytes = counted.memory_bytes;
  }
  return usage;
}

}  // namespace

TaskUsage usage_of_cgroup(const CgroupTarget& target) {
  TaskUsage usage;
  const bool v1 = target.version == 1;
  const std::string memory = folder_of(target, v1 ? "memory" : "unified");
  if (!memory.empty()) {
    if (const auto bytes = read_number(memory + (v1 ? "/memory.usage_in_bytes" : "/memory.current"))) {
      const auto idle_cache =
          read_counter(read_text(memory + "/memory.stat"), v1 ? "total_inactive_file" : "inactive_file");
      usage.memory_bytes = std::max<std::int64_t>(0, *bytes - idle_cache);
    }
  }
  if (v1) {  // where cpuacct is mounted together with cpu, as distributions do
    if (const auto nanoseconds = read_number(folder_of(target, "cpu") + "/cpuacct.usage"))
      usage.cpu_microseconds = *nanoseconds / 1000;
  } else if (!memory.empty()) {
    const std::string text = read_text(memory + "/cpu.stat");
    if (!text.empty()) usage.cpu_microseconds = read_counter(text, "usage_usec");
  }
  return usage;
}

std::vector<TaskUsage> measure_usage(const base::Folder& tasks, const std::vector<TaskKey>& keys,
                                     const std::string& proc) {
  std::vector<TaskUsage> usages;
  if (keys.empty()) return usages;
  const ProcessTable table(proc);
  for (const TaskKey& key : keys) usages.push_back(measure_task(tasks, key, table));
  return usages;
}

MachineUsage measure_machine(const std::string& proc) {
  MachineUsage usage;
  // cpu  user nice system idle iowait irq softirq steal; guests count in user already.
  std::istringstream stat(read_text(proc + "/stat"));
  std::string word;
  std::int64_t value = 0, busy = 0;
  stat >> word;
  for (int field = 0; field < 8 && stat >> value; ++field) {
    constexpr int idle = 3, waiting = 4;
    if (field != idle && field != waiting) busy += value;
  }
  usage.busy_microseconds = busy * (1'000'000 / ::sysconf(_SC_CLK_TCK));
  std::istringstream load(read_text(proc + "/loadavg"));
  load >> usage.load;
  std::istringstream memory(read_text(proc + "/meminfo"));
  std::map<std::string, std::int64_t> kib;
  for (std::string line; std::getline(memory, line);) {
    std::istringstream words(line);
    if (words >> word >> value) kib[word] = value;
  }
  usage.memory_total_bytes = kib["MemTotal:"] * 1024;
  usage.memory_bytes = usage.memory_total_bytes - kib["MemAvailable:"] * 1024;
  return usage;
}

}  // namespace berth::run
