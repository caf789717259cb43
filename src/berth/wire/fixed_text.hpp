/// Text as a template argument: Header<std::string, "If-Match">.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace berth::wire {

template <std::size_t N>
struct FixedText {
  char characters[N]{};
  constexpr FixedText(const char (&text)[N]) { std::copy_n(text, N, characters); }
  constexpr std::string_view view() const { return {characters, N - 1}; }
};

}  // namespace berth::wire
