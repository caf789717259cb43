#include "berth/cli/explain.hpp"

#include "berth/cli/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace berth::cli {

std::string explained_failure(std::string_view reason) {
  struct Known {
    std::string_view reason, meaning;
  };
  static constexpr std::array known = {
      Known{"RESOURCE:GPU",
            "no instance has that many GPUs free: ask for fewer, or wait for a task to end (berth ps)"},
      Known{"RESOURCE:CPU",
            "no instance has that much CPU free: ask for less, or wait for a task to end (berth ps)"},
      Known{"RESOURCE:MEMORY",
            "no instance has that much memory free: ask for less, or wait for a task to end (berth ps)"},
      Known{"RESOURCE:PORTS", "a host port that the task asks for is taken: choose another, or 0 for any"},
      Known{"ATTRIBUTE", "no instance has an attribute that the task definition requires"},
      Known{"AGENT", "the instance is not connected: see berth status"},
      Known{"INACTIVE", "the instance or cluster is draining or gone: run the task in another cluster"},
      Known{"MISSING", "there is no such thing: look at the name, and at --cluster"},
  };
  for (const Known& k : known) {
    if (reason == k.reason) return fmt::format("{}: {}", k.reason, k.meaning);
  }
  return std::string(reason);
}

StackOutcome outcome_of_creation(std::string_view status) {
  if (status == "CREATE_COMPLETE") return StackOutcome::Done;
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

std::string event_text(const EventLine& event) {
  const auto padded = [](const std::string& text, std::size_t width) {
    return text + std::string(width - std::min(width, display_width(text)), ' ');
  };
  std::string line = fmt::format("{:>8}  {}  {}  {}", event.elapsed, padded(event.status, 20),
                                 padded(fitted(event.logical_id, 28), 24), event.type);
  line = fitted(without_control_sequences(line), 100) + "\n";
  if (is_telling(event.status, event.reason)) line += "          " + on_one_line(event.reason) + "\n";
  return line;
}

}  // namespace berth::cli
