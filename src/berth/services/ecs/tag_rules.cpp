#include "berth/services/ecs/tag_rules.hpp"

#include "berth/services/ecs/errors.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>

namespace berth::ecs {

namespace {

constexpr std::size_t most_tags = 50;
constexpr std::size_t longest_key = 128;
constexpr std::size_t longest_value = 256;

/// Letters, digits and blanks of any script are allowed; of ASCII's signs only these.
bool is_allowed(unsigned char c) {
  return c >= 0x80 || std::isalnum(c) ||
         std::string_view(" _.:/=+-@").find(static_cast<char>(c)) != std::string_view::npos;
}

bool is_reserved(std::string_view text) {
  constexpr std::string_view prefix = "aws:";
  return text.size() >= prefix.size() &&
         std::equal(prefix.begin(), prefix.end(), text.begin(),
                    [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); });
}

void check_text(const std::string& text, const std::string& what, std::size_t least, std::size_t most) {
  const std::size_t length = count_characters(text);
  if (length < least || length > most)
    throw invalid_parameter("A tag's " + what + " must have between " + std::to_string(least) + " and " +
                            std::to_string(most) + " characters.");
  if (!std::ranges::all_of(text, is_allowed))
    throw invalid_parameter("A tag's " + what +
                            " can hold letters, numbers, spaces and the characters + - = . _ : / @ only.");
  if (is_reserved(text))
    throw invalid_parameter("A tag's " + what + " must not begin with aws:, which is reserved.");
}

}  // namespace

std::size_t count_characters(std::string_view utf8) {
  return static_cast<std::size_t>(
      std::ranges::count_if(utf8, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

void check_tags(const std::vector<Tag>& tags) {
  if (tags.size() > most_tags) throw list_too_long("tags", most_tags);
  std::set<std::string> keys;
  for (const Tag& tag : tags) {
    check_text(tag.key.value_or(""), "key", 1, longest_key);
    check_text(tag.value.value_or(""), "value", 0, longest_value);
    if (!keys.insert(*tag.key).second)
      throw invalid_parameter("The tag key " + *tag.key + " is given twice.");
  }
}

}  // namespace berth::ecs
