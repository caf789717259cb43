/// Where a call is allowed or denied. The dispatcher asks before an operation runs; an operation asks again
/// for what only it knows (iam:PassRole, the source of a copy) through Call::authorize.
#pragma once

#include "berth/identity/policy.hpp"

#include <string>
#include <string_view>

namespace berth::wire {

struct Call;

/// An IAM action, "ecs:StopTask". The empty one is denied to all but root.
struct Action {
  std::string_view name{};
};

/// For operations that every signed caller may use, whatever its policies say (sts:GetCallerIdentity).
inline constexpr Action anyone{"*"};

/// Condition keys of a request and their values, e.g. {"iam:PassedToService", {"ecs-tasks.amazonaws.com"}}.
using identity::ConditionValues;

class Authorizer {
 public:
  virtual ~Authorizer() = default;
  /// Returns if allowed; throws access_denied(call.protocol, text) (reply.hpp) if not. On the state lane.
  virtual void authorize(const Call& call, const Action& action, const std::string& resource,
                         const ConditionValues& conditions) const = 0;
};

}  // namespace berth::wire
