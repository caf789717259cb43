/// What the shim runner does on the blocking pool: an attempt's folder, the fork, and the verdict on a silent
/// shim.
#pragma once

#include "base/files.hpp"
#include "base/result.hpp"
#include "berth/run/launch_spec.hpp"
#include "berth/run/task_folder.hpp"

#include <sys/types.h>

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace berth::run {

/// Makes tasks/ID/ATTEMPT with its spec, fsynced. An attempt that is there already is left as it is.
base::Status write_attempt(const base::Folder& tasks, const LaunchSpec& spec);

struct SpawnedShim {
  pid_t pid = -1;
  base::Fd connection;  ///< sends its records, takes stops; as control.sock
};

/// Starts `program` in the attempt's folder: empty environment, own session, no descriptor but 0 (null), 1
/// (the other end of `connection`) and 2 (the file shim.log). Safe in a process with threads (posix_spawn).
base::Result<SpawnedShim> spawn_shim(const base::Folder& tasks, const TaskKey& key,
                                     const std::string& program, const std::vector<std::string>& arguments);

/// What there is to say about an attempt from which nothing is heard.
struct Finished {
  TaskRecord record;  ///< final; `exit` is on disk
};
struct Alive {
  base::Fd connection;
};
struct Waiting {};    ///< a shim lives but does not listen (yet): look again soon
struct Unclaimed {};  ///< no shim has it and none ever had: it may be started
using Verdict = std::variant<Finished, Alive, Waiting, Unclaimed>;

/// Looks at the folder. An attempt whose shim died without `exit` is brought to its end: what is left of its
/// processes is killed and waited for, then its record is completed and written.
base::Result<Verdict> look_at_attempt(const base::Folder& tasks, const TaskKey& key,
                                      const base::Clock& clock);

/// Ends an attempt that was never claimed: takes its claim, so that no shim can start it any more, and writes
/// `exit`. An error if somebody was faster.
base::Result<TaskRecord> end_unclaimed(const base::Folder& tasks, const TaskKey& key, StopCause cause,
                                       const std::string& reason, const base::Clock& clock);

/// What the shim said on its standard error, shortened; for messages.
std::string read_shim_log(const base::Folder& tasks, const TaskKey& key);

/// Removes the attempt's folder, and the task's if that was its last attempt.
base::Status remove_attempt(const base::Folder& tasks, const TaskKey& key, const base::GoOn& go_on);

base::Result<std::vector<TaskKey>> list_attempts(const base::Folder& tasks);
base::Result<LaunchSpec> read_spec(const base::Folder& tasks, const TaskKey& key);

}  // namespace berth::run
