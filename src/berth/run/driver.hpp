/// What a container driver owes the shim. A driver is linked into berth-shim and turns one ContainerSpec into
/// processes; order, dependencies, time-outs, logs and records are the shim's. Recipe:
/// docs/recipes/add-a-driver.md.
///
///   auto container = driver.create(request);      // forks; nothing of the command runs yet
///   … container->descriptor() readable → container->poll() → Ready
///   container->release();                         // after the start is on disk
///   … Running, later Exited{raw wait status}
///
/// All calls come from the shim's main thread and none may block for long. Dropping a RunningContainer kills
/// what is left of it.
#pragma once

#include "base/files.hpp"
#include "base/result.hpp"
#include "berth/run/cgroup.hpp"
#include "berth/run/launch_spec.hpp"

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace berth::run {

struct ContainerReady {};    ///< everything is set up; waits for release()
struct ContainerRunning {};  ///< the command has been executed
struct ContainerFailed {
  std::string reason;
};  ///< the command never ran, and never will
struct ContainerExited {
  int wait_status = 0;
};  ///< raw, as from wait(2); all its processes are gone
using DriverEvent = std::variant<ContainerReady, ContainerRunning, ContainerFailed, ContainerExited>;

struct CreateRequest {
  const LaunchSpec& task;
  const ContainerSpec& container;
  const base::Folder& attempt;  ///< the attempt's folder
  int standard_output = -1;     ///< descriptors that become the command's; the caller closes its copies
  int standard_error = -1;
  const Cgroup* cgroup = nullptr;  ///< the container's group; null: none
};

class RunningContainer {
 public:
  virtual ~RunningContainer() = default;
  /// Becomes readable when poll() has something to say; stays the same for the container's life.
  virtual int descriptor() const = 0;
  /// What happened since the last call, in order. Ends with ContainerFailed or ContainerExited, once.
  virtual std::vector<DriverEvent> poll() = 0;
  /// Lets the command run.
  virtual base::Status release() = 0;
  /// Sends a signal to the command. SIGKILL ends all processes of the container.
  virtual base::Status signal(int number) = 0;
  /// Host pid of the outermost process, for records and cgroups.
  virtual int pid() const = 0;
};

class ContainerDriver {
 public:
  virtual ~ContainerDriver() = default;
  virtual base::Result<std::unique_ptr<RunningContainer>> create(const CreateRequest& request) = 0;
  /// Wishes of the spec that this driver does not fulfil, one sentence each.
  virtual std::vector<std::string> not_enforced(const LaunchSpec& task) const = 0;
};

}  // namespace berth::run
