#include "berth/identity/match.hpp"

#include "base/pattern.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace berth::identity {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// A pattern's element: a literal character, or one of the two wildcards.
struct Element {
  enum class Kind { Literal, One, Any } kind;
  char character = 0;
};

bool matches(const std::vector<Element>& pattern, std::string_view text) {
  return base::matches_pattern(
      text, pattern, [](const Element& element) { return element.kind == Element::Kind::Any; },
      [](const Element& element, char character) {
        return element.kind == Element::Kind::One || element.character == character;
      });
}

void append_wildcards(std::string_view text, std::vector<Element>& pattern) {
  for (const char c : text) {
    if (c == '*')
      pattern.push_back({Element::Kind::Any});
    else if (c == '?')
      pattern.push_back({Element::Kind::One});
    else
      pattern.push_back({Element::Kind::Literal, c});
  }
}

void append_literal(std::string_view text, std::vector<Element>& pattern) {
  for (const char c : text) pattern.push_back({Element::Kind::Literal, c});
}

/// The value of what stands between ${ and }: one of the three escapes, or a condition key with one value and
/// perhaps a default: key, 'default'. Nothing if there is no value.
std::optional<std::string> variable(std::string_view inside, const ConditionValues& context) {
  if (inside == "*" || inside == "?" || inside == "$") return std::string(inside);
  const auto comma = inside.find(',');
  std::string_view key = inside.substr(0, comma);
  while (!key.empty() && key.back() == ' ') key.remove_suffix(1);
  if (const auto found = context.find(key); found != context.end() && found->second.size() == 1)
    return found->second.front();
  if (comma == std::string_view::npos) return std::nullopt;
  const auto first = inside.find('\'', comma);
  const auto last = inside.rfind('\'');
  if (first == std::string_view::npos || last == first) return std::nullopt;
  return std::string(inside.substr(first + 1, last - first - 1));
}

/// Calls `literal` for what stands outside of variables and `value` for their values; false if one has none.
template <class Literal, class Value>
bool walk(std::string_view text, const ConditionValues& context, Literal literal, Value value) {
  while (!text.empty()) {
    const auto start = text.find("${");
    const auto end = start == std::string_view::npos ? start : text.find('}', start);
    if (end == std::string_view::npos) {
      literal(text);
      return true;
    }
    literal(text.substr(0, start));
    const auto found = variable(text.substr(start + 2, end - start - 2), context);
    if (!found) return false;
    value(*found);
    text.remove_prefix(end + 1);
  }
  return true;
}

}  // namespace

bool IgnoreCaseLess::operator()(std::string_view a, std::string_view b) const {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                      [](char x, char y) { return lower(x) < lower(y); });
}

Match both(Match a, Match b) {
  if (a == Match::No || b == Match::No) return Match::No;
  return a == Match::Unknown || b == Match::Unknown ? Match::Unknown : Match::Yes;
}

Match either(Match a, Match b) {
  if (a == Match::Yes || b == Match::Yes) return Match::Yes;
  return a == Match::Unknown || b == Match::Unknown ? Match::Unknown : Match::No;
}

Match opposite(Match a) {
  if (a == Match::Unknown) return a;
  return a == Match::Yes ? Match::No : Match::Yes;
}

Match match_pattern(std::string_view pattern, std::string_view text, bool variables,
                    const ConditionValues& context) {
  std::vector<Element> elements;
  if (!variables) {
    append_wildcards(pattern, elements);
  } else if (!walk(
                 pattern, context, [&](std::string_view part) { append_wildcards(part, elements); },
                 [&](std::string_view value) { append_literal(value, elements); })) {
    return Match::Unknown;
  }
  return matches(elements, text) ? Match::Yes : Match::No;
}

Expanded expand_variables(std::string_view text, const ConditionValues& context) {
  Expanded expanded;
  const auto append = [&](std::string_view part) { expanded.text += part; };
  expanded.complete = walk(text, context, append, append);
  return expanded;
}

}  // namespace berth::identity
