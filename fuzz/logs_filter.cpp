// Filter patterns, on a message: the first line is the pattern, the rest what it is held against.
#include "input.hpp"
#include "naive_pattern.hpp"

#include "base/check.hpp"
#include "berth/logstore/filter_matcher.hpp"
#include "berth/logstore/filter_pattern.hpp"

#include <algorithm>

using namespace berth::logstore;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string_view message = fuzz::text(bytes, size);
  const std::string_view text = fuzz::take_line(message);
  if (text.size() > 1024) return 0;  // as the API does
  const auto pattern = FilterPattern::parse(text);
  BERTH_CHECK(matches_wildcard(message, text) == fuzz::matches_naively(message, text, false), "wildcards");
  if (!pattern) return 0;
  const bool matches = pattern->matches(message);
  const auto blank = FilterPattern::parse(" " + std::string(text) + "\t");
  BERTH_CHECK(blank && blank->matches(message) == matches, "blanks around a pattern mean nothing");
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  if (!text.empty() && std::ranges::all_of(text, is_letter)) {
    BERTH_CHECK(matches == (message.find(text) != message.npos), "a word is looked for");
    const auto excluded = FilterPattern::parse("-" + std::string(text));
    BERTH_CHECK(excluded && excluded->matches(message) != matches, "or must not be there");
  }
  return 0;
}
