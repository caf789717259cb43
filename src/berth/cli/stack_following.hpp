/// What stacks do, told while it happens and when it is over.
#pragma once

#include "base/clock.hpp"
#include "berth/cli/explain.hpp"
#include "berth/cli/interruption.hpp"
#include "berth/services/cloudformation/shapes.hpp"

#include <set>
#include <string>

namespace berth::cli {

class Session;

/// Shows a stack's events as they happen, each once, and nothing of what was before.
class EventFollower {
 public:
  EventFollower(Session& session, std::string stack_id);

  /// Marks what there is already as seen.
  void skip_past();
  void print_news();
  /// Until the stack is at rest; answers it. Ctrl-C throws with exit code 130 and says that the stack goes on.
  cloudformation::Stack to_rest(StackOutcome (*outcome)(std::string_view), const Interruption& interruption);

 private:
  [[noreturn]] void leave(const cloudformation::Stack& stack) const;

  Session& session_;
  const std::string stack_id_;
  const base::TimePoint began_;
  std::set<std::string> seen_;
};

/// As a table, or with --json as an object.
void print_outputs(Session& session, const cloudformation::Stack& stack);

[[noreturn]] void fail_with(const cloudformation::Stack& stack, const std::string& advice);

}  // namespace berth::cli
