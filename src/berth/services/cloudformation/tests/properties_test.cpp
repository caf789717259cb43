#include "berth/services/cloudformation/resources/properties.hpp"

#include "berth/services/cloudformation/resources/duration.hpp"
#include "berth/services/cloudformation/resources/naming.hpp"
#include "berth/services/cloudformation/template_url.hpp"
#include "berth/wire/shape.hpp"

#include <gtest/gtest.h>

namespace berth::cloudformation {
namespace {

struct Inner {
  std::optional<bool> flag;
  std::map<std::string, std::string> Options;
};
AWS_SHAPE(Inner, flag, Options)

struct Outer {
  std::string name;
  std::optional<int> memory;
  std::optional<std::int64_t> large;
  std::optional<double> ratio;
  std::optional<bool> privileged;
  std::vector<std::string> Words;
  std::vector<Inner> inner;
  std::optional<wire::Document> document;
};
AWS_SHAPE(Outer, name, memory, large, ratio, privileged, Words, inner, document)

std::string complaint(const char* json) {
  try {
    read_properties<Outer>(base::parse_json(json).value().get_object());
  } catch (const PropertyError& error) {
    return error.what();
  }
  return "";
}

TEST(Properties, take_texts_for_numbers_and_booleans_and_the_other_way_round) {
  const auto read = read_properties<Outer>(
      base::parse_json(
          R"({"Name":7,"Memory":"15000","Large":"9007199254740993","Ratio":"0.5","Privileged":"true",
              "Words":["a",1,true],"Inner":[{"Flag":"False","Options":{"awslogs-group":"g","n":5}}],
              "Document":{"Any":["thing",null]}})")
          .value()
          .get_object());
  EXPECT_EQ(read.name, "7");
  EXPECT_EQ(read.memory, 15000);
  EXPECT_EQ(read.large, 9007199254740993);
  EXPECT_EQ(read.ratio, 0.5);
  EXPECT_EQ(read.privileged, true);
  EXPECT_EQ(read.Words, (std::vector<std::string>{"a", "1", "true"}));
  EXPECT_EQ(read.inner.at(0).flag, false);
  EXPECT_EQ(read.inner.at(0).Options,
            (std::map<std::string, std::string>{{"awslogs-group", "g"}, {"n", "5"}}));
  EXPECT_EQ(base::to_text(read.document->value), R"({"Any":["thing",null]})");
}

TEST(Properties, refuse_by_name) {
  const std::pair<const char*, const char*> cases[] = {
      {R"({"Name":"x"})", ""},
      {R"({"name":"x"})", ""},
      {R"({"Name":"x","Memory":15000.0})", ""},
      {R"({})", "Property Name cannot be empty."},
      {R"({"Name":"x","Memry":1})", "Encountered unsupported property Memry"},
      {R"({"Name":"x","Inner":[{"Flg":true}]})", "Encountered unsupported property Inner.Flg"},
      {R"({"Name":["x"]})", "Value of property Name must be of type String"},
      {R"({"Name":"x","Memory":"many"})", "Value of property Memory must be of type Integer"},
      {R"({"Name":"x","Memory":"15000 MiB"})", "Value of property Memory must be of type Integer"},
      {R"({"Name":"x","Memory":1.5})", "Value of property Memory must be of type Integer"},
      {R"({"Name":"x","Memory":3000000000})", "Value of property Memory must be of type Integer"},
      {R"({"Name":"x","Privileged":"yes"})", "Value of property Privileged must be of type Boolean"},
      {R"({"Name":"x","Privileged":1})", "Value of property Privileged must be of type Boolean"},
      {R"({"Name":"x","Ratio":"nan"})", "Value of property Ratio must be of type Number"},
      {R"({"Name":"x","Words":"a"})", "Value of property Words must be of type List"},
      {R"({"Name":"x","Inner":[{"Options":[]}]})", "Value of property Inner.Options must be of type Map"},
      {R"({"Name":"x","Inner":[7]})", "Value of property Inner must be of type Object"}};
  for (const auto& [json, expected] : cases) EXPECT_EQ(complaint(json), expected) << json;
}

TEST(Names, are_made_up_as_each_service_allows_them) {
  const std::string suggested = "My-Stack-ResultsBucket-A1B2C3D4E5F6";
  EXPECT_EQ(fit_name(suggested, {}), suggested);
  EXPECT_EQ(fit_name(suggested, {.longest = 63, .lower = true}), "my-stack-resultsbucket-a1b2c3d4e5f6");
  EXPECT_EQ(fit_name(suggested, {.longest = 20}), "My-Stac-A1B2C3D4E5F6");
  EXPECT_EQ(fit_name("a--b-C-A1", {.lower = true, .single_dash = true}), "a-b-c-a1");
}

TEST(Durations, are_hours_minutes_and_seconds) {
  using namespace std::chrono_literals;
  EXPECT_EQ(parse_duration("PT15M"), 15min);
  EXPECT_EQ(parse_duration("PT1H30M"), 90min);
  EXPECT_EQ(parse_duration("PT0S"), 0s);
  EXPECT_EQ(parse_duration("PT12H"), 12h);
  for (const char* wrong :
       {"", "PT", "15M", "PT15", "PTM", "P1D", "PT13H", "PT1M1H", "PT-1M", "PT-0S", "PT1M1M"})
    EXPECT_EQ(parse_duration(wrong), std::nullopt) << wrong;
}

TEST(TemplateUrls, name_objects_of_our_own_buckets_only) {
  const ObjectAddress object{"bucket", "a/t.yaml"};
  const std::pair<const char*, std::optional<ObjectAddress>> cases[] = {
      {"http://127.0.0.1:4566/bucket/a/t.yaml", object},
      {"https://s3.amazonaws.com/bucket/a/t.yaml", object},
      {"https://s3.us-east-1.amazonaws.com/bucket/a/t.yaml", object},
      {"https://s3-us-west-2.amazonaws.com/bucket/a/t.yaml", object},
      {"https://bucket.s3.amazonaws.com/a/t.yaml", object},
      {"https://bucket.s3.eu-west-1.amazonaws.com/a%2Ft.yaml?versionId=1", object},
      {"https://my.bucket.s3.amazonaws.com/t", ObjectAddress{"my.bucket", "t"}},
      {"http://127.0.0.1:9999/bucket/t.yaml", std::nullopt},
      {"http://example.com/bucket/t.yaml", std::nullopt},
      {"https://s3.amazonaws.com.evil.com/bucket/t", std::nullopt},
      {"https://evils3.amazonaws.com/bucket/t", std::nullopt},
      {"https://s3.amazonaws.com/bucket", std::nullopt},
      {"https://s3.amazonaws.com/bucket/", std::nullopt},
      {"file:///etc/passwd", std::nullopt},
      {"s3://bucket/t.yaml", std::nullopt},
      {"", std::nullopt}};
  for (const auto& [url, expected] : cases)
    EXPECT_EQ(parse_template_url(url, "127.0.0.1:4566"), expected) << url;
}

}  // namespace
}  // namespace berth::cloudformation
