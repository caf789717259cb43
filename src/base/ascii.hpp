/// Letters of ASCII, whatever the locale: names in protocols and policies are compared without regard to their case.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace base {

/// A to Z made small; all other bytes as they are.
inline std::string to_lower(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return small;
}

}  // namespace base
