/// Says in words what AWS says in codes: why a task was not placed, how a stack is doing, and what to do.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace berth::cli {

/// How much of a resource a task asks of one instance, and the most that any instance of the cluster has.
struct Ask {
  std::int64_t asked = 0;
  std::int64_t most = 0;  ///< in all
  std::int64_t free = 0;  ///< now
  std::string where{};    ///< the instance that has so much free; empty if there is none
};

/// What a reason of RunTask's failures[] means and what to do; the reason itself if it is none that we know. With `ask`
/// it tells what can never run here from what has to wait.
std::string explained_failure(std::string_view reason, std::optional<Ask> ask = std::nullopt);

enum class StackOutcome {
  Running,  ///< an operation is under way
  Done,     ///< it did what was asked
  Failed    ///< it failed, was rolled back or is gone
};
/// What a StackStatus means to someone who waits for a creation.
StackOutcome outcome_of_creation(std::string_view stack_status);
/// The same for a change of one that was there.
StackOutcome outcome_of_update(std::string_view stack_status);
/// The same for a deletion.
StackOutcome outcome_of_deletion(std::string_view stack_status);

/// One line of a stack's history, and below it the reason, whole, where there is something to learn from it. `elapsed`
/// stands in front ("0.4 s").
struct EventLine {
  std::string elapsed;
  std::string status;
  std::string logical_id;
  std::string type;
  std::string reason;
};
/// For a terminal of `width` columns: the line is cut, the reason goes on in further lines. 0 is a pipe.
std::string event_text(const EventLine& event, std::size_t width);

/// Whether an event's reason says more than the status does.
bool is_telling(std::string_view status, std::string_view reason);

}  // namespace berth::cli
