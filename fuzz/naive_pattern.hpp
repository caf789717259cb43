/// Patterns with * and ? by the book: a table over text and pattern. What the quick matchers are held to.
#pragma once

#include <string_view>
#include <vector>

namespace fuzz {

/// `question`: whether ? stands for any one character.
inline bool matches_naively(std::string_view text, std::string_view pattern, bool question = true) {
  std::vector<bool> reachable(pattern.size() + 1);  // the pattern's heads that describe the text so far
  const auto skip_stars = [&] {
    for (std::size_t i = 0; i < pattern.size(); ++i)
      if (reachable[i] && pattern[i] == '*') reachable[i + 1] = true;
  };
  reachable[0] = true;
  skip_stars();
  for (const char c : text) {
    std::vector<bool> next(pattern.size() + 1);
    for (std::size_t i = 0; i < pattern.size(); ++i) {
      if (!reachable[i]) continue;
      if (pattern[i] == '*')
        next[i] = true;
      else if (pattern[i] == c || (question && pattern[i] == '?'))
        next[i + 1] = true;
    }
    reachable = std::move(next);
    skip_stars();
  }
  return reachable[pattern.size()];
}

}  // namespace fuzz
