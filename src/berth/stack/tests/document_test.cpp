#include "berth/stack/document.hpp"

#include "base/json.hpp"
#include "berth/stack/template_error.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace berth::stack {
namespace {

json::value from_json(std::string_view text) { return base::parse_json(text).value(); }

std::string complaint(std::string_view text) {
  try {
    parse_document(text);
  } catch (const TemplateError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Document, yaml_short_forms_become_long_ones) {
  const std::pair<const char*, const char*> cases[] = {
      {"a: !Ref X", R"({"a":{"Ref":"X"}})"},
      {"a: !GetAtt X.Arn", R"({"a":{"Fn::GetAtt":["X","Arn"]}})"},
      {"a: !GetAtt X.Outputs.Y", R"({"a":{"Fn::GetAtt":["X","Outputs.Y"]}})"},
      {"a: !GetAtt [X, Arn]", R"({"a":{"Fn::GetAtt":["X","Arn"]}})"},
      {"a: !Sub 'x-${Y}'", R"({"a":{"Fn::Sub":"x-${Y}"}})"},
      {"a: !Sub ['${Z}', {Z: !Ref Q}]", R"({"a":{"Fn::Sub":["${Z}",{"Z":{"Ref":"Q"}}]}})"},
      {"a: !Join ['', [x, !Ref Y]]", R"({"a":{"Fn::Join":["",["x",{"Ref":"Y"}]]}})"},
      {"a: !If [C, 1, !Ref AWS::NoValue]", R"({"a":{"Fn::If":["C",1,{"Ref":"AWS::NoValue"}]}})"},
      {"a: !GetAZs ''", R"({"a":{"Fn::GetAZs":""}})"},
      {"a: !GetAZs\n  Ref: AWS::Region", R"({"a":{"Fn::GetAZs":{"Ref":"AWS::Region"}}})"},
      {"a: !And [!Condition B, !Not [!Equals [x, y]]]",
       R"({"a":{"Fn::And":[{"Condition":"B"},{"Fn::Not":[{"Fn::Equals":["x","y"]}]}]}})"},
      {"a:\n  Fn::Base64: !Sub |\n    #!/bin/bash\n    echo ${X}\n",
       R"({"a":{"Fn::Base64":{"Fn::Sub":"#!/bin/bash\necho ${X}\n"}}})"},
      {"a: !Select [0, !Split [',', 'x,y']]", R"({"a":{"Fn::Select":[0,{"Fn::Split":[",","x,y"]}]}})"},
      {"a: !FindInMap [M, k, v]", R"({"a":{"Fn::FindInMap":["M","k","v"]}})"},
      {"- a", nullptr}};
  for (const auto& [yaml, expected] : cases) {
    if (expected == nullptr) {
      EXPECT_EQ(complaint(yaml), "Template format error: unsupported structure.");
    } else {
      EXPECT_EQ(parse_document(yaml), from_json(expected)) << yaml;
    }
  }
}

TEST(Document, plain_scalars_are_numbers_only_where_nothing_is_lost) {
  const std::pair<const char*, const char*> cases[] = {{"15000", "15000"},
                                                       {"-3", "-3"},
                                                       {"1.5", "1.5"},
                                                       {"true", "true"},
                                                       {"False", "false"},
                                                       {"007", R"("007")"},
                                                       {"1.10", R"("1.10")"},
                                                       {"2010-09-09", R"("2010-09-09")"},
                                                       {"yes", R"("yes")"},
                                                       {"1e3", R"("1e3")"},
                                                       {"0x10", R"("0x10")"},
                                                       {"nan", R"("nan")"},
                                                       {".inf", R"(".inf")"},
                                                       {"'15'", R"("15")"},
                                                       {"\"true\"", R"("true")"},
                                                       {"!!str 15", R"("15")"},
                                                       {"000000000000", R"("000000000000")"},
                                                       {"123456789012", "123456789012"},
                                                       {"99999999999999999999", R"("99999999999999999999")"}};
  for (const auto& [text, expected] : cases)
    EXPECT_EQ(parse_document(std::string("a: ") + text), from_json(std::string(R"({"a":)") + expected + "}"))
        << text;
}

TEST(Document, mistakes_are_named_with_their_line) {
  const std::tuple<const char*, const char*, const char*> cases[] = {
      {"", "the template is empty", ""},
      {" \n ", "the template is empty", ""},
      {"\xff", "not UTF-8", ""},
      {"{\"a\": 1", "JSON not well-formed", "line 1"},
      {"{\n\"a\": tru}", "JSON not well-formed", "line 2"},
      {"{\"a\": 1,\n \"a\": 2}", "the key \"a\" stands twice", "line 2"},
      {"{\"a\": {\"b\": 1, \"b\": 2}}", "the key \"b\" stands twice", "line 1"},
      {"a: 1\nb: 2\na: 3", "the key \"a\" stands twice", "line 3"},
      {"a: [1, 2", "YAML not well-formed", "line"},
      {"a:\n  - b\n c: d", "YAML not well-formed", "line 3"},
      {"a: &x [1]\nb: *x", "aliases are not allowed", "line 2"},
      {"a: &x {b: 1}\nc:\n  <<: {d: 1}", "merge keys", "line 3"},
      {"a: !Reff X", "unknown tag !Reff", "line 1"},
      {"? [a]\n: b", "a key must be a scalar", "line 1"},
      {"a: 1\n---\nb: 2", "A template is one document", ""},
      {"a: !!int x", "is not what the tag", "line 1"},
      {"a: !Base64 !Sub x", "YAML not well-formed", "line 1"},
      {"Resources:\n  X:\n", "[/Resources/X] 'null' values are not allowed in templates", ""},
      {R"({"Resources":{"X":[null]}})", "[/Resources/X/0] 'null' values are not allowed in templates", ""}};
  for (const auto& [text, what, where] : cases) {
    const std::string got = complaint(text);
    EXPECT_NE(got.find(what), std::string::npos) << text << " → " << got;
    EXPECT_NE(got.find(where), std::string::npos) << text << " → " << got;
  }
}

TEST(Document, depth_is_bounded_in_both_languages) {
  for (const char open : {'[', '{'}) {
    for (const int depth : {80, 400, 20'000}) {
      std::string json_text = "{\"a\":", yaml_text = "a: ";
      for (int i = 0; i < depth; ++i) {
        json_text += open == '[' ? "[" : "{\"a\":";
        yaml_text += open == '[' ? "[" : "{a: ";
      }
      EXPECT_NE(complaint(json_text), "no error");
      EXPECT_NE(complaint(yaml_text), "no error");
    }
  }
  std::string block = "a:\n";
  for (int i = 1; i < 200; ++i) block += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  EXPECT_NE(complaint(block).find("nests deeper"), std::string::npos);
}

/// Any template-like value, without nulls; texts that need care in YAML among them.
rc::Gen<json::value> any_value(int depth) {
  const auto text =
      rc::gen::map(rc::gen::element<std::string>("", "x", "true", "15", "a: b", "- c", "# d", "*e", "&f",
                                                 "!g", "'", "\"", "\n\n", "  lead", "trail ", "${A}", "ü→",
                                                 "null", "~", "a\tb", "%", "{}", "[]", "<<"),
                   [](const std::string& s) { return json::value(json::string(s)); });
  const auto number =
      rc::gen::map(rc::gen::arbitrary<std::int64_t>(), [](std::int64_t n) { return json::value(n); });
  const auto flag = rc::gen::map(rc::gen::arbitrary<bool>(), [](bool b) { return json::value(b); });
  if (depth == 0) return rc::gen::oneOf(text, number, flag);
  const auto list = rc::gen::map(rc::gen::container<std::vector<json::value>>(any_value(depth - 1)),
                                 [](const std::vector<json::value>& values) {
                                   return json::value(json::array(values.begin(), values.end()));
                                 });
  const auto object = rc::gen::map(rc::gen::container<std::vector<json::value>>(any_value(depth - 1)),
                                   [](const std::vector<json::value>& values) {
                                     json::object result;
                                     for (const json::value& value : values)
                                       result.emplace("k" + std::to_string(result.size()), value);
                                     return json::value(result);
                                   });
  return rc::gen::oneOf(text, number, flag, list, object);
}

/// Block style with double-quoted texts: what JSON and YAML spell alike, and everything else differently.
void write_yaml(const json::value& value, std::size_t indent, std::string& out) {
  const std::string margin(indent * 2, ' ');
  if (const auto* object = value.if_object(); object != nullptr && !object->empty()) {
    for (const auto& [key, member] : *object) {
      out += "\n" + margin + std::string(key) + ": ";
      write_yaml(member, indent + 1, out);
    }
  } else if (const auto* list = value.if_array(); list != nullptr && !list->empty()) {
    for (const json::value& element : *list) {
      out += "\n" + margin + "- ";
      write_yaml(element, indent + 1, out);
    }
  } else {
    out += base::to_text(value);
  }
}

TEST(Document, json_and_yaml_say_the_same) {
  EXPECT_TRUE(rc::check([] {
    json::object document;
    document["Top"] = *any_value(3);
    std::string yaml;
    write_yaml(document, 0, yaml);
    RC_LOG() << yaml;
    RC_ASSERT(parse_document(yaml) == parse_document(base::to_text(document)));
    RC_ASSERT(parse_document(yaml) == json::value(document));
  }));
}

}  // namespace
}  // namespace berth::stack
