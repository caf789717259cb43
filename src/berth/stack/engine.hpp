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
#include "berth/stack/intrinsics.hpp"
#include "berth/stack/parameters.hpp"
#include "berth/stack/progress.hpp"
#include "berth/stack/provider.hpp"

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
  /// and graph find wrong. The caller has checked that the name is free.
  const StackRecord& create(NewStack stack);
  /// Starts deleting it, on behalf of `caller` unless the stack has a role of its own. No effect on one that is
  /// being deleted.
  void remove(const StackRecord& stack, const std::set<std::string>& retain = {}, std::string caller = {});

  /// By name or by id; null if no living stack has it.
  const StackRecord* find(std::string_view account, std::string_view region,
                          std::string_view name_or_id) const;
  std::vector<const StackRecord*> stacks(std::string_view account,
                                         std::string_view region) const;  ///< newest first
  const std::string& template_text(const StackRecord& stack) const;
  Archive& archive() { return archive_; }

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
    std::optional<Template> definition;
    std::map<std::string, std::shared_ptr<Cancellation>> running;  ///< by logical id
    std::set<std::string> marked;                                  ///< logical ids that may have a mark
    std::unique_ptr<base::asio::steady_timer> timer;
  };
  using LivePtr = std::shared_ptr<Live>;
  using Key = std::tuple<std::string, std::string, std::string>;  ///< account, region, name

  void apply(const LivePtr& stack, Step step);
  void finish_outputs(const LivePtr& stack);
  void save(const LivePtr& stack, const std::vector<EventRecord>& events);
  void commit_together();
  void forget_mark(const LivePtr& stack, const std::string& logical_id);
  void launch(const LivePtr& stack, const std::string& logical_id, base::Async<void> work);
  void pump();
  void watch_time(const LivePtr& stack);
  base::Async<void> run_create(LivePtr stack, std::string logical_id, bool recover, bool give_up);
  base::Async<void> run_remove(LivePtr stack, std::string logical_id);
  ResourceRequest request_for(const LivePtr& stack, const std::string& logical_id);
  Scope scope_of(const LivePtr& stack) const;
  const Template& definition_of(const LivePtr& stack) const;

  base::asio::any_io_executor state_;
  store::Store& store_;
  std::shared_ptr<store::Store::Hold> together_;
  const base::Clock& clock_;
  base::RandomSource& random_;
  ResourceProvider& provider_;
  std::function<std::vector<std::string>(const std::string&, const std::string&)> zones_;
  Archive archive_;
  std::map<Key, LivePtr> stacks_;
  std::deque<std::function<void()>> waiting_;
  std::size_t running_ = 0;
  bool stopping_ = false;
  base::asio::steady_timer all_ended_;
};

}  // namespace berth::stack
