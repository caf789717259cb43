#include "berth/logstore/filter_matcher.hpp"

#include "base/pattern.hpp"

#include <cmath>
#include <cstdlib>

namespace berth::logstore {

bool matches_wildcard(std::string_view text, std::string_view pattern) {
  return base::matches_pattern(
      text, pattern, [](char element) { return element == '*'; },
      [](char element, char character) { return element == character; });
}

std::optional<double> parse_number(std::string_view text) {
  if (text.empty() || text.find_first_not_of("+-.0123456789eE") != std::string_view::npos)
    return std::nullopt;
  const std::string copy(text);
  char* end = nullptr;
  const double number = std::strtod(copy.c_str(), &end);
  if (end != copy.c_str() + copy.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

std::optional<Comparison> take_comparison(std::string_view& text) {
  static constexpr std::pair<std::string_view, Comparison> operators[] = {
      {"!=", Comparison::NOT_EQUAL}, {"<=", Comparison::LESS_EQUAL}, {">=", Comparison::GREATER_EQUAL},
      {"=", Comparison::EQUAL},      {"<", Comparison::LESS},        {">", Comparison::GREATER}};
  for (const auto& [word, comparison] : operators) {
    if (text.substr(0, word.size()) != word) continue;
    text.remove_prefix(word.size());
    return comparison;
  }
  return std::nullopt;
}

bool compare(double left, Comparison comparison, double right) {
  switch (comparison) {
    case Comparison::EQUAL:
      return left == right;
    case Comparison::NOT_EQUAL:
      return left != right;
    case Comparison::LESS:
      return left < right;
    case Comparison::LESS_EQUAL:
      return left <= right;
    case Comparison::GREATER:
      return left > right;
    case Comparison::GREATER_EQUAL:
      return left >= right;
  }
  return false;
}

std::optional<std::string> take_quoted(std::string_view& text) {
  std::string value;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') {
      text.remove_prefix(i + 1);
      return value;
    }
    if (text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\')) ++i;
    value += text[i];
  }
  return std::nullopt;
}

void skip_blanks(std::string_view& text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t' || text.front() == '\n'))
    text.remove_prefix(1);
}

}  // namespace berth::logstore
