#include "berth/shim/shim.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <utility>

namespace berth::shim {

using run::ContainerState;
using run::Sequencer;

struct Shim::Container {
  explicit Container(const run::ContainerSpec& s) : spec(s) {}
  const run::ContainerSpec& spec;
  std::unique_ptr<run::RunningContainer> running;
  std::unique_ptr<ContainerOutput> output;
  std::optional<run::Cgroup> cgroup;
  base::Fd out_of_memory;  // see Cgroup::watch_out_of_memory
  bool memory_ran_out = false;
};

Shim::Shim(base::Folder attempt, run::ContainerDriver& driver, const base::Clock& clock,
           Checkpoint checkpoint)
    : attempt_(std::move(attempt)),
      driver_(driver),
      clock_(clock),
      checkpoint_(std::move(checkpoint)),
      control_([this](const std::string& reason) { stop(reason); }) {}

Shim::~Shim() = default;

base::TimePoint Shim::steady() const {
  return base::TimePoint(
      std::chrono::duration_cast<base::Milliseconds>(std::chrono::steady_clock::now().time_since_epoch()));
}

base::Result<ShimResult> Shim::run() {
  auto lock = run::TaskLock::try_take(attempt_);
  if (!lock) return lock.error();
  if (!lock->has_value()) return ShimResult::NOT_MINE;
  lock_ = std::move(*lock);
  check("locked");
  auto claimed = claim();
  if (!claimed) return claimed.error();
  if (!*claimed) return ShimResult::NOT_MINE;
  check("claimed");
  if (auto done = prepare(); !done) {
    record_.cause = run::StopCause::FAILED_TO_START;
    record_.reason = "ResourceInitializationError: " + done.error().message;
    for (std::size_t i = 0; i < record_.containers.size(); ++i) never_started(i, record_.reason);
    finish();
  } else {
    hear_early_stop();
    perform(sequencer_->begin(steady()));
    if (auto looped = loop(); !looped) return looped.error();
  }
  if (fatal_) return *fatal_;
  return ShimResult::FINISHED;
}

/// A stop that the daemon sent while this process was being started comes before the start.
void Shim::hear_early_stop() {
  std::vector<pollfd> polled;
  control_.add_to_poll(polled);
  if (::poll(polled.data(), polled.size(), 0) > 0) control_.handle(polled, 0);
}

/// Reads the spec and takes the attempt for this process, once and for ever; false if it was taken.
base::Result<bool> Shim::claim() {
  if (attempt_.has("claim")) return false;
  auto text = attempt_.read("spec");
  if (!text) return text.error();
  auto spec = run::parse_launch_spec(*text);
  if (!spec) return spec.error();
  spec_ = std::move(*spec);
  record_.task_id = spec_.task_id;
  record_.attempt = spec_.attempt;
  record_.boot_id = run::read_boot_id();
  record_.shim_pid = ::getpid();
  record_.claimed_at = wall();
  for (const run::ContainerSpec& container : spec_.containers)
    record_.containers.emplace_back().name = container.name;
  // It has to be on disk before a command is let loose, and is: by then the folder has been fsynced with
  // `started`, which says more than the claim.
  const auto made = create("claim", to_json(record_));
  if (!made && made.error().code == std::errc::file_exists) return false;
  if (!made) return made.error();
  return true;
}

base::Status Shim::prepare() {
  if (const std::string fault = find_fault(spec_); !fault.empty()) return base::failure(fault);
  auto listener = run::listen_control(attempt_);
  if (!listener) return listener.error();
  control_.listen(std::move(*listener));
  sigset_t wanted;
  ::sigemptyset(&wanted);
  for (const int number : {SIGTERM, SIGINT, SIGHUP}) ::sigaddset(&wanted, number);
  ::sigprocmask(SIG_BLOCK, &wanted, nullptr);
  ::signal(SIGPIPE, SIG_IGN);
  signals_.reset(::signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!signals_) return base::system_error("cannot make a signalfd");
  for (const run::ContainerSpec& container : spec_.containers)
    containers_.push_back(std::make_unique<Container>(container));
  make_cgroups();
  for (std::string& sentence : driver_.not_enforced(spec_))
    record_.not_enforced.push_back(std::move(sentence));
  sequencer_.emplace(spec_);
  ++record_.sequence;
  control_.publish(to_json(record_));
  return {};
}

/// Groups and limits; what cannot be had is written into the record, the task runs all the same.
void Shim::make_cgroups() {
  const run::CgroupTarget& target = spec_.host.cgroup;
  const auto bytes = [](const std::optional<std::int64_t>& mib) {
    return mib ? std::optional(*mib << 20) : std::nullopt;
  };
  if (target.version == 0 || target.folders.empty()) {
    const std::string why =
        " is not enforced: " +
        (target.unavailable_reason.empty() ? "no control groups" : target.unavailable_reason);
    const bool any_memory =
        spec_.memory_mib || std::any_of(spec_.containers.begin(), spec_.containers.end(),
                                        [](const auto& c) { return c.memory_mib.has_value(); });
    if (any_memory) record_.not_enforced.push_back("the memory limit" + why);
    if (!spec_.host.uid) record_.not_enforced.push_back("the limit of processes" + why);
    return;
  }
  std::int64_t shares = spec_.cpu_shares;
  if (shares == 0)
    for (const run::ContainerSpec& container : spec_.containers)
      shares += std::max<std::int64_t>(container.cpu_shares, 2);
  auto group = run::Cgroup::create(target, {bytes(spec_.memory_mib), {}, shares, spec_.pids_limit},
                                   record_.not_enforced);
  if (!group) {
    record_.not_enforced.push_back("limits are not enforced: " + group.error().message);
    return;
  }
  cgroup_ = std::move(*group);
  for (auto& container : containers_) {
    const run::ContainerSpec& spec = container->spec;
    auto inner = run::Cgroup::create(cgroup_->child(spec.name),
                                     {bytes(spec.memory_mib),
                                      bytes(spec.memory_reservation_mib),
                                      std::max<std::int64_t>(spec.cpu_shares, 2),
                                      {}},
                                     record_.not_enforced);
    if (!inner) {
      record_.not_enforced.push_back("limits of container " + spec.name +
                                     " are not enforced: " + inner.error().message);
      continue;
    }
    container->cgroup = std::move(*inner);
    if (auto watch = container->cgroup->watch_out_of_memory()) container->out_of_memory = std::move(*watch);
  }
}

void Shim::perform(const Sequencer::Actions& actions) {
  for (const Sequencer::Action& action : actions) {
    if (const auto* starting = std::get_if<Sequencer::Start>(&action)) start(starting->container);
    if (const auto* signal = std::get_if<Sequencer::Signal>(&action)) {
      // One that has ended meanwhile says so itself.
      if (auto& running = containers_[signal->container]->running) (void)running->signal(signal->number);
    }
    if (const auto* skip = std::get_if<Sequencer::Skip>(&action))
      never_started(skip->container, skip->reason);
    if (std::holds_alternative<Sequencer::Finish>(action)) {
      record_.cause = sequencer_->cause();
      record_.reason = sequencer_->reason();
      finish();
    }
  }
}

void Shim::start(std::size_t index) {
  Container& container = *containers_[index];
  const auto refuse = [&](const std::string& why) {
    perform(sequencer_->failed(index, why, steady()));
    if (!finished_) save_started();
  };
  auto output = ContainerOutput::open(container.spec.log);
  if (!output)
    return refuse("ResourceInitializationError: cannot open the log stream: " + output.error().message);
  container.output = std::move(*output);
  auto running =
      driver_.create({spec_, container.spec, attempt_, container.output->write_end(0),
                      container.output->write_end(1), container.cgroup ? &*container.cgroup : nullptr});
  container.output->close_write_ends();
  if (!running) return refuse(running.error().message);
  container.running = std::move(*running);
  check("created");
  // Now and not when the sandbox is ready: the disk works while the sandbox is being built. The command is let
  // loose when both are done.
  run::ContainerRecord& record = record_.containers[index];
  record.state = ContainerState::STARTING;
  record.pid = container.running->pid();
  record.pid_start = run::read_process_start(record.pid);
  save_started();
  check("recorded");
}

void Shim::handle_container(std::size_t index) {
  Container& container = *containers_[index];
  run::ContainerRecord& record = record_.containers[index];
  for (const run::DriverEvent& event : container.running->poll()) {
    if (std::holds_alternative<run::ContainerReady>(event)) {
      if (fatal_ || !container.running->release()) (void)container.running->signal(SIGKILL);
      check("released");
    } else if (std::holds_alternative<run::ContainerRunning>(event)) {
      record.state = ContainerState::RUNNING;
      record.started_at = wall();
      save_running();
      check("running");
      perform(sequencer_->running(index, steady()));
    } else if (const auto* failed = std::get_if<run::ContainerFailed>(&event)) {
      perform(sequencer_->failed(index, failed->reason, steady()));
      if (!finished_) save_started();
      return;
    } else if (const auto* exited = std::get_if<run::ContainerExited>(&event)) {
      ended(index, exited->wait_status);
      return;
    }
  }
}

void Shim::never_started(std::size_t index, const std::string& reason) {
  run::ContainerRecord& record = record_.containers[index];
  record.state = ContainerState::STOPPED;
  record.stopped_at = wall();
  record.reason = reason;
  if (index < containers_.size()) {
    containers_[index]->running.reset();
    containers_[index]->output.reset();
    containers_[index]->out_of_memory.reset();
  }
}

/// The container's last process is gone: first its output, then the record, then what follows from it.
void Shim::ended(std::size_t index, int wait_status) {
  check("exited");
  Container& container = *containers_[index];
  run::ContainerRecord& record = record_.containers[index];
  container.output->finish(clock_.now());
  record.state = ContainerState::STOPPED;
  record.stopped_at = wall();
  record.wait_status = wait_status;
  record.out_of_memory =
      container.memory_ran_out || (container.cgroup && container.cgroup->out_of_memory_kills() > 0);
  if (record.out_of_memory) {
    record.reason = "OutOfMemoryError: Container killed due to memory usage";
    // A killed child may leave a command that ends well; the container is one thing, and it ran out of
    // memory.
    if (WIFEXITED(wait_status) && container.memory_ran_out) record.wait_status = SIGKILL;
  }
  if (const std::string loss = container.output->loss(); !loss.empty())
    record.reason += (record.reason.empty() ? "" : "; ") + loss;
  container.running.reset();
  container.output.reset();
  container.out_of_memory.reset();
  if (container.cgroup) container.cgroup->remove();
  check("stored");
  perform(sequencer_->exited(index, wait_status, steady()));
  if (!finished_) save_started();
}

/// One process of the group is being killed by the kernel: the rest of the container goes with it, as half a
/// program is no use to anybody (version 2 does that itself). With a limit on the task, the counter tells
/// whose memory it was.
void Shim::handle_out_of_memory(std::size_t index) {
  Container& container = *containers_[index];
  std::uint64_t count = 0;
  if (container.cgroup->version() == 1) (void)!::read(container.out_of_memory.get(), &count, sizeof count);
  if (container.cgroup->version() == 2) {
    char text[4096];
    (void)!::pread(container.out_of_memory.get(), text, sizeof text, 0);
    if (container.cgroup->out_of_memory_kills() == 0) return;  // another event of memory.events
  }
  container.memory_ran_out = true;
  if (container.running) (void)container.running->signal(SIGKILL);
  if (container.cgroup) (void)container.cgroup->kill_all();
}

void Shim::stop(const std::string& reason) {
  if (!finished_) perform(sequencer_->stop(reason, steady()));
}

/// A file that was not there, written and not yet on disk.
base::Result<base::Fd> Shim::create(const char* file, const std::string& text) const {
  auto fd = attempt_.file(file, O_WRONLY | O_CREAT | O_EXCL);
  if (!fd) return fd;
  if (auto done = base::write_all(fd->get(), text); !done) return done.error().within(file);
  return fd;
}

/// The first failure to keep the record ends the task.
void Shim::keep(const base::Status& done) {
  if (!done && !fatal_) fatal_ = done.error();
}

void Shim::save_running() {
  ++record_.sequence;
  const std::string text = to_json(record_);
  (void)attempt_.write_atomically("running", text);  // a help to whoever looks; `started` is what counts
  control_.publish(text);
}

/// Durable when this returns.
void Shim::save_started() {
  ++record_.sequence;
  const std::string text = to_json(record_);
  if (std::exchange(started_is_there_, true)) {
    keep(attempt_.write_durably("started", text));
  } else {
    const auto made = create("started", text);
    keep(made ? run::sync_together({made->get(), attempt_.fd()}) : base::Status(made.error()));
  }
  control_.publish(text);
}

/// Nothing of the task is left when this returns.
void Shim::finish() {
  finished_ = true;
  if (cgroup_) {
    (void)cgroup_->kill_all();
    cgroup_->remove();
  }
  record_.finished_at = wall();
  check("finishing");
  ++record_.sequence;
  const std::string text = to_json(record_);
  const auto made = create("exit", text);
  check("finished");
  // Told before it is on disk: whoever hears it tells nobody before it is on a disk of theirs, and meanwhile
  // this one works.
  control_.publish(text);
  keep(made ? run::sync_together({made->get(), attempt_.fd()}) : base::Status(made.error()));
  control_.flush(1000);
}

void Shim::drain_signals() {
  signalfd_siginfo info;
  while (::read(signals_.get(), &info, sizeof info) == sizeof info) {
    if (info.ssi_signo != SIGHUP)
      stop("The task's shim was asked to end by signal " + std::to_string(info.ssi_signo));
  }
}

int Shim::milliseconds_to_wait() const {
  const base::TimePoint now = steady();
  std::optional<base::TimePoint> first = sequencer_->deadline();
  for (const auto& container : containers_) {
    if (!container->output) continue;
    if (const auto due = container->output->deadline()) first = first ? std::min(*first, *due) : *due;
  }
  if (!first) return -1;
  return static_cast<int>(std::clamp<std::int64_t>((*first - now).count(), 0, 3'600'000));
}

base::Status Shim::loop() {
  enum class Source { SIGNALS, DRIVER, OUTPUT, ERRORS, MEMORY, CONTROL };
  while (!finished_) {
    std::vector<pollfd> polled{{signals_.get(), POLLIN, 0}};
    std::vector<std::pair<Source, std::size_t>> sources{{Source::SIGNALS, 0}};
    const auto watch = [&](int fd, Source source, std::size_t index, short events = POLLIN) {
      if (fd < 0) return;
      polled.push_back({fd, events, 0});
      sources.emplace_back(source, index);
    };
    for (std::size_t i = 0; i < containers_.size(); ++i) {
      const Container& container = *containers_[i];
      if (container.running) watch(container.running->descriptor(), Source::DRIVER, i);
      if (container.output) watch(container.output->read_end(0), Source::OUTPUT, i);
      if (container.output) watch(container.output->read_end(1), Source::ERRORS, i);
      if (container.running && container.cgroup)
        watch(container.out_of_memory.get(), Source::MEMORY, i,
              container.cgroup->version() == 2 ? POLLPRI : POLLIN);
    }
    const std::size_t first_control = polled.size();
    control_.add_to_poll(polled);
    if (::poll(polled.data(), polled.size(), milliseconds_to_wait()) < 0) {
      if (errno == EINTR) continue;
      return base::system_error("cannot poll");
    }
    // Output first, memory before ends: what a container wrote and why it died is known when its end is
    // handled.
    for (std::size_t i = 0; i < first_control; ++i) {
      if (polled[i].revents == 0) continue;
      Container& container = *containers_[sources[i].second];
      if (sources[i].first == Source::OUTPUT || sources[i].first == Source::ERRORS)
        container.output->read(sources[i].first == Source::ERRORS ? 1 : 0, clock_.now(), steady());
      if (sources[i].first == Source::MEMORY) handle_out_of_memory(sources[i].second);
    }
    for (std::size_t i = 0; i < first_control && !finished_; ++i) {
      if (polled[i].revents != 0 && sources[i].first == Source::DRIVER &&
          containers_[sources[i].second]->running)
        handle_container(sources[i].second);
    }
    if (!finished_ && polled[0].revents != 0) drain_signals();
    if (!finished_) control_.handle(polled, first_control);
    if (finished_) break;
    for (auto& container : containers_)
      if (container->output) container->output->tend(steady(), syncer_);
    perform(sequencer_->expire(steady()));
  }
  return {};
}

}  // namespace berth::shim
