#include "berth/run/shim_runner.hpp"

#include "base/json.hpp"
#include "base/log.hpp"
#include "berth/run/attempt_files.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/json/object.hpp>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <map>
#include <set>
#include <utility>

namespace berth::run {

namespace asio = base::asio;

namespace {

constexpr std::size_t record_limit = std::size_t{4} << 20;

/// What is known here of an attempt that was not forgotten.
struct Attempt {
  explicit Attempt(TaskKey k) : key(std::move(k)) {}
  TaskKey key;
  std::optional<std::int64_t> uid;
  std::optional<TaskRecord> told;  ///< as of the events delivered
  std::optional<std::string> stop_reason;
  std::optional<asio::posix::stream_descriptor> connection;
  std::array<char, 16384> bytes;
  std::string line;
  pid_t child = -1;  ///< our own, to be waited for
  int patience_ms = 5;
  bool wanted = true;     ///< it may run; false between prepare() and launch()
  bool writing = false;   ///< its folder is being written on the pool
  bool written = false;   ///< its spec is on disk
  bool gone = false;      ///< forgotten while it was being written
  std::string fault;      ///< why it could not be prepared; told when it is wanted
  bool starting = false;  ///< its shim has not been spawned yet
  bool ended = false;     ///< TaskStopped was delivered
};

}  // namespace

struct ShimRunner::State : std::enable_shared_from_this<State> {
  State(asio::any_io_executor s, asio::thread_pool& p, const base::Clock& c, ShimRunnerOptions o)
      : lane(std::move(s)), pool(p), clock(c), options(std::move(o)) {}

  asio::any_io_executor lane;
  asio::thread_pool& pool;
  const base::Clock& clock;
  ShimRunnerOptions options;
  std::shared_ptr<const base::Folder> tasks;  // shared with work on the pool
  std::string broken;                         // why the folder of tasks cannot be used
  EventHandler handler;
  std::map<TaskKey, std::shared_ptr<Attempt>> attempts;
  std::set<TaskKey> removing;  ///< forgotten, and their folders are not gone yet
  /// Removing a task's folder is a dozen waits for the disk where it frees blocks at once: starts must not queue behind.
  std::optional<asio::thread_pool> removers;
  std::set<std::int64_t> uids_in_use;
  bool uids_known = false;  // those of the attempts that were there before this process
  std::vector<LaunchSpec> queued;
  std::atomic<bool> closed = false;  ///< this runner is gone; the pool looks, too

  /// Runs `work()` on the pool, then `then(result)` on the state lane unless this runner is gone.
  template <class Work, class Then>
  void on_pool(Work work, Then then) {
    on_pool(pool, std::move(work), std::move(then));
  }
  template <class Work, class Then>
  void on_pool(asio::thread_pool& where, Work work, Then then) {
    asio::post(where, [self = shared_from_this(), work = std::move(work), then = std::move(then)]() mutable {
      auto result = std::make_shared<decltype(work())>(work());
      asio::post(self->lane, [self, result, then = std::move(then)]() mutable {
        if (!self->closed) then(std::move(*result));
      });
    });
  }

  std::shared_ptr<Attempt> find(const TaskKey& key) const {
    const auto found = attempts.find(key);
    return found == attempts.end() ? nullptr : found->second;
  }

  // ---- user ids ----

  void learn_uids() {
    on_pool(
        [folder = tasks] {
          std::set<std::int64_t> uids;
          if (const auto keys = list_attempts(*folder)) {
            for (const TaskKey& key : *keys) {
              const auto spec = read_spec(*folder, key);
              if (spec && spec->host.uid) uids.insert(*spec->host.uid);
            }
          }
          return uids;
        },
        [this](std::set<std::int64_t> uids) {
          uids_in_use.merge(uids);
          uids_known = true;
          for (LaunchSpec& spec : std::exchange(queued, {})) start(std::move(spec));
        });
  }

  std::optional<std::int64_t> take_uid() {
    for (std::int64_t uid = options.uids->first; uid < options.uids->first + options.uids->count; ++uid)
      if (uids_in_use.insert(uid).second) return uid;
    return std::nullopt;
  }

  // ---- starting ----

  /// Writes down what its shim will read, and goes on to the start if it is wanted by then.
  void start(LaunchSpec spec) {
    const auto attempt = find(spec.key());
    if (!attempt) return;  // forgotten meanwhile
    if (const std::string fault = !broken.empty() ? broken : find_fault(spec); !fault.empty())
      return refuse(attempt, fault);
    if (options.uids) {
      attempt->uid = take_uid();
      if (!attempt->uid) return refuse(attempt, "all user ids for tasks are in use");
    }
    spec.host.uid = attempt->uid;
    spec.host.unsafe_no_sandbox = options.unsafe_no_sandbox;
    spec.host.bubblewrap = options.bubblewrap;
    spec.host.cgroup = options.cgroups.target(spec.task_id + "-" + std::to_string(spec.attempt));
    spec.host.files = options.builtin_files;
    attempt->writing = true;
    on_pool([folder = tasks, spec = std::move(spec)] { return write_attempt(*folder, spec); },
            [this, attempt](base::Status written) {
              attempt->writing = false;
              if (attempt->gone) return remove(attempt);
              if (!written) return refuse(attempt, written.error().message);
              attempt->written = true;
              if (attempt->wanted) proceed(attempt);
            });
  }

  /// Its folder could not be made.
  void refuse(const std::shared_ptr<Attempt>& attempt, const std::string& why) {
    attempt->fault = "ResourceInitializationError: " + why;
    if (attempt->wanted) fail(attempt, attempt->fault);
  }

  void want(const std::shared_ptr<Attempt>& attempt) {
    if (std::exchange(attempt->wanted, true)) return;
    if (!attempt->fault.empty()) return fail(attempt, attempt->fault);
    if (attempt->written) proceed(attempt);
  }

  void proceed(const std::shared_ptr<Attempt>& attempt) {
    if (!options.committed) return spawn(attempt);
    options.committed([weak = weak_from_this(), attempt] {
      const auto self = weak.lock();
      if (self && !self->closed) self->spawn(attempt);
    });
  }

  void spawn(const std::shared_ptr<Attempt>& attempt) {
    attempt->starting = false;
    if (attempt->stop_reason) return end_unstarted(attempt, StopCause::STOP_REQUESTED, *attempt->stop_reason);
    on_pool([folder = tasks, key = attempt->key, program = options.shim,
             arguments = options.shim_arguments] { return spawn_shim(*folder, key, program, arguments); },
            [this, attempt](base::Result<SpawnedShim> spawned) {
              if (!spawned)
                return end_unstarted(attempt, StopCause::FAILED_TO_START,
                                     "ResourceInitializationError: " + spawned.error().message);
              attempt->child = spawned->pid;
              follow(attempt, std::move(spawned->connection));
            });
  }

  /// Nothing of it has run and nothing will: written down, so that it stays true.
  void end_unstarted(const std::shared_ptr<Attempt>& attempt, StopCause cause, const std::string& reason) {
    on_pool([this_clock = &clock, folder = tasks, key = attempt->key, cause,
             reason] { return end_unclaimed(*folder, key, cause, reason, *this_clock); },
            [this, attempt, reason](base::Result<TaskRecord> ended) {
              if (ended) return deliver(attempt, *ended);
              if (ended.error().code == std::errc::file_exists) return look(attempt);  // a shim was faster
              fail(attempt, reason + " (" + ended.error().message + ")");
            });
  }

  /// For what could not even be written down.
  void fail(const std::shared_ptr<Attempt>& attempt, const std::string& reason) {
    asio::post(lane, [self = shared_from_this(), attempt, reason] {
      if (self->closed || std::exchange(attempt->ended, true)) return;
      const StopCause cause = attempt->told ? StopCause::LOST : StopCause::FAILED_TO_START;
      self->handler(attempt->key, TaskStopped{self->clock.now(), cause, reason});
    });
  }

  // ---- removing ----

  asio::thread_pool& removal_pool() {
    if (!removers) removers.emplace(4);
    return *removers;
  }

  void remove(const std::shared_ptr<Attempt>& attempt) {
    const pid_t child = std::exchange(attempt->child, -1);
    removing.insert(attempt->key);
    on_pool(
        removal_pool(),
        [folder = tasks, key = attempt->key, child, attempt, self = shared_from_this()] {
          if (child > 0)
            while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
            }
          if (const auto spec = read_spec(*folder, key); spec && spec->host.uid)
            attempt->uid = spec->host.uid;
          return remove_attempt(*folder, key, [&] { return !self->closed; });
        },
        [this, attempt](base::Status removed) {
          removing.erase(attempt->key);
          if (!removed) base::log::warn("{}", base::log::printable(removed.error().message));
          if (attempt->uid) uids_in_use.erase(*attempt->uid);
        });
  }

  /// What was prepared by a daemon that died before its task was stored: no shim ever claimed it, and nobody will ask.
  void remove_strays() {
    on_pool([folder = tasks] { return list_attempts(*folder); },
            [this](base::Result<std::vector<TaskKey>> keys) {
              if (!keys) return base::log::warn("{}", base::log::printable(keys.error().message));
              for (const TaskKey& key : *keys)
                if (!find(key) && !removing.contains(key)) remove_if_unclaimed(key);
            });
  }

  void remove_if_unclaimed(const TaskKey& key) {
    removing.insert(key);
    on_pool(
        removal_pool(),
        [folder = tasks, key, self = shared_from_this()]() -> base::Status {
          const auto attempt = folder->folder(attempt_path(key));
          if (!attempt || attempt->has("claim") || is_locked(*attempt)) return {};
          return remove_attempt(*folder, key, [&] { return !self->closed; });
        },
        [this, key](base::Status removed) {
          removing.erase(key);
          if (!removed) base::log::warn("{}", base::log::printable(removed.error().message));
        });
  }

  // ---- following ----

  void follow(const std::shared_ptr<Attempt>& attempt, base::Fd connection) {
    attempt->line.clear();
    attempt->patience_ms = 5;
    attempt->connection.emplace(lane, connection.release());
    if (attempt->stop_reason) send_stop(*attempt);
    receive(attempt);
  }

  void receive(const std::shared_ptr<Attempt>& attempt) {
    attempt->connection->async_read_some(
        asio::buffer(attempt->bytes),
        [self = shared_from_this(), attempt](boost::system::error_code error, std::size_t count) {
          if (self->closed || error == asio::error::operation_aborted) return;
          if (error || attempt->line.size() > record_limit) {
            attempt->connection.reset();
            return self->look(attempt);
          }
          attempt->line.append(attempt->bytes.data(), count);
          for (std::size_t end; (end = attempt->line.find('\n')) != std::string::npos;) {
            const auto record = parse_task_record(std::string_view(attempt->line).substr(0, end));
            attempt->line.erase(0, end + 1);
            if (record) self->deliver(attempt, *record);
            if (!attempt->connection) return;  // forgotten by the handler
          }
          self->receive(attempt);
        });
  }

  void send_stop(Attempt& attempt) const {
    boost::json::object order{{"version", 1}, {"stop", *attempt.stop_reason}};
    const std::string line = base::to_text(order) + "\n";
    // A shim that is gone shows when its end of the connection is read.
    (void)::send(attempt.connection->native_handle(), line.data(), line.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  }

  void deliver(const std::shared_ptr<Attempt>& attempt, const TaskRecord& record) {
    if (attempt->ended || (attempt->told && record.sequence < attempt->told->sequence)) return;
    const auto events = events_between(attempt->told ? &*attempt->told : nullptr, record);
    attempt->told = record;
    attempt->ended = record.finished_at.has_value();
    for (const RunEvent& event : events) {
      if (find(attempt->key) != attempt) return;  // forgotten by the handler
      handler(attempt->key, event);
    }
  }

  // ---- silence ----

  /// The connection is gone, or there never was one: the folder knows.
  void look(const std::shared_ptr<Attempt>& attempt) {
    on_pool(
        [this_clock = &clock, folder = tasks, key = attempt->key, child = std::exchange(attempt->child, -1)] {
          if (child > 0)
            while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
            }
          return look_at_attempt(*folder, key, *this_clock);
        },
        [this, attempt](base::Result<Verdict> verdict) {
          if (attempt->ended || find(attempt->key) != attempt) return;
          if (!verdict) return fail(attempt, "ResourceInitializationError: " + verdict.error().message);
          if (auto* finished = std::get_if<Finished>(&*verdict)) return deliver(attempt, finished->record);
          if (auto* alive = std::get_if<Alive>(&*verdict))
            return follow(attempt, std::move(alive->connection));
          if (std::holds_alternative<Waiting>(*verdict)) return look_later(attempt);
          unclaimed(attempt);
        });
  }

  void look_later(const std::shared_ptr<Attempt>& attempt) {
    auto timer = std::make_shared<asio::steady_timer>(lane, base::Milliseconds(attempt->patience_ms));
    attempt->patience_ms = std::min(attempt->patience_ms * 2, 1000);
    timer->async_wait([self = shared_from_this(), attempt, timer](boost::system::error_code) {
      if (!self->closed) self->look(attempt);
    });
  }

  /// An adopted attempt is started now. One whose shim we started, and which died before its claim, has
  /// failed.
  void unclaimed(const std::shared_ptr<Attempt>& attempt) {
    if (std::exchange(attempt->starting, false)) return spawn(attempt);
    on_pool([folder = tasks, key = attempt->key] { return read_shim_log(*folder, key); },
            [this, attempt](const std::string& log) {
              end_unstarted(
                  attempt, StopCause::FAILED_TO_START,
                  "ResourceInitializationError: the task's shim ended before it claimed the task: " + log);
            });
  }
};

ShimRunner::ShimRunner(asio::any_io_executor state, asio::thread_pool& pool, const base::Clock& clock,
                       ShimRunnerOptions options)
    : state_(std::make_shared<State>(std::move(state), pool, clock, std::move(options))) {
  auto folder = base::Folder::open(state_->options.tasks, true);
  if (!folder) {
    state_->broken = folder.error().message;
    state_->uids_known = true;
    return;
  }
  state_->tasks = std::make_shared<const base::Folder>(std::move(*folder));
  if (state_->options.uids) {
    state_->learn_uids();
  } else {
    state_->uids_known = true;
  }
}

ShimRunner::~ShimRunner() {
  state_->closed = true;
  for (auto& [key, attempt] : state_->attempts) attempt->connection.reset();
  if (!state_->removers) return;
  state_->removers->stop();
  state_->removers->join();
  state_->removers.reset();  // what was queued there owns the state that owns the pool
}

void ShimRunner::prepare(const LaunchSpec& spec) {
  const auto [place, is_new] =
      state_->attempts.try_emplace(spec.key(), std::make_shared<Attempt>(spec.key()));
  if (!is_new) return;
  place->second->wanted = false;
  place->second->starting = true;
  if (state_->uids_known) return state_->start(spec);
  state_->queued.push_back(spec);
}

void ShimRunner::launch(const LaunchSpec& spec) {
  prepare(spec);
  state_->want(state_->find(spec.key()));
}

void ShimRunner::recovered() {
  if (state_->tasks) state_->remove_strays();
}

void ShimRunner::stop(const TaskKey& key, const std::string& reason) {
  const auto attempt = state_->find(key);
  if (!attempt || attempt->ended || attempt->stop_reason) return;
  attempt->stop_reason = reason;
  if (attempt->connection) state_->send_stop(*attempt);
}

void ShimRunner::adopt(const TaskKey& key) {
  const auto [place, is_new] = state_->attempts.try_emplace(key, std::make_shared<Attempt>(key));
  if (!is_new) return;
  const auto attempt = place->second;
  if (!state_->broken.empty()) return state_->fail(attempt, state_->broken);
  attempt->starting = true;
  state_->on_pool([folder = state_->tasks, key] { return read_spec(*folder, key); },
                  [state = state_.get(), attempt](base::Result<LaunchSpec> spec) {
                    if (!spec) {
                      return state->end_unstarted(attempt, StopCause::FAILED_TO_START,
                                                  "The daemon ended before the task was handed to a shim");
                    }
                    attempt->uid = spec->host.uid;
                    if (attempt->uid) state->uids_in_use.insert(*attempt->uid);
                    state->look(attempt);
                  });
}

void ShimRunner::forget(const TaskKey& key) {
  auto attempt = state_->find(key);
  if (!attempt) attempt = std::make_shared<Attempt>(key);  // it ended before this process began
  state_->attempts.erase(key);
  attempt->connection.reset();
  if (!state_->tasks) return;
  if (attempt->writing)
    attempt->gone = true;
  else
    state_->remove(attempt);
}

void ShimRunner::on_event(EventHandler handler) { state_->handler = std::move(handler); }

std::string ShimRunner::limits_unenforced() const { return state_->options.cgroups.unavailable_reason; }

base::Result<std::vector<TaskKey>> ShimRunner::list() const {
  if (!state_->tasks) return base::failure(state_->broken);
  return list_attempts(*state_->tasks);
}

}  // namespace berth::run
