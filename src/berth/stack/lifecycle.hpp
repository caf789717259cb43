/// The states of a stack: which follows which, and what may be asked of a stack in each.
#pragma once

#include "berth/stack/record.hpp"

#include <optional>
#include <span>
#include <string>

namespace berth::stack {

struct Transition {
  StackStatus from, to;
};

/// Every step that a stack's status takes; progress.cpp takes no other.
std::span<const Transition> transitions();
bool may_follow(StackStatus from, StackStatus to);

bool is_in_progress(StackStatus status);

/// UPDATE_IN_PROGRESS and what comes after it until the stack is at rest.
bool is_updating(StackStatus status);

enum class StackOperation {
  Create,
  Update,
  Delete,
  ExecuteChangeSet,
  ContinueUpdateRollback,
  CancelUpdate,
  Rollback,
  Signal
};
BOOST_DESCRIBE_ENUM(StackOperation, Create, Update, Delete, ExecuteChangeSet, ContinueUpdateRollback,
                    CancelUpdate, Rollback, Signal)

/// Nothing if the operation may be asked of the stack as it is; else CloudFormation's sentence. (Create is asked of
/// a stack that is there: only one in review can be made, by its change set.)
std::optional<std::string> refusal(StackOperation operation, const StackRecord& stack);

}  // namespace berth::stack
