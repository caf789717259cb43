/// What progress.cpp and update_progress.cpp share: how a status changes, and when something may be deleted.
#pragma once

#include "berth/stack/progress.hpp"

#include <string>
#include <vector>

namespace berth::stack::stepping {

inline constexpr const char* by_user = "User Initiated";

/// A change of status with its event. A stack's must be one of lifecycle.hpp's transitions.
void set(StackRecord& stack, ResourceRecord& resource, ResourceStatus status, const std::string& reason,
         Step& step, base::TimePoint now);
void set(StackRecord& stack, StackStatus status, const std::string& reason, Step& step, base::TimePoint now);

ResourceRecord& find(StackRecord& stack, const std::string& key);

/// Of the resources, not of the retired; a pending one has its status from an earlier update.
std::vector<std::string> with_status(const StackRecord& stack, ResourceStatus status);
bool any_with_status(const StackRecord& stack, ResourceStatus status);

/// Does anything of it exist that a deletion has to take away?
bool is_there(const ResourceRecord& resource);

/// "The following resource(s) failed to create: [A, B]. ", with `verb` "create"; empty if none has the status.
std::string failed_sentence(const StackRecord& stack, ResourceStatus status, const char* verb);

/// DELETE_IN_PROGRESS for what nothing in `all` needs any more; what is kept is DELETE_SKIPPED. `all` is the stack's
/// resources, its retired ones or both; each is named to the step by its key.
void remove_what_is_free(StackRecord& stack, const std::vector<ResourceRecord*>& all, Step& step,
                         base::TimePoint now);

}  // namespace berth::stack::stepping
