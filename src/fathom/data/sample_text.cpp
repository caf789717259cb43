#include "fathom/data/sample_text.hpp"

#include <charconv>

namespace fathom::data {

bool parse_value(std::string_view text, float& value) {
  const std::size_t start = text.find_first_not_of(" \t\n\v\f\r");
  if (start == std::string_view::npos) return false;
  text.remove_prefix(start);
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  return result.ec == std::errc{} && value - value == 0.0f;  // neither infinity nor NaN is a value of data
}

}  // namespace fathom::data
