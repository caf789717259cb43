#include "berth/stack/progress.hpp"

#include "base/check.hpp"
#include "base/time_format.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace berth::stack {
namespace {

constexpr const char* by_user = "User Initiated";

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
  step.events.push_back(std::move(event));
}

void set(StackRecord& stack, ResourceRecord& resource, ResourceStatus status, const std::string& reason,
         Step& step, base::TimePoint now) {
  resource.status = status;
  resource.reason = reason;
  resource.updated = now;
  add_event(stack, resource, reason, step, now);
}

void set(StackRecord& stack, StackStatus status, const std::string& reason, Step& step, base::TimePoint now) {
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
  step.events.push_back(std::move(event));
}

std::vector<std::string> with_status(const StackRecord& stack, ResourceStatus status) {
  std::vector<std::string> ids;
  for (const ResourceRecord& resource : stack.resources)
    if (resource.status == status) ids.push_back(resource.logical_id);
  return ids;
}

bool any_with_status(const StackRecord& stack, ResourceStatus status) {
  return std::ranges::find(stack.resources, status, &ResourceRecord::status) != stack.resources.end();
}

/// Does anything of it exist that a deletion has to take away?
bool is_there(const ResourceRecord& resource) {
  switch (resource.status) {
    case ResourceStatus::NOT_STARTED:
    case ResourceStatus::DELETE_COMPLETE:
    case ResourceStatus::DELETE_SKIPPED:
      return false;
    case ResourceStatus::CREATE_FAILED:
      return !resource.physical_id.empty();
    default:
      return true;
  }
}

/// May be deleted now: it stands still, and nothing that needs it is there.
bool is_removable(const StackRecord& stack, const ResourceRecord& resource) {
  if (!is_there(resource) || resource.status == ResourceStatus::CREATE_IN_PROGRESS ||
      resource.status == ResourceStatus::DELETE_IN_PROGRESS ||
      resource.status == ResourceStatus::DELETE_FAILED)
    return false;
  return std::ranges::none_of(stack.resources, [&](const ResourceRecord& other) {
    return other.needs.contains(resource.logical_id) && is_there(other);
  });
}

bool is_kept(const StackRecord& stack, const ResourceRecord& resource) {
  if (resource.deletion_policy == DeletionPolicy::Retain) return true;
  return resource.deletion_policy == DeletionPolicy::RetainExceptOnCreate &&
         stack.status == StackStatus::DELETE_IN_PROGRESS;
}

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

void continue_delete(StackRecord& stack, Step& step, base::TimePoint now) {
  // A kept resource is out of the way at once, so what it needs may be next: look again until nothing
  // changes.
  for (bool again = true; std::exchange(again, false);) {
    for (ResourceRecord& resource : stack.resources) {
      if (!is_removable(stack, resource)) continue;
      if (is_kept(stack, resource)) {
        set(stack, resource, ResourceStatus::DELETE_SKIPPED, "", step, now);
        again = true;
      } else {
        set(stack, resource, ResourceStatus::DELETE_IN_PROGRESS, "", step, now);
        step.remove.push_back(resource.logical_id);
      }
    }
  }
  if (any_with_status(stack, ResourceStatus::DELETE_IN_PROGRESS) ||
      any_with_status(stack, ResourceStatus::CREATE_IN_PROGRESS))
    return;
  const bool rollback = stack.status == StackStatus::ROLLBACK_IN_PROGRESS;
  if (const auto failed = with_status(stack, ResourceStatus::DELETE_FAILED); !failed.empty()) {
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
  if (stack.status != StackStatus::CREATE_IN_PROGRESS) {
    if (is_in_progress(stack.status)) continue_delete(stack, step, now);
  } else if (!stack.failing) {
    continue_create(stack, step, now);
  } else if (!any_with_status(stack, ResourceStatus::CREATE_IN_PROGRESS)) {
    // A timeout has left its sentence in the reason.
    std::string why = stack.reason == by_user ? std::string() : stack.reason;
    if (const auto failed = with_status(stack, ResourceStatus::CREATE_FAILED); !failed.empty())
      why += fmt::format("The following resource(s) failed to create: [{}]. ", fmt::join(failed, ", "));
    conclude_failure(stack, why, step, now);
  }
}

void fail(StackRecord& stack, Step& step) {
  stack.failing = true;
  step.cancel = with_status(stack, ResourceStatus::CREATE_IN_PROGRESS);
}

ResourceRecord& find(StackRecord& stack, const std::string& logical_id) {
  ResourceRecord* resource = stack.resource(logical_id);
  BERTH_CHECK(resource != nullptr, "steps name resources of this stack");
  return *resource;
}

}  // namespace

bool is_in_progress(StackStatus status) {
  return status == StackStatus::CREATE_IN_PROGRESS || status == StackStatus::ROLLBACK_IN_PROGRESS ||
         status == StackStatus::DELETE_IN_PROGRESS;
}

Step start(StackRecord& stack, base::TimePoint now) {
  Step step;
  stack.created = now;
  set(stack, StackStatus::CREATE_IN_PROGRESS, by_user, step, now);
  continue_create(stack, step, now);
  return step;
}

Step initiated(StackRecord& stack, const std::string& logical_id, const std::string& physical_id,
               base::TimePoint now) {
  Step step;
  ResourceRecord& resource = find(stack, logical_id);
  resource.physical_id = physical_id;
  set(stack, resource, ResourceStatus::CREATE_IN_PROGRESS, "Resource creation Initiated", step, now);
  return step;
}

Step created(StackRecord& stack, const std::string& logical_id, std::map<std::string, std::string> attributes,
             base::TimePoint now) {
  Step step;
  ResourceRecord& resource = find(stack, logical_id);
  resource.attributes = std::move(attributes);
  set(stack, resource, ResourceStatus::CREATE_COMPLETE, "", step, now);
  advance(stack, step, now);
  return step;
}

Step create_failed(StackRecord& stack, const std::string& logical_id, const std::string& reason,
                   base::TimePoint now) {
  Step step;
  const bool first = !stack.failing && stack.status == StackStatus::CREATE_IN_PROGRESS;
  set(stack, find(stack, logical_id), ResourceStatus::CREATE_FAILED, reason, step, now);
  if (first) fail(stack, step);
  advance(stack, step, now);
  return step;
}

Step outputs_resolved(StackRecord& stack, std::vector<OutputRecord> outputs, base::TimePoint now) {
  Step step;
  stack.outputs = std::move(outputs);
  set(stack, StackStatus::CREATE_COMPLETE, "", step, now);
  return step;
}

Step outputs_failed(StackRecord& stack, const std::string& reason, base::TimePoint now) {
  Step step;
  stack.failing = true;
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

Step timed_out(StackRecord& stack, base::TimePoint now) {
  Step step;
  if (stack.status != StackStatus::CREATE_IN_PROGRESS || stack.failing) return step;
  stack.reason = "Stack creation time exceeded the specified timeout. ";
  fail(stack, step);
  advance(stack, step, now);
  return step;
}

Step request_delete(StackRecord& stack, const std::set<std::string>& retain, base::TimePoint now) {
  Step step;
  if (stack.status == StackStatus::DELETE_IN_PROGRESS || stack.status == StackStatus::DELETE_COMPLETE)
    return step;
  for (ResourceRecord& resource : stack.resources) {
    if (retain.contains(resource.logical_id)) resource.deletion_policy = DeletionPolicy::Retain;
    // What failed to be deleted before is tried again.
    if (resource.status == ResourceStatus::DELETE_FAILED) resource.status = ResourceStatus::CREATE_COMPLETE;
  }
  set(stack, StackStatus::DELETE_IN_PROGRESS, by_user, step, now);
  step.cancel = with_status(stack, ResourceStatus::CREATE_IN_PROGRESS);
  continue_delete(stack, step, now);
  return step;
}

Step resume(const StackRecord& stack) {
  Step step;
  if (!is_in_progress(stack.status)) return step;
  step.create = with_status(stack, ResourceStatus::CREATE_IN_PROGRESS);
  step.remove = with_status(stack, ResourceStatus::DELETE_IN_PROGRESS);
  if (stack.failing || stack.status != StackStatus::CREATE_IN_PROGRESS) step.cancel = step.create;
  step.made = step.create.empty() && step.remove.empty() && stack.status == StackStatus::CREATE_IN_PROGRESS;
  return step;
}

}  // namespace berth::stack
