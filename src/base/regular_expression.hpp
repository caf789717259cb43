/// A regular expression (Perl's syntax, as Java's of AWS) over a whole text, with bounded work.
#pragma once

#include "base/result.hpp"

#include <string>

namespace base {

/// Error: the pattern is wrong, or matching it takes too long; the message says which and continues a sentence that
/// begins with the pattern ("is not valid: …").
Result<bool> matches_expression(const std::string& pattern, const std::string& text);

}  // namespace base
