/// Patterns with * (any text) and ? (any one character), as AWS's filters, policies and expressions have them.
#pragma once

#include <cstddef>
#include <string_view>

namespace base {

/// True if `text` is what `pattern`, a sequence of elements, describes. `is_any(element)`: it stands for any text;
/// `takes(element, character)`: it stands for that character.
/// Greedy, going back to the last "any" only: time is bounded by text × pattern, whatever the pattern, since
/// callers from outside may write these.
template <class Pattern, class IsAny, class Takes>
bool matches_pattern(std::string_view text, const Pattern& pattern, IsAny is_any, Takes takes) {
  std::size_t at = 0, in = 0, any = std::string_view::npos, resume = 0;
  while (at < text.size()) {
    if (in < pattern.size() && is_any(pattern[in])) {
      any = in++;
      resume = at;
    } else if (in < pattern.size() && takes(pattern[in], text[at])) {
      ++in;
      ++at;
    } else if (any != std::string_view::npos) {
      in = any + 1;  // let the last "any" take one character more
      at = ++resume;
    } else {
      return false;
    }
  }
  while (in < pattern.size() && is_any(pattern[in])) ++in;
  return in == pattern.size();
}

/// The same for a text in which * stands for any text and ? for any one character.
inline bool matches_pattern(std::string_view text, std::string_view pattern) {
  return matches_pattern(
      text, pattern, [](char element) { return element == '*'; },
      [](char element, char character) { return element == '?' || element == character; });
}

}  // namespace base
