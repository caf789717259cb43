#include "berth/logstore/filter_pattern.hpp"

#include "berth/logstore/filter_fields.hpp"
#include "berth/logstore/filter_json.hpp"
#include "berth/logstore/filter_matcher.hpp"
#include "berth/logstore/filter_terms.hpp"

namespace berth::logstore {

FilterPattern::FilterPattern() = default;
FilterPattern::FilterPattern(std::shared_ptr<const Matcher> matcher) : matcher_(std::move(matcher)) {}

bool FilterPattern::matches(std::string_view message) const {
  return !matcher_ || matcher_->matches(message);
}

base::Result<FilterPattern> FilterPattern::parse(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\n");
  if (first == std::string_view::npos) return FilterPattern();
  text = text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
  auto matcher = text.front() == '{'   ? parse_json_pattern(text)
                 : text.front() == '[' ? parse_fields_pattern(text)
                                       : parse_terms_pattern(text);
  if (!matcher) return matcher.error().within("invalid filter pattern");
  return FilterPattern(std::move(*matcher));
}

}  // namespace berth::logstore
