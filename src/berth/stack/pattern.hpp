/// AllowedPattern: a regular expression over a whole value, with bounded work.
#pragma once

#include <string>

namespace berth::stack {

/// Throws TemplateError if the pattern is wrong or matching it takes too long (it is the template author's,
/// and the text the caller's).
bool matches_pattern(const std::string& pattern, const std::string& text);

}  // namespace berth::stack
