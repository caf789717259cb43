#include "berth/run/attempt_files.hpp"

#include "berth/run/cgroup.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <thread>

namespace berth::run {
namespace {

std::int64_t milliseconds(const base::Clock& clock) { return clock.now().time_since_epoch().count(); }

/// A record for an attempt of which there is none, or only a torn claim.
TaskRecord blank_record(const TaskKey& key, const LaunchSpec* spec, const base::Clock& clock) {
  TaskRecord record;
  record.task_id = key.task_id;
  record.attempt = key.attempt;
  record.claimed_at = milliseconds(clock);
  if (spec != nullptr)
    for (const ContainerSpec& container : spec->containers)
      record.containers.emplace_back().name = container.name;
  return record;
}

/// Kills what a dead shim may have left and waits until it is gone: only then are its devices free.
void clear_away(const TaskRecord& record, const LaunchSpec& spec) {
  const auto is_there = [](const ContainerRecord& container) {
    return container.pid > 0 && container.state != ContainerState::STOPPED &&
           read_process_start(container.pid) == container.pid_start;
  };
  for (int round = 0; round < 400; ++round) {
    bool any = false;
    for (const ContainerRecord& container : record.containers) {
      if (!is_there(container)) continue;
      any = true;
      ::kill(static_cast<pid_t>(container.pid), SIGKILL);
    }
    if (!any) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  if (spec.host.cgroup.folders.empty()) return;
  const Cgroup group = Cgroup::existing(spec.host.cgroup);
  group.kill_all();
  group.remove();
}

/// posix_spawn's objects, freed on every way out.
struct SpawnSettings {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  SpawnSettings() {
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
  }
  ~SpawnSettings() {
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
};

}  // namespace

base::Status write_attempt(const base::Folder& tasks, const LaunchSpec& spec) {
  auto task = tasks.folder(spec.task_id, true);
  if (!task) return task.error();
  auto attempt = task->folder(std::to_string(spec.attempt), true);
  if (!attempt) return attempt.error();
  // What an earlier daemon wrote stands, since a shim may have read it; but that daemon may have been killed
  // before it was on disk.
  if (!read_spec(tasks, spec.key()))
    if (auto done = attempt->write_atomically("spec", to_json(spec)); !done) return done;
  const auto file = attempt->file("spec", O_RDONLY);
  if (!file) return file.error();
  return sync_together({file->get(), attempt->fd(), task->fd(), tasks.fd()});
}

base::Result<SpawnedShim> spawn_shim(const base::Folder& tasks, const TaskKey& key,
                                     const std::string& program, const std::vector<std::string>& arguments) {
  auto attempt = tasks.folder(attempt_path(key));
  if (!attempt) return attempt.error();
  auto log = attempt->file("shim.log", O_WRONLY | O_CREAT | O_APPEND);
  if (!log) return log.error();
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return base::system_error("cannot make a socket pair");
  SpawnedShim spawned;
  spawned.connection.reset(ends[0]);
  const base::Fd theirs(ends[1]), nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!nothing) return base::system_error("cannot open /dev/null");

  SpawnSettings settings;
  ::posix_spawn_file_actions_addfchdir_np(&settings.actions, attempt->fd());
  ::posix_spawn_file_actions_adddup2(&settings.actions, nothing.get(), STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&settings.actions, theirs.get(), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&settings.actions, log->get(), STDERR_FILENO);
  ::posix_spawn_file_actions_addclosefrom_np(&settings.actions, 3);
  sigset_t none, all;
  ::sigemptyset(&none);
  ::sigfillset(&all);
  ::posix_spawnattr_setsigmask(&settings.attributes, &none);
  ::posix_spawnattr_setsigdefault(&settings.attributes, &all);
  ::posix_spawnattr_setflags(&settings.attributes,
                             POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  std::vector<std::string> words{"berth-shim"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  char* const environment[] = {nullptr};
  const int error = ::posix_spawn(&spawned.pid, program.c_str(), &settings.actions, &settings.attributes,
                                  argv.data(), environment);
  if (error != 0) return base::system_error("cannot start " + program, error);
  return spawned;
}

base::Result<Verdict> look_at_attempt(const base::Folder& tasks, const TaskKey& key,
                                      const base::Clock& clock) {
  auto attempt = tasks.folder(attempt_path(key));
  if (!attempt) return attempt.error();
  // The lock first: a shim that ends between the two looks has written `exit` before it let go.
  const bool alive = is_locked(*attempt);
  auto record = read_record(*attempt);
  if (!record) return record.error();
  if (record->has_value() && (*record)->finished_at) return Verdict(Finished{std::move(**record)});
  if (alive) {
    auto connection = connect_control(*attempt);
    if (!connection) return connection.error();
    if (!connection->has_value()) return Verdict(Waiting{});
    return Verdict(Alive{std::move(**connection)});
  }
  if (!record->has_value()) return Verdict(Unclaimed{});
  auto spec = read_spec(tasks, key);
  if (!spec) return spec.error();
  TaskRecord last = std::move(**record);
  if (last.task_id.empty()) last = blank_record(key, &*spec, clock);  // a torn claim
  clear_away(last, *spec);
  last = complete_lost(std::move(last), clock.now(), read_boot_id());
  ++last.sequence;
  if (auto done = attempt->write_durably("exit", to_json(last)); !done) return done.error();
  return Verdict(Finished{std::move(last)});
}

base::Result<TaskRecord> end_unclaimed(const base::Folder& tasks, const TaskKey& key, StopCause cause,
                                       const std::string& reason, const base::Clock& clock) {
  const auto spec = read_spec(tasks, key);
  TaskRecord record = blank_record(key, spec ? &*spec : nullptr, clock);
  for (ContainerRecord& container : record.containers) {
    container.state = ContainerState::STOPPED;
    container.stopped_at = record.claimed_at;
    container.reason = cause == StopCause::STOP_REQUESTED
                           ? "The task was stopped before this container was started"
                           : reason;
  }
  record.finished_at = record.claimed_at;
  record.cause = cause;
  record.reason = reason;
  record.sequence = 1;
  auto attempt = tasks.folder(attempt_path(key), true);
  if (!attempt) return attempt.error();
  if (auto done = attempt->create_durably("claim", to_json(record)); !done) return done.error();
  if (auto done = attempt->write_durably("exit", to_json(record)); !done) return done.error();
  return record;
}

std::string read_shim_log(const base::Folder& tasks, const TaskKey& key) {
  auto text = tasks.read(attempt_path(key) + "/shim.log", std::size_t{1} << 20);
  if (!text || text->empty()) return "it said nothing";
  std::string line = text->substr(text->size() > 500 ? text->size() - 500 : 0);
  while (!line.empty() && line.back() == '\n') line.pop_back();
  std::replace(line.begin(), line.end(), '\n', ' ');
  return line;
}

base::Status remove_attempt(const base::Folder& tasks, const TaskKey& key, const base::GoOn& go_on) {
  if (auto done = tasks.remove_tree(attempt_path(key), go_on); !done) return done;
  // ENOTEMPTY: other attempts are there.
  if (::unlinkat(tasks.fd(), key.task_id.c_str(), AT_REMOVEDIR) != 0 && errno != ENOTEMPTY && errno != ENOENT)
    return base::system_error("cannot remove the folder of task " + key.task_id);
  return {};
}

base::Result<std::vector<TaskKey>> list_attempts(const base::Folder& tasks) {
  auto ids = tasks.list();
  if (!ids) return ids.error();
  std::vector<TaskKey> keys;
  for (const std::string& id : *ids) {
    auto task = tasks.folder(id);
    if (!task) continue;  // a stray file
    auto attempts = task->list();
    if (!attempts) return attempts.error();
    for (const std::string& name : *attempts) {
      int number = 0;
      const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
      if (error == std::errc{} && end == name.data() + name.size() && number > 0)
        keys.push_back({id, number});
    }
  }
  return keys;
}

base::Result<LaunchSpec> read_spec(const base::Folder& tasks, const TaskKey& key) {
  auto text = tasks.read(attempt_path(key) + "/spec");
  if (!text) return text.error();
  return parse_launch_spec(*text);
}

}  // namespace berth::run
