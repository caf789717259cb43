#include "base/described_json.hpp"

#include <gtest/gtest.h>

namespace base {
namespace {

enum class Colour { red, blue };
BOOST_DESCRIBE_ENUM(Colour, red, blue)

struct Inner {
  int number = 7;
  std::vector<std::string> words;
  bool operator==(const Inner&) const = default;
};
BOOST_DESCRIBE_STRUCT(Inner, (), (number, words))

struct Outer {
  std::string text;
  bool flag = false;
  std::int64_t large = 0;
  double ratio = 0;
  Colour colour = Colour::red;
  TimePoint at;
  std::optional<Inner> inner;
  std::map<std::string, Inner> named;
  std::set<std::string> unique;
  bool operator==(const Outer&) const = default;
};
BOOST_DESCRIBE_STRUCT(Outer, (), (text, flag, large, ratio, colour, at, inner, named, unique))

TEST(DescribedJson, a_struct_comes_back_as_it_went) {
  const Outer outer{.text = "a\"b",
                    .flag = true,
                    .large = std::int64_t{1} << 60,
                    .ratio = 0.25,
                    .colour = Colour::blue,
                    .at = TimePoint{Milliseconds{1'700'000'000'123}},
                    .inner = Inner{3, {"x", "y"}},
                    .named = {{"one", Inner{1, {}}}},
                    .unique = {"p", "q"}};
  const std::string text = to_text(to_document(outer));
  EXPECT_EQ(from_document<Outer>(parse_json(text).value()).value(), outer) << text;
}

TEST(DescribedJson, what_is_empty_is_left_out_and_what_is_missing_keeps_its_default) {
  EXPECT_EQ(to_text(to_document(Inner{})), R"({"number":7})");
  EXPECT_EQ(from_document<Inner>(parse_json("{}").value()).value(), Inner{});
}

TEST(DescribedJson, members_of_a_newer_release_are_passed_over) {
  EXPECT_EQ(from_document<Inner>(parse_json(R"({"number":1,"new":{}})").value()).value().number, 1);
}

TEST(DescribedJson, a_mismatch_names_the_member) {
  const auto wrong = from_document<Outer>(parse_json(R"({"inner":{"number":"three"}})").value());
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().message.substr(0, 14), "inner: number:") << wrong.error().message;
  EXPECT_FALSE(from_document<Outer>(parse_json(R"({"colour":"green"})").value()));
}

}  // namespace
}  // namespace base
