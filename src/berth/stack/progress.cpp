#include "berth/stack/progress.hpp"

#include "base/check.hpp"
#include "base/time_format.hpp"
#include "berth/stack/stepping.hpp"
#include "berth/stack/update_progress.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace berth::stack {
namespace stepping {
namespace {

void add_event(StackRecord& stack, const ResourceRecord& resource, const std::string& reason, Step& step,
               base::TimePoint now) {
  EventRecord event;
  event.id = fmt::format("{}-{}-{}", resource.logical_id, to_text(resource.status), base::to_iso8601(now));
  // Two of the same status in one millisecond (in progress, initiated) need different ids.
  event.id += fmt::format("-{}", stack.next_event++);
  event.logical_id = resource.logical_id;
  event.physical_id = resource.physical_id;
  event.type = resource.type;
  event.status = to_text(resource.status);
  event.reason = reason;
  event.properties = resource.properties;
  event.time = now;
  event.client_request_token = stack.client_request_token;
  step.events.push_back(std::move(event));
}

bool is_kept(const StackRecord& stack, const ResourceRecord& resource) {
  if (resource.deletion_policy == DeletionPolicy::Retain) return true;
  if (!resource.import_id.empty() && stack.status == StackStatus::ROLLBACK_IN_PROGRESS) return true;
  return resource.deletion_policy == DeletionPolicy::RetainExceptOnCreate &&
         stack.status == StackStatus::DELETE_IN_PROGRESS;
}

/// May be deleted now: it stands still, and nothing that needs it is there.
bool is_removable(const std::vector<ResourceRecord*>& all, const ResourceRecord& resource) {
  if (!is_there(resource) || resource.status == ResourceStatus::CREATE_IN_PROGRESS ||
      resource.status == ResourceStatus::DELETE_IN_PROGRESS ||
      resource.status == ResourceStatus::DELETE_FAILED)
    return false;
  return std::ranges::none_of(all, [&](const ResourceRecord* other) {
    return other->needs.contains(resource.logical_id) && is_there(*other);
  });
}

}  // namespace

void set(StackRecord& stack, ResourceRecord& resource, ResourceStatus status, const std::string& reason,
         Step& step, base::TimePoint now) {
  resource.status = status;
  resource.reason = reason;
  resource.updated = now;
  add_event(stack, resource, reason, step, now);
}

void set(StackRecord& stack, StackStatus status, const std::string& reason, Step& step, base::TimePoint now) {
  BERTH_CHECK(may_follow(stack.status, status) || status == stack.status, "the step stands in the table");
  stack.status = status;
  stack.reason = reason;
  EventRecord event;
  event.id = fmt::format("{}-{}", stack.uuid, stack.next_event++);
  event.logical_id = stack.name;
  event.physical_id = stack.id();
  event.type = "AWS::CloudFormation::Stack";
  event.status = to_text(status);
  event.reason = reason;
  event.time = now;
  event.client_request_token = stack.client_request_token;
  step.events.push_back(std::move(event));
}

std::vector<std::string> with_status(const StackRecord& stack, ResourceStatus status) {
  std::vector<std::string> ids;
  for (const ResourceRecord& resource : stack.resources)
    if (resource.status == status && !resource.pending) ids.push_back(resource.logical_id);
  return ids;
}

bool any_with_status(const StackRecord& stack, ResourceStatus status) {
  return std::ranges::find(stack.resources, status, &ResourceRecord::status) != stack.resources.end();
}

bool is_there(const ResourceRecord& resource) {
  switch (resource.status) {
    case ResourceStatus::NOT_STARTED:
    case ResourceStatus::DELETE_COMPLETE:
    case ResourceStatus::DELETE_SKIPPED:
      return false;
    case ResourceStatus::CREATE_FAILED:
    case ResourceStatus::UPDATE_FAILED:
      return !resource.physical_id.empty();
    default:
      return true;
  }
}

std::string failed_sentence(const StackRecord& stack, ResourceStatus status, const char* verb) {
  const auto failed = with_status(stack, status);
  return failed.empty()
             ? std::string()
             : fmt::format("The following resource(s) failed to {}: [{}]. ", verb, fmt::join(failed, ", "));
}

void remove_what_is_free(StackRecord& stack, const std::vector<ResourceRecord*>& all, Step& step,
                         base::TimePoint now) {
  // A kept resource is out of the way at once, so what it needs may be next: look again until nothing
  // changes.
  for (bool again = true; std::exchange(again, false);) {
    for (ResourceRecord* resource : all) {
      if (!is_removable(all, *resource)) continue;
      if (is_kept(stack, *resource)) {
        set(stack, *resource, ResourceStatus::DELETE_SKIPPED, "", step, now);
        again = true;
      } else {
        set(stack, *resource, ResourceStatus::DELETE_IN_PROGRESS, "", step, now);
        const bool retired = stack.resource(resource->logical_id) != resource;
        step.remove.push_back(retired ? retired_key(*resource) : resource->logical_id);
      }
    }
  }
}

ResourceRecord& find(StackRecord& stack, const std::string& key) {
  ResourceRecord* resource = stack.resource(key);
  BERTH_CHECK(resource != nullptr, "steps name resources of this stack");
  return *resource;
}

}  // namespace stepping

using namespace stepping;

namespace {

void continue_create(StackRecord& stack, Step& step, base::TimePoint now) {
  bool all = true;
  for (ResourceRecord& resource : stack.resources) {
    all = all && resource.status == ResourceStatus::CREATE_COMPLETE;
    if (resource.status != ResourceStatus::NOT_STARTED) continue;
    const bool ready = std::ranges::all_of(resource.needs, [&](const std::string& need) {
      return stack.resource(need)->status == ResourceStatus::CREATE_COMPLETE;
    });
    if (!ready) continue;
    set(stack, resource, ResourceStatus::CREATE_IN_PROGRESS, "", step, now);
    step.create.push_back(resource.logical_id);
  }
  step.made = all;
}

/// The whole stack: also what a failed update has left retired.
std::vector<ResourceRecord*> all_of(StackRecord& stack) {
  std::vector<ResourceRecord*> all;
  for (ResourceRecord& resource : stack.resources) all.push_back(&resource);
  for (ResourceRecord& resource : stack.retired) all.push_back(&resource);
  return all;
}

void continue_delete(StackRecord& stack, Step& step, base::TimePoint now) {
  const auto all = all_of(stack);
  remove_what_is_free(stack, all, step, now);
  std::vector<std::string> failed;
  for (const ResourceRecord* resource : all) {
    if (resource->status == ResourceStatus::DELETE_IN_PROGRESS ||
        resource->status == ResourceStatus::CREATE_IN_PROGRESS)
      return;
    if (resource->status == ResourceStatus::DELETE_FAILED) failed.push_back(resource->logical_id);
  }
  const bool rollback = stack.status == StackStatus::ROLLBACK_IN_PROGRESS;
  if (!failed.empty()) {
    set(stack, rollback ? StackStatus::ROLLBACK_FAILED : StackStatus::DELETE_FAILED,
        fmt::format("The following resource(s) failed to delete: [{}]. ", fmt::join(failed, ", ")), step,
        now);
  } else {
    set(stack, rollback ? StackStatus::ROLLBACK_COMPLETE : StackStatus::DELETE_COMPLETE, "", step, now);
    if (!rollback) stack.deleted = now;
  }
}

/// A creation has failed and nothing of it is under way any more.
void conclude_failure(StackRecord& stack, const std::string& why, Step& step, base::TimePoint now) {
  stack.failure = why;
  switch (stack.on_failure) {
    case OnFailure::DO_NOTHING:
      set(stack, StackStatus::CREATE_FAILED, why, step, now);
      return;
    case OnFailure::ROLLBACK:
      set(stack, StackStatus::ROLLBACK_IN_PROGRESS, why + "Rollback requested by user.", step, now);
      break;
    case OnFailure::DELETE:
      set(stack, StackStatus::DELETE_IN_PROGRESS, why + "Delete requested by user.", step, now);
      break;
  }
  continue_delete(stack, step, now);
}

/// Goes on after any resource has ended something.
void advance(StackRecord& stack, Step& step, base::TimePoint now) {
  if (is_updating(stack.status)) {
    advance_update(stack, step, now);
  } else if (stack.status != StackStatus::CREATE_IN_PROGRESS) {
    if (is_in_progress(stack.status)) continue_delete(stack, step, now);
  } else if (!stack.failing) {
    continue_create(stack, step, now);
  } else if (!any_with_status(stack, ResourceStatus::CREATE_IN_PROGRESS)) {
    // A timeout has left its sentence in the reason.
    const std::string why = stack.reason == by_user ? std::string() : stack.reason;
    conclude_failure(stack, why + failed_sentence(stack, ResourceStatus::CREATE_FAILED, "create"), step, now);
  }
}

void fail(StackRecord& stack, Step& step) {
  stack.failing = true;
  step.cancel = with_status(stack, ResourceStatus::CREATE_IN_PROGRESS);
}

/// Not because of a resource; `why` is the beginning of the stack's reason.
Step end_creation(StackRecord& stack, const char* why, base::TimePoint now) {
  Step step;
  if (stack.status != StackStatus::CREATE_IN_PROGRESS || stack.failing) return step;
  stack.reason = why;
  fail(stack, step);
  advance(stack, step, now);
  return step;
}

}  // namespace

Step start(StackRecord& stack, base::TimePoint now) {
  Step step;
  if (stack.status == StackStatus::CREATE_IN_PROGRESS) stack.created = now;  // else it is there, in review
  set(stack, StackStatus::CREATE_IN_PROGRESS, by_user, step, now);
  continue_create(stack, step, now);
  return step;
}

Step begin_review(StackRecord& stack, base::TimePoint now) {
  Step step;
  stack.created = now;
  stack.status = StackStatus::REVIEW_IN_PROGRESS;
  set(stack, StackStatus::REVIEW_IN_PROGRESS, by_user, step, now);
  return step;
}

Step initiated(StackRecord& stack, const std::string& logical_id, const std::string& physical_id,
               base::TimePoint now) {
  Step step;
  ResourceRecord& resource = find(stack, logical_id);
  resource.physical_id = physical_id;
  resource.begun = now;
  set(stack, resource, resource.status,
      resource.import_id.empty() ? "Resource creation Initiated" : "Resource import Initiated", step, now);
  return step;
}

Step created(StackRecord& stack, const std::string& logical_id, std::map<std::string, std::string> attributes,
             base::TimePoint now) {
  Step step;
  ResourceRecord& resource = find(stack, logical_id);
  resource.attributes = std::move(attributes);
  resource.begun.reset();
  const bool replaces = std::exchange(resource.replacing, false);
  set(stack, resource, replaces ? ResourceStatus::UPDATE_COMPLETE : ResourceStatus::CREATE_COMPLETE, "", step,
      now);
  advance(stack, step, now);
  return step;
}

Step create_failed(StackRecord& stack, const std::string& logical_id, const std::string& reason,
                   base::TimePoint now) {
  ResourceRecord& resource = find(stack, logical_id);
  resource.begun.reset();
  if (resource.replacing) return update_failed(stack, logical_id, reason, now);
  Step step;
  const bool first = !stack.failing;
  set(stack, resource, ResourceStatus::CREATE_FAILED, reason, step, now);
  if (first && stack.status == StackStatus::CREATE_IN_PROGRESS) fail(stack, step);
  if (first && stack.status == StackStatus::UPDATE_IN_PROGRESS) fail_update(stack, step);
  advance(stack, step, now);
  return step;
}

Step outputs_resolved(StackRecord& stack, std::vector<OutputRecord> outputs, base::TimePoint now) {
  Step step;
  stack.outputs = std::move(outputs);
  if (stack.status == StackStatus::UPDATE_IN_PROGRESS)
    finish_update(stack, step, now);
  else
    set(stack, StackStatus::CREATE_COMPLETE, "", step, now);
  return step;
}

Step outputs_failed(StackRecord& stack, const std::string& reason, base::TimePoint now) {
  Step step;
  stack.failing = true;
  if (stack.status == StackStatus::UPDATE_IN_PROGRESS)
    conclude_update_failure(stack, reason + ". ", step, now);
  else
    conclude_failure(stack, reason + ". ", step, now);
  return step;
}

Step removed(StackRecord& stack, const std::string& logical_id, base::TimePoint now) {
  Step step;
  set(stack, find(stack, logical_id), ResourceStatus::DELETE_COMPLETE, "", step, now);
  advance(stack, step, now);
  return step;
}

Step remove_failed(StackRecord& stack, const std::string& logical_id, const std::string& reason,
                   base::TimePoint now) {
  Step step;
  set(stack, find(stack, logical_id), ResourceStatus::DELETE_FAILED, reason, step, now);
  advance(stack, step, now);
  return step;
}

Step signalled(StackRecord& stack, const std::string& logical_id, const std::string& reason,
               base::TimePoint now) {
  Step step;
  ResourceRecord& resource = find(stack, logical_id);
  set(stack, resource, resource.status, reason, step, now);
  return step;
}

Step timed_out(StackRecord& stack, base::TimePoint now) {
  return end_creation(stack, "Stack creation time exceeded the specified timeout. ", now);
}

Step cancel_creation(StackRecord& stack, base::TimePoint now) {
  return end_creation(stack, "Resource creation cancelled. ", now);
}

Step roll_back_creation(StackRecord& stack, base::TimePoint now) {
  Step step;
  set(stack, StackStatus::ROLLBACK_IN_PROGRESS, by_user, step, now);
  continue_delete(stack, step, now);
  return step;
}

Step request_delete(StackRecord& stack, const std::set<std::string>& retain, base::TimePoint now) {
  Step step;
  if (stack.status == StackStatus::DELETE_IN_PROGRESS || stack.status == StackStatus::DELETE_COMPLETE)
    return step;
  for (ResourceRecord* resource : all_of(stack)) {
    if (retain.contains(resource->logical_id)) resource->deletion_policy = DeletionPolicy::Retain;
    // What failed to be deleted before is tried again.
    if (resource->status == ResourceStatus::DELETE_FAILED) resource->status = ResourceStatus::CREATE_COMPLETE;
  }
  set(stack, StackStatus::DELETE_IN_PROGRESS, by_user, step, now);
  step.cancel = with_status(stack, ResourceStatus::CREATE_IN_PROGRESS);
  continue_delete(stack, step, now);
  return step;
}

Step resume(StackRecord& stack, base::TimePoint now) {
  Step step;
  if (is_updating(stack.status)) return resume_update(stack, now);
  if (!is_in_progress(stack.status)) return step;
  step.create = with_status(stack, ResourceStatus::CREATE_IN_PROGRESS);
  for (const ResourceRecord* resource : all_of(stack))
    if (resource->status == ResourceStatus::DELETE_IN_PROGRESS)
      step.remove.push_back(stack.resource(resource->logical_id) == resource ? resource->logical_id
                                                                             : retired_key(*resource));
  if (stack.failing || stack.status != StackStatus::CREATE_IN_PROGRESS) step.cancel = step.create;
  step.made = step.create.empty() && step.remove.empty() && stack.status == StackStatus::CREATE_IN_PROGRESS;
  return step;
}

}  // namespace berth::stack
