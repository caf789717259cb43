#include "berth/run/cgroup.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <thread>

namespace berth::run {
namespace {

constexpr const char* unified = "unified";

/// Writes a value into one of the kernel's files.
base::Status set(const std::string& file, const std::string& value) {
  base::Fd fd(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  if (!fd) return base::system_error("cannot open " + file);
  if (::write(fd.get(), value.data(), value.size()) < 0)
    return base::system_error("cannot write " + value + " to " + file);
  return {};
}

base::Status make_folder(const std::string& path) {
  if (::mkdir(path.c_str(), 0755) != 0 && errno != EEXIST) return base::system_error("cannot make " + path);
  return {};
}

std::vector<std::string> subfolders(const std::string& path) {
  std::vector<std::string> found;
  std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir(path.c_str()), ::closedir);
  while (const dirent* entry = folder ? ::readdir(folder.get()) : nullptr)
    if (entry->d_type == DT_DIR && entry->d_name[0] != '.') found.push_back(path + "/" + entry->d_name);
  return found;
}

/// Processes in the group and all below.
void collect_processes(const std::string& path, std::vector<int>& pids) {
  if (auto text = base::read_file(path + "/cgroup.procs")) {
    for (const char* p = text->c_str(); *p != '\0';) {
      char* end = nullptr;
      const long pid = std::strtol(p, &end, 10);
      if (end == p) break;
      pids.push_back(static_cast<int>(pid));
      p = end;
      while (*p == '\n') ++p;
    }
  }
  for (const std::string& inner : subfolders(path)) collect_processes(inner, pids);
}

void remove_folders(const std::string& path) {
  for (const std::string& inner : subfolders(path)) remove_folders(inner);
  // The last process may still be on its way out: the kernel says busy for a moment.
  for (int attempt = 0; attempt < 50 && ::rmdir(path.c_str()) != 0 && errno == EBUSY; ++attempt)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

std::string parent_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

}  // namespace

CgroupTarget CgroupBase::target(const std::string& group) const {
  CgroupTarget target{version, {}, unavailable_reason};
  for (const auto& [controller, folder] : folders) target.folders[controller] = folder + "/" + group;
  return target;
}

std::int64_t cpu_weight_from_shares(std::int64_t shares) {
  if (shares <= 0) return 0;
  return 1 + (std::clamp<std::int64_t>(shares, 2, 262144) - 2) * 9999 / 262142;
}

std::int64_t read_counter(std::string_view text, std::string_view key) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (line.size() <= key.size() || line.substr(0, key.size()) != key || line[key.size()] != ' ') continue;
    std::int64_t value = 0;
    std::from_chars(line.data() + key.size() + 1, line.data() + line.size(), value);
    return value;
  }
  return 0;
}

base::Result<Cgroup> Cgroup::create(const CgroupTarget& target, const CgroupLimits& limits,
                                    std::vector<std::string>& not_enforced) {
  for (const auto& [controller, folder] : target.folders) {
    if (target.version == 2)
      for (const char* enable : {"+memory", "+cpu", "+pids"})
        (void)set(parent_of(folder) + "/cgroup.subtree_control", enable);  // what is missing shows below
    if (auto made = make_folder(folder); !made) return made.error();
  }
  const auto apply = [&](const char* what, const std::string& controller, const std::string& file,
                         const std::string& value, bool optional = false) {
    const auto folder = target.folders.find(target.version == 2 ? unified : controller);
    if (folder == target.folders.end()) {
      not_enforced.push_back(std::string(what) + " is not enforced: there is no " + controller +
                             " controller");
      return;
    }
    const auto done = set(folder->second + "/" + file, value);
    if (!done && !optional)
      not_enforced.push_back(std::string(what) + " is not enforced: " + done.error().message);
  };
  const bool v1 = target.version == 1;
  if (limits.memory_bytes) {
    const std::string bytes = std::to_string(*limits.memory_bytes);
    apply("the memory limit", "memory", v1 ? "memory.limit_in_bytes" : "memory.max", bytes);
    // Without swap accounting there is no such file, and nothing to limit.
    apply("the swap limit", "memory", v1 ? "memory.memsw.limit_in_bytes" : "memory.swap.max",
          v1 ? bytes : "0", true);
    if (!v1) apply("killing the group together", "memory", "memory.oom.group", "1", true);
  }
  if (limits.memory_reservation_bytes) {
    apply("the memory reservation", "memory", v1 ? "memory.soft_limit_in_bytes" : "memory.low",
          std::to_string(*limits.memory_reservation_bytes), true);
  }
  if (limits.cpu_shares) {
    const std::int64_t shares = std::clamp<std::int64_t>(*limits.cpu_shares, 2, 262144);
    apply("the CPU share", "cpu", v1 ? "cpu.shares" : "cpu.weight",
          std::to_string(v1 ? shares : cpu_weight_from_shares(shares)));
  }
  if (limits.pids) apply("the limit of processes", "pids", "pids.max", std::to_string(*limits.pids));
  return Cgroup(target);
}

Cgroup Cgroup::existing(const CgroupTarget& target) { return Cgroup(target); }

CgroupTarget Cgroup::child(const std::string& name) const {
  CgroupTarget target = target_;
  for (auto& [controller, folder] : target.folders) folder += "/" + name;
  return target;
}

base::Status Cgroup::add(int pid) const {
  for (const auto& [controller, folder] : target_.folders)
    if (auto done = set(folder + "/cgroup.procs", std::to_string(pid)); !done) return done;
  return {};
}

std::vector<std::string> Cgroup::process_files() const {
  std::vector<std::string> files;
  for (const auto& [controller, folder] : target_.folders) files.push_back(folder + "/cgroup.procs");
  return files;
}

std::int64_t Cgroup::out_of_memory_kills() const {
  const bool v1 = target_.version == 1;
  const auto folder = target_.folders.find(v1 ? "memory" : unified);
  if (folder == target_.folders.end()) return 0;
  std::int64_t kills = 0;
  if (const auto text =
          base::read_file(folder->second + (v1 ? "/memory.oom_control" : "/memory.events"), 65536))
    kills = read_counter(*text, "oom_kill");
  if (!v1) return kills;  // version 2 counts what is below, too
  for (const std::string& inner : subfolders(folder->second))
    if (const auto text = base::read_file(inner + "/memory.oom_control", 65536))
      kills += read_counter(*text, "oom_kill");
  return kills;
}

base::Result<base::Fd> Cgroup::watch_out_of_memory() const {
  const bool v1 = target_.version == 1;
  const auto folder = target_.folders.find(v1 ? "memory" : unified);
  if (folder == target_.folders.end()) return base::failure("there is no memory controller");
  const std::string file = folder->second + (v1 ? "/memory.oom_control" : "/memory.events");
  base::Fd counter(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!counter) return base::system_error("cannot open " + file);
  if (!v1) {
    (void)base::read_all(counter.get(), 65536);  // POLLPRI reports changes since the last read
    return counter;
  }
  base::Fd event(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!event) return base::system_error("cannot make an eventfd");
  const std::string order = std::to_string(event.get()) + " " + std::to_string(counter.get());
  if (auto done = set(folder->second + "/cgroup.event_control", order); !done) return done.error();
  return event;
}

bool Cgroup::is_empty() const {
  std::vector<int> pids;
  for (const auto& [controller, folder] : target_.folders) collect_processes(folder, pids);
  return pids.empty();
}

bool Cgroup::kill_all() const {
  for (const auto& [controller, folder] : target_.folders) {
    if (controller == unified)
      (void)set(folder + "/cgroup.kill", "1");  // since Linux 5.14; the loop does it otherwise
    if (controller == "pids" || controller == unified)
      (void)set(folder + "/pids.max", "0");  // no new ones meanwhile
  }
  for (int attempt = 0; attempt < 400; ++attempt) {
    std::vector<int> pids;
    for (const auto& [controller, folder] : target_.folders) collect_processes(folder, pids);
    if (pids.empty()) return true;
    for (const int pid : pids) ::kill(pid, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(attempt < 20 ? 1 : 5));
  }
  return false;
}

void Cgroup::remove() const {
  for (const auto& [controller, folder] : target_.folders) remove_folders(folder);
}

}  // namespace berth::run
