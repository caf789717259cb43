#include "berth/stack/lifecycle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace berth::stack {
namespace {

using enum StackStatus;

constexpr Transition table[] = {
    {REVIEW_IN_PROGRESS, CREATE_IN_PROGRESS},
    {REVIEW_IN_PROGRESS, DELETE_IN_PROGRESS},

    {CREATE_IN_PROGRESS, CREATE_COMPLETE},
    {CREATE_IN_PROGRESS, CREATE_FAILED},
    {CREATE_IN_PROGRESS, ROLLBACK_IN_PROGRESS},
    {CREATE_IN_PROGRESS, DELETE_IN_PROGRESS},
    {CREATE_FAILED, ROLLBACK_IN_PROGRESS},
    {CREATE_FAILED, DELETE_IN_PROGRESS},
    {CREATE_COMPLETE, UPDATE_IN_PROGRESS},
    {CREATE_COMPLETE, DELETE_IN_PROGRESS},

    {ROLLBACK_IN_PROGRESS, ROLLBACK_COMPLETE},
    {ROLLBACK_IN_PROGRESS, ROLLBACK_FAILED},
    {ROLLBACK_IN_PROGRESS, DELETE_IN_PROGRESS},
    {ROLLBACK_COMPLETE, DELETE_IN_PROGRESS},
    {ROLLBACK_FAILED, DELETE_IN_PROGRESS},

    {UPDATE_IN_PROGRESS, UPDATE_COMPLETE_CLEANUP_IN_PROGRESS},
    {UPDATE_IN_PROGRESS, UPDATE_FAILED},
    {UPDATE_IN_PROGRESS, UPDATE_ROLLBACK_IN_PROGRESS},
    {UPDATE_COMPLETE_CLEANUP_IN_PROGRESS, UPDATE_COMPLETE},
    // Of nested stacks that are held until the stack around them is as far:
    {UPDATE_COMPLETE_CLEANUP_IN_PROGRESS, UPDATE_IN_PROGRESS},
    {UPDATE_COMPLETE_CLEANUP_IN_PROGRESS, UPDATE_ROLLBACK_IN_PROGRESS},
    {UPDATE_COMPLETE_CLEANUP_IN_PROGRESS, DELETE_IN_PROGRESS},
    {UPDATE_COMPLETE, UPDATE_IN_PROGRESS},
    {UPDATE_COMPLETE, DELETE_IN_PROGRESS},
    {UPDATE_FAILED, UPDATE_IN_PROGRESS},
    {UPDATE_FAILED, UPDATE_ROLLBACK_IN_PROGRESS},
    {UPDATE_FAILED, DELETE_IN_PROGRESS},

    {UPDATE_ROLLBACK_IN_PROGRESS, UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS},
    {UPDATE_ROLLBACK_IN_PROGRESS, UPDATE_ROLLBACK_FAILED},
    {UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS, UPDATE_ROLLBACK_COMPLETE},
    {UPDATE_ROLLBACK_COMPLETE, UPDATE_IN_PROGRESS},
    {UPDATE_ROLLBACK_COMPLETE, DELETE_IN_PROGRESS},
    {UPDATE_ROLLBACK_FAILED, UPDATE_ROLLBACK_IN_PROGRESS},
    {UPDATE_ROLLBACK_FAILED, DELETE_IN_PROGRESS},

    {DELETE_IN_PROGRESS, DELETE_COMPLETE},
    {DELETE_IN_PROGRESS, DELETE_FAILED},
    {DELETE_FAILED, DELETE_IN_PROGRESS},
};

}  // namespace

std::span<const Transition> transitions() { return table; }

bool may_follow(StackStatus from, StackStatus to) {
  return std::ranges::any_of(table,
                             [&](const Transition& step) { return step.from == from && step.to == to; });
}

bool is_in_progress(StackStatus status) {
  return status == CREATE_IN_PROGRESS || status == ROLLBACK_IN_PROGRESS || status == DELETE_IN_PROGRESS ||
         is_updating(status);
}

bool is_updating(StackStatus status) {
  return status == UPDATE_IN_PROGRESS || status == UPDATE_COMPLETE_CLEANUP_IN_PROGRESS ||
         status == UPDATE_ROLLBACK_IN_PROGRESS || status == UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS;
}

std::optional<std::string> refusal(StackOperation operation, const StackRecord& stack) {
  const StackStatus status = stack.status;
  switch (operation) {
    case StackOperation::Create:
      if (status == REVIEW_IN_PROGRESS) return std::nullopt;
      return fmt::format("Stack [{}] already exists", stack.name);
    case StackOperation::Update:
    case StackOperation::ExecuteChangeSet:
      if ((may_follow(status, UPDATE_IN_PROGRESS) && !is_in_progress(status)) ||
          (operation == StackOperation::ExecuteChangeSet && status == REVIEW_IN_PROGRESS))
        return std::nullopt;
      return fmt::format("Stack:{} is in {} state and can not be updated.", stack.id(), to_text(status));
    case StackOperation::Delete:
      if (!is_updating(status)) return std::nullopt;
      return fmt::format("Stack [{}] cannot be deleted while in status {}", stack.id(), to_text(status));
    case StackOperation::ContinueUpdateRollback:
      if (status == UPDATE_ROLLBACK_FAILED) return std::nullopt;
      return fmt::format("Stack:{} is in {} state and can not continue rollback.", stack.id(),
                         to_text(status));
    case StackOperation::Rollback:
      if (status == CREATE_FAILED || status == UPDATE_FAILED) return std::nullopt;
      return fmt::format("Stack:{} is in {} state and can not be rolled back.", stack.id(), to_text(status));
    case StackOperation::Signal:
      if (is_in_progress(status) && status != DELETE_IN_PROGRESS) return std::nullopt;
      return fmt::format("Stack {} is in {} state and cannot be signaled", stack.id(), to_text(status));
    case StackOperation::CancelUpdate:
      if (status == UPDATE_IN_PROGRESS) return std::nullopt;
      return "CancelUpdateStack cannot be called from current stack status";
  }
  return std::nullopt;
}

}  // namespace berth::stack
