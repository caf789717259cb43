/// The bytes of an input as texts.
#pragma once

#include <cstdint>
#include <string_view>

namespace fuzz {

inline std::string_view text(const std::uint8_t* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

/// Takes what stands before the next newline off the front, and the newline.
inline std::string_view take_line(std::string_view& rest) {
  const std::string_view line = rest.substr(0, rest.find('\n'));
  rest.remove_prefix(line.size() < rest.size() ? line.size() + 1 : line.size());
  return line;
}

/// Takes the first byte off the front: which of several parsers is meant. 0 for an empty input.
inline unsigned take_choice(std::string_view& rest, unsigned of) {
  if (rest.empty()) return 0;
  const unsigned choice = static_cast<unsigned char>(rest[0]) % of;
  rest.remove_prefix(1);
  return choice;
}

}  // namespace fuzz
