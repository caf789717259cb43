#include "berth/fleet/machine.hpp"

#include "base/files.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

namespace berth::fleet {

namespace {

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

std::optional<std::int64_t> leading_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} ? std::optional(value) : std::nullopt;
}

/// The text after `label` on the line of a /proc file that begins with it, without blanks.
std::optional<std::string> field(std::string_view file, std::string_view label) {
  std::size_t at = file.starts_with(label) ? 0 : file.find("\n" + std::string(label));
  if (at == std::string_view::npos) return std::nullopt;
  at = file.find_first_not_of(" \t", file.find(label, at) + label.size());
  return std::string(file.substr(at, file.find('\n', at) - at));
}

/// "0-3,8" is five CPUs.
std::optional<std::int64_t> count_cpus(std::string_view list) {
  std::int64_t cpus = 0;
  while (!list.empty()) {
    const std::string_view range = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), range.size() + 1));
    const std::size_t dash = range.find('-');
    const auto first = leading_number(range);
    const auto last = dash == std::string_view::npos ? first : leading_number(range.substr(dash + 1));
    if (!first || !last || *last < *first) return std::nullopt;
    cpus += *last - *first + 1;
  }
  return cpus;
}

std::optional<std::string> read_line(const std::string& path) {
  auto text = base::read_file(path);
  if (!text) return std::nullopt;
  return text->substr(0, text->find('\n'));
}

/// A control group's folder and those above it, up to the mount.
std::vector<std::string> folders_upwards(const std::string& mount, std::string path) {
  std::vector<std::string> folders;
  while (path.size() > 1) {
    folders.push_back(mount + path);
    path.resize(path.rfind('/'));
  }
  folders.push_back(mount);
  return folders;
}

struct Limits {
  std::int64_t memory_bytes = unlimited;
  std::int64_t cpu_units = unlimited;

  void lower_memory(const std::string& file) {
    if (const auto line = read_line(file))
      if (const auto bytes = leading_number(*line)) memory_bytes = std::min(memory_bytes, *bytes);
  }
  void lower_cpu(std::optional<std::int64_t> quota, std::optional<std::int64_t> period) {
    if (quota && period && *quota > 0 && *period > 0)
      cpu_units = std::min(cpu_units, *quota * 1024 / *period);
  }
};

void read_version_2(Limits& limits, const std::string& folder) {
  limits.lower_memory(folder + "/memory.max");  // "max" is no number: no limit
  if (const auto line = read_line(folder + "/cpu.max")) {
    const std::size_t blank = line->find(' ');
    if (blank != std::string::npos)
      limits.lower_cpu(leading_number(*line), leading_number(std::string_view(*line).substr(blank + 1)));
  }
}

void read_version_1_cpu(Limits& limits, const std::string& folder) {
  const auto quota = read_line(folder + "/cpu.cfs_quota_us");  // -1: no limit
  const auto period = read_line(folder + "/cpu.cfs_period_us");
  if (quota && period) limits.lower_cpu(leading_number(*quota), leading_number(*period));
}

/// /proc/self/cgroup has a line for each hierarchy: "4:memory:/path" (version 1), "0::/path" (version 2).
Limits read_limits(const std::string& root) {
  Limits limits;
  const auto text = base::read_file(root + "/proc/self/cgroup");
  std::string_view rest = text ? std::string_view(*text) : std::string_view();
  const std::string mount = root + "/sys/fs/cgroup";
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string_view::npos || second == std::string_view::npos) continue;
    const std::string controllers = "," + std::string(line.substr(first + 1, second - first - 1)) + ",";
    const std::string path(line.substr(second + 1));
    if (controllers == ",,") {
      for (const auto& folder : folders_upwards(mount, path)) read_version_2(limits, folder);
    } else if (controllers.find(",memory,") != std::string::npos) {
      for (const auto& folder : folders_upwards(mount + "/memory", path))
        limits.lower_memory(folder + "/memory.limit_in_bytes");
    } else if (controllers.find(",cpu,") != std::string::npos) {
      for (const auto& folder : folders_upwards(mount + "/cpu", path)) read_version_1_cpu(limits, folder);
    }
  }
  return limits;
}

}  // namespace

base::Result<MachineCapacity> detect_machine(const std::string& root) {
  const auto status = base::read_file(root + "/proc/self/status");
  if (!status) return status.error().within("counting CPUs");
  const auto allowed = field(*status, "Cpus_allowed_list:");
  const auto cpus = allowed ? count_cpus(*allowed) : std::nullopt;
  if (!cpus)
    return base::failure("counting CPUs: /proc/self/status has no Cpus_allowed_list that can be read");

  const auto memory = base::read_file(root + "/proc/meminfo");
  if (!memory) return memory.error().within("measuring memory");
  const auto total = field(*memory, "MemTotal:");
  const auto kib = total ? leading_number(*total) : std::nullopt;
  if (!kib) return base::failure("measuring memory: /proc/meminfo has no MemTotal that can be read");

  const Limits limits = read_limits(root);
  return MachineCapacity{.cpu_units = std::min(*cpus * 1024, limits.cpu_units),
                         .memory_mib = std::min(*kib / 1024, limits.memory_bytes / (1024 * 1024))};
}

}  // namespace berth::fleet
