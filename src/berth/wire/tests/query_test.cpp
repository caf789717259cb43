#include "berth/wire/query.hpp"

#include "shapes.hpp"

#include <gtest/gtest.h>

namespace berth::wire {
namespace {

using test::Everything;
using test::Inner;
using test::Order;

constexpr QueryCodes codes{"MissingParameter", "ValidationError"};

template <class S>
S decode(std::string_view form, QueryDialect dialect = QueryDialect::Query) {
  AnyShape shape = decode_query(parse_query(form).value(), describe<S>(), dialect, codes);
  return std::move(shape.as<S>());
}

template <class S>
std::string encode(const S& shape, QueryDialect dialect = QueryDialect::Query) {
  Pairs form;
  encode_query(describe<S>(), &shape, dialect, form);
  return to_query(form);
}

std::string code_of(std::string_view form) {
  try {
    decode<Order>(form);
  } catch (const ServiceError& error) {
    return error.code;
  }
  return "";
}

struct Tag {
  std::string Key, Value;
  bool operator==(const Tag&) const = default;
};
AWS_SHAPE(Tag, Key, Value)
struct Filter {
  std::optional<std::string> Name;
  Named<std::vector<std::string>, "Value"> Values;
};
AWS_SHAPE(Filter, Name, Values)
struct Describe {
  Named<std::vector<Filter>, "filter"> Filters;
  Named<std::vector<std::string>, "VpcId"> VpcIds;
  std::optional<std::vector<Tag>> tags;
  std::map<std::string, std::string> attributes;
};
AWS_SHAPE(Describe, Filters, VpcIds, tags, attributes)

TEST(Query, a_form_is_read_as_clients_send_it) {
  const auto in = decode<Order>(
      "Action=Create&Version=2010-05-15&stackName=a+b%2Fc&limit=3&parts.member.1.name=x&parts.member.2.count="
      "-5"
      "&parts.member.2.children.member.1.name=deep");
  EXPECT_EQ(in.stackName, "a b/c");
  EXPECT_EQ(in.limit, 3);
  ASSERT_EQ(in.parts.size(), 2U);
  EXPECT_EQ(in.parts[0].name_, "x");
  EXPECT_EQ(in.parts[1].count, -5);
  EXPECT_EQ(in.parts[1].children[0].name_, "deep");
}

TEST(Query, an_empty_list_comes_as_a_name_without_value) {
  EXPECT_TRUE(decode<Order>("stackName=s&parts=").parts.empty());
  const auto in = decode<Describe>("tags=");
  ASSERT_TRUE(in.tags);
  EXPECT_TRUE(in.tags->empty());
}

TEST(Query, items_stand_in_the_order_of_their_numbers_and_gaps_do_not_matter) {
  std::string form = "x=";
  for (const int n : {10, 2, 1, 30}) form += "&texts.member." + std::to_string(n) + "=" + std::to_string(n);
  form += "&text=&flag=false&number=0&large=0&real=0&time=1970-01-01T00:00:00Z&blob=";
  EXPECT_EQ(decode<Everything>(form).texts, (std::vector<std::string>{"1", "2", "10", "30"}));
}

TEST(Query, maps_come_as_entries) {
  const auto in = decode<Describe>(
      "attributes.entry.1.key=a&attributes.entry.1.value=1&attributes.entry.2.key=b&attributes.entry.2."
      "value=");
  EXPECT_EQ(in.attributes, (std::map<std::string, std::string>{{"a", "1"}, {"b", ""}}));
}

TEST(Query, ec2_capitalises_names_and_has_no_member) {
  const auto in = decode<Describe>(
      "Filter.1.Name=n&Filter.1.Value.1=a&Filter.1.Value.2=b&VpcId.1=v&Tags.1.Key=k&Tags.1.Value=w",
      QueryDialect::Ec2);
  ASSERT_EQ(in.Filters.size(), 1U);
  EXPECT_EQ(in.Filters[0].Values, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(in.VpcIds, std::vector<std::string>{"v"});
  EXPECT_EQ(in.tags, (std::vector<Tag>{{"k", "w"}}));
}

TEST(Query, what_is_wrong_with_a_form_is_told) {
  EXPECT_EQ(code_of("stackName=s"), "MissingParameter");
  EXPECT_EQ(code_of("parts="), "MissingParameter");
  EXPECT_EQ(code_of("stackName=s&parts=&limit=three"), "ValidationError");
  EXPECT_EQ(code_of("stackName=s&parts=&limit="), "ValidationError");
  EXPECT_EQ(code_of("stackName.a=s&parts="), "ValidationError");
  std::string deep = "parts";
  for (int i = 0; i < 40; ++i) deep += ".member.1.children";
  EXPECT_EQ(code_of(deep + "=x"), "ValidationError");
  EXPECT_FALSE(parse_query("a=%zz"));
  EXPECT_FALSE(parse_query("a&a&a", 2));
}

TEST(Query, a_request_is_written_byte_for_byte) {
  Order order;
  order.stackName = "a b";
  order.parts = {Inner{"x", {}, {}}, Inner{{}, 2, {}}};
  EXPECT_EQ(encode(order), "stackName=a%20b&parts.member.1.name=x&parts.member.2.count=2");
  EXPECT_EQ(encode(order, QueryDialect::Ec2), "StackName=a%20b&Parts.1.Name=x&Parts.2.Count=2");
}

TEST(Query, what_is_written_is_read_back) {
  EXPECT_TRUE(rc::check([] {
    const Everything all = test::any_everything(false);
    RC_ASSERT(decode<Everything>(encode(all)) == all);
  }));
}

}  // namespace
}  // namespace berth::wire
