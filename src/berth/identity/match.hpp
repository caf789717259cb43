/// What evaluation is made of: three-valued answers, patterns with policy variables, condition operators.
/// Internal to identity.
#pragma once

#include "berth/identity/policy.hpp"

namespace berth::identity {

/// Unknown is what this code cannot decide: an Allow then grants nothing, a Deny denies.
enum class Match { No, Yes, Unknown };

Match both(Match a, Match b);    ///< No wins, then Unknown
Match either(Match a, Match b);  ///< Yes wins, then Unknown
Match opposite(Match a);

/// Does `text` match `pattern`, with wildcards and (if `variables`) policy variables replaced from `context`?
/// What a variable brings in is literal. A variable without a value is Unknown.
Match match_pattern(std::string_view pattern, std::string_view text, bool variables,
                    const ConditionValues& context);

/// Whether IAM has an operator of this name, prefix and suffix included. (BinaryEquals it has, and here it is never decided.)
bool is_condition_operator(std::string_view name);

/// One condition operator over one key.
Match match_condition(const ConditionTest& test, bool variables, const ConditionValues& context);

/// `text` with policy variables replaced and wildcards left literal; nothing if a variable has no value.
struct Expanded {
  bool complete = true;
  std::string text;
};
Expanded expand_variables(std::string_view text, const ConditionValues& context);

}  // namespace berth::identity
