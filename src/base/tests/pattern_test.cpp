#include "base/pattern.hpp"

#include <gtest/gtest.h>

#include <string>

namespace base {
namespace {

TEST(Patterns, a_star_takes_any_text_and_a_question_mark_one_character) {
  const struct {
    const char* text;
    const char* pattern;
    bool matches;
  } cases[] = {
      {"", "", true},          {"", "*", true},         {"", "?", false},
      {"a", "", false},        {"a", "?", true},        {"ab", "?", false},
      {"abc", "a*c", true},    {"abd", "a*c", false},   {"abc", "*b*", true},
      {"abc", "abc*", true},   {"abc", "ab", false},    {"a*c", "a*c", true},
      {"abcbd", "a*bd", true}, {"abcb", "a*bd", false}, {"g5.xlarge", "g5.*", true},
      {"ABC", "abc", false},
  };
  for (const auto& each : cases)
    EXPECT_EQ(matches_pattern(each.text, each.pattern), each.matches) << each.text << " by " << each.pattern;
}

TEST(Patterns, do_not_explode) {
  const std::string text(2000, 'a');
  std::string pattern;
  for (int i = 0; i < 200; ++i) pattern += "a*";
  EXPECT_FALSE(matches_pattern(text, pattern + "b"));
  EXPECT_TRUE(matches_pattern(text, pattern));
}

TEST(Patterns, elements_decide_what_they_stand_for) {
  const auto matches = [](std::string_view text, std::string_view pattern) {
    return matches_pattern(
        text, pattern, [](char element) { return element == '%'; },
        [](char element, char character) { return element == character; });
  };
  EXPECT_TRUE(matches("a?b", "a?%"));
  EXPECT_FALSE(matches("axb", "a?%"));
  EXPECT_FALSE(matches("ab", "*"));
}

}  // namespace
}  // namespace base
