/// What a parsed pattern is, and what the parsers share.
#pragma once

#include "berth/logstore/filter_pattern.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace berth::logstore {

class FilterPattern::Matcher {
 public:
  virtual ~Matcher() = default;
  virtual bool matches(std::string_view message) const = 0;
};

using ParsedPattern = base::Result<std::shared_ptr<const FilterPattern::Matcher>>;

/// True if `text` is `pattern`, in which each * stands for any characters.
bool matches_wildcard(std::string_view text, std::string_view pattern);

/// A decimal number that fills `text`, with exponent and sign; nothing else.
std::optional<double> parse_number(std::string_view text);

enum class Comparison { EQUAL, NOT_EQUAL, LESS, LESS_EQUAL, GREATER, GREATER_EQUAL };
/// Takes an operator off the head of `text`.
std::optional<Comparison> take_comparison(std::string_view& text);
bool compare(double left, Comparison comparison, double right);

/// Takes a "quoted" text (with \" and \\) off the head; nothing if it is not closed.
std::optional<std::string> take_quoted(std::string_view& text);
void skip_blanks(std::string_view& text);

}  // namespace berth::logstore
