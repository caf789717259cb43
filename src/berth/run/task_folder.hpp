/// The folder of one attempt, `tasks/ID/ATTEMPT`: how a shim and a daemon talk past each other's deaths.
///
///   spec          what to run (launch_spec.hpp), by the daemon, before the shim starts
///   lock          held (an OFD lock) by the shim as long as it lives: this is liveness, never a pid
///   claim         made O_EXCL by the shim before anything runs: an attempt is started at most once
///   started       the record so far, durable before a command is let loose, and again after one ended
///   running       the same, newer and not fsynced: a command was executed
///   exit          the final record: every process is gone and all output is on disk
///   control.sock  the shim's; one JSON object a line: it sends its record on connecting and after each
///                 change, and takes {"version":1,"stop":"reason"}
///   work/NAME     a container's writable folder
///
/// claim, started, running and exit hold a TaskRecord, which begins with its version. claim, the first
/// `started` and `exit` are written in place, since a rename would cost a second wait for the disk: one that
/// is cut short was never acted upon and counts as not there (a claim counts as one).
#pragma once

#include "base/clock.hpp"
#include "base/files.hpp"
#include "base/result.hpp"
#include "berth/run/launch_spec.hpp"
#include "berth/run/run_event.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace berth::run {

inline constexpr int task_record_version = 1;

/// STARTING: the command may be running any moment now; RUNNING: it was executed.
enum class ContainerState { PENDING, STARTING, RUNNING, STOPPED };

struct ContainerRecord {
  std::string name;
  ContainerState state = ContainerState::PENDING;
  std::int64_t pid = 0;
  std::int64_t pid_start = 0;  ///< start time of `pid` in clock ticks since boot: tells a reused pid
  std::optional<std::int64_t> started_at;  ///< milliseconds since the epoch, as all times here
  std::optional<std::int64_t> stopped_at;
  std::optional<int> wait_status;  ///< raw, as from wait(2); none if it never started or is not known
  bool out_of_memory = false;
  std::string reason;
  bool operator==(const ContainerRecord&) const = default;
};

/// What a shim knows of its task; see the file list above for where it stands.
struct TaskRecord {
  int version = task_record_version;
  std::string task_id;
  int attempt = 1;
  std::string boot_id;  ///< of the kernel under which the shim ran: tells a reboot from a restart
  std::int64_t shim_pid = 0;
  std::int64_t sequence = 0;  ///< counts changes: the highest is the newest
  std::int64_t claimed_at = 0;
  std::optional<std::int64_t> finished_at;                  ///< set in `exit` only
  StopCause cause = StopCause::ESSENTIAL_CONTAINER_EXITED;  ///< meaningful once finished
  std::string reason;                                       ///< likewise
  std::vector<std::string> not_enforced;
  std::vector<ContainerRecord> containers;
  bool operator==(const TaskRecord&) const = default;
};

std::string to_json(const TaskRecord& record);  ///< one line, without the newline
base::Result<TaskRecord> parse_task_record(std::string_view text);

/// What happened between two records of the same attempt (`before` may be null: everything). Pure.
std::vector<RunEvent> events_between(const TaskRecord* before, const TaskRecord& after);

/// The record of an attempt whose shim is dead without having written `exit`, completed: containers that were
/// running have no exit code, the cause is LOST (FAILED_TO_START if nothing had been started, which the
/// record says reliably), and `reason` tells a reboot from a killed shim. Pure.
TaskRecord complete_lost(TaskRecord last, base::TimePoint noticed, std::string_view boot_id_now);

/// Kernel's id of the present boot.
std::string read_boot_id();

/// The start time of a process in clock ticks since boot (field 22 of /proc/PID/stat); 0 if there is none.
std::int64_t read_process_start(std::int64_t pid);

/// Holds the attempt's lock. The descriptor is close-on-exec: no child keeps a dead shim alive.
class TaskLock {
 public:
  /// Nothing if somebody else holds it; an error if the folder cannot be used.
  static base::Result<std::optional<TaskLock>> try_take(const base::Folder& attempt);

 private:
  explicit TaskLock(base::Fd fd) : fd_(std::move(fd)) {}
  base::Fd fd_;
};

/// True while a shim lives.
bool is_locked(const base::Folder& attempt);

/// fsync of all of them at once: the disk takes together what it is asked together, which is a good part of a
/// short task's life. An error if one of them failed.
base::Status sync_together(const std::vector<int>& descriptors);

/// `tasks/ID/ATTEMPT` beneath the folder `tasks`.
std::string attempt_path(const TaskKey& key);

/// The newest record in the folder; nothing if there is no claim. An empty record if the shim died while it
/// wrote its claim.
base::Result<std::optional<TaskRecord>> read_record(const base::Folder& attempt);

/// Listens on / connects to control.sock in the folder, whatever the length of its path (through
/// /proc/self/fd). Non-blocking, close-on-exec. connect: nothing if nobody listens.
base::Result<base::Fd> listen_control(const base::Folder& attempt);
base::Result<std::optional<base::Fd>> connect_control(const base::Folder& attempt);

}  // namespace berth::run
