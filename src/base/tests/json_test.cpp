#include "base/json.hpp"

#include <gtest/gtest.h>

namespace base {
namespace {

TEST(Json, an_error_names_line_and_column) {
  const auto value = parse_json("{\n  \"a\": tru }");
  ASSERT_FALSE(value);
  EXPECT_EQ(value.error().message.substr(0, 7), "line 2,") << value.error().message;
}

TEST(Json, a_bomb_of_brackets_is_refused) {
  EXPECT_FALSE(parse_json(std::string(100'000, '[')));
  EXPECT_TRUE(parse_json(std::string(100, '[') + std::string(100, ']')));
}

TEST(Json, comments_are_taken_only_where_asked) {
  EXPECT_FALSE(parse_json("{} // x"));
  EXPECT_TRUE(parse_json_with_comments("/* a */ {} // x\n"));
}

TEST(Json, numbers_that_no_double_holds_are_refused) {
  EXPECT_FALSE(parse_json(R"({"a":[1,{"b":7777777700e961}]})"));
  EXPECT_FALSE(parse_json("-1e400"));
  EXPECT_TRUE(parse_json("1e300"));
}

TEST(Json, pretty_printing_reads_back) {
  const auto value = parse_json(R"({"a":[1,{"b":[]}],"c":{}})").value();
  EXPECT_EQ(parse_json(to_pretty(value)).value(), value);
}

}  // namespace
}  // namespace base
