#include "berth/stack/engine.hpp"

#include "base/check.hpp"
#include "base/json.hpp"
#include "base/log.hpp"
#include "berth/stack/conditions.hpp"
#include "berth/stack/graph.hpp"
#include "berth/stack/policy.hpp"
#include "berth/stack/template_error.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace berth::stack {
namespace {

constexpr const char* cancelled = "Resource creation cancelled";
constexpr const char* update_cancelled = "Resource update cancelled";

std::string text_of(const json::value& value) {
  return value.is_string() ? std::string(value.get_string()) : base::to_text(value);
}

json::object object_from(const std::string& text) {
  return text.empty() ? json::object() : base::parse_json(text).value().get_object();
}

const std::string& policy_of(const StackRecord& stack) {
  return stack.policy_for_update ? *stack.policy_for_update : stack.policy;
}

std::vector<ParameterRecord> records_of(const std::vector<BoundParameter>& bound) {
  std::vector<ParameterRecord> records;
  for (const BoundParameter& parameter : bound)
    records.push_back({parameter.name, parameter.text, base::to_text(parameter.value), parameter.no_echo,
                       parameter.stood_in});
  return records;
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
      change_sets_(store),
      all_ended_(state_, base::asio::steady_timer::time_point::max()) {}

Engine::~Engine() = default;

void Engine::load() {
  archive_.load([this](StackRecord record, Templates texts) {
    auto live = std::make_shared<Live>();
    live->record = std::move(record);
    live->template_text = std::move(texts.now);
    live->template_before = std::move(texts.before);
    stacks_[Key{live->record.account, live->record.region, live->record.name}] = std::move(live);
  });
  change_sets_.load();
}

void Engine::resume() {
  for (const auto& [key, stack] : std::map(stacks_)) {
    if (!is_in_progress(stack->record.status)) continue;
    stack->definition = parse_template(stack->template_text);
    Step step = stack::resume(stack->record, clock_.now());
    base::log::info("stack {} goes on: {}", stack->record.name, to_text(stack->record.status));
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

  const auto conditions = evaluate_conditions(*live->definition, scope_of(live));
  record.conditions.insert(conditions.begin(), conditions.end());
  record.resources = wanted_resources(record.name, *live->definition, conditions);
  stacks_[Key{record.account, record.region, record.name}] = live;
  const store::Store::Hold together(store_);
  archive_.put_template(record, live->template_text);
  apply(live, start(record, clock_.now()));
  watch_time(live);
  return live->record;
}

/// The resources that a template makes, in its order. Throws TemplateError.
std::vector<ResourceRecord> Engine::wanted_resources(
    const std::string& stack_name, const Template& definition,
    const std::map<std::string, bool, std::less<>>& conditions) {
  std::vector<ResourceRecord> wanted;
  for (Graph::Node& node : build_graph(definition, conditions).nodes) {
    const ResourceDefinition& resource_definition = *definition.resource(node.logical_id);
    ResourceRecord resource;
    resource.logical_id = node.logical_id;
    resource.type = resource_definition.type;
    resource.suggested_name = suggested_name(stack_name, node.logical_id, random_);
    resource.needs = std::move(node.needs);
    resource.deletion_policy = resource_definition.deletion_policy;
    resource.replace_policy = resource_definition.replace_policy;
    wanted.push_back(std::move(resource));
  }
  return wanted;
}

Engine::LivePtr Engine::live(const StackRecord& stack) const {
  const auto found = stacks_.find(Key{stack.account, stack.region, stack.name});
  BERTH_CHECK(found != stacks_.end(), "only living stacks are changed");
  return found->second;
}

Target Engine::target_of(const LivePtr& stack, const StackUpdate& update) {
  Target target;
  target.description = update.definition.description;
  target.role_arn = update.role_arn;
  target.parameters = records_of(update.parameters);
  target.capabilities = update.capabilities;
  target.tags = update.tags;
  target.keep_on_failure = update.keep_on_failure;
  target.policy_for_update = update.policy_for_update;
  const auto conditions =
      evaluate_conditions(update.definition, scope_of(stack, update.definition, target.parameters, {}));
  target.conditions.insert(conditions.begin(), conditions.end());
  target.resources = wanted_resources(stack->record.name, update.definition, conditions);
  return target;
}

Changes Engine::changes(const StackRecord& stack, const StackUpdate& update) {
  const LivePtr live = this->live(stack);
  const Target target = target_of(live, update);
  const Template now = live->template_text.empty() ? Template() : parse_template(live->template_text);
  Scope scope = scope_of(live, update.definition, target.parameters, target.conditions);
  // Looking takes nothing.
  scope.import = [this, live](const std::string& name) { return exported_value(live->record, name); };
  return find_changes(live->record, now, update.definition, target, std::move(scope),
                      [this](const std::string& type, const json::object& before, const json::object& after,
                             bool tags) { return provider_.differences(type, before, after, tags); });
}

const StackRecord& Engine::review(const std::string& account, const std::string& region,
                                  const std::string& name) {
  auto live = std::make_shared<Live>();
  live->record.account = account;
  live->record.region = region;
  live->record.name = name;
  live->record.uuid = random_.uuid();
  stacks_[Key{account, region, name}] = live;
  apply(live, begin_review(live->record, clock_.now()));
  return live->record;
}

void Engine::set_termination_protection(const StackRecord& stack, bool on) {
  const LivePtr live = this->live(stack);
  live->record.termination_protection = on;
  archive_.put(live->record);
}

void Engine::set_policy(const StackRecord& stack, std::string policy) {
  const LivePtr live = this->live(stack);
  live->record.policy = std::move(policy);
  archive_.put(live->record);
}

std::vector<Export> Engine::exports(std::string_view account, std::string_view region) const {
  std::vector<Export> found;
  for (const auto& [key, stack] : stacks_)
    if (stack->record.account == account && stack->record.region == region)
      for (const OutputRecord& output : stack->record.outputs)
        if (!output.export_name.empty())
          found.push_back({output.export_name, output.value, stack->record.id()});
  std::ranges::sort(found, {}, &Export::name);
  return found;
}

std::vector<std::string> Engine::importers(std::string_view account, std::string_view region,
                                           const std::string& name) const {
  std::vector<std::string> found;
  for (const auto& [key, stack] : stacks_) {
    const StackRecord& record = stack->record;
    if (record.account != account || record.region != region) continue;
    if (record.imports.contains(name) || (record.before && record.before->imports.contains(name)))
      found.push_back(record.name);
  }
  return found;
}

std::optional<std::string> Engine::exported_value(const StackRecord& importer,
                                                  const std::string& name) const {
  for (const Export& each : exports(importer.account, importer.region))
    if (each.name == name && each.stack_id != importer.id()) return each.value;
  return std::nullopt;
}

/// A name is exported once; and what others use of this stack stays as it is.
void Engine::check_exports(const LivePtr& stack, const std::vector<OutputRecord>& outputs) const {
  const StackRecord& record = stack->record;
  for (const Export& each : exports(record.account, record.region)) {
    const auto same = std::ranges::find(outputs, each.name, &OutputRecord::export_name);
    if (each.stack_id != record.id()) {
      if (same != outputs.end())
        throw TemplateError(fmt::format("Export with name {} is already exported by stack {}", each.name,
                                        find(record.account, record.region, each.stack_id)->name));
      continue;
    }
    if (same != outputs.end() && same->value == each.value) continue;
    if (const auto users = importers(record.account, record.region, each.name); !users.empty())
      throw TemplateError(fmt::format("Export {} cannot be {} as it is in use by {}", each.name,
                                      same == outputs.end() ? "deleted" : "updated", fmt::join(users, ", ")));
  }
}

void Engine::update(const StackRecord& stack, StackUpdate input) {
  const LivePtr live = this->live(stack);
  StackRecord& record = live->record;
  Target target = target_of(live, input);
  const store::Store::Hold together(store_);
  if (!record.before) {  // else an update has failed and is kept: the way back is to before that one
    live->template_before = live->template_text;
    archive_.put_template_before(record, live->template_before);
  }
  live->template_text = std::move(input.template_text);
  live->definition = std::move(input.definition);
  archive_.put_template(record, live->template_text);
  if (!input.caller.empty()) record.caller = std::move(input.caller);
  apply(live, start_update(record, std::move(target), clock_.now()));
}

void Engine::cancel_update(const StackRecord& stack) {
  const LivePtr live = this->live(stack);
  apply(live, request_cancel_update(live->record, clock_.now()));
}

void Engine::continue_rollback(const StackRecord& stack, const std::set<std::string>& skip,
                               std::string caller) {
  const LivePtr live = this->live(stack);
  if (!caller.empty()) live->record.caller = std::move(caller);
  live->definition = parse_template(live->template_text);
  apply(live, stack::continue_rollback(live->record, skip, clock_.now()));
}

void Engine::remove(const StackRecord& stack, const std::set<std::string>& retain, std::string caller) {
  const LivePtr live = this->live(stack);
  if (!caller.empty() && live->record.role_arn.empty()) live->record.caller = std::move(caller);
  if (!live->definition && !live->template_text.empty())
    live->definition = parse_template(live->template_text);
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
  if (stack->record.status == StackStatus::DELETE_COMPLETE) {
    change_sets_.remove_of(stack->record);
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
  if (is_in_progress(stack->record.status)) return;
  stack->timer.reset();
  stack->definition.reset();  // read again from its text if it is needed
  if (stack->record.status == StackStatus::DELETE_COMPLETE)
    stacks_.erase(Key{stack->record.account, stack->record.region, stack->record.name});
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

/// What the template now says of a resource that is there, against what it was made from.
Step Engine::compare(const LivePtr& stack, const std::string& logical_id) {
  const StackRecord& record = stack->record;
  const ResourceRecord& resource = *record.resource(logical_id);
  try {
    const json::object before = object_from(resource.properties);
    const json::object after =
        resolve_object(definition_of(stack).resource(logical_id)->properties, scope_of(stack));
    Comparison comparison;
    comparison.properties = base::to_text(after);
    comparison.suggested_name = suggested_name(record.name, logical_id, random_);
    for (const PropertyDifference& each :
         provider_.differences(resource.type, before, after, record.tags != record.before->tags)) {
      if (each.recreation == Recreation::Always)
        comparison.effect = Comparison::Effect::Replace;
      else if (comparison.effect == Comparison::Effect::None)
        comparison.effect = Comparison::Effect::Update;
    }
    if (comparison.effect != Comparison::Effect::None) {
      const char* action =
          comparison.effect == Comparison::Effect::Replace ? "Update:Replace" : "Update:Modify";
      if (const auto why = refused_by_policy(policy_of(record), action, logical_id, resource.type))
        return update_failed(stack->record, logical_id, *why, clock_.now());
    }
    if (comparison.effect == Comparison::Effect::Replace) {
      if (const std::string why = provider_.replacement_refusal(resource.type, before, after); !why.empty())
        return update_failed(stack->record, logical_id, why, clock_.now());
    }
    return compared(stack->record, logical_id, std::move(comparison), clock_.now());
  } catch (const TemplateError& error) {
    return update_failed(stack->record, logical_id, error.what(), clock_.now());
  }
}

Step Engine::finish_outputs(const LivePtr& stack) {
  try {
    std::vector<OutputRecord> outputs = resolve_outputs(stack);
    check_exports(stack, outputs);
    check_removals(stack);
    return outputs_resolved(stack->record, std::move(outputs), clock_.now());
  } catch (const TemplateError& error) {
    return outputs_failed(stack->record, error.what(), clock_.now());
  }
}

/// What the new template has no more may go.
void Engine::check_removals(const LivePtr& stack) const {
  for (const ResourceRecord& resource : stack->record.resources)
    if (resource.leaving)
      if (const auto why = refused_by_policy(policy_of(stack->record), "Update:Delete", resource.logical_id,
                                             resource.type))
        throw TemplateError(*why);
}

std::vector<OutputRecord> Engine::resolve_outputs(const LivePtr& stack) const {
  std::vector<OutputRecord> outputs;
  const Scope scope = scope_of(stack);
  for (const OutputDefinition& output : definition_of(stack).outputs) {
    if (output.condition && !stack->record.conditions.at(*output.condition)) continue;
    const auto value = resolve(output.value, scope);
    if (!value || value->is_object() || value->is_array())
      throw TemplateError(fmt::format("Template format error: Output {} must be a string", output.name));
    const auto exported = output.export_name.is_null() ? std::nullopt : resolve(output.export_name, scope);
    outputs.push_back({output.name, text_of(*value), output.description, exported ? text_of(*exported) : ""});
  }
  return outputs;
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
  change_sets_.clear();
  stopping_ = false;
}

const Template& Engine::definition_of(const LivePtr& stack) const {
  BERTH_CHECK(stack->definition.has_value(), "the template is at hand while a stack is in progress");
  return *stack->definition;
}

Scope Engine::scope_of(const LivePtr& stack) const {
  return scope_of(stack, definition_of(stack), stack->record.parameters, stack->record.conditions);
}

Scope Engine::scope_of(const LivePtr& stack, const Template& definition,
                       const std::vector<ParameterRecord>& parameters,
                       const std::map<std::string, bool>& conditions) const {
  const StackRecord& record = stack->record;
  Scope scope;
  scope.values = pseudo_parameters(record.account, record.region, record.name, record.id());
  for (const ParameterRecord& parameter : parameters)
    scope.values[parameter.name] = base::parse_json(parameter.value).value();
  scope.mappings = definition.mappings;
  scope.conditions.insert(conditions.begin(), conditions.end());
  scope.region = record.region;
  scope.zones = zones_(record.account, record.region);
  scope.import = [this, stack](const std::string& name) {
    auto value = exported_value(stack->record, name);
    if (value) stack->record.imports.insert(name);
    return value;
  };
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
  request.logical_id = resource.logical_id;
  request.type = resource.type;
  request.caller = record.caller;
  request.physical_id = resource.physical_id;
  request.suggested_name = resource.suggested_name;
  request.properties = object_from(resource.properties);
  request.tags = record.tags;
  request.cancellation = stack->running.at(logical_id);
  request.note = [stack, logical_id](NoteRecord note) {
    if (ResourceRecord* noted = stack->record.resource(logical_id)) noted->notes.push_back(std::move(note));
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

base::Async<void> Engine::run_create(LivePtr stack, std::string logical_id, bool give_up) {
  co_await base::asio::post(state_, base::asio::use_awaitable);  // never inside the step that starts it
  std::string failure;
  std::map<std::string, std::string> attributes;
  try {
    ResourceRecord& resource = *stack->record.resource(logical_id);
    const ResourceDefinition& definition = *definition_of(stack).resource(logical_id);
    const Scope scope = scope_of(stack);
    resource.properties = base::to_text(resolve_object(definition.properties, scope));
    if (!resource.physical_id.empty()) {  // what an interrupted or failed creation has left behind goes first
      commit_together();
      co_await provider_.remove(request_for(stack, logical_id));
      commit_together();
      resource.physical_id.clear();
      archive_.put(stack->record);
      forget_mark(stack, logical_id);
    }
    const auto cancellation = stack->running.at(logical_id);
    if (give_up || cancellation->requested) {
      cancellation->requested = true;
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
  if (stack->running.at(logical_id)->requested && !failure.empty())
    failure = stack->record.resource(logical_id)->replacing ? update_cancelled : cancelled;
  stack->running.erase(logical_id);
  if (failure.empty())
    apply(stack, created(stack->record, logical_id, std::move(attributes), clock_.now()));
  else
    apply(stack, create_failed(stack->record, logical_id, failure, clock_.now()));
}

base::Async<void> Engine::run_update(LivePtr stack, std::string logical_id) {
  co_await base::asio::post(state_, base::asio::use_awaitable);
  std::string failure;
  std::map<std::string, std::string> attributes;
  try {
    ResourceRequest request = request_for(stack, logical_id);
    request.prior = object_from(stack->record.resource(logical_id)->prior_properties);
    commit_together();
    attributes = co_await provider_.update(std::move(request));
  } catch (const ResourceFailure& error) {
    failure = error.what();
  } catch (const std::exception& error) {
    base::log::error("stack {}: updating {} failed: {}", stack->record.name, logical_id, error.what());
    failure = fmt::format("Internal Failure: {}", error.what());
  }
  if (stopping_) co_return;
  if (stack->running.at(logical_id)->requested && !failure.empty()) failure = update_cancelled;
  stack->running.erase(logical_id);
  if (failure.empty())
    apply(stack, updated(stack->record, logical_id, std::move(attributes), clock_.now()));
  else
    apply(stack, update_failed(stack->record, logical_id, failure, clock_.now()));
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
