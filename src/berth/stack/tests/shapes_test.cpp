#include "berth/stack/shapes.hpp"

#include "berth/stack/template_error.hpp"

#include <gtest/gtest.h>

namespace berth::stack {
namespace {

std::string complaint(const std::string& text) {
  try {
    check_functions(parse_template(text));
  } catch (const TemplateError& error) {
    return error.what();
  }
  return "";
}

const std::string around = R"(
Parameters: {T: {Type: String}, L: {Type: CommaDelimitedList}, S: {Type: 'List<AWS::EC2::Subnet::Id>'}}
Mappings: {M: {a: {x: 1, y: [p, q]}}}
Conditions: {C: !Equals [!Ref T, x]}
)";
const std::string resource = "Resources: {A: {Type: T}}\n";

/// The same value where a resource takes anything, and where an output takes a text.
std::string in_property(const std::string& value) {
  return complaint(around + "Resources: {A: {Type: T, Properties: {deep: [{p: " + value + "}]}}}");
}
std::string in_output(const std::string& value) {
  return complaint(around + resource + "Outputs: {O: {Value: " + value + "}}");
}

TEST(Shapes, let_every_right_call_pass) {
  for (const char* value : {"text",
                            "5",
                            "!Ref T",
                            "!Ref A",
                            "!Ref AWS::Region",
                            "!Ref Nobody",
                            "!GetAtt A.Arn",
                            "!GetAtt [A, !Ref T]",
                            "{'Fn::GetAtt': A.B.C}",
                            "!Sub '${T}-${A.Arn}-${!L}'",
                            "!Sub ['${x}${L}', {x: !Ref T, L: 1}]",
                            "!Join ['', []]",
                            "!Join [',', [a, 1, true, !Ref T]]",
                            "!Join [',', !Ref L]",
                            "!Join [',', !Ref S]",
                            "!Join [',', !GetAZs '']",
                            "!Join [',', !Split [';', !Ref T]]",
                            "!Join [',', !Ref AWS::NotificationARNs]",
                            "!Join [',', !FindInMap [M, a, y]]",
                            "!Join [',', !GetAtt A.List]",
                            "!Join [',', !If [C, !Ref L, [a]]]",
                            "!Join ['', [a, !Ref AWS::NoValue]]",
                            "!Select [1, [a, b]]",
                            "!Select ['1', [a, b]]",
                            "!Select [!Ref T, [a]]",
                            "!Select [7, !Ref L]",
                            "!FindInMap [M, a, x]",
                            "!FindInMap [M, !Ref T, x]",
                            "!FindInMap [!Ref T, no, x]",
                            "!If [C, a, !Ref AWS::NoValue]",
                            "!If [C, [a], b]",
                            "!Base64 {'Fn::Sub': '${T}'}"}) {
    EXPECT_EQ(in_property(value), "") << value;
    EXPECT_EQ(in_output(value), "") << value;
  }
  for (const char* value : {"!Ref L", "!GetAZs ''", "[a]", "{a: b}", "!Split [',', a]", "!If [C, [a], [b]]"})
    EXPECT_EQ(in_property(value), "") << value;
}

TEST(Shapes, refuse_wrong_calls_wherever_they_stand) {
  const std::pair<const char*, const char*> cases[] = {
      {"!Ref [T]", "every Ref object must have a single String value."},
      {"{Ref: {Ref: T}}", "every Ref object must have a single String value."},
      {"{Ref: 5}", "every Ref object must have a single String value."},
      {"!GetAtt [A]", "every Fn::GetAtt object requires two non-empty parameters"},
      {"!GetAtt [A, B, C]", "every Fn::GetAtt object requires two non-empty parameters"},
      {"!GetAtt [A, '']", "every Fn::GetAtt object requires two non-empty parameters"},
      {"!GetAtt [!Ref T, Arn]", "every Fn::GetAtt object requires two non-empty parameters"},
      {"{'Fn::GetAtt': A}", "every Fn::GetAtt object requires two non-empty parameters"},
      {"{'Fn::GetAtt': .A}", "every Fn::GetAtt object requires two non-empty parameters"},
      {"{'Fn::GetAtt': {A: B}}", "every Fn::GetAtt object requires two non-empty parameters"},
      {"!Sub [a]", "One or more Fn::Sub"},
      {"!Sub ['${x}', [x]]", "One or more Fn::Sub"},
      {"!Sub ['${x}', {x: [a]}]", "One or more Fn::Sub"},
      {"!Sub ['${x}', {x: !Ref L}]", "One or more Fn::Sub"},
      {"{'Fn::Sub': {Ref: T}}", "One or more Fn::Sub"},
      {"!Sub '${L}'", "Fn::Sub expression does not resolve to a string: L"},
      {"!Sub '${a-b}'", "variable names in Fn::Sub syntax"},
      {"!Join ['', !Ref T]", "every Fn::Join object requires two parameters"},
      {"!Join ['', !Ref A]", "every Fn::Join object requires two parameters"},
      {"!Join ['', text]", "every Fn::Join object requires two parameters"},
      {"!Join [[a, b]]", "every Fn::Join object requires two parameters"},
      {"!Join ['', [a], b]", "every Fn::Join object requires two parameters"},
      {"!Join [!Ref T, [a]]", "every Fn::Join object requires two parameters"},
      {"!Join ['', [a, [b]]]", "every Fn::Join object requires two parameters"},
      {"!Join ['', [a, !Ref L]]", "every Fn::Join object requires two parameters"},
      {"!Join ['', !If [C, a, b]]", "every Fn::Join object requires two parameters"},
      {"!Join ['', !Join ['', [a]]]", "every Fn::Join object requires two parameters"},
      {"!Select [2, [a, b]]", "Fn::Select cannot select nonexistent value at index 2"},
      {"!Select ['0', []]", "Fn::Select cannot select nonexistent value at index 0"},
      {"!Select [-1, [a]]", "Fn::Select requires a list argument"},
      {"!Select [x, !Ref L]", "Fn::Select requires a list argument"},
      {"!Select [0, !Ref T]", "Fn::Select requires a list argument"},
      {"!Select [[0], [a]]", "Fn::Select requires a list argument"},
      {"!Select 0", "Fn::Select requires a list argument"},
      {"!Select [0, !Split ['', a]]", "every Fn::Split object requires two parameters"},
      {"!Select [0, !Split [',', !Ref L]]", "every Fn::Split object requires two parameters"},
      {"!Select [0, !Split [',']]", "every Fn::Split object requires two parameters"},
      {"!FindInMap [M, a]", "every Fn::FindInMap object requires three parameters"},
      {"!FindInMap [M, !Ref L, x]", "every Fn::FindInMap object requires three parameters"},
      {"!FindInMap [M, b, x]", "Unable to get mapping for M::b::x"},
      {"!FindInMap [M, a, z]", "Unable to get mapping for M::a::z"},
      {"!FindInMap [M, b, !Ref T]", "Unable to get mapping for M::b::*"},
      {"!If [C, a]", "Fn::If requires a list argument with three elements"},
      {"!If [!Equals [a, b], a, b]", "Fn::If requires a list argument with three elements"},
      {"!If C", "Fn::If requires a list argument with three elements"},
      {"!If [C, a, !Join ['', x]]", "every Fn::Join object requires two parameters"},
      {"!Base64 [a]", "every Fn::Base64 object must have a String-typed value."},
      {"!Select [0, !GetAZs [a]]", "every Fn::GetAZs object must have a String-typed value."},
      {"!Equals [a, b]", "can only be used in the Conditions section"},
      {"!Select [0, !Cidr [a]]", "every Fn::Cidr object requires an IP block"},
      {"!ImportValue [a]", "every Fn::ImportValue object must have a String-typed value."},
      {"{'Fn::Nonsense': x}", "Fn::Nonsense is not supported here"}};
  for (const auto& [value, expected] : cases)
    for (const std::string& got : {in_property(value), in_output(value)})
      EXPECT_NE(got.find(expected), std::string::npos) << value << " → " << got;
}

TEST(Shapes, want_a_text_of_an_output) {
  for (const char* value :
       {"[a]", "{a: b}", "!Ref L", "!GetAZs ''", "!Split [',', a]", "!If [C, [a], [b]]"}) {
    EXPECT_EQ(in_output(value),
              "Template format error: Output O is malformed. The Value field of every Outputs member must "
              "evaluate to a String.")
        << value;
    const std::string got =
        complaint(around + resource + "Outputs: {O: {Value: x, Export: {Name: " + value + "}}}");
    EXPECT_NE(got.find("The Name field of every Export member"), std::string::npos) << value << " → " << got;
  }
}

TEST(Shapes, want_something_of_an_output) {
  EXPECT_NE(in_output("!Ref AWS::NoValue").find("must evaluate to a String"), std::string::npos);
  EXPECT_EQ(in_property("!Ref AWS::NoValue"), "");
}

TEST(Shapes, hold_in_conditions) {
  const std::pair<const char*, const char*> cases[] = {
      {"!And [!Equals [!Ref T, x], !Not [!Condition E]]", ""},
      {"!Equals [!Select [0, !Ref L], !FindInMap [M, a, x]]", ""},
      {"!Equals [a]", "Fn::Equals requires a list argument with two elements"},
      {"!Equals [!Join ['', a], b]", "every Fn::Join object requires two parameters"},
      {"!Not [!Condition E, !Condition E]", "Fn::Not requires a list argument with one element"},
      {"!Not [!Ref T]", "Ref is not a condition function"},
      {"!Or [!Condition E]", "Fn::Or requires a list argument with two to ten elements"},
      {"!And [a, b]", "Every Conditions member must be a condition function"},
      {"{Condition: [E]}", "Condition must name a condition"},
      {"text", "Every Conditions member must be a condition function"},
      {"!Equals [!Sub '${T}-${AWS::Region}', b]", ""},
      {"!Equals [!Ref A, b]",
       "Unresolved dependencies [A]. Cannot reference resources in the Conditions block of the template"},
      {"!Equals [!Ref No, b]", "Unresolved dependencies [No]."},
      {"!Not [!Equals [!GetAtt A.Arn, b]]", "Unresolved dependencies [A]."},
      {"!Equals [!GetAtt [A, Arn], b]", "Unresolved dependencies [A]."},
      {"!Equals [!Sub '${A}', b]", "Unresolved dependencies [A]."},
      {"!Equals [!Sub '${A.Arn}', b]", "Unresolved dependencies [A]."},
      {"!If [E, a, b]", "Fn::If is not a condition function"}};
  for (const auto& [value, expected] : cases) {
    const std::string got = complaint(
        "Parameters: {T: {Type: String}, L: {Type: CommaDelimitedList}}\nMappings: {M: {a: {x: 1}}}\n"
        "Conditions: {E: !Equals [a, b], D: " +
        std::string(value) + "}\n" + resource);
    if (std::string(expected).empty())
      EXPECT_EQ(got, "") << value;
    else
      EXPECT_NE(got.find(expected), std::string::npos) << value << " → " << got;
  }
}

TEST(Shapes, are_checked_once_however_deep_functions_are_nested) {
  std::string value = "x";
  for (int depth = 0; depth < 15; ++depth) value = "!If [C, " + value + ", " + std::to_string(depth) + "]";
  EXPECT_EQ(in_output(value), "");
}

TEST(Descriptions, are_at_most_1024_bytes_long) {
  const std::string most(1024, 'd');
  EXPECT_EQ(complaint("Description: " + most + "\n" + resource), "");
  EXPECT_EQ(complaint("Description: " + most + "d\n" + resource),
            "Template format error: 'Description' length is greater than 1024.");
  EXPECT_EQ(complaint(resource + "Outputs: {O: {Value: x, Description: " + most + "d}}"),
            "Template format error: 'Description' length is greater than 1024.");
}

}  // namespace
}  // namespace berth::stack
