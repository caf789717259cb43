/// Patterns with * (any text) and ? (any one character), as AWS's filters and expressions have them.
#pragma once

#include <string_view>

namespace base {

/// Time is bounded by text × pattern, whatever the pattern: callers from outside may write these.
inline bool matches_pattern(std::string_view text, std::string_view pattern) {
  std::size_t at = 0, in = 0, star = std::string_view::npos, resume = 0;
  while (at < text.size()) {
    if (in < pattern.size() && pattern[in] == '*') {
      star = in++;
      resume = at;
    } else if (in < pattern.size() && (pattern[in] == '?' || pattern[in] == text[at])) {
      ++in;
      ++at;
    } else if (star != std::string_view::npos) {
      in = star + 1;  // let the last star take one character more
      at = ++resume;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', in) == std::string_view::npos;
}

}  // namespace base
