/// Updates: what happens next in a stack that changes into another template. Pure, like progress.hpp.
///
///   UPDATE_IN_PROGRESS   in dependency order each resource is compared with what the template says of it now: it stays,
///                        is changed in place, is made, or is replaced by a new one while the old one waits (retired)
///   …CLEANUP_IN_PROGRESS what was replaced and what the template has no more is deleted; what cannot be is left behind
///   UPDATE_COMPLETE
///
///   on a failure         nothing else starts; when all have ended, what was changed is changed back in the order of the
///                        old template, what was replaced comes back, and then what is new is deleted
///                        (UPDATE_ROLLBACK_…); or all stays as it is (keep_failed_update: UPDATE_FAILED)
///
/// Until the cleanup nothing of before is deleted, so that it is always there to go back to.
#pragma once

#include "berth/stack/progress.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace berth::stack {

/// What a stack is to become.
struct Target {
  std::string description, role_arn;
  std::vector<ParameterRecord> parameters;
  std::map<std::string, bool> conditions;
  std::vector<std::string> capabilities;
  std::map<std::string, std::string> tags;
  /// What the new template makes, in its order: logical id, type, suggested name, needs and policies are read.
  std::vector<ResourceRecord> resources;
  bool keep_on_failure = false;
  std::optional<std::string> policy_for_update;
  bool hold = false;  ///< of a nested stack: before its cleanup it waits for release() or roll_back()
};

/// What the new template makes of a resource that is there.
struct Comparison {
  enum class Effect { None, Update, Replace } effect = Effect::None;
  std::string properties;      ///< as resolved now, JSON
  std::string suggested_name;  ///< for one that replaces it
};

/// The stack may be updated (refusal()).
Step start_update(StackRecord& stack, Target target, base::TimePoint now);
Step compared(StackRecord& stack, const std::string& logical_id, Comparison comparison, base::TimePoint now);
Step updated(StackRecord& stack, const std::string& logical_id, std::map<std::string, std::string> attributes,
             base::TimePoint now);
/// Of a comparison, or of a change in place.
Step update_failed(StackRecord& stack, const std::string& logical_id, const std::string& reason,
                   base::TimePoint now);
/// CancelUpdateStack: as if something had failed.
Step request_cancel_update(StackRecord& stack, base::TimePoint now);
/// A nested stack whose update is held goes on to its cleanup. Nothing if it is not held.
Step release(StackRecord& stack, base::TimePoint now);
/// Back to before the update: of a nested stack that is held, and RollbackStack of one whose update was left as it failed.
Step roll_back(StackRecord& stack, const std::string& reason, base::TimePoint now);
/// ContinueUpdateRollback. `skip` are resources whose way back failed and is not tried again.
Step continue_rollback(StackRecord& stack, const std::set<std::string>& skip, base::TimePoint now);

namespace stepping {

/// For progress.cpp, which is told first. What they do is described above.
void advance_update(StackRecord& stack, Step& step, base::TimePoint now);
void finish_update(StackRecord& stack, Step& step, base::TimePoint now);
void conclude_update_failure(StackRecord& stack, const std::string& why, Step& step, base::TimePoint now);
void fail_update(StackRecord& stack, Step& step);
Step resume_update(StackRecord& stack, base::TimePoint now);

}  // namespace stepping
}  // namespace berth::stack
