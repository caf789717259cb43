/// The AWS-managed policies that stacks for ECS attach, known by ARN. Any other ARN grants nothing, and
/// whoever attaches it is told so.
#pragma once

#include "berth/identity/policy.hpp"

#include <string_view>
#include <vector>

namespace berth::identity {

/// The parsed policy, alive as long as the process; null if `arn` is not known. Any thread.
const PolicyDocument* managed_policy(std::string_view arn);
/// Its text, as AWS's reference shows it; empty if `arn` is not known.
std::string_view managed_policy_text(std::string_view arn);
/// Every known ARN, for documentation and tests.
std::vector<std::string_view> managed_policy_arns();

}  // namespace berth::identity
