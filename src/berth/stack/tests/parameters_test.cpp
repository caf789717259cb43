#include "berth/stack/parameters.hpp"

#include "base/json.hpp"
#include "berth/stack/template_error.hpp"

#include <gtest/gtest.h>

namespace berth::stack {
namespace {

class Machine final : public Surroundings {
 public:
  bool knows_type(std::string_view type) const override {
    return type == "AWS::EC2::VPC::Id" || type == "AWS::EC2::Subnet::Id" ||
           type == "AWS::EC2::KeyPair::KeyName" || type == "AWS::EC2::Image::Id";
  }
  bool has(std::string_view type, const std::string& value) const override {
    if (type == "AWS::EC2::VPC::Id") return value == "vpc-1";
    if (type == "AWS::EC2::Subnet::Id") return value == "subnet-1" || value == "subnet-2";
    return true;
  }
  std::optional<std::string> stand_in(std::string_view type, bool list) const override {
    if (type == "AWS::EC2::VPC::Id") return "vpc-1";
    if (type == "AWS::EC2::Subnet::Id") return list ? "subnet-1,subnet-2" : "subnet-1";
    return std::nullopt;
  }
  std::optional<std::string> stored_parameter(const std::string& name) const override {
    if (name == "/ami") return "ami-1";
    return std::nullopt;
  }
};

std::string bound_text(const std::string& declaration, std::vector<GivenParameter> given) {
  try {
    const Template definition =
        parse_template("Resources: {A: {Type: T}}\nParameters:\n  P: {" + declaration + "}\n");
    return base::to_text(bind_parameters(definition, given, Machine()).at(0).value);
  } catch (const TemplateError& error) {
    return error.what();
  }
}

TEST(Parameters, are_bound_and_checked) {
  struct Case {
    const char *declaration, *given, *expected;
  } const cases[] = {
      {"Type: String", "x", R"("x")"},
      {"Type: String", "", R"("")"},
      {"Type: String", nullptr, "Parameters: [P] must have values"},
      {"Type: String, Default: d", nullptr, R"("d")"},
      {"Type: String, Default: d", "x", R"("x")"},
      {"Type: String, Default: 15000", nullptr, R"("15000")"},
      {"Type: Number", "15000", R"("15000")"},
      {"Type: Number", "1.5", R"("1.5")"},
      {"Type: Number", "many", "Parameter 'P' must be a number"},
      {"Type: Number", "NaN", "Parameter 'P' must be a number"},
      {"Type: Number", "-inf", "Parameter 'P' must be a number"},
      {"Type: Number, MinValue: nan", "1", "Template format error: Parameter P: MinValue must be a number."},
      {"Type: Number, MinValue: 1, MaxValue: 4", "0", "Parameter 'P' must be a number not less than 1"},
      {"Type: Number, MinValue: '1', MaxValue: '4'", "5",
       "Parameter 'P' must be a number not greater than 4"},
      {"Type: Number, AllowedValues: [0, 1]", "1", R"("1")"},
      {"Type: String, AllowedValues: [a, b]", "c", "Parameter 'P' must be one of AllowedValues"},
      {"Type: String, AllowedPattern: '[a-z]+'", "abc", R"("abc")"},
      {"Type: String, AllowedPattern: '[a-z]+'", "abc1", "Parameter 'P' must match pattern [a-z]+"},
      {"Type: String, AllowedPattern: '[a-z]+', ConstraintDescription: lower case please", "A",
       "Parameter 'P' failed to satisfy constraint: lower case please"},
      {"Type: String, AllowedPattern: '('", "A", "Template format error: the pattern ( is not valid"},
      {"Type: String, MinLength: 2", "a", "Parameter 'P' must contain at least 2 characters"},
      {"Type: String, MaxLength: '2'", "abc", "Parameter 'P' must contain at most 2 characters"},
      {"Type: CommaDelimitedList", "a, b,c", R"(["a","b","c"])"},
      {"Type: CommaDelimitedList", "", "[]"},
      {"Type: List<Number>", "1,2", R"(["1","2"])"},
      {"Type: List<Number>", "1,x", "Parameter 'P' must be a number"},
      {"Type: AWS::EC2::VPC::Id", "vpc-1", R"("vpc-1")"},
      {"Type: AWS::EC2::VPC::Id", "vpc-2",
       "Parameter validation failed: parameter value vpc-2 for parameter name P does not exist"},
      {"Type: AWS::EC2::VPC::Id", nullptr, R"("vpc-1")"},
      {"Type: List<AWS::EC2::Subnet::Id>", "subnet-1,subnet-2", R"(["subnet-1","subnet-2"])"},
      {"Type: List<AWS::EC2::Subnet::Id>", "subnet-1,subnet-9",
       "Parameter validation failed: parameter value subnet-9 for parameter name P does not exist"},
      {"Type: List<AWS::EC2::Subnet::Id>", nullptr, R"(["subnet-1","subnet-2"])"},
      {"Type: AWS::EC2::KeyPair::KeyName", "anything", R"("anything")"},
      {"Type: 'AWS::SSM::Parameter::Value<AWS::EC2::Image::Id>', Default: /ami", nullptr, R"("ami-1")"},
      {"Type: AWS::SSM::Parameter::Value<String>", "/none",
       "Unable to fetch parameters [/none] from parameter store for this account."},
      {"Type: AWS::Lambda::Function", "x",
       "Template format error: Unrecognized parameter type: AWS::Lambda::Function"}};
  for (const Case& c : cases) {
    std::vector<GivenParameter> given;
    if (c.given != nullptr) given.push_back({"P", c.given});
    const std::string got = bound_text(c.declaration, given);
    EXPECT_EQ(got.substr(0, std::string(c.expected).size()), c.expected) << c.declaration;
  }
}

TEST(Parameters, that_the_template_does_not_have_are_refused) {
  EXPECT_EQ(bound_text("Type: String", {{"P", "x"}, {"Q", "y"}, {"R", "z"}}),
            "Parameters: [Q, R] do not exist in the template");
  EXPECT_EQ(bound_text("Type: String", {{"P", "x"}, {"P", "y"}}), "Parameters: [P] must not be given twice");
}

TEST(Parameters, stand_ins_are_marked) {
  const Template definition = parse_template(
      "Resources: {A: {Type: T}}\nParameters: {V: {Type: AWS::EC2::VPC::Id}, S: {Type: String, NoEcho: "
      "true}}");
  const auto bound = bind_parameters(definition, {{"S", "secret"}}, Machine());
  EXPECT_TRUE(bound[0].stood_in);
  EXPECT_FALSE(bound[1].stood_in);
  EXPECT_TRUE(bound[1].no_echo);
}

TEST(Parameters, a_pattern_that_takes_too_long_is_an_error_and_not_a_stall) {
  const std::string got =
      bound_text("Type: String, AllowedPattern: '(a+)+b'", {{"P", std::string(2000, 'a')}});
  EXPECT_NE(got.find("pattern"), std::string::npos) << got;
}

}  // namespace
}  // namespace berth::stack
