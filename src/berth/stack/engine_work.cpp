// What the engine does to one resource: makes, changes or deletes it, and reports what came of it.
#include "base/json.hpp"
#include "base/log.hpp"
#include "berth/stack/engine.hpp"
#include "berth/stack/template_error.hpp"

#include <fmt/format.h>

namespace berth::stack {
namespace {

constexpr const char* cancelled = "Resource creation cancelled";
constexpr const char* update_cancelled = "Resource update cancelled";

}  // namespace

void Engine::launch(const LivePtr& stack, const std::string& logical_id, base::Async<void> work) {
  stack->running[logical_id] = std::make_shared<Cancellation>();
  running_.start(std::move(work), provider_.goes_on(stack->record.resource(logical_id)->type));
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
  request.begun = resource.begun;
  request.import_id = resource.import_id;
  request.rolls_back = record.status == StackStatus::UPDATE_ROLLBACK_IN_PROGRESS;
  request.suggested_name = resource.suggested_name;
  request.properties = object_from(resource.properties);
  request.tags = record.tags;
  request.engine = this;
  request.cancellation = stack->running.at(logical_id);
  request.note = [stack, logical_id](NoteRecord note) {
    if (ResourceRecord* noted = stack->record.resource(logical_id)) noted->notes.push_back(std::move(note));
  };
  request.initiated = [this, stack, logical_id](const std::string& physical_id) {
    if (running_.is_stopping()) return;
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

/// What an interrupted or failed creation has left behind goes before the next one, unless that goes on with it.
base::Async<void> Engine::clear_the_way(LivePtr stack, std::string logical_id) {
  ResourceRecord& resource = *stack->record.resource(logical_id);
  if (resource.physical_id.empty() || (resource.begun && provider_.goes_on(resource.type))) co_return;
  commit_together();
  if (resource.import_id.empty()) {
    co_await provider_.remove(request_for(stack, logical_id));
    commit_together();
  }
  resource.physical_id.clear();
  resource.begun.reset();
  archive_.put(stack->record);
  forget_mark(stack, logical_id);
}

base::Async<void> Engine::run_create(LivePtr stack, std::string logical_id, bool give_up) {
  co_await base::asio::post(state_, base::asio::use_awaitable);  // never inside the step that starts it
  std::string failure;
  std::map<std::string, std::string> attributes;
  try {
    ResourceRecord& resource = *stack->record.resource(logical_id);
    const ResourceDefinition& definition = *definition_of(stack).resource(logical_id);
    const Scope scope = evaluation_.scope_of(stack);
    resource.notes.clear();  // of an attempt that was broken off
    resource.properties = base::to_text(resolve_object(definition.properties, scope));
    co_await clear_the_way(stack, logical_id);
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
  if (running_.is_stopping()) co_return;  // the record says in progress: resume() goes on
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
    if (const ResourceDefinition* definition = definition_of(stack).resource(logical_id))
      request.metadata = resolve_object(definition->metadata, evaluation_.scope_of(stack));
    commit_together();
    attributes = co_await provider_.update(std::move(request));
  } catch (const TemplateError& error) {
    failure = error.what();
  } catch (const ResourceFailure& error) {
    failure = error.what();
  } catch (const std::exception& error) {
    base::log::error("stack {}: updating {} failed: {}", stack->record.name, logical_id, error.what());
    failure = fmt::format("Internal Failure: {}", error.what());
  }
  if (running_.is_stopping()) co_return;
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
  if (running_.is_stopping()) co_return;
  commit_together();
  stack->running.erase(logical_id);
  if (failure.empty())
    apply(stack, removed(stack->record, logical_id, clock_.now()));
  else
    apply(stack, remove_failed(stack->record, logical_id, failure, clock_.now()));
  forget_mark(stack, logical_id);
}

}  // namespace berth::stack
