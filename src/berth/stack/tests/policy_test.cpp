#include "berth/stack/policy.hpp"

#include "berth/stack/template_error.hpp"

#include <gtest/gtest.h>

namespace berth::stack {
namespace {

const std::string all_but_one = R"({"Statement":[
  {"Effect":"Allow","Action":"Update:*","Principal":"*","Resource":"*"},
  {"Effect":"Deny","Action":["Update:Replace","Update:Delete"],"Principal":"*","Resource":"LogicalResourceId/Data*"},
  {"Effect":"Deny","Action":"Update:*","Principal":"*","NotResource":"LogicalResourceId/No*",
   "Condition":{"StringLike":{"ResourceType":["AWS::IAM::*"]}}}]})";

TEST(Policies, deny_first_and_allow_only_what_they_name) {
  const auto may = [](const std::string& policy, const char* action, const char* id, const char* type) {
    return !refused_by_policy(policy, action, id, type).has_value();
  };
  EXPECT_TRUE(may("", "Update:Delete", "A", "T"));
  EXPECT_TRUE(may(all_but_one, "Update:Modify", "Database", "T"));
  EXPECT_FALSE(may(all_but_one, "Update:Replace", "Database", "T"));
  EXPECT_FALSE(may(all_but_one, "Update:Delete", "Data", "T"));
  EXPECT_TRUE(may(all_but_one, "Update:Delete", "Other", "T"));
  EXPECT_FALSE(may(all_but_one, "Update:Modify", "Role", "AWS::IAM::Role"));
  EXPECT_TRUE(may(all_but_one, "Update:Modify", "NoRole", "AWS::IAM::Role"));
  const std::string little =
      R"({"Statement":[{"Effect":"Allow","Action":"Update:Modify","Principal":"*","Resource":["LogicalResourceId/A"]}]})";
  EXPECT_TRUE(may(little, "Update:Modify", "A", "T"));
  EXPECT_FALSE(may(little, "Update:Modify", "B", "T"));
  EXPECT_FALSE(may(little, "Update:Replace", "A", "T"));
}

TEST(Policies, say_which_statement_denies) {
  EXPECT_EQ(refused_by_policy(all_but_one, "Update:Replace", "Database", "T"),
            "Action denied by stack policy: Statement [#2] does not allow [Update:Replace] for resource "
            "[LogicalResourceId/Database]");
}

TEST(Policies, that_are_none_are_refused) {
  EXPECT_NO_THROW(check_policy(all_but_one));
  EXPECT_NO_THROW(check_policy(R"({"Statement":[]})"));
  for (const char* wrong :
       {"", "x", "[]", "{}", R"({"Statement":{}})", R"({"Statement":[1]})", R"({"Statement":[{}]})",
        R"({"Statement":[{"Effect":"Maybe","Action":"a","Resource":"*"}]})",
        R"({"Statement":[{"Effect":"Allow","Resource":"*"}]})",
        R"({"Statement":[{"Effect":"Allow","Action":"a"}]})",
        R"({"Statement":[{"Effect":"Allow","Action":1,"Resource":"*"}]})",
        R"({"Statement":[{"Effect":"Allow","Action":"a","Resource":"*","Principal":"me"}]})",
        R"({"Statement":[{"Effect":"Allow","Action":"a","Resource":"*","X":1}]})",
        R"({"Statement":[{"Effect":"Allow","Action":"a","Resource":"*","Condition":{"Bool":{}}}]})"})
    EXPECT_THROW(check_policy(wrong), TemplateError) << wrong;
}

}  // namespace
}  // namespace berth::stack
