#include "berth/stack/engine.hpp"

#include "base/check.hpp"
#include "base/json.hpp"
#include "base/log.hpp"
#include "berth/stack/conditions.hpp"
#include "berth/stack/graph.hpp"
#include "berth/stack/template_error.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace berth::stack {
namespace {

constexpr const char* cancelled = "Resource creation cancelled";

std::string text_of(const json::value& value) {
  return value.is_string() ? std::string(value.get_string()) : base::to_text(value);
}

json::object object_from(const std::string& text) {
  return text.empty() ? json::object() : base::parse_json(text).value().get_object();
}

std::string suggested_name(const std::string& stack, const std::string& logical_id,
                           base::RandomSource& random) {
  return fmt::format("{}-{}-{}", stack, logical_id,
                     random.characters(12, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"));
}

}  // namespace

Engine::Engine(base::asio::any_io_executor state, store::Store& store, const base::Clock& clock,
               base::RandomSource& random, ResourceProvider& provider,
               std::function<std::vector<std::string>(const std::string&, const std::string&)> zones)
    : state_(std::move(state)),
      store_(store),
      clock_(clock),
      random_(random),
      provider_(provider),
      zones_(std::move(zones)),
      archive_(store),
      all_ended_(state_, base::asio::steady_timer::time_point::max()) {}

Engine::~Engine() = default;

void Engine::load() {
  archive_.load([this](StackRecord record, std::string text) {
    auto live = std::make_shared<Live>();
    live->record = std::move(record);
    live->template_text = std::move(text);
    stacks_[Key{live->record.account, live->record.region, live->record.name}] = std::move(live);
  });
}

void Engine::resume() {
  for (const auto& [key, stack] : std::map(stacks_)) {
    if (!is_in_progress(stack->record.status)) continue;
    stack->definition = parse_template(stack->template_text);
    const Step step = stack::resume(stack->record);
    base::log::info("stack {} goes on: {}", stack->record.name, to_text(stack->record.status));
    for (const std::string& id : step.create) {
      const bool give_up = std::ranges::find(step.cancel, id) != step.cancel.end();
      launch(stack, id, run_create(stack, id, true, give_up));
    }
    for (const std::string& id : step.remove) launch(stack, id, run_remove(stack, id));
    if (step.made) finish_outputs(stack);
    watch_time(stack);
  }
}

const StackRecord& Engine::create(NewStack input) {
  auto live = std::make_shared<Live>();
  StackRecord& record = live->record;
  record.account = std::move(input.account);
  record.region = std::move(input.region);
  record.name = std::move(input.name);
  record.uuid = random_.uuid();
  record.description = input.definition.description;
  for (const BoundParameter& parameter : input.parameters)
    record.parameters.push_back({parameter.name, parameter.text, base::to_text(parameter.value),
                                 parameter.no_echo, parameter.stood_in});
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

  const auto conditions = evaluate_conditions(*live->definition, scope_of(live));
  record.conditions.insert(conditions.begin(), conditions.end());
  for (Graph::Node& node : build_graph(*live->definition, conditions).nodes) {
    const ResourceDefinition& definition = *live->definition->resource(node.logical_id);
    ResourceRecord resource;
    resource.logical_id = node.logical_id;
    resource.type = definition.type;
    resource.suggested_name = suggested_name(record.name, node.logical_id, random_);
    resource.needs = std::move(node.needs);
    resource.deletion_policy = definition.deletion_policy;
    record.resources.push_back(std::move(resource));
  }
  stacks_[Key{record.account, record.region, record.name}] = live;
  const store::Store::Hold together(store_);
  archive_.put_template(record, live->template_text);
  apply(live, start(record, clock_.now()));
  watch_time(live);
  return live->record;
}

void Engine::remove(const StackRecord& stack, const std::set<std::string>& retain, std::string caller) {
  const auto found = stacks_.find(Key{stack.account, stack.region, stack.name});
  BERTH_CHECK(found != stacks_.end(), "only living stacks are deleted");
  const LivePtr live = found->second;
  if (!caller.empty() && live->record.role_arn.empty()) live->record.caller = std::move(caller);
  if (!live->definition) live->definition = parse_template(live->template_text);
  apply(live, request_delete(live->record, retain, clock_.now()));
}

const StackRecord* Engine::find(std::string_view account, std::string_view region,
                                std::string_view name_or_id) const {
  if (!name_or_id.starts_with("arn:")) {
    const auto found = stacks_.find(Key{account, region, name_or_id});
    return found == stacks_.end() ? nullptr : &found->second->record;
  }
  for (const auto& [key, stack] : stacks_)
    if (stack->record.account == account && stack->record.region == region &&
        stack->record.id() == name_or_id)
      return &stack->record;
  return nullptr;
}

std::vector<const StackRecord*> Engine::stacks(std::string_view account, std::string_view region) const {
  std::vector<const StackRecord*> found;
  for (const auto& [key, stack] : stacks_)
    if (stack->record.account == account && stack->record.region == region) found.push_back(&stack->record);
  std::ranges::stable_sort(found, [](const auto* a, const auto* b) { return a->created > b->created; });
  return found;
}

const std::string& Engine::template_text(const StackRecord& stack) const {
  return stacks_.at(Key{stack.account, stack.region, stack.name})->template_text;
}

void Engine::save(const LivePtr& stack, const std::vector<EventRecord>& events) {
  const store::Store::Hold together(store_);
  const auto count = static_cast<std::int64_t>(events.size());
  archive_.add_events(stack->record, stack->record.next_event - count, events);
  if (stack->record.status == StackStatus::DELETE_COMPLETE)
    archive_.bury(stack->record);
  else
    archive_.put(stack->record);
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

/// Writes what has changed, then does what the step says.
void Engine::apply(const LivePtr& stack, Step step) {
  if (!step.events.empty()) save(stack, step.events);
  for (const std::string& id : step.cancel) {
    const auto running = stack->running.find(id);
    if (running != stack->running.end()) running->second->request();
  }
  for (const std::string& id : step.create) launch(stack, id, run_create(stack, id, false, false));
  for (const std::string& id : step.remove) launch(stack, id, run_remove(stack, id));
  if (step.made) finish_outputs(stack);
  if (is_in_progress(stack->record.status)) return;
  stack->timer.reset();
  stack->definition.reset();  // read again from its text if it is needed
  if (stack->record.status == StackStatus::DELETE_COMPLETE)
    stacks_.erase(Key{stack->record.account, stack->record.region, stack->record.name});
}

void Engine::finish_outputs(const LivePtr& stack) {
  Step next;
  try {
    std::vector<OutputRecord> outputs;
    const Scope scope = scope_of(stack);
    for (const OutputDefinition& output : definition_of(stack).outputs) {
      if (output.condition && !stack->record.conditions.at(*output.condition)) continue;
      const auto value = resolve(output.value, scope);
      if (!value || value->is_object() || value->is_array())
        throw TemplateError(fmt::format("Template format error: Output {} must be a string", output.name));
      const auto exported = output.export_name.is_null() ? std::nullopt : resolve(output.export_name, scope);
      outputs.push_back(
          {output.name, text_of(*value), output.description, exported ? text_of(*exported) : ""});
    }
    next = outputs_resolved(stack->record, std::move(outputs), clock_.now());
  } catch (const TemplateError& error) {
    next = outputs_failed(stack->record, error.what(), clock_.now());
  }
  apply(stack, std::move(next));
}

void Engine::watch_time(const LivePtr& stack) {
  if (stack->record.timeout_minutes <= 0 || stack->record.status != StackStatus::CREATE_IN_PROGRESS) return;
  const auto spent = clock_.now() - stack->record.created;
  stack->timer = std::make_unique<base::asio::steady_timer>(state_);
  stack->timer->expires_after(std::chrono::minutes(stack->record.timeout_minutes) - spent);
  stack->timer->async_wait([this, weak = std::weak_ptr(stack)](const boost::system::error_code& error) {
    const auto live = weak.lock();
    if (!error && live && !stopping_) apply(live, timed_out(live->record, clock_.now()));
  });
}

void Engine::launch(const LivePtr& stack, const std::string& logical_id, base::Async<void> work) {
  stack->running[logical_id] = std::make_shared<Cancellation>();
  // std::function wants what it holds to be copyable; the coroutine is moved out once.
  auto held = std::make_shared<base::Async<void>>(std::move(work));
  waiting_.push_back([this, held] {
    ++running_;
    base::asio::co_spawn(state_, std::move(*held), [this](std::exception_ptr error) {
      BERTH_CHECK(!error, "run_create and run_remove catch what their work throws");
      --running_;
      pump();
      if (running_ == 0) all_ended_.cancel();
    });
  });
  pump();
}

void Engine::pump() {
  while (!stopping_ && running_ < max_running && !waiting_.empty()) {
    auto next = std::move(waiting_.front());
    waiting_.pop_front();
    next();
  }
}

base::Async<void> Engine::stop() {
  stopping_ = true;
  waiting_.clear();
  for (const auto& [key, stack] : stacks_) {
    stack->timer.reset();
    for (const auto& [id, cancellation] : stack->running) cancellation->request();
  }
  while (running_ > 0) {
    boost::system::error_code ignored;  // it never expires: being cancelled is the signal
    co_await all_ended_.async_wait(base::asio::redirect_error(base::asio::use_awaitable, ignored));
  }
}

void Engine::clear() {
  BERTH_CHECK(running_ == 0, "stop() comes first");
  stacks_.clear();
  archive_.clear();
  stopping_ = false;
}

const Template& Engine::definition_of(const LivePtr& stack) const {
  BERTH_CHECK(stack->definition.has_value(), "the template is at hand while a stack is in progress");
  return *stack->definition;
}

Scope Engine::scope_of(const LivePtr& stack) const {
  const StackRecord& record = stack->record;
  Scope scope;
  scope.values = pseudo_parameters(record.account, record.region, record.name, record.id());
  for (const ParameterRecord& parameter : record.parameters)
    scope.values[parameter.name] = base::parse_json(parameter.value).value();
  scope.mappings = definition_of(stack).mappings;
  scope.conditions.insert(record.conditions.begin(), record.conditions.end());
  scope.region = record.region;
  scope.zones = zones_(record.account, record.region);
  scope.reference = [stack](const std::string& id) -> std::optional<json::value> {
    const ResourceRecord* resource = stack->record.resource(id);
    if (resource == nullptr) return std::nullopt;
    return json::value(json::string(resource->physical_id));
  };
  scope.attribute = [stack](const std::string& id, const std::string& name) -> json::value {
    const ResourceRecord* resource = stack->record.resource(id);
    if (resource == nullptr)
      throw TemplateError(
          fmt::format("Template error: instance of Fn::GetAtt references undefined resource {}", id));
    const auto found = resource->attributes.find(name);
    if (found == resource->attributes.end())
      throw TemplateError(fmt::format(
          "Template error: resource {} does not support attribute type {} in Fn::GetAtt", id, name));
    return json::value(json::string(found->second));
  };
  return scope;
}

ResourceRequest Engine::request_for(const LivePtr& stack, const std::string& logical_id) {
  const StackRecord& record = stack->record;
  const ResourceRecord& resource = *record.resource(logical_id);
  ResourceRequest request;
  request.account = record.account;
  request.region = record.region;
  request.stack_name = record.name;
  request.stack_id = record.id();
  request.logical_id = logical_id;
  request.type = resource.type;
  request.caller = record.caller;
  request.physical_id = resource.physical_id;
  request.suggested_name = resource.suggested_name;
  request.properties = object_from(resource.properties);
  request.tags = record.tags;
  request.cancellation = stack->running.at(logical_id);
  request.note = [stack, logical_id](NoteRecord note) {
    stack->record.resource(logical_id)->notes.push_back(std::move(note));
  };
  request.initiated = [this, stack, logical_id](const std::string& physical_id) {
    if (stopping_) return;
    commit_together();
    apply(stack, stack::initiated(stack->record, logical_id, physical_id, clock_.now()));
    forget_mark(stack, logical_id);
  };
  request.mark = [this, stack, logical_id](const std::string& physical_id) {
    stack->marked.insert(logical_id);
    return archive_.mark(stack->record, logical_id, physical_id);
  };
  return request;
}

base::Async<void> Engine::run_create(LivePtr stack, std::string logical_id, bool recover, bool give_up) {
  co_await base::asio::post(state_, base::asio::use_awaitable);  // never inside the step that starts it
  std::string failure;
  std::map<std::string, std::string> attributes;
  try {
    ResourceRecord& resource = *stack->record.resource(logical_id);
    const ResourceDefinition& definition = *definition_of(stack).resource(logical_id);
    const Scope scope = scope_of(stack);
    resource.properties = base::to_text(resolve_object(definition.properties, scope));
    if (recover &&
        !resource.physical_id.empty()) {  // what an interrupted creation has left behind goes first
      commit_together();
      co_await provider_.remove(request_for(stack, logical_id));
      commit_together();
      resource.physical_id.clear();
      archive_.put(stack->record);
      forget_mark(stack, logical_id);
    }
    const auto cancellation = stack->running.at(logical_id);
    if (give_up || cancellation->requested) {
      failure = cancelled;
    } else {
      ResourceRequest request = request_for(stack, logical_id);
      request.metadata = resolve_object(definition.metadata, scope);
      request.creation_policy = resolve_object(definition.creation_policy, scope);
      commit_together();
      attributes = co_await provider_.create(std::move(request));
    }
  } catch (const TemplateError& error) {
    failure = error.what();
  } catch (const ResourceFailure& error) {
    failure = error.what();
  } catch (const std::exception& error) {
    base::log::error("stack {}: creating {} failed: {}", stack->record.name, logical_id, error.what());
    failure = fmt::format("Internal Failure: {}", error.what());
  }
  if (stopping_) co_return;  // the record says in progress: resume() goes on
  const bool was_cancelled = stack->running.at(logical_id)->requested;
  stack->running.erase(logical_id);
  if (failure.empty())
    apply(stack, created(stack->record, logical_id, std::move(attributes), clock_.now()));
  else
    apply(stack, create_failed(stack->record, logical_id, was_cancelled ? cancelled : failure, clock_.now()));
}

base::Async<void> Engine::run_remove(LivePtr stack, std::string logical_id) {
  co_await base::asio::post(state_, base::asio::use_awaitable);
  std::string failure;
  try {
    commit_together();
    co_await provider_.remove(request_for(stack, logical_id));
  } catch (const ResourceFailure& error) {
    failure = error.what();
  } catch (const std::exception& error) {
    base::log::error("stack {}: deleting {} failed: {}", stack->record.name, logical_id, error.what());
    failure = fmt::format("Internal Failure: {}", error.what());
  }
  if (stopping_) co_return;
  commit_together();
  stack->running.erase(logical_id);
  if (failure.empty())
    apply(stack, removed(stack->record, logical_id, clock_.now()));
  else
    apply(stack, remove_failed(stack->record, logical_id, failure, clock_.now()));
  forget_mark(stack, logical_id);
}

}  // namespace berth::stack
