#include "berth/services/s3/tags.hpp"

#include "berth/wire/error.hpp"

#include <gtest/gtest.h>

namespace berth::s3 {
namespace {

std::string refusal_of(std::string_view header) {
  try {
    parse_tag_header(header);
  } catch (const wire::ServiceError& error) {
    return error.code;
  }
  return "";
}

TEST(Tags, come_in_a_header_that_is_encoded_as_a_query) {
  EXPECT_EQ(parse_tag_header(""), TagMap());
  EXPECT_EQ(parse_tag_header("a=1&b=&c"), (TagMap{{"a", "1"}, {"b", ""}, {"c", ""}}));
  EXPECT_EQ(parse_tag_header("two+words=a%20b%2Bc&x=1=2"), (TagMap{{"two words", "a b+c"}, {"x", "1=2"}}));
  EXPECT_EQ(parse_tag_header("%C3%BC=%E6%97%A5"), (TagMap{{"\xc3\xbc", "\xe6\x97\xa5"}}));
  EXPECT_EQ(parse_tag_header("&a=1&&"), (TagMap{{"a", "1"}}));
  for (const char* bad : {"a=1&a=2", "a=%G0", "%=1", "a=%F"})
    EXPECT_EQ(refusal_of(bad), "InvalidArgument") << bad;
  for (const char* bad : {"=1", "aws:a=1", "a=%00", "a=%3C", "%FF=1"})
    EXPECT_EQ(refusal_of(bad), "InvalidTag") << bad;
}

TEST(Tags, have_limits_of_number_and_length) {
  auto refused = [](const std::vector<Tag>& tags, std::size_t most) -> std::string {
    try {
      checked_tags(tags, most);
    } catch (const wire::ServiceError& error) {
      return error.code;
    }
    return "";
  };
  std::vector<Tag> many;
  for (int i = 0; i < 10; ++i) many.push_back({std::to_string(i), "v"});
  EXPECT_EQ(refused(many, most_object_tags), "");
  many.push_back({"more", "v"});
  EXPECT_EQ(refused(many, most_object_tags), "BadRequest");
  EXPECT_EQ(refused(many, most_bucket_tags), "");
  std::string key, value;  // characters count, not bytes
  for (int i = 0; i < 128; ++i) key += "\xc3\xbc";
  for (int i = 0; i < 256; ++i) value += "\xc3\xbc";
  EXPECT_EQ(refused({{key, value}}, 1), "");
  EXPECT_EQ(refused({{key + "x", ""}}, 1), "InvalidTag");
  EXPECT_EQ(refused({{"k", value + "x"}}, 1), "InvalidTag");
  EXPECT_EQ(refused({{"a", "1"}, {"a", "1"}}, 10), "InvalidTag");
  EXPECT_EQ(refused({{"+-=._:/@ aZ9", "+-=._:/@ aZ9"}}, 1), "");
}

}  // namespace
}  // namespace berth::s3
