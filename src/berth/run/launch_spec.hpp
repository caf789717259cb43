/// What the daemon asks a shim to run: one attempt of one task. The daemon writes it as JSON into
/// `tasks/ID/ATTEMPT/spec` (fsynced) before it starts the shim; the shim reads it and nothing else.
///
///   LaunchSpec spec{.task_id = id, .containers = {{.name = "main", .argv = {"train", "-b", "256"}}}};
///   runner.launch(spec);
///
/// Whoever plans a task fills in everything but `host`; `host` (user id, cgroups, sandbox, files of the
/// built-in image) is the runner's, who knows the machine.
///
/// Secrets (credentials of the task's role) stand in `environment`: the file is mode 0600 and neither the
/// environment nor the spec ever appears on a command line or in a message.
#pragma once

#include "base/result.hpp"

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace berth::run {

/// Raised when a reader of an older version could misunderstand the file.
inline constexpr int launch_spec_version = 1;

/// One attempt of one task; names its folder `tasks/ID/ATTEMPT`.
struct TaskKey {
  std::string task_id;  ///< 32 hexadecimal digits in production; letters, digits, '-' and '_' only
  int attempt = 1;
  auto operator<=>(const TaskKey&) const = default;
};

enum class DependencyCondition { START, COMPLETE, SUCCESS, HEALTHY };

struct ContainerDependency {
  std::string container;
  DependencyCondition condition = DependencyCondition::START;
  bool operator==(const ContainerDependency&) const = default;
};

/// setrlimit(2) by ECS's names (core cpu data fsize locks memlock msgqueue nice nofile nproc rss rtprio
/// rttime sigpending stack); -1 is unlimited. A limit above the machine's own hard limit is lowered to it and
/// reported among `not_enforced`.
struct Ulimit {
  std::string name;
  std::int64_t soft = 0;
  std::int64_t hard = 0;
  bool operator==(const Ulimit&) const = default;
};

/// Where a container's output goes: a folder of segment files (logstore/segment.hpp), made by whoever asked.
struct LogTarget {
  std::string folder;  ///< absolute path
  bool operator==(const LogTarget&) const = default;
};

enum class ImageKind {
  BUILTIN,  ///< label berth.builtin=fathom: the host's own files and the engine's programs
  OCI       ///< an image with layers; no driver of this version runs it
};

struct ContainerSpec {
  std::string name;
  std::string image;  ///< as the task definition gave it, for messages
  ImageKind image_kind = ImageKind::BUILTIN;
  std::vector<std::string>
      argv;  ///< entryPoint and command; not empty. argv[0] is looked up on the task's PATH
  std::map<std::string, std::string> environment;  ///< added to what the driver sets (docs/design/shim.md)
  std::string working_directory;                   ///< empty: the container's own work folder
  std::optional<std::int64_t> memory_mib;          ///< hard limit
  std::optional<std::int64_t> memory_reservation_mib;  ///< soft limit
  std::int64_t cpu_shares = 0;                         ///< 1024 = one CPU; 0 means 2 as in ECS
  std::vector<std::string> gpu_ids;                    ///< `GPU-<uuid>`; becomes NVIDIA_VISIBLE_DEVICES
  bool essential = true;
  std::vector<ContainerDependency> depends_on;
  std::optional<std::int64_t> start_timeout_seconds;  ///< for whoever depends on this container
  std::int64_t stop_timeout_seconds = 30;             ///< between SIGTERM and SIGKILL
  std::string user;                     ///< accepted, reported as not enforced if not the task's own
  std::string hostname;                 ///< empty: made from the task's id
  std::int64_t shared_memory_mib = 64;  ///< size of /dev/shm
  std::vector<Ulimit> ulimits;
  std::optional<LogTarget> log;  ///< none: output is read and dropped
  bool operator==(const ContainerSpec&) const = default;
};

/// A file of the built-in image: bound read-only at /opt/fathom/bin/NAME.
struct BoundFile {
  std::string source;  ///< absolute path on the host
  std::string name;
  bool operator==(const BoundFile&) const = default;
};

/// Where the task's control groups are; the shim makes the folders and removes them.
struct CgroupTarget {
  int version = 0;  ///< 1, 2, or 0: no limits can be enforced
  /// v1: "memory", "cpu", "pids" each with its folder; v2: one folder under "unified". Absolute paths of the
  /// task's own group, whose parents exist.
  std::map<std::string, std::string> folders;
  std::string unavailable_reason;  ///< for version 0, and for what is missing
  bool operator==(const CgroupTarget&) const = default;
};

/// Filled in by the runner.
struct HostPlacement {
  std::optional<std::int64_t> uid;  ///< host uid (and gid) to drop to; none: stay the daemon's user
  bool unsafe_no_sandbox = false;   ///< run without namespaces where they are not available
  std::string bubblewrap;           ///< path of bwrap; empty: no namespaces on this machine
  CgroupTarget cgroup;
  std::vector<BoundFile> files;  ///< of the built-in image
  bool operator==(const HostPlacement&) const = default;
};

struct LaunchSpec {
  int version = launch_spec_version;
  std::string task_id;
  int attempt = 1;
  std::string task_arn;
  std::vector<ContainerSpec> containers;
  std::optional<std::int64_t> memory_mib;  ///< of the task as a whole
  std::int64_t cpu_shares = 0;             ///< of the task as a whole; 0: the sum of its containers'
  std::int64_t pids_limit = 4096;          ///< processes and threads of the task as a whole
  HostPlacement host;
  TaskKey key() const { return {task_id, attempt}; }
  bool operator==(const LaunchSpec&) const = default;
};

std::string to_json(const LaunchSpec& spec);
/// An error names the member that is missing or wrong, or a version that this program does not know.
base::Result<LaunchSpec> parse_launch_spec(std::string_view text);

/// What is wrong with a spec that parses: no container, doubled names, empty argv, unknown or circular
/// dependency, a task id that is no file name. Empty if it can be run.
std::string find_fault(const LaunchSpec& spec);

}  // namespace berth::run
