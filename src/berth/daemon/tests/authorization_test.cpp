#include "berth/daemon/authorization.hpp"

#include "berth/wire/call.hpp"
#include "berth/wire/error.hpp"

#include <gtest/gtest.h>

namespace berth::daemon {
namespace {

constexpr const char* account = "000000000000";

class Authorizations : public testing::Test {
 protected:
  void allow(const std::string& statement) {
    identity::Role role;
    role.account = account;
    role.name = "r";
    role.id = "AROAX";
    const std::string text = R"({"Version":"2012-10-17","Statement":)" + statement + "}";
    role.inline_policies["p"] = {text, identity::parse_policy(text, identity::PolicyKind::Identity).value()};
    directory.put(std::move(role));
  }
  std::string refusal(const char* service, const char* action, const char* resource = "*") {
    call.service = service;
    try {
      authorizer.authorize(call, wire::Action{action}, resource, {});
    } catch (const wire::ServiceError& error) {
      return error.code;
    }
    return "";
  }

  base::ManualClock clock;
  base::SeededRandom random{1};
  identity::KeyRing keys{account, "AKIAROOT", "secret"};
  identity::Directory directory{keys, clock, random};
  IamAuthorizer authorizer{directory};
  wire::Call call{.region = "us-east-1", .principal = identity::session_of(account, "r", "AROAX", "s")};
};

TEST_F(Authorizations, a_refusal_has_each_services_own_code) {
  allow(R"({"Effect":"Allow","Action":"s3:PutObject","Resource":"arn:aws:s3:::results/*"})");
  EXPECT_EQ(refusal("s3", "s3:PutObject", "arn:aws:s3:::results/x"), "");
  EXPECT_EQ(refusal("s3", "s3:PutObject", "arn:aws:s3:::other/x"), "AccessDenied");
  EXPECT_EQ(refusal("ecs", "ecs:RunTask"), "AccessDeniedException");
  EXPECT_EQ(refusal("logs", "logs:PutLogEvents"), "AccessDeniedException");
  EXPECT_EQ(refusal("ec2", "ec2:DescribeVpcs"), "UnauthorizedOperation");
  EXPECT_EQ(refusal("cloudformation", "cloudformation:CreateStack"), "AccessDenied");
}

TEST_F(Authorizations, an_operation_without_a_declared_action_is_roots_alone) {
  allow(R"({"Effect":"Allow","Action":"*","Resource":"*"})");
  EXPECT_EQ(refusal("ecs", ""), "AccessDeniedException");
  call.principal = keys.root().principal;
  EXPECT_EQ(refusal("ecs", ""), "");
}

TEST_F(Authorizations, anybody_may_ask_who_it_is_and_assume_role_decides_on_its_own) {
  EXPECT_EQ(refusal("sts", "sts:GetCallerIdentity"), "");
  EXPECT_EQ(refusal("sts", "sts:AssumeRole"), "");
}

TEST_F(Authorizations, conditions_see_the_request) {
  allow(R"({"Effect":"Allow","Action":"*","Resource":"*","Condition":{
      "StringEquals":{"aws:RequestedRegion":"us-east-1"},"IpAddress":{"aws:SourceIp":"127.0.0.0/8"},
      "Bool":{"aws:SecureTransport":"true"}}})");
  call.remote_address = "127.0.0.1:40000";
  EXPECT_EQ(refusal("ecs", "ecs:RunTask"), "");
  call.remote_address = "10.0.0.1:40000";
  EXPECT_EQ(refusal("ecs", "ecs:RunTask"), "AccessDeniedException");
}

TEST_F(Authorizations, a_buckets_own_policy_decides_too) {
  allow(R"({"Effect":"Allow","Action":"s3:*","Resource":"arn:aws:s3:::mine/*"})");
  std::map<std::string, std::string> policies;
  authorizer.ask_buckets([&](const std::string& bucket) {
    auto found = policies.find(bucket);
    return found == policies.end() ? nullptr : std::make_shared<const std::string>(found->second);
  });
  const std::string role = "arn:aws:iam::" + std::string(account) + ":role/r";
  const auto statement = [](const char* effect, const std::string& principal, const char* action,
                            const char* more = "") {
    return std::string(R"({"Version":"2012-10-17","Statement":[{"Effect":")") + effect + R"(","Principal":)" +
           principal + R"(,"Action":")" + action + R"(","Resource":"*")" + more + "}]}";
  };
  EXPECT_EQ(refusal("s3", "s3:GetObject", "arn:aws:s3:::other/k"), "AccessDenied");
  policies["other"] = statement("Allow", R"({"AWS":")" + role + R"("})", "s3:GetObject");
  EXPECT_EQ(refusal("s3", "s3:GetObject", "arn:aws:s3:::other/k"), "");
  EXPECT_EQ(refusal("s3", "s3:PutObject", "arn:aws:s3:::other/k"), "AccessDenied");
  policies["other"] = statement("Allow", R"({"AWS":")" + std::string(account) + R"("})", "s3:GetObject");
  EXPECT_EQ(refusal("s3", "s3:GetObject", "arn:aws:s3:::other/k"), "AccessDenied");
  policies["other"] = statement("Allow", R"("*")", "s3:GetObject");
  EXPECT_EQ(refusal("s3", "s3:GetObject", "arn:aws:s3:::other/k"), "");

  policies["mine"] = statement("Deny", R"({"AWS":")" + role + R"("})", "s3:PutObject");
  EXPECT_EQ(refusal("s3", "s3:PutObject", "arn:aws:s3:::mine/k"), "AccessDenied");
  EXPECT_EQ(refusal("s3", "s3:GetObject", "arn:aws:s3:::mine/k"), "");
  policies["mine"] = statement("Deny", R"("*")", "s3:*");
  call.principal = keys.root().principal;
  EXPECT_EQ(refusal("s3", "s3:GetObject", "arn:aws:s3:::mine/k"), "AccessDenied");
  EXPECT_EQ(refusal("s3", "s3:DeleteBucketPolicy", "arn:aws:s3:::mine"), "");
  policies.erase("mine");
  EXPECT_EQ(refusal("s3", "s3:GetObject", "arn:aws:s3:::mine/k"), "");
  policies["mine"] = "not a policy any more";
  EXPECT_EQ(refusal("s3", "s3:GetObject", "arn:aws:s3:::mine/k"), "AccessDenied");
}

TEST_F(Authorizations, transport_is_secure_with_tls_and_where_nobody_listens) {
  allow(
      R"([{"Effect":"Allow","Action":"s3:GetObject","Resource":"*"},{"Effect":"Deny","Action":"*","Resource":"*",)"
      R"("Condition":{"Bool":{"aws:SecureTransport":"false"}}}])");
  const std::tuple<const char*, const char*, const char*> cases[] = {
      {"http", "10.1.2.3:4000", "AccessDenied"},
      {"https", "10.1.2.3:4000", ""},
      {"http", "127.0.0.1:4000", ""},
      {"http", "[::1]:4000", ""},
      {"http", "[::ffff:127.0.0.1]:1", ""}};
  for (const auto& [scheme, address, wanted] : cases) {
    call.scheme = scheme;
    call.remote_address = address;
    EXPECT_EQ(refusal("s3", "s3:GetObject", "arn:aws:s3:::mine/k"), wanted) << scheme << " " << address;
  }
}

}  // namespace
}  // namespace berth::daemon
