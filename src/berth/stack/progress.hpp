/// What happens next in a stack: a pure state machine over its record.
///
///   NOT_STARTED → CREATE_IN_PROGRESS → CREATE_COMPLETE      as soon as what it needs is complete
///   on a failure   nothing else starts, the running ones are cancelled; when all have ended, the stack
///                  rolls back, is deleted, or stays as it is (OnFailure)
///   deletion       in reverse order; one that fails keeps what it needs, everything else goes
///
/// Updates are update_progress.hpp's.
///
/// Each function changes the record, appends events in CloudFormation's order and words, and says what to do.
#pragma once

#include "berth/stack/lifecycle.hpp"
#include "berth/stack/record.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace berth::stack {

/// Resources are named by their keys (StackRecord::resource).
struct Step {
  std::vector<std::string> create;     ///< start making these
  std::vector<std::string> remove;     ///< start deleting these
  std::vector<std::string> update;     ///< start changing these from prior_properties to properties
  std::optional<std::string> compare;  ///< compared() is next: what does the template say of this one now?
  std::vector<std::string> cancel;     ///< hurry these: their creation will not be kept
  bool made = false;           ///< all resources are complete: outputs_resolved() or outputs_failed() is next
  bool template_back = false;  ///< the stack has its template of before the update again
  bool update_over = false;    ///< the template of before is not needed any more
  std::vector<EventRecord> events;  ///< oldest first
};

Step start(StackRecord& stack, base::TimePoint now);
/// It is there, without resources, until a change set makes it or it is deleted.
Step begin_review(StackRecord& stack, base::TimePoint now);
/// The resource exists under this id, and may take a while to be complete.
Step initiated(StackRecord& stack, const std::string& logical_id, const std::string& physical_id,
               base::TimePoint now);
Step created(StackRecord& stack, const std::string& logical_id, std::map<std::string, std::string> attributes,
             base::TimePoint now);
Step create_failed(StackRecord& stack, const std::string& logical_id, const std::string& reason,
                   base::TimePoint now);
Step outputs_resolved(StackRecord& stack, std::vector<OutputRecord> outputs, base::TimePoint now);
Step outputs_failed(StackRecord& stack, const std::string& reason, base::TimePoint now);
Step removed(StackRecord& stack, const std::string& logical_id, base::TimePoint now);
Step remove_failed(StackRecord& stack, const std::string& logical_id, const std::string& reason,
                   base::TimePoint now);
/// A signal for a resource that waits for such: told in an event, counted by the resource.
Step signalled(StackRecord& stack, const std::string& logical_id, const std::string& reason,
               base::TimePoint now);
/// The time for creation is up. Nothing if the stack is not being created.
Step timed_out(StackRecord& stack, base::TimePoint now);
/// The creation of a nested stack is not wanted any more; it ends as its OnFailure says. Nothing if it has ended.
Step cancel_creation(StackRecord& stack, base::TimePoint now);
/// RollbackStack of one whose creation failed and was left so.
Step roll_back_creation(StackRecord& stack, base::TimePoint now);
/// DeleteStack, in any state; nothing if it is being deleted already. `retain` are resources that stay.
Step request_delete(StackRecord& stack, const std::set<std::string>& retain, base::TimePoint now);
/// After a restart: what was under way is to be started again. Of that there are no events; they have been written.
Step resume(StackRecord& stack, base::TimePoint now);

}  // namespace berth::stack
