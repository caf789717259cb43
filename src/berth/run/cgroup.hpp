/// Control groups, version 1 and 2 behind one face. Tasks live in leaves:
///
///   BASE/TASK-ATTEMPT             limits of the task as a whole
///   BASE/TASK-ATTEMPT/CONTAINER   limits of one container; processes are here only
///
/// `detect` (daemon, once) finds BASE: on version 1 a folder `berth` beneath the daemon's own group in each
/// of the controllers memory, cpu and pids; on version 2 beneath a delegated group whose processes were moved
/// to a leaf. Without delegation there is a reason instead, tasks run, and their limits are reported as not
/// enforced.
///
/// Memory: a limit is set with swap at the same value, and when the kernel kills one process of the group for
/// memory, the whole group goes (memory.oom.group on version 2; the shim does it on version 1).
#pragma once

#include "base/files.hpp"
#include "base/result.hpp"
#include "berth/run/launch_spec.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace berth::run {

/// The folders beneath which tasks' groups are made, or why there are none.
struct CgroupBase {
  int version = 0;
  std::map<std::string, std::string>
      folders;  ///< controller (or "unified") → absolute path of an existing folder
  std::string unavailable_reason;

  CgroupTarget target(const std::string& group) const;  ///< folders of the task's group `group`
};

/// Finds or makes the base `name` beneath this process's own groups. `root` is "/" but in tests.
CgroupBase detect_cgroups(const std::string& name, const std::string& root = "/");

struct CgroupLimits {
  std::optional<std::int64_t> memory_bytes;
  std::optional<std::int64_t> memory_reservation_bytes;
  std::optional<std::int64_t> cpu_shares;  ///< 1024 = one CPU's weight
  std::optional<std::int64_t> pids;
};

/// cpu.weight (1..10000) of version 2 for version 1's shares (2..262144), as runc maps them.
std::int64_t cpu_weight_from_shares(std::int64_t shares);

/// The number after `key` in a file of "key value" lines (memory.events, memory.oom_control); 0 if it is not
/// there.
std::int64_t read_counter(std::string_view text, std::string_view key);

/// One group, in every controller that there is.
class Cgroup {
 public:
  /// Makes the group. What cannot be set is added to `not_enforced` as a sentence; no folder at all is an
  /// error.
  static base::Result<Cgroup> create(const CgroupTarget& target, const CgroupLimits& limits,
                                     std::vector<std::string>& not_enforced);
  /// An existing one, to kill and remove it.
  static Cgroup existing(const CgroupTarget& target);
  CgroupTarget child(const std::string& name) const;

  base::Status add(int pid) const;
  /// The files to which a process writes "0" to enter the group itself.
  std::vector<std::string> process_files() const;
  /// How often the kernel killed for memory in this group and those below.
  std::int64_t out_of_memory_kills() const;
  /// A descriptor to poll for out-of-memory: readable (version 1, eventfd) or POLLPRI (version 2); none if
  /// the group has no memory controller.
  base::Result<base::Fd> watch_out_of_memory() const;
  /// SIGKILL to everything in it and below, until nothing is left or ~2 s have passed. True if empty.
  bool kill_all() const;
  bool is_empty() const;
  /// Removes the folders, inner ones first.
  void remove() const;
  int version() const { return target_.version; }

 private:
  explicit Cgroup(CgroupTarget target) : target_(std::move(target)) {}
  CgroupTarget target_;
};

}  // namespace berth::run
