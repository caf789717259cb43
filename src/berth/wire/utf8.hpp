/// Walking text that may hold bytes which are no UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace berth::wire {

/// A decoded character: its code point and bytes; `size` is 1 and `valid` false for a byte that starts none.
struct Character {
  std::uint32_t code = 0;
  std::size_t size = 1;
  bool valid = false;
};

/// The character at the front of `text`, which is not empty. Overlong forms, surrogates and anything above
/// U+10FFFF are not valid.
constexpr Character front_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t first = byte(0);
  if (first < 0x80) return {first, 1, true};
  const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < size) return {};
  std::uint32_t code = first & (0x7FU >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3FU);
  }
  const bool overlong = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
  if (overlong || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return {};
  return {code, size, true};
}

inline constexpr std::string_view replacement_character = "\xEF\xBF\xBD";

}  // namespace berth::wire
