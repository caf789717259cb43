#include "berth/wire/json11.hpp"

#include "shapes.hpp"

#include <gtest/gtest.h>

namespace berth::wire {
namespace {

using test::Everything;
using test::Inner;
using test::Order;

template <class S>
S decode(std::string_view text, Side side = Side::Request) {
  AnyShape shape = decode_json(text, describe<S>(), side, "InvalidParameterException");
  return std::move(shape.as<S>());
}

template <class S>
std::string encode(const S& shape, Side side = Side::Response) {
  return encode_json(describe<S>(), &shape, side);
}

struct Refusal {
  std::string code, message;
};
template <class S>
Refusal refusal(std::string_view text) {
  try {
    decode<S>(text);
  } catch (const ServiceError& error) {
    return {error.code, error.message};
  }
  return {};
}

TEST(Json11, a_reply_is_written_byte_for_byte) {
  Everything all;
  all.text = "a\"\\\n\x01ü";
  all.flag = true;
  all.number = -3;
  all.large = 9'007'199'254'740'993;
  all.real = 0.1;
  all.time.time = base::TimePoint{base::Milliseconds{1'700'000'000'250}};
  all.blob.bytes = "abc";
  all.texts = {"x"};
  all.map = {{"k", "v"}};
  all.inner = Inner{"n", {}, {}};
  EXPECT_EQ(
      encode(all),
      R"({"text":"a\"\\\n\u0001ü","flag":true,"number":-3,"large":9007199254740993,"real":0.1,"time":1700000000.25,)"
      R"("blob":"YWJj","texts":["x"],"Flat":[],"items":[],"map":{"k":"v"},"inner":{"name":"n","children":[]},"inners":[]})");
}

TEST(Json11, a_request_leaves_empty_lists_out_and_a_reply_shows_them) {
  const Inner inner{"n", 1, {}};
  EXPECT_EQ(encode(inner, Side::Request), R"({"name":"n","count":1})");
  EXPECT_EQ(encode(inner, Side::Response), R"({"name":"n","count":1,"children":[]})");
  Order order;
  EXPECT_EQ(encode(order, Side::Request), R"({"stackName":"","parts":[]})");
}

TEST(Json11, whole_seconds_and_times_before_1970_are_exact) {
  const auto text = [](std::int64_t milliseconds) {
    Timestamp time{base::TimePoint{base::Milliseconds{milliseconds}}};
    return encode_json(describe<Timestamp>(), &time, Side::Response);
  };
  EXPECT_EQ(text(0), "0");
  EXPECT_EQ(text(1'700'000'000'000), "1700000000");
  EXPECT_EQ(text(1'700'000'000'001), "1700000000.001");
  EXPECT_EQ(text(1'700'000'000'120), "1700000000.12");
  EXPECT_EQ(text(-1), "-0.001");
}

TEST(Json11, bytes_that_are_no_utf8_become_the_replacement_character) {
  Inner inner;
  inner.name_ = "a\xFF\xC0\x80z";
  EXPECT_EQ(encode(inner), "{\"name\":\"a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBDz\",\"children\":[]}");
}

TEST(Json11, null_is_absent_and_unknown_members_are_ignored) {
  const Inner inner =
      decode<Inner>(R"({"name":null,"count":null,"children":[null,{}],"other":{"a":[1,{}]}})");
  EXPECT_EQ(inner, (Inner{{}, {}, {Inner{}}}));
  EXPECT_EQ(decode<Inner>("{}"), Inner{});
  EXPECT_EQ(decode<Inner>(""), Inner{});
}

TEST(Json11, integers_may_be_written_as_decimals_that_are_whole) {
  EXPECT_EQ(decode<Inner>(R"({"count":3.0})").count, 3);
  EXPECT_EQ(decode<Inner>(R"({"count":1e3})").count, 1000);
  EXPECT_EQ(refusal<Inner>(R"({"count":1.5})").code, "SerializationException");
  EXPECT_EQ(refusal<Inner>(R"({"count":2147483648})").code, "SerializationException");
  EXPECT_EQ(refusal<Inner>(R"({"count":18446744073709551615})").code, "SerializationException");
}

TEST(Json11, the_wrong_type_is_refused_in_awss_words) {
  const std::pair<const char*, const char*> cases[] = {
      {R"({"name":3})", "NUMBER_VALUE can not be converted to a String"},
      {R"({"name":true})", "TRUE_VALUE can not be converted to a String"},
      {R"({"name":["a"]})", "Start of list found where not expected"},
      {R"({"name":{}})", "Start of structure or map found where not expected."},
      {R"({"count":"3"})", "STRING_VALUE can not be converted to an Integer"},
      {R"({"children":{}})", "Start of structure or map found where not expected."},
      {R"({"children":"a"})", "Expected list or null"},
      {R"({"children":[3]})", "Expected null"}};
  for (const auto& [text, message] : cases) {
    EXPECT_EQ(refusal<Inner>(text).code, "SerializationException") << text;
    EXPECT_EQ(refusal<Inner>(text).message, message) << text;
  }
  for (const char* text : {"[]", "3", "{", "{\"name\":\"\xFF\"}", "{}x", "\"\\ud800\"", "{\"a\":NaN}"}) {
    EXPECT_EQ(refusal<Inner>(text).code, "SerializationException") << text;
  }
}

TEST(Json11, absent_required_members_are_all_named_with_their_places) {
  const Refusal one = refusal<Order>(R"({"stackName":"s"})");
  EXPECT_EQ(one.code, "InvalidParameterException");
  EXPECT_EQ(one.message,
            "1 validation error detected: Value null at 'parts' failed to satisfy constraint: Member must "
            "not be null");
  const Refusal both = refusal<Order>("{}");
  EXPECT_EQ(both.message,
            "2 validation errors detected: Value null at 'stackName' failed to satisfy constraint: Member "
            "must not be "
            "null; Value null at 'parts' failed to satisfy constraint: Member must not be null");
  struct Holder {};
  EXPECT_NO_THROW(decode<Order>("{}", Side::Response));
  EXPECT_TRUE(decode<Order>(R"({"stackName":"","parts":[]})").parts.empty());
}

TEST(Json11, depth_and_size_are_bounded) {
  std::string deep;
  for (int i = 0; i < 60; ++i) deep += R"({"children":[)";
  EXPECT_EQ(refusal<Inner>(deep + std::string(200, '[')).code, "SerializationException");
  std::string many = R"({"children":[{})";
  for (int i = 0; i < 200'000; ++i) many += ",{}";
  EXPECT_EQ(refusal<Inner>(many + "]}").code, "SerializationException");
}

TEST(Json11, errors_are_written_and_read) {
  const ServiceError error =
      ServiceError("ClusterNotFoundException", "Cluster \"x\" not found.").with("cluster", "x");
  const std::string text = encode_json_error(error);
  EXPECT_EQ(text,
            R"({"__type":"ClusterNotFoundException","message":"Cluster \"x\" not found.","cluster":"x"})");
  EXPECT_EQ(decode_json_error(400, "", text).code, "ClusterNotFoundException");
  EXPECT_EQ(decode_json_error(400, "", R"({"__type":"com.amazon#Bad","Message":"m"})").code, "Bad");
  EXPECT_EQ(decode_json_error(400, "Bad:http://x", "{}").code, "Bad");
  EXPECT_EQ(decode_json_error(503, "", "<html>").code, "503");
}

TEST(Json11, what_is_written_is_read_back) {
  EXPECT_TRUE(rc::check([] {
    const Everything all = test::any_everything(false);
    RC_ASSERT(decode<Everything>(encode(all, Side::Request), Side::Request) == all);
    RC_ASSERT(decode<Everything>(encode(all, Side::Response), Side::Response) == all);
  }));
}

}  // namespace
}  // namespace berth::wire
