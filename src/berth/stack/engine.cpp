#include "berth/stack/engine.hpp"

#include "base/check.hpp"
#include "base/log.hpp"
#include "berth/stack/template_error.hpp"

#include <boost/asio/redirect_error.hpp>

namespace berth::stack {

Engine::Engine(base::asio::any_io_executor state, store::Store& store, const base::Clock& clock,
               base::RandomSource& random, ResourceProvider& provider, Evaluation::Zones zones)
    : state_(std::move(state)),
      store_(store),
      clock_(clock),
      random_(random),
      provider_(provider),
      archive_(store),
      change_sets_(store),
      signals_(store),
      evaluation_(living_, random, provider, std::move(zones)),
      running_(state_, max_running) {}

Engine::~Engine() = default;

void Engine::load() {
  archive_.load([this](StackRecord record, Templates texts) {
    auto live = std::make_shared<Live>();
    live->record = std::move(record);
    live->template_text = std::move(texts.now);
    live->template_before = std::move(texts.before);
    living_.put(live);
  });
  change_sets_.load();
  signals_.load();
}

void Engine::resume() {
  // All are looked at before anything goes on, since what goes on in one may go on in those nested in it.
  std::vector<std::pair<LivePtr, Step>> begun;
  for (const LivePtr& stack : living_.all()) {
    if (!is_in_progress(stack->record.status)) continue;
    stack->definition = parse_template(stack->template_text);
    begun.emplace_back(stack, stack::resume(stack->record, clock_.now()));
    base::log::info("stack {} goes on: {}", stack->record.name, to_text(stack->record.status));
  }
  for (auto& [stack, step] : begun) {
    const auto cancel = std::exchange(step.cancel, {});
    for (const std::string& id : std::exchange(step.create, {})) {
      const bool give_up = std::ranges::find(cancel, id) != cancel.end();
      launch(stack, id, run_create(stack, id, give_up));
    }
    apply(stack, std::move(step));
    watch_time(stack);
  }
}

const StackRecord& Engine::create(NewStack input) {
  auto live = std::make_shared<Live>();
  StackRecord& record = live->record;
  if (const StackRecord* reviewed = find(input.account, input.region, input.name)) {
    BERTH_CHECK(reviewed->status == StackStatus::REVIEW_IN_PROGRESS, "the caller has checked the name");
    record = *reviewed;
  } else {
    record.uuid = random_.uuid();
  }
  record.account = std::move(input.account);
  record.region = std::move(input.region);
  record.name = std::move(input.name);
  record.description = input.definition.description;
  record.parameters = records_of(input.parameters);
  record.capabilities = std::move(input.capabilities);
  record.tags = std::move(input.tags);
  record.on_failure = input.on_failure;
  record.timeout_minutes = input.timeout_minutes;
  record.termination_protection = input.termination_protection;
  record.role_arn = std::move(input.role_arn);
  record.client_request_token = std::move(input.client_request_token);
  record.caller = std::move(input.caller);
  live->template_text = std::move(input.template_text);
  live->definition = std::move(input.definition);
  if (!input.parent_id.empty()) {
    const StackRecord* parent = find(record.account, record.region, input.parent_id);
    BERTH_CHECK(parent != nullptr, "a stack is nested in one that lives");
    record.parent_id = parent->id();
    record.root_id = parent->is_nested() ? parent->root_id : parent->id();
  }
  evaluation_.lay_out(live, input.imports);
  living_.put(live);
  // One commit with the record of the stack around it, which is next to learn of this one.
  if (record.is_nested()) commit_together();
  const store::Store::Hold together(store_);
  archive_.put_template(record, live->template_text);
  apply(live, start(record, clock_.now()));
  watch_time(live);
  return live->record;
}

Changes Engine::changes(const StackRecord& stack, const StackUpdate& update) {
  return evaluation_.changes(living_.of(stack), update);
}

const StackRecord& Engine::review(const std::string& account, const std::string& region,
                                  const std::string& name) {
  auto live = std::make_shared<Live>();
  live->record.account = account;
  live->record.region = region;
  live->record.name = name;
  live->record.uuid = random_.uuid();
  living_.put(live);
  apply(live, begin_review(live->record, clock_.now()));
  return live->record;
}

void Engine::set_termination_protection(const StackRecord& stack, bool on) {
  const LivePtr live = living_.of(stack);
  live->record.termination_protection = on;
  archive_.put(live->record);
}

void Engine::set_policy(const StackRecord& stack, std::string policy) {
  const LivePtr live = living_.of(stack);
  live->record.policy = std::move(policy);
  archive_.put(live->record);
}

void Engine::update(const StackRecord& stack, StackUpdate input) {
  const LivePtr live = living_.of(stack);
  StackRecord& record = live->record;
  Target target = evaluation_.target_of(live, input);
  const store::Store::Hold together(store_);
  if (!record.before) {  // else an update has failed and is kept: the way back is to before that one
    live->template_before = live->template_text;
    archive_.put_template_before(record, live->template_before);
  }
  live->template_text = std::move(input.template_text);
  live->definition = std::move(input.definition);
  archive_.put_template(record, live->template_text);
  if (!input.caller.empty()) record.caller = std::move(input.caller);
  record.client_request_token = std::move(input.client_request_token);
  apply(live, start_update(record, std::move(target), clock_.now()));
}

void Engine::cancel_update(const StackRecord& stack) {
  const LivePtr live = living_.of(stack);
  apply(live, request_cancel_update(live->record, clock_.now()));
}

void Engine::continue_rollback(const StackRecord& stack, const std::set<std::string>& skip,
                               std::string caller) {
  const LivePtr live = living_.of(stack);
  if (!caller.empty()) live->record.caller = std::move(caller);
  live->definition = parse_template(live->template_text);
  apply(live, stack::continue_rollback(live->record, skip, clock_.now()));
}

void Engine::roll_back(const StackRecord& stack, std::string caller, const std::string& reason) {
  const LivePtr live = living_.of(stack);
  if (!caller.empty()) live->record.caller = std::move(caller);
  live->definition = parse_template(live->template_text);
  if (live->record.status == StackStatus::CREATE_FAILED)
    apply(live, roll_back_creation(live->record, clock_.now()));
  else
    apply(live, stack::roll_back(live->record, reason, clock_.now()));
}

void Engine::note_token(const StackRecord& stack, std::string client_request_token) {
  living_.of(stack)->record.client_request_token = std::move(client_request_token);
}

void Engine::retain_except_on_create(const StackRecord& stack) {
  for (ResourceRecord& resource : living_.of(stack)->record.resources)
    if (resource.deletion_policy == DeletionPolicy::Retain)
      resource.deletion_policy = DeletionPolicy::RetainExceptOnCreate;
}

void Engine::cancel_creation(const StackRecord& stack) {
  const LivePtr live = living_.of(stack);
  apply(live, stack::cancel_creation(live->record, clock_.now()));
}

void Engine::remove(const StackRecord& stack, const std::set<std::string>& retain, std::string caller,
                    const std::string& client_request_token) {
  const LivePtr live = living_.of(stack);
  if (!caller.empty() && live->record.role_arn.empty()) live->record.caller = std::move(caller);
  if (!live->definition && !live->template_text.empty())
    live->definition = parse_template(live->template_text);
  if (live->record.status != StackStatus::DELETE_IN_PROGRESS)
    live->record.client_request_token = client_request_token;
  live->record.held = false;
  apply(live, request_delete(live->record, retain, clock_.now()));
}

bool Engine::signal(const StackRecord& stack, const std::string& logical_id, SignalRecord signal) {
  const LivePtr live = living_.of(stack);
  const SignalTarget target{stack.account, stack.region, stack.uuid, logical_id};
  const store::Store::Hold together(store_);
  const std::string told = std::string("Received ") + (signal.success ? "SUCCESS" : "FAILURE") +
                           " signal with UniqueId " + signal.unique_id;
  const auto before = signals_.of(target).size();
  if (!signals_.add(target, std::move(signal))) return false;
  if (signals_.of(target).size() > before)
    apply(live, signalled(live->record, logical_id, told, clock_.now()));
  return true;
}

const StackRecord* Engine::find(std::string_view account, std::string_view region,
                                std::string_view name_or_id) const {
  const LivePtr found = living_.find(account, region, name_or_id);
  return found == nullptr ? nullptr : &found->record;
}

const std::string& Engine::template_text(const StackRecord& stack) const {
  return living_.of(stack)->template_text;
}

void Engine::save(const LivePtr& stack, const std::vector<EventRecord>& events) {
  const store::Store::Hold together(store_);
  const auto count = static_cast<std::int64_t>(events.size());
  archive_.add_events(stack->record, stack->record.next_event - count, events);
  if (stack->record.status == StackStatus::DELETE_COMPLETE) {
    change_sets_.remove_of(stack->record);
    signals_.forget_all_of(stack->record.account, stack->record.region, stack->record.uuid);
    archive_.bury(stack->record);
  } else {
    archive_.put(stack->record);
  }
}

/// Everything queued from here until the coroutine that calls this waits goes into one commit. What was posted before
/// may run before the hold ends, and is in it too: another resource of this step, which needs no hold of its own then.
void Engine::commit_together() {
  if (together_ && together_->is_held()) return;
  together_ = std::make_shared<store::Store::Hold>(store_);
  base::asio::post(state_, [weak = std::weak_ptr(together_)] {
    if (const auto hold = weak.lock()) hold->end();
  });
}

void Engine::forget_mark(const LivePtr& stack, const std::string& logical_id) {
  if (stack->marked.erase(logical_id) > 0) archive_.forget_mark(stack->record, logical_id);
}

/// Writes what has changed, then does what the step says, and what follows from that.
void Engine::apply(const LivePtr& stack, Step step) {
  for (std::optional<Step> next = std::move(step); next;) next = act(stack, *next);
  if (!is_in_progress(stack->record.status)) {
    stack->timer.reset();
    stack->definition.reset();  // read again from its text if it is needed
    if (stack->record.status == StackStatus::DELETE_COMPLETE) living_.erase(stack->record);
  }
  tell(stack);
}

/// Others may have waited for what the stack has come to.
void Engine::tell(const LivePtr& stack) {
  for (const auto& watcher : std::exchange(stack->watchers, {}))
    if (const auto timer = watcher.lock()) timer->cancel();
  switch (stack->record.status) {
    case StackStatus::UPDATE_IN_PROGRESS:
    case StackStatus::UPDATE_FAILED:
    case StackStatus::UPDATE_ROLLBACK_IN_PROGRESS:
    case StackStatus::UPDATE_ROLLBACK_FAILED:
      return;
    default:
      break;
  }
  if (stack->record.held) return;
  for (const LivePtr& nested : living_.nested_in(stack->record))
    if (nested->record.held) apply(nested, release(nested->record, clock_.now()));
}

std::optional<Step> Engine::act(const LivePtr& stack, const Step& step) {
  write(stack, step);
  for (const std::string& id : step.cancel) {
    const auto running = stack->running.find(id);
    if (running != stack->running.end()) running->second->request();
  }
  for (const std::string& id : step.create) launch(stack, id, run_create(stack, id, false));
  for (const std::string& id : step.update) launch(stack, id, run_update(stack, id));
  for (const std::string& id : step.remove) launch(stack, id, run_remove(stack, id));
  if (step.compare) return compare(stack, *step.compare);
  if (step.made) return finish_outputs(stack);
  return std::nullopt;
}

void Engine::write(const LivePtr& stack, const Step& step) {
  const store::Store::Hold together(store_);
  if (step.template_back) {
    stack->template_text = stack->template_before;
    stack->definition = parse_template(stack->template_text);
    archive_.put_template(stack->record, stack->template_text);
  }
  if (step.update_over) {
    stack->template_before.clear();
    archive_.forget_template_before(stack->record);
  }
  if (!step.events.empty()) save(stack, step.events);
}

Step Engine::compare(const LivePtr& stack, const std::string& logical_id) {
  try {
    return compared(stack->record, logical_id, evaluation_.compare(stack, logical_id), clock_.now());
  } catch (const TemplateError& error) {
    return update_failed(stack->record, logical_id, error.what(), clock_.now());
  }
}

Step Engine::finish_outputs(const LivePtr& stack) {
  try {
    return outputs_resolved(stack->record, evaluation_.outputs(stack), clock_.now());
  } catch (const TemplateError& error) {
    return outputs_failed(stack->record, error.what(), clock_.now());
  }
}

void Engine::watch_time(const LivePtr& stack) {
  if (stack->record.timeout_minutes <= 0 || stack->record.status != StackStatus::CREATE_IN_PROGRESS) return;
  const auto spent = clock_.now() - stack->record.created;
  stack->timer = std::make_unique<base::asio::steady_timer>(state_);
  stack->timer->expires_after(std::chrono::minutes(stack->record.timeout_minutes) - spent);
  stack->timer->async_wait([this, weak = std::weak_ptr(stack)](const boost::system::error_code& error) {
    const auto live = weak.lock();
    if (!error && live && !running_.is_stopping()) apply(live, timed_out(live->record, clock_.now()));
  });
}

base::Async<std::shared_ptr<const StackRecord>> Engine::wait_for(std::string account, std::string region,
                                                                 std::string stack_id, Done done,
                                                                 std::shared_ptr<Cancellation> cancellation) {
  const LivePtr stack = living_.find(account, region, stack_id);
  if (stack == nullptr) co_return nullptr;
  const auto changed = std::make_shared<base::asio::steady_timer>(
      state_, base::asio::steady_timer::time_point::max());  // it never expires
  while (!done(stack->record) && !cancellation->requested) {
    cancellation->on_request = [changed] { changed->cancel(); };
    stack->watchers.push_back(changed);
    boost::system::error_code ignored;
    co_await changed->async_wait(base::asio::redirect_error(base::asio::use_awaitable, ignored));
  }
  cancellation->on_request = nullptr;
  co_return std::shared_ptr<const StackRecord>(stack, &stack->record);
}

base::Async<void> Engine::stop() {
  running_.stop();
  for (const LivePtr& stack : living_.all()) {
    stack->timer.reset();
    for (const auto& [id, cancellation] : stack->running) cancellation->request();
  }
  co_await running_.join();
}

void Engine::clear() {
  BERTH_CHECK(running_.is_idle(), "stop() comes first");
  living_.clear();
  archive_.clear();
  change_sets_.clear();
  signals_.clear();
  running_.reopen();
}

}  // namespace berth::stack
