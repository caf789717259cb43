#include "base/json.hpp"
#include "berth/stack/conditions.hpp"
#include "berth/stack/substitution.hpp"
#include "berth/stack/template_error.hpp"

#include <gtest/gtest.h>

namespace berth::stack {
namespace {

Scope scope() {
  Scope names;
  names.values = pseudo_parameters("123456789012", "us-east-1", "s", "arn:stack");
  names.values["P"] = "p-value";
  names.values["N"] = "2";
  names.values["L"] = base::parse_json(R"(["x","y","z"])").value();
  names.mappings =
      base::parse_json(R"({"M":{"us-east-1":{"ami":"ami-1","list":["a","b"],"n":5}}})").value().get_object();
  names.conditions = {{"Yes", true}, {"No", false}};
  names.region = "us-east-1";
  names.zones = {"us-east-1a", "us-east-1b"};
  names.reference = [](const std::string& id) -> std::optional<json::value> {
    if (id == "Bucket") return json::value("the-bucket");
    return std::nullopt;
  };
  names.attribute = [](const std::string& id, const std::string& name) -> json::value {
    if (id == "Bucket" && name == "Arn") return "arn:aws:s3:::the-bucket";
    throw TemplateError("Template error: resource " + id + " does not support attribute type " + name +
                        " in Fn::GetAtt");
  };
  return names;
}

std::string resolved(const char* yaml) {
  try {
    const auto value = resolve(parse_document(std::string("v: ") + yaml), scope());
    const auto* member = value->get_object().if_contains("v");
    return member == nullptr ? "(none)" : base::to_text(*member);
  } catch (const TemplateError& error) {
    return error.what();
  }
}

TEST(Intrinsics, resolve_to_plain_values) {
  const std::pair<const char*, const char*> cases[] = {
      {"plain", R"("plain")"},
      {"!Ref P", R"("p-value")"},
      {"!Cidr ['10.0.5.1/16', 3, 8]", R"(["10.0.0.0/24","10.0.1.0/24","10.0.2.0/24"])"},
      {"!Cidr ['192.168.0.0/24', '4', '6']",
       R"(["192.168.0.0/26","192.168.0.64/26","192.168.0.128/26","192.168.0.192/26"])"},
      {"!Select [1, !Cidr ['0.0.0.0/0', 2, 31]]", R"("128.0.0.0/1")"},
      {"!Ref L", R"(["x","y","z"])"},
      {"!Ref Bucket", R"("the-bucket")"},
      {"!Ref AWS::AccountId", R"("123456789012")"},
      {"!Ref AWS::Region", R"("us-east-1")"},
      {"!Ref AWS::StackName", R"("s")"},
      {"!Ref AWS::StackId", R"("arn:stack")"},
      {"!Ref AWS::Partition", R"("aws")"},
      {"!Ref AWS::URLSuffix", R"("amazonaws.com")"},
      {"!Ref AWS::NotificationARNs", "[]"},
      {"!Ref AWS::NoValue", "(none)"},
      {"[a, !Ref AWS::NoValue, b]", R"(["a","b"])"},
      {"{a: !Ref AWS::NoValue, b: 1}", R"({"b":1})"},
      {"!GetAtt Bucket.Arn", R"("arn:aws:s3:::the-bucket")"},
      {"{'Fn::GetAtt': Bucket.Arn}", R"("arn:aws:s3:::the-bucket")"},
      {"!Sub 'a-${P}-${AWS::Region}-${Bucket}-${Bucket.Arn}'",
       R"("a-p-value-us-east-1-the-bucket-arn:aws:s3:::the-bucket")"},
      {"!Sub ['${P}/${Q}', {Q: !Ref N}]", R"("p-value/2")"},
      {"!Sub ['${P}', {P: mine}]", R"("mine")"},
      {"!Sub '${!Literal} $P ${ P } $${P} ${open'", R"("${Literal} $P p-value $p-value ${open")"},
      {"!Join ['-', [a, !Ref P, 5, true]]", R"("a-p-value-5-true")"},
      {"!Join [',', !Ref L]", R"("x,y,z")"},
      {"!Join [',', []]", R"("")"},
      {"!Join ['', [a, !Ref AWS::NoValue, b]]", R"("ab")"},
      {"!Select [1, !Ref L]", R"("y")"},
      {"!Select ['0', [a, b]]", R"("a")"},
      {"!Select [!Ref N, !Ref L]", R"("z")"},
      {"!Split ['|', 'a||b']", R"(["a","","b"])"},
      {"!Select [1, !Split [':', !Sub 'x:${P}']]", R"("p-value")"},
      {"!FindInMap [M, !Ref AWS::Region, ami]", R"("ami-1")"},
      {"!FindInMap [M, us-east-1, list]", R"(["a","b"])"},
      {"!FindInMap [M, us-east-1, n]", "5"},
      {"!If [Yes, a, b]", R"("a")"},
      {"!If [No, a, !Ref P]", R"("p-value")"},
      {"!If [No, a, !Ref AWS::NoValue]", "(none)"},
      {"!If [Yes, !If [No, a, b], c]", R"("b")"},
      {"!If [Yes, a, !Ref Nowhere]", R"("a")"},
      {"{'Fn::Base64': !Sub '${P}'}", R"("cC12YWx1ZQ==")"},
      {"!GetAZs ''", R"(["us-east-1a","us-east-1b"])"},
      {"!GetAZs us-east-1", R"(["us-east-1a","us-east-1b"])"},
      {"!Select [0, !GetAZs {Ref: 'AWS::Region'}]", R"("us-east-1a")"},
      {"{Condition: {StringEquals: {a: !Ref P}}}", R"({"Condition":{"StringEquals":{"a":"p-value"}}})"}};
  for (const auto& [text, expected] : cases) EXPECT_EQ(resolved(text), expected) << text;
}

TEST(Intrinsics, refuse_in_cloudformations_words) {
  const std::pair<const char*, const char*> cases[] = {
      {"!Ref Nowhere", "Unresolved resource dependencies [Nowhere]"},
      {"!Ref [a]", "every Ref object must have a single String value."},
      {"!GetAtt Bucket.Size", "does not support attribute type Size"},
      {"!GetAtt [Bucket]", "every Fn::GetAtt object requires two non-empty parameters"},
      {"{'Fn::GetAtt': Bucket}", "every Fn::GetAtt object requires two non-empty parameters"},
      {"!Sub [a]", "One or more Fn::Sub intrinsic functions"},
      {"!Sub '${L}'", "does not resolve to a string"},
      {"!Sub '${a-b}'", "variable names in Fn::Sub syntax"},
      {"!Join [a]", "every Fn::Join object requires two parameters"},
      {"!Join [',', x]", "every Fn::Join object requires two parameters"},
      {"!Join [',', [{a: b}]]", "every Fn::Join object requires two parameters"},
      {"!Select [3, !Ref L]", "Fn::Select cannot select nonexistent value at index 3"},
      {"!Select [-1, !Ref L]", "Fn::Select requires a list argument"},
      {"!Select [x, !Ref L]", "Fn::Select requires a list argument"},
      {"!Split ['', a]", "every Fn::Split object requires two parameters"},
      {"!FindInMap [M, eu-west-1, ami]", "Unable to get mapping for M::eu-west-1::ami"},
      {"!FindInMap [X, a, b]", "Mapping named 'X' is not present"},
      {"!FindInMap [M, a]", "every Fn::FindInMap object requires three parameters"},
      {"!If [Maybe, a, b]", "unresolved condition dependency Maybe"},
      {"!If [Yes, a]", "Fn::If requires a list argument with three elements"},
      {"!Base64 [a]", "every Fn::Base64 object must have a String-typed value"},
      {"!GetAZs eu-west-1", "knows no zones of eu-west-1"},
      {"!Equals [a, b]", "can only be used in the Conditions section"},
      {"!Cidr [a, 1, 2]", "Fn::Cidr: a is no IP block such as 10.0.0.0/16"},
      {"!Cidr ['10.0.0.0/24', 2, 8]", "Fn::Cidr: 10.0.0.0/24 has no room for 2 subnets of 8 bits"},
      {"!Cidr ['10.0.0.0/8', 0, 8]", "every Fn::Cidr object requires an IP block"},
      {"!Cidr ['::/56', 1, 64]", "Fn::Cidr: only IPv4 blocks are known here"},
      {"!ImportValue x", "No export named x found."},
      {"{'Fn::Nonsense': x}", "Fn::Nonsense is not supported here"},
      {"{Ref: P, x: 1}", "Ref must be the only member"}};
  for (const auto& [text, expected] : cases) {
    const std::string got = resolved(text);
    EXPECT_NE(got.find(expected), std::string::npos) << text << " → " << got;
  }
}

std::string conditions(const char* yaml) {
  try {
    const Template definition =
        parse_template(std::string("Resources: {A: {Type: T}}\nConditions:\n") + yaml);
    Scope names = scope();
    names.conditions.clear();
    std::string result;
    for (const auto& [name, holds] : evaluate_conditions(definition, names))
      result += name + (holds ? "=1 " : "=0 ");
    return result;
  } catch (const TemplateError& error) {
    return error.what();
  }
}

TEST(Conditions, are_evaluated_in_terms_of_each_other) {
  const std::pair<const char*, const char*> cases[] = {
      {"  A: !Equals [!Ref P, p-value]", "A=1 "},
      {"  A: !Equals [!Ref N, 2]", "A=1 "},
      {"  A: !Equals [true, 'true']", "A=1 "},
      {"  A: !Equals [!Ref L, !Ref L]", "A=1 "},
      {"  A: !Not [!Equals [a, a]]", "A=0 "},
      {"  A: !And [!Equals [a, a], !Condition B]\n  B: !Or [!Equals [a, b], !Equals [c, c]]", "A=1 B=1 "},
      {"  A: !Or [{Condition: B}, {Condition: B}]\n  B: !Equals [!FindInMap [M, us-east-1, ami], x]",
       "A=0 B=0 "},
      {"  A: !Equals [!If [B, x, y], y]\n  B: !Equals [a, b]",
       "Template error: unresolved condition dependency B"},
      {"  B: !Equals [a, b]\n  C: !Equals [!If [B, x, y], y]", "B=0 C=1 "},
      {"  A: !Condition B\n  B: !Condition A", "Circular dependency between conditions"},
      {"  A: !Condition X", "Unresolved condition dependency X"},
      {"  A: x", "must be a condition function"},
      {"  A: !Ref P", "Ref is not a condition function"},
      {"  A: !And [!Equals [a, a]]", "two to ten elements"},
      {"  A: !Equals [!Ref Bucket, x]", ""}};
  for (const auto& [text, expected] : cases) {
    const std::string got = conditions(text);
    EXPECT_NE(got.find(expected), std::string::npos) << text << " → " << got;
  }
}

TEST(Conditions, are_checked_without_being_evaluated) {
  const std::pair<const char*, const char*> cases[] = {
      {"  A: !Condition A", "Circular dependency between conditions: A"},
      {"  A: !Not [!Condition A]", "Circular dependency between conditions: A"},
      {"  A: !Or [!Equals [a, b], !Condition B]\n  B: !And [!Condition C, !Condition C]\n  C: !Not "
       "[!Condition A]",
       "Circular dependency between conditions: A"},
      {"  A: !Equals [!If [A, x, y], y]", "Circular dependency between conditions: A"},
      {"  A: !Not [!Condition X]", "Unresolved condition dependency X in the Conditions block"},
      {"  A: !Or [!Condition B, !Condition B]\n  B: !Equals [!Ref P, Condition]\n  C: !Condition A",
       "accepted"},
      {"  A: !Equals [Condition, A]", "accepted"}};
  for (const auto& [text, expected] : cases) {
    std::string got = "accepted";
    try {
      check_conditions(parse_template(std::string("Conditions:\n") + text +
                                      "\nResources: {L: {Type: AWS::Logs::LogGroup}}\n"));
    } catch (const TemplateError& error) {
      got = error.what();
    }
    EXPECT_NE(got.find(expected), std::string::npos) << text << " → " << got;
  }
}

}  // namespace
}  // namespace berth::stack
