#include "berth/stack/update_progress.hpp"

#include "berth/stack/stepping.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace berth::stack {

using namespace stepping;

namespace {

constexpr const char* replaces =
    "Requested update requires the creation of a new physical resource; hence creating one.";

bool is_running(const ResourceRecord& resource) {
  return resource.status == ResourceStatus::CREATE_IN_PROGRESS ||
         resource.status == ResourceStatus::UPDATE_IN_PROGRESS;
}

bool is_settled(const ResourceRecord& resource) {
  return !resource.pending && (resource.status == ResourceStatus::CREATE_COMPLETE ||
                               resource.status == ResourceStatus::UPDATE_COMPLETE);
}

bool is_any_running(const StackRecord& stack) { return std::ranges::any_of(stack.resources, is_running); }

/// Its turn has come: it is looked at as soon as all that it needs is as it is to be.
bool is_next(const StackRecord& stack, const ResourceRecord& resource, const std::set<std::string>& needs) {
  return resource.pending && std::ranges::all_of(needs, [&](const std::string& need) {
           const ResourceRecord* other = stack.resource(need);
           return other == nullptr || is_settled(*other);
         });
}

/// The resource as it stands waits for the cleanup, which deletes it unless `policy` keeps it.
void retire(StackRecord& stack, const ResourceRecord& resource, DeletionPolicy policy) {
  if (!is_there(resource)) return;
  ResourceRecord copy = resource;
  copy.deletion_policy = policy == DeletionPolicy::Delete ? DeletionPolicy::Delete : DeletionPolicy::Retain;
  copy.pending = copy.leaving = copy.replacing = false;
  stack.retired.push_back(std::move(copy));
}

/// What a rollback takes away again is kept only if it is always to be kept.
DeletionPolicy policy_after_rollback(const ResourceRecord& resource) {
  if (!resource.import_id.empty()) return DeletionPolicy::Retain;
  return resource.deletion_policy == DeletionPolicy::RetainExceptOnCreate ? DeletionPolicy::Delete
                                                                          : resource.deletion_policy;
}

void keep_before(StackRecord& stack) {
  if (stack.before) return;  // a failed update has left it: the last state that was whole
  BeforeRecord before;
  before.description = stack.description;
  before.role_arn = stack.role_arn;
  before.parameters = stack.parameters;
  before.conditions = stack.conditions;
  before.capabilities = stack.capabilities;
  before.tags = stack.tags;
  before.resources = stack.resources;
  before.outputs = stack.outputs;
  before.imports = std::exchange(stack.imports, {});
  stack.before = std::move(before);
}

void adopt(StackRecord& stack, const ResourceRecord& wanted) {
  ResourceRecord* resource = stack.resource(wanted.logical_id);
  if (resource == nullptr) {
    stack.resources.push_back(wanted);
    stack.resources.back().pending = true;
    return;
  }
  resource->needs = wanted.needs;
  resource->deletion_policy = wanted.deletion_policy;
  resource->replace_policy = wanted.replace_policy;
  resource->pending = true;
  resource->leaving = false;
}

/// In the template's order, which is the order of events among what is ready together; what leaves comes last.
void sort_as_in(StackRecord& stack, const std::vector<ResourceRecord>& order) {
  const auto place = [&](const ResourceRecord& resource) {
    return std::ranges::find(order, resource.logical_id, &ResourceRecord::logical_id) - order.begin();
  };
  std::ranges::stable_sort(stack.resources, {}, place);
}

void begin_replacement(StackRecord& stack, ResourceRecord& resource, const Comparison& comparison, Step& step,
                       base::TimePoint now) {
  set(stack, resource, ResourceStatus::UPDATE_IN_PROGRESS, replaces, step, now);
  if (!resource.replacing) {  // else an earlier update has begun to, and its half goes first
    ResourceRecord old = resource;
    old.status = ResourceStatus::UPDATE_COMPLETE;
    retire(stack, old, resource.replace_policy);
    ++resource.generation;
    resource.physical_id.clear();
    resource.import_id.clear();
    resource.attributes.clear();
    resource.suggested_name = comparison.suggested_name;
  }
  resource.replacing = true;
  resource.notes.clear();
  resource.properties = comparison.properties;
  step.create.push_back(resource.logical_id);
}

void begin_change(StackRecord& stack, ResourceRecord& resource, const Comparison& comparison, Step& step,
                  base::TimePoint now) {
  resource.prior_properties = resource.properties;
  resource.properties = comparison.properties;
  resource.touched = true;
  resource.notes.clear();
  set(stack, resource, ResourceStatus::UPDATE_IN_PROGRESS, "", step, now);
  step.update.push_back(resource.logical_id);
}

void continue_update(StackRecord& stack, Step& step, base::TimePoint now) {
  for (ResourceRecord& resource : stack.resources) {
    if (!is_next(stack, resource, resource.needs)) continue;
    // What an update that failed, and was left so, has half made is deleted by the creation that follows.
    if (resource.status != ResourceStatus::NOT_STARTED && resource.status != ResourceStatus::CREATE_FAILED) {
      // One at a time: what it comes to decides what is next.
      if (!step.compare) step.compare = resource.logical_id;
      continue;
    }
    resource.pending = false;
    set(stack, resource, ResourceStatus::CREATE_IN_PROGRESS, "", step, now);
    step.create.push_back(resource.logical_id);
  }
  step.made = std::ranges::all_of(stack.resources, [](const ResourceRecord& resource) {
    return resource.leaving || is_settled(resource);
  });
}

/// What of before stands in the way of the new state is not there any more, one way or the other.
void continue_cleanup(StackRecord& stack, Step& step, base::TimePoint now) {
  std::vector<ResourceRecord*> all;
  for (ResourceRecord& resource : stack.retired) all.push_back(&resource);
  remove_what_is_free(stack, all, step, now);
  const bool running = std::ranges::any_of(stack.retired, [](const ResourceRecord& resource) {
    return resource.status == ResourceStatus::DELETE_IN_PROGRESS;
  });
  if (running) return;
  // Needs of different updates may go round in a circle; then one has to be the first.
  const auto is_failed = [](const ResourceRecord& resource) {
    return resource.status == ResourceStatus::DELETE_FAILED;
  };
  const auto stuck = std::ranges::find_if(stack.retired, is_there);
  if (stuck != stack.retired.end() && std::ranges::none_of(stack.retired, is_failed)) {
    stuck->needs.clear();
    for (ResourceRecord& other : stack.retired) other.needs.erase(stuck->logical_id);
    return continue_cleanup(stack, step, now);
  }
  // Left are those that could not be deleted, and what they need. CloudFormation forgets them, and so do we.
  stack.retired.clear();
  stack.before.reset();
  stack.failing = stack.keep_failed_update = false;
  stack.policy_for_update.reset();
  for (ResourceRecord& resource : stack.resources) {
    resource.touched = false;
    resource.prior_properties.clear();
  }
  const bool rollback = stack.status == StackStatus::UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS;
  set(stack, rollback ? StackStatus::UPDATE_ROLLBACK_COMPLETE : StackStatus::UPDATE_COMPLETE, "", step, now);
  step.update_over = true;
}

/// What leaves is retired, the rest stays.
void retire_what_leaves(StackRecord& stack, bool rollback) {
  for (const ResourceRecord& resource : stack.resources)
    if (resource.leaving)
      retire(stack, resource, rollback ? policy_after_rollback(resource) : resource.deletion_policy);
  std::erase_if(stack.resources, [](const ResourceRecord& resource) { return resource.leaving; });
}

void clean_up(StackRecord& stack, Step& step, base::TimePoint now) {
  retire_what_leaves(stack, false);
  continue_cleanup(stack, step, now);
}

/// Everything is compared with how it was; what is as it was is that again at once, the rest is pending.
void begin_rollback(StackRecord& stack, Step& step) {
  const BeforeRecord& before = *stack.before;
  stack.description = before.description;
  stack.role_arn = before.role_arn;
  stack.parameters = before.parameters;
  stack.conditions = before.conditions;
  stack.capabilities = before.capabilities;
  stack.tags = before.tags;
  stack.outputs = before.outputs;
  stack.imports = before.imports;
  step.template_back = true;
  for (ResourceRecord& resource : stack.resources) {
    const auto old = std::ranges::find(before.resources, resource.logical_id, &ResourceRecord::logical_id);
    resource.pending = false;
    resource.leaving = old == before.resources.end();
    if (resource.leaving) continue;
    if (resource.generation != old->generation || resource.touched)
      resource.pending = true;
    else
      resource = *old;
  }
}

const ResourceRecord& of_before(const StackRecord& stack, const ResourceRecord& resource) {
  return *std::ranges::find(stack.before->resources, resource.logical_id, &ResourceRecord::logical_id);
}

/// Changes it in place into what it was; `from` are the properties that it has, or half has.
void change_back(StackRecord& stack, ResourceRecord& resource, const ResourceRecord& old, std::string from,
                 Step& step, base::TimePoint now) {
  resource.touched = true;
  resource.prior_properties = std::move(from);
  resource.properties = old.properties;
  set(stack, resource, ResourceStatus::UPDATE_IN_PROGRESS, "", step, now);
  step.update.push_back(resource.logical_id);
}

/// The one of before comes back for the one that has taken its place.
void swap_back(StackRecord& stack, ResourceRecord& resource, const ResourceRecord& old, Step& step,
               base::TimePoint now) {
  set(stack, resource, ResourceStatus::UPDATE_IN_PROGRESS, "", step, now);
  ResourceRecord made = resource;
  made.status = ResourceStatus::UPDATE_FAILED;  // there exactly if it has an id
  const auto waiting = std::ranges::find_if(stack.retired, [&](const ResourceRecord& other) {
    return other.logical_id == old.logical_id && other.generation == old.generation;
  });
  // An earlier update, left as it failed, may have changed it before this one replaced it.
  const bool changed = waiting != stack.retired.end() && waiting->touched;
  const std::string properties = changed ? waiting->properties : std::string();
  if (waiting != stack.retired.end()) stack.retired.erase(waiting);
  retire(stack, made, DeletionPolicy::Delete);
  resource = old;
  if (changed) return change_back(stack, resource, old, properties, step, now);
  set(stack, resource, ResourceStatus::UPDATE_COMPLETE, "", step, now);
}

void restore(StackRecord& stack, ResourceRecord& resource, Step& step, base::TimePoint now) {
  resource.pending = false;
  const ResourceRecord& old = of_before(stack, resource);
  if (resource.generation != old.generation) return swap_back(stack, resource, old, step, now);
  // A second try still comes from where the first one came from.
  const bool again = resource.properties == old.properties && !resource.prior_properties.empty();
  change_back(stack, resource, old, again ? resource.prior_properties : resource.properties, step, now);
}

void continue_restoring(StackRecord& stack, Step& step, base::TimePoint now) {
  // One that comes back at once may make others ready.
  for (bool again = true; std::exchange(again, false);) {
    for (ResourceRecord& resource : stack.resources) {
      if (!resource.pending || !is_next(stack, resource, of_before(stack, resource).needs)) continue;
      restore(stack, resource, step, now);
      again = true;
    }
  }
  if (is_any_running(stack)) return;
  if (std::ranges::any_of(stack.resources, &ResourceRecord::pending) ||
      std::ranges::any_of(stack.resources, [](const ResourceRecord& resource) {
        return !resource.leaving && resource.status == ResourceStatus::UPDATE_FAILED;
      })) {
    set(stack, StackStatus::UPDATE_ROLLBACK_FAILED,
        failed_sentence(stack, ResourceStatus::UPDATE_FAILED, "update"), step, now);
    return;
  }
  set(stack, StackStatus::UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS, "", step, now);
  retire_what_leaves(stack, true);
  sort_as_in(stack, stack.before->resources);
  continue_cleanup(stack, step, now);
}

}  // namespace

namespace stepping {

void fail_update(StackRecord& stack, Step& step) {
  stack.failing = true;
  for (const ResourceRecord& resource : stack.resources)
    if (is_running(resource)) step.cancel.push_back(resource.logical_id);
}

void advance_update(StackRecord& stack, Step& step, base::TimePoint now) {
  switch (stack.status) {
    case StackStatus::UPDATE_IN_PROGRESS:
      if (!stack.failing) return continue_update(stack, step, now);
      if (is_any_running(stack)) return;
      return conclude_update_failure(stack,
                                     failed_sentence(stack, ResourceStatus::CREATE_FAILED, "create") +
                                         failed_sentence(stack, ResourceStatus::UPDATE_FAILED, "update"),
                                     step, now);
    case StackStatus::UPDATE_ROLLBACK_IN_PROGRESS:
      return continue_restoring(stack, step, now);
    default:
      if (!stack.held) continue_cleanup(stack, step, now);
  }
}

void finish_update(StackRecord& stack, Step& step, base::TimePoint now) {
  set(stack, StackStatus::UPDATE_COMPLETE_CLEANUP_IN_PROGRESS, "", step, now);
  stack.held = stack.hold_update;
  if (!stack.held) clean_up(stack, step, now);
}

void conclude_update_failure(StackRecord& stack, const std::string& why, Step& step, base::TimePoint now) {
  const std::string reason = why.empty() ? std::string(by_user) : why;  // only who cancels leaves no failure
  stack.failure = reason;
  if (stack.keep_failed_update) {
    for (ResourceRecord& resource : stack.resources) resource.pending = false;
    std::erase_if(stack.resources, [](const ResourceRecord& resource) {
      return resource.status == ResourceStatus::NOT_STARTED;
    });
    set(stack, StackStatus::UPDATE_FAILED, reason, step, now);
    return;
  }
  set(stack, StackStatus::UPDATE_ROLLBACK_IN_PROGRESS, reason, step, now);
  begin_rollback(stack, step);
  continue_restoring(stack, step, now);
}

Step resume_update(StackRecord& stack, base::TimePoint now) {
  Step step;
  for (const ResourceRecord& resource : stack.resources) {
    if (!is_running(resource)) continue;
    const bool creates = resource.status == ResourceStatus::CREATE_IN_PROGRESS || resource.replacing;
    (creates ? step.create : step.update).push_back(resource.logical_id);
  }
  for (const ResourceRecord& resource : stack.retired)
    if (resource.status == ResourceStatus::DELETE_IN_PROGRESS) step.remove.push_back(retired_key(resource));
  if (stack.failing) step.cancel = step.create;
  Step next;  // what was interrupted is not listed again: it is in progress
  advance_update(stack, next, now);
  const auto append = [](auto& to, auto& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  };
  append(step.create, next.create);
  step.made = next.made;
  step.compare = next.compare;
  step.template_back = next.template_back;
  step.update_over = next.update_over;
  step.events = std::move(next.events);
  append(step.remove, next.remove);
  append(step.update, next.update);
  return step;
}

}  // namespace stepping

Step start_update(StackRecord& stack, Target target, base::TimePoint now) {
  Step step;
  keep_before(stack);
  stack.updated = now;
  stack.description = std::move(target.description);
  stack.role_arn = std::move(target.role_arn);
  stack.parameters = std::move(target.parameters);
  stack.conditions = std::move(target.conditions);
  stack.capabilities = std::move(target.capabilities);
  stack.tags = std::move(target.tags);
  stack.keep_failed_update = target.keep_on_failure;
  stack.policy_for_update = std::move(target.policy_for_update);
  stack.hold_update = target.hold;
  stack.held = false;
  stack.failing = false;
  for (ResourceRecord& resource : stack.resources) resource.leaving = true;
  for (const ResourceRecord& wanted : target.resources) adopt(stack, wanted);
  sort_as_in(stack, target.resources);
  set(stack, StackStatus::UPDATE_IN_PROGRESS, by_user, step, now);
  continue_update(stack, step, now);
  return step;
}

Step compared(StackRecord& stack, const std::string& logical_id, Comparison comparison, base::TimePoint now) {
  Step step;
  ResourceRecord& resource = find(stack, logical_id);
  resource.pending = false;
  const bool failed = resource.status == ResourceStatus::UPDATE_FAILED;
  if (comparison.effect == Comparison::Effect::Replace || resource.replacing)
    begin_replacement(stack, resource, comparison, step, now);
  else if (comparison.effect == Comparison::Effect::Update || failed)
    begin_change(stack, resource, comparison, step, now);
  advance_update(stack, step, now);
  return step;
}

Step updated(StackRecord& stack, const std::string& logical_id, std::map<std::string, std::string> attributes,
             base::TimePoint now) {
  Step step;
  ResourceRecord& resource = find(stack, logical_id);
  resource.attributes = std::move(attributes);
  if (stack.status == StackStatus::UPDATE_ROLLBACK_IN_PROGRESS)
    resource = ResourceRecord(of_before(stack, resource));
  set(stack, resource, ResourceStatus::UPDATE_COMPLETE, "", step, now);
  advance_update(stack, step, now);
  return step;
}

Step update_failed(StackRecord& stack, const std::string& logical_id, const std::string& reason,
                   base::TimePoint now) {
  Step step;
  ResourceRecord& resource = find(stack, logical_id);
  resource.pending = false;
  resource.begun.reset();
  set(stack, resource, ResourceStatus::UPDATE_FAILED, reason, step, now);
  if (stack.status == StackStatus::UPDATE_IN_PROGRESS && !stack.failing) fail_update(stack, step);
  advance_update(stack, step, now);
  return step;
}

Step request_cancel_update(StackRecord& stack, base::TimePoint now) {
  Step step;
  if (stack.status != StackStatus::UPDATE_IN_PROGRESS || stack.failing) return step;
  fail_update(stack, step);
  advance_update(stack, step, now);
  return step;
}

Step release(StackRecord& stack, base::TimePoint now) {
  Step step;
  if (!std::exchange(stack.held, false)) return step;
  clean_up(stack, step, now);
  return step;
}

Step roll_back(StackRecord& stack, const std::string& reason, base::TimePoint now) {
  Step step;
  stack.held = false;
  stack.failing = true;
  set(stack, StackStatus::UPDATE_ROLLBACK_IN_PROGRESS, reason, step, now);
  begin_rollback(stack, step);
  continue_restoring(stack, step, now);
  return step;
}

Step continue_rollback(StackRecord& stack, const std::set<std::string>& skip, base::TimePoint now) {
  Step step;
  set(stack, StackStatus::UPDATE_ROLLBACK_IN_PROGRESS, by_user, step, now);
  for (ResourceRecord& resource : stack.resources) {
    if (resource.leaving || resource.status != ResourceStatus::UPDATE_FAILED) continue;
    if (skip.contains(resource.logical_id)) {
      resource.touched = false;
      set(stack, resource, ResourceStatus::UPDATE_COMPLETE, "", step, now);
    } else {
      resource.pending = true;
    }
  }
  continue_restoring(stack, step, now);
  return step;
}

}  // namespace berth::stack
