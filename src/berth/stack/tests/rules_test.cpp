#include "berth/stack/rules.hpp"

#include "berth/stack/template_error.hpp"

#include <gtest/gtest.h>

namespace berth::stack {
namespace {

/// What applying the rules says, with Stage "prod" and Types ["a", "b"]; empty: all hold.
std::string verdict(const std::string& rules) {
  const std::string text =
      "Parameters: {Stage: {Type: String}, Types: {Type: CommaDelimitedList}}\n"
      "Resources: {L: {Type: AWS::Logs::LogGroup}}\n"
      "Rules:\n" +
      rules;
  Scope scope;
  scope.values["Stage"] = "prod";
  scope.values["Types"] = json::array{"a", "b"};
  try {
    apply_rules(parse_template(text), scope);
  } catch (const TemplateError& error) {
    return error.what();
  }
  return {};
}

std::string of_assert(const std::string& function) {
  return verdict("  R: {Assertions: [{Assert: " + function + ", AssertDescription: told}]}");
}

TEST(Rules, functions_are_true_and_false_as_they_say) {
  for (const std::string holds :
       {R"({"Fn::Equals": [{Ref: Stage}, prod]})", R"({"Fn::Not": [{"Fn::Equals": [{Ref: Stage}, test]}]})",
        R"({"Fn::Contains": [[test, prod], {Ref: Stage}]})", R"({"Fn::Contains": [{Ref: Types}, b]})",
        R"({"Fn::EachMemberIn": [{Ref: Types}, [a, b, c]]})", R"({"Fn::EachMemberEquals": [[x, x], x]})",
        R"({"Fn::Or": [{"Fn::Equals": [a, b]}, {"Fn::Equals": [1, "1"]}]})"})
    EXPECT_EQ(of_assert(holds), "") << holds;
  for (const std::string fails :
       {R"({"Fn::Equals": [{Ref: Stage}, test]})", R"({"Fn::Contains": [["1", "2"], {Ref: Stage}]})",
        R"({"Fn::EachMemberIn": [{Ref: Types}, [a]]})", R"({"Fn::EachMemberEquals": [{Ref: Types}, a]})",
        R"({"Fn::And": [{"Fn::Equals": [a, a]}, {"Fn::Equals": [a, b]}]})"})
    EXPECT_EQ(of_assert(fails), "Template error: Rule R does not hold of the parameters: told") << fails;
}

TEST(Rules, a_rule_counts_only_where_its_condition_holds) {
  const std::string assertion = R"(Assertions: [{Assert: {"Fn::Equals": [a, b]}}])";
  EXPECT_EQ(verdict(R"(  R: {RuleCondition: {"Fn::Equals": [{Ref: Stage}, test]}, )" + assertion + "}"), "");
  EXPECT_NE(verdict(R"(  R: {RuleCondition: {"Fn::Equals": [{Ref: Stage}, prod]}, )" + assertion + "}"), "");
}

TEST(Rules, what_is_not_a_rule_is_refused_by_name_before_anything_is_compared) {
  for (const auto& [rules, message] : std::initializer_list<std::pair<const char*, const char*>>{
           {"  R: text", "Rule R: it must be an object"},
           {"  R: {Assertions: []}", "Assertions must be a list of at least one"},
           {"  R: {Assertions: [{AssertDescription: x}]}", "every assertion needs an Assert"},
           {"  R: {Nonsense: 1, Assertions: []}", "Invalid rule property 'Nonsense'"},
           {R"(  R: {Assertions: [{Assert: {"Fn::ValueOf": [Stage, x]}}]})",
            "Fn::ValueOf is not supported here"},
           {R"(  R: {Assertions: [{Assert: {"Fn::Not": [{"Fn::Contains": [x]}]}}]})",
            "Fn::Contains takes a list of 2"},
           {"  R: {Assertions: [{Assert: true}]}", "every assertion must be a function"}})
    EXPECT_NE(verdict(rules).find(message), std::string::npos) << verdict(rules);
}

}  // namespace
}  // namespace berth::stack
