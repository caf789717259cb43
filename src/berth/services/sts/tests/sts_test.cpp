#include "berth/services/sts/sts.hpp"

#include "berth/services/sts/operations.hpp"
#include "berth/wire/error.hpp"

#include <gtest/gtest.h>

namespace berth::sts {
namespace {

constexpr const char* account = "000000000000";

class StsCalls : public testing::Test {
 protected:
  void make_role(const std::string& name, const std::string& principal, const std::string& condition = "{}") {
    identity::Role role;
    role.account = account;
    role.name = name;
    role.id = directory.unique_id("AROA");
    role.trust.text = R"({"Statement":[{"Effect":"Allow","Action":"sts:AssumeRole","Principal":)" +
                      principal + R"(,"Condition":)" + condition + "}]}";
    role.trust.document = identity::parse_policy(role.trust.text, identity::PolicyKind::Trust).value();
    directory.put(std::move(role));
  }
  static wire::Call as(identity::Principal principal) {
    wire::Call call;
    call.account = account;
    call.principal = std::move(principal);
    return call;
  }
  AssumeRoleRequest request(const std::string& role) {
    AssumeRoleRequest in;
    in.RoleArn = "arn:aws:iam::000000000000:role/" + role;
    in.RoleSessionName = "session";
    return in;
  }
  std::string refusal(AssumeRoleRequest in, const wire::Call& call) {
    try {
      assume_role(sts, call, std::move(in));
    } catch (const wire::ServiceError& error) {
      return error.code;
    }
    return "";
  }

  base::ManualClock clock;
  base::SeededRandom random{2};
  identity::KeyRing keys{account, "AKIAROOT", "secret"};
  identity::Directory directory{keys, clock, random};
  Sts sts{directory};
  wire::Call root = as(identity::root_of(account));
};

TEST_F(StsCalls, the_caller_learns_who_it_is) {
  const auto me = get_caller_identity(sts, as(identity::session_of(account, "r", "AROAX", "s")), {});
  EXPECT_EQ(me.Account, account);
  EXPECT_EQ(me.Arn, "arn:aws:sts::000000000000:assumed-role/r/s");
  EXPECT_EQ(me.UserId, "AROAX:s");
}

TEST_F(StsCalls, an_assumed_role_has_a_key_that_the_ring_knows) {
  make_role("r", R"({"AWS":"arn:aws:iam::000000000000:root"})");
  AssumeRoleRequest in = request("r");
  in.DurationSeconds = 900;
  const auto out = assume_role(sts, root, in);
  EXPECT_EQ(out.AssumedRoleUser->Arn, "arn:aws:sts::000000000000:assumed-role/r/session");
  EXPECT_EQ(out.Credentials->Expiration.time, clock.now() + std::chrono::seconds(900));
  const auto key = keys.find(out.Credentials->AccessKeyId, out.Credentials->SessionToken);
  ASSERT_TRUE(key);
  EXPECT_EQ(key->secret, out.Credentials->SecretAccessKey);
  EXPECT_EQ(key->principal.role_name, "r");
}

TEST_F(StsCalls, trust_is_needed_and_unknown_roles_look_the_same) {
  make_role("tasks", R"({"Service":"ecs-tasks.amazonaws.com"})");
  EXPECT_EQ(refusal(request("tasks"), root), "AccessDenied");
  EXPECT_EQ(refusal(request("nosuch"), root), "AccessDenied");
  AssumeRoleRequest by_name = request("tasks");
  by_name.RoleArn = "tasks";
  EXPECT_EQ(refusal(by_name, root), "AccessDenied");
}

TEST_F(StsCalls, an_external_id_must_be_the_right_one) {
  make_role("r", R"({"AWS":"000000000000"})", R"({"StringEquals":{"sts:ExternalId":"42"}})");
  AssumeRoleRequest in = request("r");
  EXPECT_EQ(refusal(in, root), "AccessDenied");
  in.ExternalId = "43";
  EXPECT_EQ(refusal(in, root), "AccessDenied");
  in.ExternalId = "42";
  EXPECT_EQ(refusal(in, root), "");
}

TEST_F(StsCalls, durations_and_names_have_limits_and_restrictions_are_not_ignored) {
  make_role("r", R"({"AWS":"000000000000"})");
  const auto with = [&](auto change) {
    AssumeRoleRequest in = request("r");
    change(in);
    return refusal(in, root);
  };
  EXPECT_EQ(with([](auto& in) { in.DurationSeconds = 899; }), "ValidationError");
  EXPECT_EQ(with([](auto& in) { in.DurationSeconds = 3601; }), "ValidationError");
  EXPECT_EQ(with([](auto& in) { in.DurationSeconds = 43'201; }), "ValidationError");
  EXPECT_EQ(with([](auto& in) { in.RoleSessionName = "a b"; }), "ValidationError");
  EXPECT_EQ(with([](auto& in) { in.RoleSessionName = ""; }), "ValidationError");
  EXPECT_EQ(with([](auto& in) { in.Policy = "{}"; }), "ValidationError");
  EXPECT_EQ(with([](auto& in) { in.PolicyArns.emplace_back(); }), "ValidationError");
  EXPECT_EQ(with([](auto& in) { in.TokenCode = "123456"; }), "ValidationError");
}

TEST(StsTable, declares_an_action_for_every_operation) {
  for (const auto& operation : operations()) EXPECT_FALSE(operation.action.name.empty()) << operation.name;
}

}  // namespace
}  // namespace berth::sts
