#include "berth/identity/policy.hpp"

#include "berth/identity/managed_policies.hpp"

#include <gtest/gtest.h>

namespace berth::identity {
namespace {

PolicyDocument policy(const std::string& statements) {
  return parse_policy(R"({"Version":"2012-10-17","Statement":[)" + statements + "]}", PolicyKind::Identity)
      .value();
}

Decision decide(const std::string& statements, const std::string& action, const std::string& resource,
                ConditionValues context = {}) {
  const PolicyDocument document = policy(statements);
  const PolicyDocument* const policies[] = {&document};
  return evaluate(policies, {action, resource, std::move(context)});
}

constexpr auto allowed = Decision::Allowed;
constexpr auto denied = Decision::DeniedExplicitly;
constexpr auto nothing = Decision::DeniedByDefault;

struct Case {
  const char* name;
  std::string statements, action, resource;
  Decision expected;
  ConditionValues context = {};
};

class Policies : public testing::TestWithParam<Case> {};

TEST_P(Policies, are_evaluated_as_aws_does) {
  const Case& c = GetParam();
  EXPECT_EQ(decide(c.statements, c.action, c.resource, c.context), c.expected) << c.name;
}

const std::string allow_all = R"({"Effect":"Allow","Action":"*","Resource":"*"})";

INSTANTIATE_TEST_SUITE_P(
    Elements, Policies,
    testing::Values(
        Case{"nothing said", "", "s3:GetObject", "*", nothing},
        Case{"allow", R"({"Effect":"Allow","Action":"s3:GetObject","Resource":"*"})", "s3:GetObject",
             "arn:aws:s3:::b/k", allowed},
        Case{"actions have no case", R"({"Effect":"Allow","Action":"S3:getobject","Resource":"*"})",
             "s3:GetObject", "*", allowed},
        Case{"resources have case", R"({"Effect":"Allow","Action":"*","Resource":"arn:aws:s3:::B"})", "s3:X",
             "arn:aws:s3:::b", nothing},
        Case{"another action", R"({"Effect":"Allow","Action":"s3:PutObject","Resource":"*"})", "s3:GetObject",
             "*", nothing},
        Case{"action wildcard", R"({"Effect":"Allow","Action":["logs:*","s3:Get*"],"Resource":"*"})",
             "s3:GetObject", "*", allowed},
        Case{"question mark", R"({"Effect":"Allow","Action":"s3:?etObject","Resource":"*"})", "s3:GetObject",
             "*", allowed},
        Case{"question mark is one character",
             R"({"Effect":"Allow","Action":"s3:?GetObject","Resource":"*"})", "s3:GetObject", "*", nothing},
        Case{"resource wildcard runs over slashes",
             R"({"Effect":"Allow","Action":"*","Resource":"arn:aws:s3:::b/*"})", "s3:GetObject",
             "arn:aws:s3:::b/x/y", allowed},
        Case{"the bucket is not its objects",
             R"({"Effect":"Allow","Action":"*","Resource":"arn:aws:s3:::b/*"})", "s3:ListBucket",
             "arn:aws:s3:::b", nothing},
        Case{"deny wins, after", allow_all + R"(,{"Effect":"Deny","Action":"s3:*","Resource":"*"})",
             "s3:GetObject", "*", denied},
        Case{"deny wins, before", R"({"Effect":"Deny","Action":"s3:*","Resource":"*"},)" + allow_all,
             "s3:GetObject", "*", denied},
        Case{"deny elsewhere", allow_all + R"(,{"Effect":"Deny","Action":"ecs:*","Resource":"*"})",
             "s3:GetObject", "*", allowed},
        Case{"NotAction allows the others", R"({"Effect":"Allow","NotAction":"iam:*","Resource":"*"})",
             "s3:GetObject", "*", allowed},
        Case{"NotAction leaves its own", R"({"Effect":"Allow","NotAction":"iam:*","Resource":"*"})",
             "iam:PassRole", "*", nothing},
        Case{"deny all but", allow_all + R"(,{"Effect":"Deny","NotAction":["s3:*"],"Resource":"*"})",
             "ecs:RunTask", "*", denied},
        Case{"NotResource allows the others",
             R"({"Effect":"Allow","Action":"*","NotResource":"arn:aws:s3:::secret/*"})", "s3:GetObject",
             "arn:aws:s3:::open/k", allowed},
        Case{"NotResource leaves its own",
             R"({"Effect":"Allow","Action":"*","NotResource":"arn:aws:s3:::secret/*"})", "s3:GetObject",
             "arn:aws:s3:::secret/k", nothing}));

INSTANTIATE_TEST_SUITE_P(
    Variables, Policies,
    testing::Values(
        Case{"replaced",
             R"({"Effect":"Allow","Action":"*","Resource":"arn:aws:s3:::b/${aws:username}/*"})",
             "s3:X",
             "arn:aws:s3:::b/ann/k",
             allowed,
             {{"aws:username", {"ann"}}}},
        Case{"keys have no case",
             R"({"Effect":"Allow","Action":"*","Resource":"b/${AWS:UserName}"})",
             "s3:X",
             "b/ann",
             allowed,
             {{"aws:username", {"ann"}}}},
        Case{"another's",
             R"({"Effect":"Allow","Action":"*","Resource":"b/${aws:username}/*"})",
             "s3:X",
             "b/bob/k",
             nothing,
             {{"aws:username", {"ann"}}}},
        Case{"what comes in is literal",
             R"({"Effect":"Allow","Action":"*","Resource":"b/${aws:username}"})",
             "s3:X",
             "b/bob",
             nothing,
             {{"aws:username", {"*"}}}},
        Case{"no value grants nothing",
             R"({"Effect":"Allow","Action":"*","Resource":"b/${aws:username}*"})",
             "s3:X",
             "b/bob",
             nothing,
             {{"aws:username", {}}}},
        Case{"no value denies",
             allow_all + R"(,{"Effect":"Deny","Action":"*","Resource":"b/${aws:username}"})",
             "s3:X",
             "b/bob",
             denied,
             {{"aws:username", {}}}},
        Case{"default",
             R"({"Effect":"Allow","Action":"*","Resource":"b/${aws:username, 'guest'}"})",
             "s3:X",
             "b/guest",
             allowed,
             {{"aws:username", {}}}},
        Case{"escaped star", R"({"Effect":"Allow","Action":"*","Resource":"b/${*}"})", "s3:X", "b/x",
             nothing},
        Case{"escaped star itself", R"({"Effect":"Allow","Action":"*","Resource":"b/${*}"})", "s3:X", "b/*",
             allowed},
        Case{
            "in a condition",
            R"({"Effect":"Allow","Action":"*","Resource":"*","Condition":{"StringLike":{"s3:prefix":"home/${aws:username}/*"}}})",
            "s3:ListBucket",
            "*",
            allowed,
            {{"aws:username", {"ann"}}, {"s3:prefix", {"home/ann/x"}}}}));

TEST(Policies, of_the_old_version_have_no_variables) {
  const auto document =
      parse_policy(
          R"({"Version":"2008-10-17","Statement":{"Effect":"Allow","Action":"*","Resource":"${aws:userid}"}})",
          PolicyKind::Identity)
          .value();
  const PolicyDocument* const policies[] = {&document};
  EXPECT_EQ(evaluate(policies, {"s3:X", "me", {{"aws:userid", {"me"}}}}), nothing);
  EXPECT_EQ(evaluate(policies, {"s3:X", "${aws:userid}", {}}), allowed);
}

struct ConditionCase {
  const char *operation, *key, *values;
  ConditionValues context;
  bool holds;
};

class Conditions : public testing::TestWithParam<ConditionCase> {};

std::string conditional(const char* effect, const ConditionCase& c) {
  return std::string(R"({"Effect":")") + effect + R"(","Action":"*","Resource":"*","Condition":{")" +
         c.operation + R"(":{")" + c.key + R"(":)" + c.values + "}}}";
}

TEST_P(Conditions, hold_or_not) {
  const ConditionCase& c = GetParam();
  SCOPED_TRACE(std::string(c.operation) + " " + c.values);
  EXPECT_EQ(decide(conditional("Allow", c), "a:B", "*", c.context), c.holds ? allowed : nothing);
  EXPECT_EQ(decide(allow_all + "," + conditional("Deny", c), "a:B", "*", c.context),
            c.holds ? denied : allowed);
}

ConditionValues with(std::vector<std::string> values) { return {{"k", std::move(values)}}; }

INSTANTIATE_TEST_SUITE_P(
    Operators, Conditions,
    testing::Values(
        ConditionCase{"StringEquals", "k", R"("x")", with({"x"}), true},
        ConditionCase{"StringEquals", "K", R"(["y","x"])", with({"x"}), true},
        ConditionCase{"StringEquals", "k", R"("X")", with({"x"}), false},
        ConditionCase{"StringEquals", "k", R"("x*")", with({"xyz"}), false},
        ConditionCase{"StringEquals", "k", R"("x")", with({}), false},
        ConditionCase{"StringEqualsIfExists", "k", R"("x")", with({}), true},
        ConditionCase{"StringEqualsIfExists", "k", R"("x")", with({"y"}), false},
        ConditionCase{"StringEqualsIgnoreCase", "k", R"("X")", with({"x"}), true},
        ConditionCase{"StringNotEquals", "k", R"("x")", with({"y"}), true},
        ConditionCase{"StringNotEquals", "k", R"(["x","y"])", with({"y"}), false},
        ConditionCase{"StringNotEquals", "k", R"("x")", with({}), true},
        ConditionCase{"StringNotEqualsIgnoreCase", "k", R"("X")", with({"x"}), false},
        ConditionCase{"StringLike", "k", R"("x*z")", with({"x/y/z"}), true},
        ConditionCase{"StringLike", "k", R"("x?")", with({"xyz"}), false},
        ConditionCase{"StringNotLike", "k", R"("x*")", with({"y"}), true},
        ConditionCase{"NumericEquals", "k", R"("10")", with({"10.0"}), true},
        ConditionCase{"NumericEquals", "k", "10", with({"10"}), true},
        ConditionCase{"NumericNotEquals", "k", R"("10")", with({"11"}), true},
        ConditionCase{"NumericLessThan", "k", R"("10")", with({"9"}), true},
        ConditionCase{"NumericLessThan", "k", R"("10")", with({"10"}), false},
        ConditionCase{"NumericLessThanEquals", "k", R"("10")", with({"10"}), true},
        ConditionCase{"NumericGreaterThan", "k", R"("9")", with({"10"}), true},
        ConditionCase{"NumericGreaterThanEquals", "k", R"("10")", with({"10"}), true},
        ConditionCase{"NumericLessThan", "k", R"("10")", with({"ten"}), false},
        ConditionCase{"DateLessThan", "k", R"("2026-12-01T00:00:00Z")", with({"2026-11-30T15:00:00.000Z"}),
                      true},
        ConditionCase{"DateGreaterThan", "k", R"("2026-12-01")", with({"2026-11-30T15:00:00Z"}), false},
        ConditionCase{"DateEquals", "k", R"("0")", with({"1970-01-01T00:00:00Z"}), true},
        ConditionCase{"Bool", "k", R"("true")", with({"true"}), true},
        ConditionCase{"Bool", "k", "true", with({"true"}), true},
        ConditionCase{"Bool", "k", R"("false")", with({"true"}), false},
        ConditionCase{"IpAddress", "k", R"("10.1.0.0/16")", with({"10.1.2.3"}), true},
        ConditionCase{"IpAddress", "k", R"("10.1.0.0/16")", with({"10.2.2.3"}), false},
        ConditionCase{"IpAddress", "k", R"("10.1.0.0/17")", with({"10.1.128.0"}), false},
        ConditionCase{"IpAddress", "k", R"("2001:db8::/32")", with({"2001:db8:1::1"}), true},
        ConditionCase{"IpAddress", "k", R"("127.0.0.1")", with({"127.0.0.1"}), true},
        ConditionCase{"NotIpAddress", "k", R"("10.0.0.0/8")", with({"11.0.0.1"}), true},
        ConditionCase{"ArnLike", "k", R"("arn:aws:ecs:*:*:task/*")", with({"arn:aws:ecs:r:1:task/c/1"}),
                      true},
        ConditionCase{"ArnLike", "k", R"("arn:aws:ecs:*")", with({"arn:aws:ecs:r:1:task/c/1"}), false},
        ConditionCase{"ArnLike", "k", R"("*")", with({"arn:aws:ecs:r:1:task/c/1"}), true},
        ConditionCase{"ArnEquals", "k", R"("arn:aws:iam::1:role/r")", with({"arn:aws:iam::1:role/r"}), true},
        ConditionCase{"ArnNotLike", "k", R"("arn:aws:iam::1:*")", with({"arn:aws:iam::2:role/r"}), true},
        ConditionCase{"Null", "k", R"("true")", with({}), true},
        ConditionCase{"Null", "k", R"("true")", with({"x"}), false},
        ConditionCase{"Null", "k", R"("false")", with({"x"}), true},
        ConditionCase{"ForAllValues:StringEquals", "k", R"(["a","b"])", with({"a", "b"}), true},
        ConditionCase{"ForAllValues:StringEquals", "k", R"(["a","b"])", with({"a", "c"}), false},
        ConditionCase{"ForAllValues:StringEquals", "k", R"(["a","b"])", with({}), true},
        ConditionCase{"ForAnyValue:StringLike", "k", R"(["a*","b"])", with({"z", "ab"}), true},
        ConditionCase{"ForAnyValue:StringEquals", "k", R"(["a","b"])", with({}), false},
        ConditionCase{"ForAnyValue:StringNotEquals", "k", R"("a")", with({"a", "c"}), true},
        ConditionCase{"StringNotEquals", "k", R"("a")", with({"a", "c"}), false}));

TEST(Conditions, with_operators_that_nobody_has_are_no_policy) {
  for (const char* name : {"StringSounds", "Bogus", "ForAnyValue:", "IfExists"}) {
    const auto policy = parse_policy(
        std::string(R"({"Statement":[{"Effect":"Deny","Action":"*","Resource":"*","Condition":{")") + name +
            R"(":{"k":"x"}}}]})",
        PolicyKind::Identity);
    ASSERT_FALSE(policy) << name;
    EXPECT_NE(policy.error().message.find(name), std::string::npos);
  }
}

TEST(Conditions, that_are_not_known_grant_nothing_and_deny) {
  const ConditionCase unknown[] = {
      {"BinaryEquals", "k", R"("eA==")", with({"x"}), false},       // one that this code has not
      {"StringEquals", "aws:Other", R"("x")", with({"x"}), false},  // a key that was not supplied
      {"Null", "aws:Other", R"("true")", with({"x"}), false},       // also for Null
      {"StringEqualsIfExists", "aws:Other", R"("x")", with({}), false},
      {"NumericLessThan", "k", R"("many")", with({"1"}), false},  // a value that makes no sense
      {"IpAddress", "k", R"("10.0.0.0/99")", with({"10.0.0.1"}), false}};
  for (const ConditionCase& c : unknown) {
    SCOPED_TRACE(c.operation);
    EXPECT_EQ(decide(conditional("Allow", c), "a:B", "*", c.context), nothing);
    EXPECT_EQ(decide(allow_all + "," + conditional("Deny", c), "a:B", "*", c.context), denied);
  }
}

TEST(Conditions, with_words_for_numbers_are_not_decided) {
  for (const char* word : {"nan", "inf", "-infinity"}) {
    const std::string values = std::string("\"") + word + "\"";
    const ConditionCase c{"NumericLessThan", "k", values.c_str(), with({"5"}), false};
    EXPECT_EQ(decide(conditional("Allow", c), "a:B", "*", c.context), nothing) << word;
    EXPECT_EQ(decide(allow_all + "," + conditional("Deny", c), "a:B", "*", c.context), denied) << word;
  }
}

TEST(Conditions, all_of_a_statement_must_hold) {
  const std::string both =
      R"({"Effect":"Allow","Action":"*","Resource":"*","Condition":{"StringEquals":{"a":"1","b":"2"},"Bool":{"c":"true"}}})";
  EXPECT_EQ(decide(both, "s:A", "*", {{"a", {"1"}}, {"b", {"2"}}, {"c", {"true"}}}), allowed);
  EXPECT_EQ(decide(both, "s:A", "*", {{"a", {"1"}}, {"b", {"3"}}, {"c", {"true"}}}), nothing);
  EXPECT_EQ(decide(both, "s:A", "*", {{"a", {"1"}}, {"b", {"2"}}, {"c", {"false"}}}), nothing);
}

TEST(Policies, that_are_wrong_are_refused_with_the_place) {
  const std::pair<const char*, const char*> wrong[] = {
      {"{", "not JSON"},
      {"[]", "must be a JSON object"},
      {R"({"Version":"2012-10-17"})", "lacks Statement"},
      {R"({"Version":"2020-01-01","Statement":[]})", "Version must be"},
      {R"({"Statements":[]})", "unknown element \"Statements\""},
      {R"({"Statement":[{"Effect":"Allow","Action":"*"}]})", "Statement 1 lacks Resource"},
      {R"({"Statement":[{"Effect":"Allow","Resource":"*"}]})", "Statement 1 lacks Action"},
      {R"({"Statement":[{"Action":"*","Resource":"*"}]})", "Statement 1 lacks Effect"},
      {R"({"Statement":[{"Effect":"allow","Action":"*","Resource":"*"}]})", "Effect must be"},
      {R"({"Statement":[{"Effect":"Allow","Action":"GetObject","Resource":"*"}]})", "service:operation"},
      {R"({"Statement":[{"Effect":"Allow","Action":["s3:Get*",1],"Resource":"*"}]})", "list of strings"},
      {R"({"Statement":[{"Effect":"Allow","Action":"*","NotAction":"s3:X","Resource":"*"}]})", "exclude"},
      {R"({"Statement":[{"Effect":"Allow","Action":[],"NotAction":"s3:X","Resource":"*"}]})", "exclude"},
      {R"({"Statement":[{"Effect":"Allow","Action":"*","Resource":[],"NotResource":"*"}]})", "exclude"},
      {R"({"Statement":[{"Effect":"Allow","Action":"*","Resource":"*","Principal":"*"}]})",
       "has no Principal"},
      {R"({"Statement":[{"Effect":"Allow","Action":"*","Resource":"*","Condition":[]}]})",
       "Condition must be"},
      {R"({"Statement":[{"Effect":"Allow","Action":"*","Resource":"*","Conditions":{}}]})",
       "unknown element \"Conditions\""}};
  for (const auto& [text, expected] : wrong) {
    const auto parsed = parse_policy(text, PolicyKind::Identity);
    ASSERT_FALSE(parsed) << text;
    EXPECT_NE(parsed.error().message.find(expected), std::string::npos) << parsed.error().message;
  }
}

TEST(ManagedPolicies, are_known_by_arn) {
  for (const std::string_view arn : managed_policy_arns()) EXPECT_NE(managed_policy(arn), nullptr) << arn;
  EXPECT_EQ(managed_policy("arn:aws:iam::aws:policy/NoSuchPolicy"), nullptr);
  const PolicyDocument* const instance[] = {
      managed_policy("arn:aws:iam::aws:policy/service-role/AmazonEC2ContainerServiceforEC2Role")};
  EXPECT_EQ(evaluate(instance, {"logs:PutLogEvents", "*", {}}), allowed);
  EXPECT_EQ(evaluate(instance, {"s3:PutObject", "*", {}}), nothing);
  EXPECT_EQ(evaluate(instance, {"ecs:SubmitTaskStateChange", "*", {}}), allowed);
}

TEST(ManagedPolicies, those_that_only_read_change_nothing) {
  const PolicyDocument* const reading[] = {managed_policy("arn:aws:iam::aws:policy/ReadOnlyAccess")};
  for (const char* action : {"ecs:DescribeTasks", "s3:GetObject", "logs:FilterLogEvents", "ssm:GetParameter",
                             "iam:ListRoles", "cloudformation:DescribeStacks", "ec2:DescribeVpcs"})
    EXPECT_EQ(evaluate(reading, {action, "*", {}}), allowed) << action;
  for (const char* action : {"ecs:RunTask", "s3:PutObject", "logs:PutLogEvents", "ssm:PutParameter",
                             "iam:PassRole", "cloudformation:CreateStack", "ec2:CreateVpc", "sts:AssumeRole"})
    EXPECT_EQ(evaluate(reading, {action, "*", {}}), nothing) << action;

  const PolicyDocument* const stacks[] = {
      managed_policy("arn:aws:iam::aws:policy/AWSCloudFormationReadOnlyAccess")};
  EXPECT_EQ(evaluate(stacks, {"cloudformation:DescribeChangeSet", "*", {}}), allowed);
  EXPECT_EQ(evaluate(stacks, {"cloudformation:CreateChangeSet", "*", {}}), nothing);
  EXPECT_EQ(evaluate(stacks, {"s3:GetObject", "*", {}}), nothing);

  const PolicyDocument* const power[] = {managed_policy("arn:aws:iam::aws:policy/PowerUserAccess")};
  EXPECT_EQ(evaluate(power, {"ecs:RunTask", "*", {}}), allowed);
  EXPECT_EQ(evaluate(power, {"iam:PassRole", "*", {}}), nothing);
}

PolicyDocument trust(const std::string& principal, const std::string& more = "") {
  return parse_policy(
             R"({"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"sts:AssumeRole","Principal":)" +
                 principal + more + "}]}",
             PolicyKind::Trust)
      .value();
}

TEST(TrustPolicies, name_services_accounts_and_roles) {
  const Caller ec2{"ec2.amazonaws.com", {}, {}, {}};
  const Caller root{{}, "1", "arn:aws:iam::1:root", {}};
  const Caller session{{}, "1", "arn:aws:sts::1:assumed-role/r/s", "arn:aws:iam::1:role/r"};
  struct {
    const char* principal;
    Caller caller;
    Decision decision;
    bool direct;
  } const cases[] = {{R"({"Service":"ec2.amazonaws.com"})", ec2, allowed, true},
                     {R"({"Service":["ecs.amazonaws.com","ec2.amazonaws.com"]})", ec2, allowed, true},
                     {R"({"Service":"ecs-tasks.amazonaws.com"})", ec2, nothing, false},
                     {R"({"Service":"ec2.amazonaws.com"})", root, nothing, false},
                     {R"({"AWS":"arn:aws:iam::1:root"})", root, allowed, false},
                     {R"({"AWS":"1"})", session, allowed, false},
                     {R"({"AWS":"2"})", session, nothing, false},
                     {R"({"AWS":"arn:aws:iam::1:role/r"})", session, allowed, true},
                     {R"({"AWS":"arn:aws:sts::1:assumed-role/r/s"})", session, allowed, true},
                     {R"({"AWS":"arn:aws:iam::1:role/other"})", session, nothing, false},
                     {R"("*")", session, allowed, false},
                     {R"({"AWS":"*"})", root, allowed, false},
                     {R"({"Federated":"cognito-identity.amazonaws.com"})", root, nothing, false}};
  for (const auto& c : cases) {
    const TrustDecision got = evaluate_trust(trust(c.principal), c.caller, {});
    EXPECT_EQ(got.decision, c.decision) << c.principal;
    if (c.decision == allowed) {
      EXPECT_EQ(got.direct, c.direct) << c.principal;
    }
  }
}

TEST(TrustPolicies, have_either_principal_or_not_principal) {
  for (const char* both :
       {R"("NotPrincipal":{"AWS":"1"},"Principal":"*")", R"("Principal":"*","NotPrincipal":{"AWS":"1"})"}) {
    const auto parsed = parse_policy(
        std::string(R"({"Statement":[{"Effect":"Allow","Action":"sts:AssumeRole",)") + both + "}]}",
        PolicyKind::Trust);
    ASSERT_FALSE(parsed) << both;
    EXPECT_NE(parsed.error().message.find("exclude each other"), std::string::npos) << parsed.error().message;
  }
}

TEST(TrustPolicies, look_at_conditions_and_never_decide_not_principal) {
  const Caller root{{}, "1", "arn:aws:iam::1:root", {}};
  const auto external = trust(R"({"AWS":"1"})", R"(,"Condition":{"StringEquals":{"sts:ExternalId":"42"}})");
  EXPECT_EQ(evaluate_trust(external, root, {{"sts:ExternalId", {"42"}}}).decision, allowed);
  EXPECT_EQ(evaluate_trust(external, root, {{"sts:ExternalId", {}}}).decision, nothing);
  EXPECT_EQ(evaluate_trust(external, root, {}).decision, nothing);
  const auto others = parse_policy(
      R"({"Statement":[{"Effect":"Allow","Action":"sts:AssumeRole","NotPrincipal":{"AWS":"2"}}]})",
      PolicyKind::Trust);
  EXPECT_EQ(evaluate_trust(*others, root, {}).decision, nothing);
}

}  // namespace
}  // namespace berth::identity
