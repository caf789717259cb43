#include "berth/cli/stack_following.hpp"

#include "base/json.hpp"
#include "berth/cli/api.hpp"
#include "berth/cli/errors.hpp"
#include "berth/cli/session.hpp"
#include "berth/cli/stack_calls.hpp"
#include "berth/cli/table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace berth::cli {
namespace {

constexpr std::chrono::milliseconds event_interval{150};

}  // namespace

EventFollower::EventFollower(Session& session, std::string stack_id)
    : session_(session), stack_id_(std::move(stack_id)), began_(session.clock.now()) {}

void EventFollower::skip_past() {
  for (const auto& event : stack_events(session_.api(), stack_id_)) seen_.insert(event.EventId);
}

void EventFollower::print_news() {
  for (const auto& event : stack_events(session_.api(), stack_id_)) {
    if (!seen_.insert(event.EventId).second || session_.json) continue;
    const auto tenths = std::max<std::int64_t>(0, (event.Timestamp.time - began_).count()) / 100;
    session_.out << event_text({fmt::format("{}.{} s", tenths / 10, tenths % 10),
                                event.ResourceStatus.value_or(""), event.LogicalResourceId.value_or(""),
                                event.ResourceType.value_or(""), event.ResourceStatusReason.value_or("")},
                               session_.width());
  }
  session_.out.flush();
}

cloudformation::Stack EventFollower::to_rest(StackOutcome (*outcome)(std::string_view),
                                             const Interruption& interruption) {
  while (true) {
    const cloudformation::Stack stack = describe_stack(session_.api(), stack_id_);
    print_news();
    if (outcome(stack.StackStatus) != StackOutcome::Running) return stack;
    if (interruption.pause(event_interval)) leave(stack);
  }
}

void EventFollower::leave(const cloudformation::Stack& stack) const {
  if (session_.streams.err_columns > 0) session_.streams.err << "\n";  // below the terminal's own ^C
  throw CommandError(ExitCode::Interrupted,
                     fmt::format("stack {0} goes on ({1}): 'berth explain {0}' shows how far it is, 'berth "
                                 "stack delete {0}' removes it",
                                 stack.StackName, stack.StackStatus));
}

void print_outputs(Session& session, const cloudformation::Stack& stack) {
  if (session.json) {
    base::json::object outputs;
    for (const auto& output : stack.Outputs)
      outputs[output.OutputKey.value_or("")] = output.OutputValue.value_or("");
    session.out << base::to_text(outputs) << "\n";
    return;
  }
  // Values are there to be copied, so they stand whole; one that would not leave room for its description gets a line of
  // its own below the table.
  std::size_t widest_value = 64, widest_key = 0;
  for (const auto& output : stack.Outputs)
    widest_key = std::max(widest_key, output.OutputKey.value_or("").size() + 2);
  if (session.width() > 0)
    widest_value = std::min(widest_value, session.width() - std::min(session.width(), widest_key));
  Table table({{"OUTPUT", Column::Whole}, {"VALUE", Column::Whole}, {"DESCRIPTION", Column::Wraps}});
  std::string below;
  for (const auto& output : stack.Outputs) {
    const std::string key = output.OutputKey.value_or(""), value = output.OutputValue.value_or("");
    const std::string description = output.Description.value_or("");
    if (value.size() <= widest_value) {
      table.add({key, value, description});
    } else {
      below +=
          fmt::format("\n{}{}\n    {}\n", key, description.empty() ? "" : " (" + description + ")", value);
    }
  }
  const bool with_table = !table.is_empty() || below.empty();
  if (with_table) session.out << table.render(session.width());
  session.out << (with_table || below.empty() ? below : below.substr(1));
}

void fail_with(const cloudformation::Stack& stack, const std::string& advice) {
  std::string reason = stack.StackStatusReason ? ": " + *stack.StackStatusReason : "";
  while (reason.ends_with('.') || reason.ends_with(' ')) reason.pop_back();  // as AWS ends them
  throw has_failed(fmt::format("stack {} is {}{}: {}", stack.StackName, stack.StackStatus, reason, advice));
}

}  // namespace berth::cli
