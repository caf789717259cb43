#include "berth/logstore/filter_pattern.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace berth::logstore {
namespace {

struct Case {
  const char* pattern;
  std::vector<const char*> matches, others;
};

TEST(FilterPattern, terms_fields_and_json) {
  const Case cases[] = {
      {"", {"", "anything"}, {}},
      {"  ", {"anything"}, {}},
      {"ERROR", {"an ERROR here", "ERRORS"}, {"error", "nothing"}},
      {"ERROR disk", {"disk ERROR"}, {"ERROR", "disk"}},
      {"\"disk full\"", {"the disk full!"}, {"full disk"}},
      {"\"a \\\"b\\\"\"", {"x a \"b\" y"}, {"a b"}},
      {"ERROR -debug", {"ERROR x"}, {"ERROR debug", "x"}},
      {"ERROR -\"by design\"", {"ERROR"}, {"ERROR by design"}},
      {"?ERROR ?WARN", {"ERROR", "a WARN"}, {"INFO"}},
      {"?ERROR ?WARN -x", {"WARN"}, {"WARN x", "INFO"}},
      {"%[0-9]+ms%", {"took 15ms"}, {"took ms"}},
      {"%^a|b$%", {"a x", "x b"}, {"x a x", "b x"}},
      {"%x[^0-9a-c-]y\\.%", {"xdy."}, {"x1y.", "xby.", "x-y.", "xdyz"}},
      {"%a{2}b{1,2}c{0,}$%", {"aab", "xaabbccc"}, {"ab", "aabbbcd"}},
      {"%\\d\\D\\s\\S\\w\\W\\x41%", {"1a bc!A"}, {"1a bc!B"}},
      {"%colou?r.*[]x]%", {}, {}},
      {"%.+%", {"x"}, {"", "\n"}},
      {"%a*%", {"", "b"}, {}},
      {"INFO -%debug|trace%", {"INFO x"}, {"INFO trace", "x"}},
      {"{ $.code = %4[0-9]{2}% }",
       {R"({"code":404})", R"({"code":"x499"})"},
       {R"({"code":500})", R"({"code":[404]})"}},
      {"{ $.a != %x% }", {R"({"a":"y"})"}, {R"({"a":"axb"})", R"({})"}},
      {"[ip = %^10%, user]", {"10.1 x"}, {"1.10 x"}},
      {"[a, b]", {"x y", "\"x x\" [y y]"}, {"x", "x y z"}},
      {"[ip, ..., status]", {"a b", "a b c d"}, {"a"}},
      {"[ip, ..., status = 4*]", {"a b 404", "a 4"}, {"a 500", "404"}},
      {"[n > 3, m != x]", {"4 y", "3.5 z"}, {"3 y", "4 x", "abc y"}},
      {"[n >= 2 && n < 5, rest = b || rest = c]", {"2 b", "4.9 c"}, {"5 b", "3 d"}},
      {"[w = \"two words\"]", {"\"two words\""}, {"two"}},
      {"{ $.a = \"x\" }",
       {R"({"a":"x"})", R"( {"a":"x","b":1})"},
       {R"({"a":"y"})", "a x", R"({"b":"x"})", "[]", "{"}},
      {"{ $.a = x* }", {R"({"a":"xyz"})"}, {R"({"a":"yx"})"}},
      {"{ $.a != \"x\" }", {R"({"a":"y"})"}, {R"({"a":"x"})", R"({"b":1})"}},
      {"{ $.n > 3 && $.n <= 5.5 }", {R"({"n":4})", R"({"n":5.5})"}, {R"({"n":3})", R"({"n":"4"})", R"({})"}},
      {"{ $.n = 7 || $.a.b[1] = 2 }", {R"({"n":7})", R"({"a":{"b":[1,2]}})"}, {R"({"a":{"b":[2,1]}})"}},
      {"{ ($.n = 1 || $.n = 2) && $.m = 3 }", {R"({"n":2,"m":3})"}, {R"({"n":2})", R"({"m":3})"}},
      {"{ $.n = 1 || $.n = 2 && $.m = 3 }", {R"({"n":1})"}, {R"({"n":2})"}},
      {"{ $.a[*].id = 4 }", {R"({"a":[{"id":1},{"id":4}]})"}, {R"({"a":[]})"}},
      {"{ $.['odd name'] = 1 }", {}, {}},
      {"{ $['odd name'] = 1 }", {R"({"odd name":1})"}, {R"({"odd":1})"}},
      {"{ $.a IS NULL }", {R"({"a":null})"}, {R"({"a":0})", R"({})"}},
      {"{ $.a IS TRUE }", {R"({"a":true})"}, {R"({"a":false})"}},
      {"{ $.a NOT EXISTS }", {R"({"b":1})"}, {R"({"a":null})"}},
      {"{ $.a EXISTS }", {R"({"a":null})"}, {R"({"b":1})"}},
  };
  for (const Case& c : cases) {
    const auto pattern = FilterPattern::parse(c.pattern);
    if (c.matches.empty() && c.others.empty()) {
      EXPECT_FALSE(pattern) << c.pattern;
      continue;
    }
    ASSERT_TRUE(pattern) << c.pattern << ": " << pattern.error().message;
    for (const char* text : c.matches) EXPECT_TRUE(pattern->matches(text)) << c.pattern << " on " << text;
    for (const char* text : c.others) EXPECT_FALSE(pattern->matches(text)) << c.pattern << " on " << text;
  }
}

TEST(FilterPattern, nonsense_is_an_error_that_says_why) {
  for (const char* text : {"\"open",
                           "a:b",
                           "-",
                           "?",
                           "%[a%",
                           "%(a)%",
                           "%a b%",
                           "%a!%",
                           "%*a%",
                           "%a**%",
                           "%a{2,1}%",
                           "%a{%",
                           "%a{9999}%",
                           "%a^%",
                           "%a$b%",
                           "%a||b%",
                           "%[b-a]%",
                           "%[]%",
                           "%a\\%",
                           "%\\q%",
                           "%\\x4%",
                           "{ $.a > %x% }",
                           "[a > %x%]",
                           "%%",
                           "%x",
                           "[a",
                           "[a b]",
                           "[]",
                           "[..., a, ...]",
                           "[a =]",
                           "{",
                           "{}",
                           "{ $ }",
                           "{ $.a }",
                           "{ $.a = }",
                           "{ $.a > x }",
                           "{ $.a = 1 && }",
                           "{ ($.a = 1 }",
                           "{ $.a = 1 ) }",
                           "{ a = 1 }",
                           "{ $.a IS X }",
                           "{ $.a[x] = 1 }",
                           "{ $.a = \"x }"}) {
    const auto pattern = FilterPattern::parse(text);
    ASSERT_FALSE(pattern) << text;
    EXPECT_EQ(pattern.error().message.rfind("invalid filter pattern: ", 0), 0U) << pattern.error().message;
  }
  EXPECT_FALSE(FilterPattern::parse("{ " + std::string(100, '(') + "$.a = 1" + std::string(100, ')') + " }"));
}

TEST(FilterPattern, an_expression_takes_time_by_message_and_expression_only) {
  // A matcher that goes back would try more ways than there are atoms.
  std::string expression = "%";
  for (int i = 0; i < 60; ++i) expression += "a*";
  const auto pattern = FilterPattern::parse(expression + "b$%");
  ASSERT_TRUE(pattern);
  const std::string message(20'000, 'a');
  EXPECT_FALSE(pattern->matches(message));
  EXPECT_TRUE(pattern->matches(message + "b"));
}

}  // namespace
}  // namespace berth::logstore
