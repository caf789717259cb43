#include "berth/cli/explain.hpp"

#include "berth/cli/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace berth::cli {

namespace {

/// A resource that a task can ask too much of.
struct Resource {
  std::string_view reason;
  std::string_view amount;  ///< "{} GPUs"
  std::string_view less;    ///< what to ask for instead, and how
};

constexpr std::array resources = {
    Resource{"RESOURCE:GPU", "GPUs", "fewer with --gpus"},
    Resource{"RESOURCE:CPU", "CPU units", "less with --cpu"},
    Resource{"RESOURCE:MEMORY", "MiB of memory", "less with --memory"},
};

std::string explained(const Resource& resource, const std::optional<Ask>& ask) {
  if (!ask) {
    return fmt::format("no instance has that many {} free: ask for {}, or wait for a task to end (berth ps)",
                       resource.amount, resource.less);
  }
  if (ask->asked > ask->most) {
    return fmt::format(
        "it asks for {} {}, and no instance of the cluster has more than {}: it can never run "
        "there; ask for {}",
        ask->asked, resource.amount, ask->most, resource.less);
  }
  return fmt::format(
      "it asks for {} {}, and the most that is free now is {}{}, of {} at most: wait for a task to end "
      "(berth ps), "
      "or ask for {}",
      ask->asked, resource.amount, ask->free, ask->where.empty() ? "" : " on " + ask->where, ask->most,
      resource.less);
}

}  // namespace

std::string explained_failure(std::string_view reason, std::optional<Ask> ask) {
  struct Known {
    std::string_view reason, meaning;
  };
  static constexpr std::array known = {
      Known{"RESOURCE:PORTS", "a host port that the task asks for is taken: choose another, or 0 for any"},
      Known{"ATTRIBUTE", "no instance has an attribute that the task definition requires"},
      Known{"AGENT", "the instance is not connected: see berth status"},
      Known{"INACTIVE", "the instance or cluster is draining or gone: run the task in another cluster"},
      Known{"MISSING", "there is no such thing: look at the name, and at --cluster"},
  };
  for (const Resource& each : resources) {
    if (reason == each.reason) return fmt::format("{}: {}", each.reason, explained(each, ask));
  }
  for (const Known& k : known) {
    if (reason == k.reason) return fmt::format("{}: {}", k.reason, k.meaning);
  }
  return std::string(reason);
}

StackOutcome outcome_of_creation(std::string_view status) {
  if (status == "CREATE_COMPLETE") return StackOutcome::Done;
  return status.ends_with("_IN_PROGRESS") ? StackOutcome::Running : StackOutcome::Failed;
}

StackOutcome outcome_of_update(std::string_view status) {
  if (status == "UPDATE_COMPLETE") return StackOutcome::Done;
  return status.ends_with("_IN_PROGRESS") ? StackOutcome::Running : StackOutcome::Failed;
}

StackOutcome outcome_of_deletion(std::string_view status) {
  if (status == "DELETE_COMPLETE") return StackOutcome::Done;
  return status.ends_with("_IN_PROGRESS") ? StackOutcome::Running : StackOutcome::Failed;
}

bool is_telling(std::string_view status, std::string_view reason) {
  if (reason.empty() || reason == "User Initiated" || reason == "Resource creation Initiated") return false;
  return status.ends_with("_FAILED") || status.starts_with("ROLLBACK") || status == "DELETE_SKIPPED";
}

std::string event_text(const EventLine& event, std::size_t width) {
  constexpr std::size_t margin = 10;  // of the reason: below the status
  const auto padded = [](const std::string& text, std::size_t columns) {
    return text + std::string(columns - std::min(columns, display_width(text)), ' ');
  };
  std::string line =
      without_control_sequences(fmt::format("{:>8}  {}  {}  {}", event.elapsed, padded(event.status, 20),
                                            padded(event.logical_id, 24), event.type));
  std::string text = (width > 0 ? fitted(line, width) : line) + "\n";
  if (!is_telling(event.status, event.reason)) return text;
  const std::string reason = on_one_line(event.reason);
  const std::size_t room = width > 2 * margin ? width - margin : reason.size();
  for (const std::string& part : wrapped(reason, room)) text += std::string(margin, ' ') + part + "\n";
  return text;
}

}  // namespace berth::cli
