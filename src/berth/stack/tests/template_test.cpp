#include "berth/stack/template.hpp"

#include "berth/stack/graph.hpp"
#include "berth/stack/template_error.hpp"

#include <gtest/gtest.h>

namespace berth::stack {
namespace {

std::string complaint(const std::string& text) {
  try {
    check_references(parse_template(text));
  } catch (const TemplateError& error) {
    return error.what();
  }
  return "";
}

const std::string one = "\nResources:\n  A: {Type: T}\n";

TEST(Templates, have_cloudformations_structure) {
  const std::pair<std::string, const char*> cases[] = {
      {one, ""},
      {"AWSTemplateFormatVersion: 2010-09-09" + one, ""},
      {"AWSTemplateFormatVersion: 2011-09-09" + one,
       "Template format error: 2011-09-09 is not a supported value for AWSTemplateFormatVersion."},
      {"Foo: 1\nBar: 2" + one, "Invalid template property or properties [Foo, Bar]"},
      {"Transform: AWS::Serverless-2016-10-31" + one,
       "Template format error: the section Transform is not supported here: remove it."},
      {"Description: x", "Template format error: At least one Resources member must be defined."},
      {"Resources: {}", "Template format error: At least one Resources member must be defined."},
      {"Resources: []", "Template format error: The section Resources must be an object."},
      {"Resources: {A: {Properties: {}}}",
       "Template format error: Every Resources object must contain a Type member."},
      {"Resources: {A-b: {Type: T}}", "Template format error: Resource name A-b is non alphanumeric."},
      {"Resources: {A: {Type: T, Propertys: {}}}", "Invalid template resource property 'Propertys'"},
      {"Resources: {A: {Type: T, DeletionPolicy: Keep}}",
       "Template format error: Unrecognized DeletionPolicy Keep for resource A"},
      {"Resources: {A: {Type: T, DependsOn: B}}",
       "Template format error: Unresolved resource dependencies [B] in the Resources block of the template"},
      {"Resources: {A: {Type: T, Properties: {p: !Ref B, q: !Sub '${C}-${A}'}}}",
       "Template format error: Unresolved resource dependencies [B, C] in the Resources block of the "
       "template"},
      {"Resources: {A: {Type: T, Properties: {p: !GetAtt B.Arn}}}",
       "Template error: instance of Fn::GetAtt references undefined resource B"},
      {"Resources: {A: {Type: T, Properties: {p: !Sub '${B.Arn}'}}}",
       "Template error: instance of Fn::GetAtt references undefined resource B"},
      {"Resources: {A: {Type: T, Properties: {p: !Sub ['${B}', {B: x}]}}}", ""},
      {"Resources: {A: {Type: T, Properties: {p: !Sub '${!B}'}}}", ""},
      {"Resources: {A: {Type: T, Properties: {p: !FindInMap [M, a, b]}}}",
       "Template error: Mapping named 'M' is not present in the 'Mappings' section of template."},
      {"Resources: {A: {Type: T, Properties: {p: {'Fn::No': x}}}}",
       "Template error: Fn::No is not supported here"},
      {"Resources: {A: {Type: T, Condition: C}}",
       "Template format error: Unresolved condition dependency C in the Resources block of the template"},
      {"Resources: {A: {Type: T, Properties: {p: !If [C, 1, 2]}}}",
       "Template format error: Unresolved condition dependency C in the Resources block of the template"},
      {"Outputs: {O: {Value: !Ref X}}" + one,
       "Template format error: Unresolved resource dependencies [X] in the Outputs block of the template"},
      {"Outputs: {O: {Description: d}}" + one,
       "Template format error: Every Outputs member must contain a Value object"},
      {"Parameters: {P: {Default: x}}" + one,
       "Template format error: Every Parameters object must contain a Type member."},
      {"Parameters: {P: {Type: String, Defult: x}}" + one, "Invalid template parameter property 'Defult'"},
      {"Mappings: {M: {a: {b: {c: d}}}}" + one,
       "Template format error: Every Mappings attribute must be a String or a List."},
      {"Resources: {A: {Type: T, Properties: {p: {Ref: B, q: 1}}}}",
       "Template format error: Ref must be the only member of its object"}};
  for (const auto& [text, expected] : cases) EXPECT_EQ(complaint(text), expected) << text;
}

TEST(Templates, are_limited_to_500_resources) {
  std::string text = "Resources:\n";
  for (int i = 0; i < 501; ++i) text += "  R" + std::to_string(i) + ": {Type: T}\n";
  EXPECT_NE(complaint(text).find("501, is greater than maximum allowed, 500"), std::string::npos);
}

TEST(Templates, say_which_capability_they_need) {
  const auto needed = [](const char* resources) {
    return required_capability(parse_template(resources)).capability;
  };
  EXPECT_EQ(needed("Resources: {A: {Type: AWS::S3::Bucket}}"), "");
  EXPECT_EQ(needed("Resources: {A: {Type: AWS::IAM::Role}}"), "CAPABILITY_IAM");
  EXPECT_EQ(needed("Resources: {A: {Type: AWS::IAM::Policy, Properties: {PolicyName: x}}}"),
            "CAPABILITY_IAM");
  EXPECT_EQ(needed("Resources: {A: {Type: AWS::IAM::Role, Properties: {RoleName: x}}}"),
            "CAPABILITY_NAMED_IAM");
  EXPECT_EQ(
      needed("Resources: {A: {Type: AWS::IAM::Role, Properties: {RoleName: x}}, B: {Type: AWS::IAM::Role}}"),
      "CAPABILITY_NAMED_IAM");
}

std::map<std::string, std::set<std::string>> needs(const std::string& text,
                                                   std::map<std::string, bool, std::less<>> conditions = {}) {
  std::map<std::string, std::set<std::string>> result;
  for (const Graph::Node& node : build_graph(parse_template(text), conditions).nodes)
    result[node.logical_id] = node.needs;
  return result;
}
using Needs = std::map<std::string, std::set<std::string>>;

TEST(Graph, order_comes_from_depends_on_and_from_every_reference) {
  EXPECT_EQ(needs(R"(
Parameters: {P: {Type: String}}
Resources:
  A: {Type: T}
  B: {Type: T, DependsOn: A}
  C: {Type: T, DependsOn: [A, B], Properties: {x: !Ref P, y: !Ref AWS::Region}}
  D: {Type: T, Properties: {x: !Ref A}}
  E: {Type: T, Properties: {x: [{y: !GetAtt D.Arn}]}}
  F: {Type: T, Properties: {x: !Sub '${A}-${E.Arn}-${!D}-${P}'}}
  G: {Type: T, Properties: {x: !Join ['', [!Sub ['${v}${A}', {v: !Ref B}]]]}}
  H: {Type: T, Metadata: {m: !Ref A}}
)"),
            (Needs{{"A", {}},
                   {"B", {"A"}},
                   {"C", {"A", "B"}},
                   {"D", {"A"}},
                   {"E", {"D"}},
                   {"F", {"A", "E"}},
                   {"G", {"A", "B"}},
                   {"H", {"A"}}}));
}

TEST(Graph, only_the_taken_branch_counts_and_what_is_not_made_is_left_out) {
  const std::string text = R"(
Conditions: {C: !Equals [a, b]}
Resources:
  A: {Type: T}
  B: {Type: T, Condition: C}
  D: {Type: T, DependsOn: B, Properties: {x: !If [C, !Ref B, !Ref A]}}
)";
  EXPECT_EQ(needs(text, {{"C", false}}), (Needs{{"A", {}}, {"D", {"A"}}}));
  EXPECT_EQ(needs(text, {{"C", true}}), (Needs{{"A", {}}, {"B", {}}, {"D", {"B"}}}));
}

TEST(Graph, a_reference_to_what_is_not_made_is_an_error) {
  try {
    needs(
        "Conditions: {C: !Equals [a, b]}\nResources: {A: {Type: T, Condition: C}, B: {Type: T, Properties: "
        "{x: !Ref A}}}",
        {{"C", false}});
    FAIL();
  } catch (const TemplateError& error) {
    EXPECT_STREQ(
        error.what(),
        "Template format error: Unresolved resource dependencies [A] in the Resources block of the template");
  }
}

TEST(Graph, cycles_are_named_without_their_neighbours) {
  try {
    needs(R"(
Resources:
  Before: {Type: T}
  A: {Type: T, DependsOn: [B, Before]}
  B: {Type: T, Properties: {x: !Ref C}}
  C: {Type: T, Properties: {x: !GetAtt A.Arn}}
  After: {Type: T, DependsOn: A}
)");
    FAIL();
  } catch (const TemplateError& error) {
    EXPECT_STREQ(error.what(), "Circular dependency between resources: [A, B, C]");
  }
  EXPECT_THROW(needs("Resources: {A: {Type: T, DependsOn: A}}"), TemplateError);
}

}  // namespace
}  // namespace berth::stack
