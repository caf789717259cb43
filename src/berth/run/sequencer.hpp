/// What happens next in a task of several containers: start order (dependsOn), essential containers,
/// time-outs, stop in reverse order. Pure: events and the time go in, actions come out; whoever holds it (the
/// shim, the simulated runner) does what they say.
///
///   Sequencer sequencer(spec);
///   auto actions = sequencer.begin(now);              // Start{0}
///   actions = sequencer.running(0, now);              // Start{1}, which depended on it
///   actions = sequencer.exited(0, status, now);       // Signal{1, SIGTERM}: 0 was essential
///   …                                                 // Finish, when all have stopped
///
///   WAITING ── dependencies met ──► STARTING ── running() ──► RUNNING ── exited() ──► STOPPED
///      └── stop, or a dependency can no longer be met (Skip) ─────────────────────────┘
#pragma once

#include "base/clock.hpp"
#include "berth/run/launch_spec.hpp"
#include "berth/run/run_event.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace berth::run {

class Sequencer {
 public:
  struct Start {
    std::size_t container;
    bool operator==(const Start&) const = default;
  };
  struct Signal {
    std::size_t container;
    int number;
    bool operator==(const Signal&) const = default;
  };
  /// The container will never run: it is not started, or what was started of it came to nothing.
  struct Skip {
    std::size_t container;
    std::string reason;
    bool operator==(const Skip&) const = default;
  };
  /// All containers have stopped; cause() and reason() are final.
  struct Finish {
    bool operator==(const Finish&) const = default;
  };
  using Action = std::variant<Start, Signal, Skip, Finish>;
  using Actions = std::vector<Action>;

  /// How long a container may take from Start to running(); Docker's is the same order of magnitude.
  static constexpr base::Milliseconds launch_timeout = std::chrono::minutes(3);

  /// `spec` has no fault (find_fault).
  explicit Sequencer(const LaunchSpec& spec);

  Actions begin(base::TimePoint now);
  Actions running(std::size_t container, base::TimePoint now);
  /// It never ran, for this reason. Skip, which comes first, has the reason that is to be told: one that was
  /// killed while it started did not fail by itself.
  Actions failed(std::size_t container, const std::string& reason, base::TimePoint now);
  Actions exited(std::size_t container, int wait_status, base::TimePoint now);
  Actions stop(const std::string& reason, base::TimePoint now);
  /// The deadline has passed (harmless if not).
  Actions expire(base::TimePoint now);

  /// When expire() is due next.
  std::optional<base::TimePoint> deadline() const;
  StopCause cause() const { return cause_; }
  const std::string& reason() const { return reason_; }

 private:
  enum class State { WAITING, STARTING, RUNNING, STOPPED };
  struct Container {
    ContainerSpec spec;
    std::vector<std::size_t> depends_on;  // parallel to spec.depends_on
    State state = State::WAITING;
    base::TimePoint started_at{};
    bool ran = false;
    int wait_status = 0;
    bool term_sent = false;
    bool kill_sent = false;
    std::string given_up;  // why it was killed, if that was for its own slowness
    base::TimePoint kill_at{};
  };
  enum class Dependency { MET, OPEN, IMPOSSIBLE };

  Dependency look_at(const Container& container, std::size_t which, std::string& why) const;
  bool someone_waits_for(std::size_t container) const;
  bool has_live_dependent(std::size_t container) const;
  void begin_stop(StopCause cause, const std::string& reason);
  Actions advance(base::TimePoint now);
  void start_what_can(base::TimePoint now, Actions& actions);
  void check_timeouts(base::TimePoint now);
  void stop_what_can(base::TimePoint now, Actions& actions);

  std::vector<Container> containers_;
  bool stopping_ = false;
  bool finished_ = false;
  StopCause cause_ = StopCause::ESSENTIAL_CONTAINER_EXITED;
  std::string reason_;
};

}  // namespace berth::run
