/// CloudWatch filter patterns.
///
///   (empty)                           every event
///   ERROR "disk full" -debug          all terms and phrases, none of those with a minus; case-sensitive
///   ?ERROR ?WARN                      any of them
///   %[a-z]+-[0-9]%                    a regular expression (among the terms, or as a value below)
///   { $.level = "error" && $.n > 3 }  events that are JSON objects
///   [ip, user, status = 4*, size]     events of so many blank-separated fields ("…" and […] count as one)
///
/// Source: "Filter pattern syntax" of CloudWatch Logs' user guide.
#pragma once

#include "base/result.hpp"

#include <memory>
#include <string_view>

namespace berth::logstore {

class FilterPattern {
 public:
  /// Matches everything.
  FilterPattern();
  /// An error says what is wrong and where; the caller answers InvalidParameterException.
  static base::Result<FilterPattern> parse(std::string_view text);

  bool matches(std::string_view message) const;

  class Matcher;

 private:
  explicit FilterPattern(std::shared_ptr<const Matcher> matcher);
  std::shared_ptr<const Matcher> matcher_;
};

}  // namespace berth::logstore
