/// Makes, changes and deletes stacks: runs what progress.hpp and update_progress.hpp say, through a ResourceProvider,
/// and remembers everything.
///
/// State lane only. Resources are made in parallel where the graph allows, at most `max_running` at once.
/// Every change is queued to the store before anything else happens; after a restart `resume` goes on where
/// it stopped.
#pragma once

#include "base/clock.hpp"
#include "base/random.hpp"
#include "berth/stack/archive.hpp"
#include "berth/stack/change_sets.hpp"
#include "berth/stack/evaluation.hpp"
#include "berth/stack/living.hpp"
#include "berth/stack/progress.hpp"
#include "berth/stack/provider.hpp"
#include "berth/stack/running.hpp"
#include "berth/stack/signals.hpp"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace berth::stack {

/// A stack to be made; the template and its parameters have been checked.
struct NewStack {
  std::string account, region, name;
  std::string template_text;
  Template definition;
  std::vector<BoundParameter> parameters;
  std::vector<std::string> capabilities;
  std::map<std::string, std::string> tags;
  OnFailure on_failure = OnFailure::ROLLBACK;
  int timeout_minutes = 0;
  bool termination_protection = false;
  std::string role_arn, client_request_token;
  std::string caller;
  std::string parent_id;                       ///< the living stack that it is nested in; empty: none
  std::map<std::string, std::string> imports;  ///< as in StackUpdate
};

class Engine {
 public:
  /// `zones` answers GetAZs for a region.
  Engine(base::asio::any_io_executor state, store::Store& store, const base::Clock& clock,
         base::RandomSource& random, ResourceProvider& provider, Evaluation::Zones zones);
  /// After stop(), or once its executor runs no more: what was under way is then dropped, as when the daemon is killed,
  /// and resume() goes on with it after the next start.
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// Reads the stacks; once, before anything else. Throws base::Failure.
  void load();
  /// Goes on with what a restart interrupted; once every service that the provider uses is loaded.
  void resume();

  /// Starts making it; the record is alive until the stack is gone. Throws TemplateError for what conditions
  /// and graph find wrong. The caller has checked that the name is free, or that of a stack in review: that one is made.
  const StackRecord& create(NewStack stack);
  /// A stack without anything, for its first change set.
  const StackRecord& review(const std::string& account, const std::string& region, const std::string& name);
  /// What update() would change. Throws TemplateError.
  Changes changes(const StackRecord& stack, const StackUpdate& update);
  /// Starts updating it (refusal() and find_changes() have said that it may be, and that there is something to do).
  /// Throws TemplateError for what conditions and graph find wrong, before anything is done.
  void update(const StackRecord& stack, StackUpdate update);
  void cancel_update(const StackRecord& stack);
  void continue_rollback(const StackRecord& stack, const std::set<std::string>& skip, std::string caller);
  /// RollbackStack; or, of a nested stack whose update is held, because `reason`.
  void roll_back(const StackRecord& stack, std::string caller, const std::string& reason = "User Initiated");
  /// The operation that follows is of this ClientRequestToken; events tell it.
  void note_token(const StackRecord& stack, std::string client_request_token);
  /// What the operation that is to be rolled back has made new is not kept, though its DeletionPolicy is Retain.
  void retain_except_on_create(const StackRecord& stack);
  /// Of a nested stack: its creation ends, as its OnFailure says.
  void cancel_creation(const StackRecord& stack);
  /// Starts deleting it, on behalf of `caller` unless the stack has a role of its own. No effect on one that is
  /// being deleted.
  void remove(const StackRecord& stack, const std::set<std::string>& retain = {}, std::string caller = {},
              const std::string& client_request_token = {});
  /// SignalResource: counted by the resource, and told in an event. False if it has had too many.
  bool signal(const StackRecord& stack, const std::string& logical_id, SignalRecord signal);

  /// By name or by id; null if no living stack has it.
  const StackRecord* find(std::string_view account, std::string_view region,
                          std::string_view name_or_id) const;
  const Living& living() const { return living_; }
  const std::string& template_text(const StackRecord& stack) const;
  void set_termination_protection(const StackRecord& stack, bool on);
  void set_policy(const StackRecord& stack, std::string policy);

  /// Until `done` says so of the stack, which is asked after every change, or the wait is cancelled. Null if there is no
  /// such stack; else its record, also when it is gone by then.
  using Done = std::function<bool(const StackRecord&)>;
  base::Async<std::shared_ptr<const StackRecord>> wait_for(std::string account, std::string region,
                                                           std::string stack_id, Done done,
                                                           std::shared_ptr<Cancellation> cancellation);

  Archive& archive() { return archive_; }
  ChangeSets& change_sets() { return change_sets_; }
  Signals& signals() { return signals_; }
  base::RandomSource& random() { return random_; }
  bool is_stopping() const { return running_.is_stopping(); }

  /// Lets what is under way come to a stop without recording a failure, and waits for it. Nothing starts any
  /// more.
  base::Async<void> stop();
  /// Forgets every stack without deleting what it made: for a reset of everything. Call stop() first.
  void clear();

  static constexpr std::size_t max_running = 64;

 private:
  void apply(const LivePtr& stack, Step step);
  std::optional<Step> act(const LivePtr& stack, const Step& step);
  void write(const LivePtr& stack, const Step& step);
  void tell(const LivePtr& stack);
  Step compare(const LivePtr& stack, const std::string& logical_id);
  Step finish_outputs(const LivePtr& stack);
  void save(const LivePtr& stack, const std::vector<EventRecord>& events);
  void commit_together();
  void forget_mark(const LivePtr& stack, const std::string& logical_id);
  void watch_time(const LivePtr& stack);

  // engine_work.cpp: one resource at a time.
  void launch(const LivePtr& stack, const std::string& logical_id, base::Async<void> work);
  ResourceRequest request_for(const LivePtr& stack, const std::string& logical_id);
  base::Async<void> clear_the_way(LivePtr stack, std::string logical_id);
  base::Async<void> run_create(LivePtr stack, std::string logical_id, bool give_up);
  base::Async<void> run_update(LivePtr stack, std::string logical_id);
  base::Async<void> run_remove(LivePtr stack, std::string logical_id);

  base::asio::any_io_executor state_;
  store::Store& store_;
  std::shared_ptr<store::Store::Hold> together_;
  const base::Clock& clock_;
  base::RandomSource& random_;
  ResourceProvider& provider_;
  Archive archive_;
  ChangeSets change_sets_;
  Signals signals_;
  Living living_;
  Evaluation evaluation_;
  Running running_;
};

}  // namespace berth::stack
