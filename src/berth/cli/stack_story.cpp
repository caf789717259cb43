#include "berth/cli/stack_story.hpp"

#include "base/time_format.hpp"
#include "berth/cli/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace berth::cli {

namespace cf = cloudformation;

namespace {

using Events = std::vector<cf::StackEvent>;

bool is_of_stack(const cf::StackEvent& event, const cf::Stack& stack) {
  return event.ResourceType == "AWS::CloudFormation::Stack" && event.PhysicalResourceId == stack.StackId;
}

/// Those of the operation that was asked for last, which begins with an event of the stack's own.
Events of_last_operation(const cf::Stack& stack, const Events& events) {
  auto begin = events.begin();
  for (auto each = events.begin(); each != events.end(); ++each) {
    const std::string status = each->ResourceStatus.value_or("");
    const bool begins =
        status == "CREATE_IN_PROGRESS" || status == "UPDATE_IN_PROGRESS" || status == "DELETE_IN_PROGRESS";
    if (begins && is_of_stack(*each, stack)) begin = each;
  }
  return {begin, events.end()};
}

bool is_failure(const cf::StackEvent& event) {
  return event.ResourceStatus.value_or("").ends_with("_FAILED");
}
bool is_cancelled(const cf::StackEvent& event) {
  return event.ResourceStatusReason.value_or("").find("cancelled") != std::string::npos;
}

std::string seconds_between(base::TimePoint from, base::TimePoint to) {
  return fmt::format("{:.1f} s", static_cast<double>((to - from).count()) / 1000);
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

void tell_failures(const cf::Stack& stack, const Events& events, Story& story) {
  std::vector<std::string> cancelled;
  bool first = true;
  for (const cf::StackEvent& event : events) {
    if (is_of_stack(event, stack) || !is_failure(event)) continue;
    if (is_cancelled(event)) {
      cancelled.push_back(event.LogicalResourceId.value_or(""));
      continue;
    }
    story.say("why", fmt::format("{}{} ({}) is {} after {}: {}", first ? "first, " : "",
                                 event.LogicalResourceId.value_or(""), event.ResourceType.value_or(""),
                                 event.ResourceStatus.value_or(""),
                                 seconds_between(events.front().Timestamp.time, event.Timestamp.time),
                                 on_one_line(event.ResourceStatusReason.value_or("no reason was given"))));
    first = false;
  }
  if (!cancelled.empty()) story.say("why", fmt::format("cancelled because of that: {}", joined(cancelled)));
  const std::string own = stack.StackStatusReason.value_or("");
  if (first && !own.empty() && own != "User Initiated") story.say("why", own);
}

const StackSurroundings::Group* group_of(const StackSurroundings& surroundings,
                                         const std::string& logical_id) {
  for (const auto& each : surroundings.groups)
    if (each.logical_id == logical_id) return &each;
  return nullptr;
}

std::string state_of(const StackSurroundings::Group& group) {
  return fmt::format("{} of {} instances are registered{}", group.instances, group.desired,
                     group.reason.empty() ? "" : ": " + group.reason);
}

/// What is under way.
void tell_waiting(const Events& events, const std::vector<cf::StackResourceSummary>& resources,
                  const StackSurroundings& surroundings, base::TimePoint now, Story& story) {
  for (const cf::StackResourceSummary& resource : resources) {
    if (!resource.ResourceStatus.ends_with("_IN_PROGRESS")) continue;
    std::string line =
        fmt::format("{} ({}) is {} for {}", resource.LogicalResourceId, resource.ResourceType,
                    resource.ResourceStatus, base::to_age(now - resource.LastUpdatedTimestamp.time));
    if (const auto* group = group_of(surroundings, resource.LogicalResourceId))
      line += fmt::format("; its CreationPolicy waits for the signals of instances: {}", state_of(*group));
    story.say("waits", line);
  }
  if (story.parts.empty() && !events.empty())
    story.say("waits",
              fmt::format("its last step was {} of {}, {} ago", events.back().ResourceStatus.value_or(""),
                          events.back().LogicalResourceId.value_or(""),
                          base::to_age(now - events.back().Timestamp.time)));
}

void tell_small_groups(const StackSurroundings& surroundings, Story& story) {
  for (const auto& group : surroundings.groups)
    if (group.instances < group.desired)
      story.say("groups",
                fmt::format("{} is below its desired capacity: {}", group.logical_id, state_of(group)));
}

std::string member(const base::json::value& row, std::string_view name) {
  const auto* value = row.is_object() ? row.as_object().if_contains(name) : nullptr;
  return value != nullptr && value->is_string() ? std::string(value->as_string()) : std::string();
}

/// How the template fared: properties that were ignored or refused by name, the others by number.
void tell_report(const std::string& stack, const base::json::value& report, Story& story) {
  constexpr std::size_t at_most = 8;
  const auto* rows = report.is_object() ? report.as_object().if_contains("rows") : nullptr;
  if (rows == nullptr || !rows->is_array()) return;
  for (const char* standing : {"refused", "ignored", "emulated"}) {
    std::vector<std::string> names;
    std::size_t count = 0;
    for (const auto& row : rows->as_array()) {
      if (member(row, "standing") != standing) continue;
      const std::string property = member(row, "property");
      if (++count <= at_most)
        names.push_back(member(row, "resource") + (property.empty() ? "" : "." + property));
    }
    if (count > at_most) names.push_back(fmt::format("{} more", count - at_most));
    if (count > 0) story.say("template", fmt::format("{}: {}", standing, joined(names)));
  }
  const bool any = !story.parts.empty() && story.parts.back().label == "template";
  if (any) story.say("template", fmt::format("'berth stack report {}' says why", stack));
}

void tell_what_blocks_deletion(const cf::Stack& stack, const StackSurroundings& surroundings, Story& story) {
  if (stack.EnableTerminationProtection.value_or(false))
    story.say("deletion",
              fmt::format("is forbidden by termination protection: 'berth aws cloudformation "
                          "update-termination-protection --no-enable-termination-protection --stack-name {}'",
                          stack.StackName));
  for (const auto& content : surroundings.contents)
    story.say("deletion", fmt::format("{} ({} {}) holds {}, and would make it fail", content.logical_id,
                                      content.type, content.name, content.what));
  if (!surroundings.contents.empty())
    story.say("deletion",
              fmt::format("'berth stack delete {} --empty' empties and deletes", stack.StackName));
}

std::string advice_of(const cf::Stack& stack) {
  const std::string &status = stack.StackStatus, name = stack.StackName;
  if (status == "ROLLBACK_COMPLETE" || status == "CREATE_FAILED" || status == "ROLLBACK_FAILED")
    return fmt::format("mend what failed first, then 'berth stack delete {}' and launch again", name);
  if (status == "UPDATE_ROLLBACK_COMPLETE")
    return fmt::format(
        "the stack is as it was before the change: mend what failed first, and 'berth stack launch "
        "TEMPLATE {}' again",
        name);
  if (status == "UPDATE_ROLLBACK_FAILED")
    return fmt::format(
        "mend what keeps it from going back, then 'berth aws cloudformation continue-update-rollback "
        "--stack-name {}'",
        name);
  if (status == "DELETE_FAILED")
    return fmt::format("remove what is in the way, then 'berth stack delete {}' again", name);
  if (status == "REVIEW_IN_PROGRESS")
    return fmt::format("it has a change set and nothing else: execute that, or 'berth stack delete {}'",
                       name);
  return {};
}

std::string verdict_on(const std::string& status) {
  if (status.ends_with("_IN_PROGRESS")) return "it is under way";
  if (status.ends_with("_FAILED")) return "it failed, and needs a hand";
  if (status == "ROLLBACK_COMPLETE") return "its creation failed, and what it had made is gone";
  if (status == "UPDATE_ROLLBACK_COMPLETE") return "its last change failed, and was taken back";
  return "it is whole";
}

}  // namespace

Story tell_stack(const cf::Stack& stack, const Events& all_events,
                 const std::vector<cf::StackResourceSummary>& resources,
                 const StackSurroundings& surroundings, base::TimePoint now) {
  const Events events = of_last_operation(stack, all_events);
  Story story;
  const base::TimePoint since = events.empty() ? stack.CreationTime.time : events.back().Timestamp.time;
  story.headline = fmt::format("stack {} is {} since {}: {}", stack.StackName, stack.StackStatus,
                               base::to_age(now - since), verdict_on(stack.StackStatus));
  const bool whole = stack.StackStatus == "CREATE_COMPLETE" || stack.StackStatus == "UPDATE_COMPLETE";
  if (!whole) tell_failures(stack, events, story);
  if (stack.StackStatus.ends_with("_IN_PROGRESS")) {
    tell_waiting(events, resources, surroundings, now, story);
  } else {
    tell_small_groups(surroundings, story);
  }
  story.say("do", advice_of(stack));
  tell_report(stack.StackName, surroundings.report, story);
  tell_what_blocks_deletion(stack, surroundings, story);
  return story;
}

}  // namespace berth::cli
