/// Makes and deletes stacks: runs what progress.hpp says, through a ResourceProvider, and remembers
/// everything.
///
/// State lane only. Resources are made in parallel where the graph allows, at most `max_running` at once.
/// Every change is queued to the store before anything else happens; after a restart `resume` goes on where
/// it stopped.
#pragma once

#include "base/clock.hpp"
#include "base/random.hpp"
#include "berth/stack/archive.hpp"
#include "berth/stack/change_sets.hpp"
#include "berth/stack/changes.hpp"
#include "berth/stack/intrinsics.hpp"
#include "berth/stack/parameters.hpp"
#include "berth/stack/progress.hpp"
#include "berth/stack/provider.hpp"
#include "berth/stack/update_progress.hpp"

#include <boost/asio/steady_timer.hpp>

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
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
};

/// What a stack is to become; checked like a new one.
struct StackUpdate {
  std::string template_text;
  Template definition;
  std::vector<BoundParameter> parameters;
  std::vector<std::string> capabilities;
  std::map<std::string, std::string> tags;
  std::string role_arn, caller;
  bool keep_on_failure = false;
  std::optional<std::string> policy_for_update;  ///< instead of the stack's own
};

struct Export {
  std::string name, value, stack_id;
};

class Engine {
 public:
  /// `zones` answers GetAZs for a region.
  Engine(
      base::asio::any_io_executor state, store::Store& store, const base::Clock& clock,
      base::RandomSource& random, ResourceProvider& provider,
      std::function<std::vector<std::string>(const std::string& account, const std::string& region)> zones);
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
  /// Starts deleting it, on behalf of `caller` unless the stack has a role of its own. No effect on one that is
  /// being deleted.
  void remove(const StackRecord& stack, const std::set<std::string>& retain = {}, std::string caller = {});

  /// By name or by id; null if no living stack has it.
  const StackRecord* find(std::string_view account, std::string_view region,
                          std::string_view name_or_id) const;
  std::vector<const StackRecord*> stacks(std::string_view account,
                                         std::string_view region) const;  ///< newest first
  const std::string& template_text(const StackRecord& stack) const;
  void set_termination_protection(const StackRecord& stack, bool on);
  void set_policy(const StackRecord& stack, std::string policy);

  /// By name.
  std::vector<Export> exports(std::string_view account, std::string_view region) const;
  /// Names of the stacks that use it.
  std::vector<std::string> importers(std::string_view account, std::string_view region,
                                     const std::string& name) const;
  Archive& archive() { return archive_; }
  ChangeSets& change_sets() { return change_sets_; }
  std::string new_uuid() { return random_.uuid(); }

  /// Lets what is under way come to a stop without recording a failure, and waits for it. Nothing starts any
  /// more.
  base::Async<void> stop();
  /// Forgets every stack without deleting what it made: for a reset of everything. Call stop() first.
  void clear();

  static constexpr std::size_t max_running = 64;

 private:
  struct Live {
    StackRecord record;
    std::string template_text;
    std::string template_before;  ///< to go back to while an update is under way
    std::optional<Template> definition;
    std::map<std::string, std::shared_ptr<Cancellation>> running;  ///< by logical id
    std::set<std::string> marked;                                  ///< logical ids that may have a mark
    std::unique_ptr<base::asio::steady_timer> timer;
  };
  using LivePtr = std::shared_ptr<Live>;
  using Key = std::tuple<std::string, std::string, std::string>;  ///< account, region, name

  void apply(const LivePtr& stack, Step step);
  std::optional<Step> act(const LivePtr& stack, const Step& step);
  void write(const LivePtr& stack, const Step& step);
  Step compare(const LivePtr& stack, const std::string& logical_id);
  Step finish_outputs(const LivePtr& stack);
  std::vector<OutputRecord> resolve_outputs(const LivePtr& stack) const;
  void save(const LivePtr& stack, const std::vector<EventRecord>& events);
  void commit_together();
  void forget_mark(const LivePtr& stack, const std::string& logical_id);
  void launch(const LivePtr& stack, const std::string& logical_id, base::Async<void> work);
  void pump();
  void watch_time(const LivePtr& stack);
  base::Async<void> run_create(LivePtr stack, std::string logical_id, bool give_up);
  base::Async<void> run_update(LivePtr stack, std::string logical_id);
  base::Async<void> run_remove(LivePtr stack, std::string logical_id);
  std::vector<ResourceRecord> wanted_resources(const std::string& stack_name, const Template& definition,
                                               const std::map<std::string, bool, std::less<>>& conditions);
  LivePtr live(const StackRecord& stack) const;
  Target target_of(const LivePtr& stack, const StackUpdate& update);
  std::optional<std::string> exported_value(const StackRecord& importer, const std::string& name) const;
  void check_removals(const LivePtr& stack) const;
  void check_exports(const LivePtr& stack, const std::vector<OutputRecord>& outputs) const;
  ResourceRequest request_for(const LivePtr& stack, const std::string& logical_id);
  Scope scope_of(const LivePtr& stack) const;
  Scope scope_of(const LivePtr& stack, const Template& definition,
                 const std::vector<ParameterRecord>& parameters,
                 const std::map<std::string, bool>& conditions) const;
  const Template& definition_of(const LivePtr& stack) const;

  base::asio::any_io_executor state_;
  store::Store& store_;
  std::shared_ptr<store::Store::Hold> together_;
  const base::Clock& clock_;
  base::RandomSource& random_;
  ResourceProvider& provider_;
  std::function<std::vector<std::string>(const std::string&, const std::string&)> zones_;
  Archive archive_;
  ChangeSets change_sets_;
  std::map<Key, LivePtr> stacks_;
  std::deque<std::function<void()>> waiting_;
  std::size_t running_ = 0;
  bool stopping_ = false;
  base::asio::steady_timer all_ended_;
};

}  // namespace berth::stack
