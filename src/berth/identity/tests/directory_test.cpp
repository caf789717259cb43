#include "berth/identity/directory.hpp"

#include "base/encoding.hpp"

#include <gtest/gtest.h>

namespace berth::identity {
namespace {

using namespace std::chrono_literals;

constexpr const char* ec2_trust =
    R"({"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"Service":"ec2.amazonaws.com"},"Action":"sts:AssumeRole"}]})";

StoredPolicy stored(const std::string& text, PolicyKind kind) {
  return {text, parse_policy(text, kind).value()};
}

class Directories : public testing::Test {
 protected:
  Role& add_role(const std::string& name, const std::string& trust = ec2_trust,
                 const std::string& inline_policy = "") {
    Role role;
    role.account = "000000000000";
    role.name = name;
    role.id = directory.unique_id("AROA");
    role.trust = stored(trust, PolicyKind::Trust);
    if (!inline_policy.empty()) role.inline_policies["p"] = stored(inline_policy, PolicyKind::Identity);
    return directory.put(std::move(role));
  }
  Principal session(const Role& role) { return session_of(role.account, role.name, role.id, "s"); }

  base::ManualClock clock;
  base::SeededRandom random{1};
  KeyRing keys{"000000000000", "AKIAROOT", "root-secret"};
  Directory directory{keys, clock, random};
};

TEST_F(Directories, root_may_do_everything) {
  EXPECT_EQ(directory.decide(keys.root().principal, "iam:DeleteRole", "*"), Decision::Allowed);
}

TEST_F(Directories, a_policy_of_the_accounts_own_grants_to_roles_that_it_is_attached_to) {
  Role& role = add_role("r");
  ManagedPolicy policy;
  policy.account = "000000000000";
  policy.name = "write";
  policy.path = "/team/";
  policy.policy = stored(
      R"({"Version":"2012-10-17","Statement":{"Effect":"Allow","Action":"s3:PutObject","Resource":"*"}})",
      PolicyKind::Identity);
  const std::string arn = directory.put(policy).arn();
  EXPECT_EQ(arn, "arn:aws:iam::000000000000:policy/team/write");
  const auto decision = [&] { return directory.decide(session(role), "s3:PutObject", "arn:aws:s3:::b/k"); };
  EXPECT_EQ(decision(), Decision::DeniedByDefault);
  role.attached.push_back(arn);
  EXPECT_EQ(decision(), Decision::Allowed);
  role.attached = {"arn:aws:iam::000000000000:policy/write"};
  EXPECT_EQ(decision(), Decision::DeniedByDefault) << "another path is another policy";
  role.attached = {arn};
  directory.remove_policy("000000000000", "write");
  EXPECT_EQ(decision(), Decision::DeniedByDefault);
}

TEST_F(Directories, a_session_may_do_what_its_role_allows) {
  Role& role = add_role(
      "r", ec2_trust,
      R"({"Version":"2012-10-17","Statement":{"Effect":"Allow","Action":"s3:PutObject","Resource":"arn:aws:s3:::b/*"}})");
  EXPECT_EQ(directory.decide(session(role), "s3:PutObject", "arn:aws:s3:::b/k"), Decision::Allowed);
  EXPECT_EQ(directory.decide(session(role), "s3:PutObject", "arn:aws:s3:::c/k"), Decision::DeniedByDefault);
  role.attached.push_back("arn:aws:iam::aws:policy/AmazonS3FullAccess");
  EXPECT_EQ(directory.decide(session(role), "s3:PutObject", "arn:aws:s3:::c/k"), Decision::Allowed);
  role.attached = {"arn:aws:iam::aws:policy/Unheard"};
  EXPECT_EQ(directory.decide(session(role), "s3:PutObject", "arn:aws:s3:::c/k"), Decision::DeniedByDefault);
}

TEST_F(Directories, a_session_of_a_deleted_role_may_do_nothing_even_if_the_name_comes_back) {
  const std::string all =
      R"({"Version":"2012-10-17","Statement":{"Effect":"Allow","Action":"*","Resource":"*"}})";
  const Principal old = session(add_role("r", ec2_trust, all));
  EXPECT_EQ(directory.decide(old, "s3:X", "*"), Decision::Allowed);
  directory.remove_role("000000000000", "r");
  EXPECT_EQ(directory.decide(old, "s3:X", "*"), Decision::DeniedByDefault);
  add_role("r", ec2_trust, all);
  EXPECT_EQ(directory.decide(old, "s3:X", "*"), Decision::DeniedByDefault);
}

TEST_F(Directories, roles_are_found_by_name_and_by_their_own_arn) {
  Role role;
  role.account = "000000000000";
  role.name = "r";
  role.path = "/team/";
  directory.put(role);
  EXPECT_NE(directory.find_role("000000000000", "r"), nullptr);
  EXPECT_NE(directory.find_role("000000000000", "arn:aws:iam::000000000000:role/team/r"), nullptr);
  EXPECT_EQ(directory.find_role("000000000000", "arn:aws:iam::000000000000:role/r"), nullptr);
  EXPECT_EQ(directory.find_role("000000000000", "arn:aws:iam::111111111111:role/team/r"), nullptr);
  EXPECT_EQ(directory.find_role("111111111111", "r"), nullptr);
}

TEST_F(Directories, passing_a_role_needs_permission_for_that_role_and_service) {
  Role& role = add_role(
      "passer", ec2_trust,
      R"({"Version":"2012-10-17","Statement":{"Effect":"Allow","Action":"iam:PassRole","Resource":"arn:aws:iam::000000000000:role/task-*",
                           "Condition":{"StringEquals":{"iam:PassedToService":"ecs-tasks.amazonaws.com"}}}})");
  const auto may = [&](const char* arn, const char* service) {
    return directory.decide(session(role), "iam:PassRole", arn, {{"iam:PassedToService", {service}}});
  };
  EXPECT_EQ(may("arn:aws:iam::000000000000:role/task-a", "ecs-tasks.amazonaws.com"), Decision::Allowed);
  EXPECT_EQ(may("arn:aws:iam::000000000000:role/admin", "ecs-tasks.amazonaws.com"),
            Decision::DeniedByDefault);
  EXPECT_EQ(may("arn:aws:iam::000000000000:role/task-a", "ec2.amazonaws.com"), Decision::DeniedByDefault);
  EXPECT_EQ(directory.decide(keys.root().principal, "iam:PassRole", "arn:x"), Decision::Allowed);
}

TEST_F(Directories, assuming_a_role_needs_its_trust_and_perhaps_the_callers_own_permission) {
  const std::string account_trust =
      R"({"Statement":[{"Effect":"Allow","Principal":{"AWS":"000000000000"},"Action":"sts:AssumeRole"}]})";
  const Role target = add_role("target", account_trust);
  const Role& nobody = add_role("nobody");
  const Role& somebody = add_role(
      "somebody", ec2_trust, R"({"Statement":{"Effect":"Allow","Action":"sts:AssumeRole","Resource":"*"}})");
  EXPECT_EQ(directory.may_assume(keys.root().principal, target), Decision::Allowed);
  EXPECT_EQ(directory.may_assume(session(nobody), target), Decision::DeniedByDefault);
  EXPECT_EQ(directory.may_assume(session(somebody), target), Decision::Allowed);
  EXPECT_EQ(directory.may_assume(session(somebody), nobody), Decision::DeniedByDefault);
  const Role direct = add_role(
      "direct",
      R"({"Statement":[{"Effect":"Allow","Principal":{"AWS":"arn:aws:iam::000000000000:role/nobody"},"Action":"sts:AssumeRole"}]})");
  EXPECT_EQ(directory.may_assume(session(nobody), direct), Decision::Allowed);
}

TEST_F(Directories, services_get_sessions_only_of_roles_that_trust_them) {
  add_role("r");
  InstanceProfile profile;
  profile.account = "000000000000";
  profile.name = "p";
  profile.role = "r";
  directory.put(profile);
  const auto key = directory.issue_for_instance("000000000000", "p", "i-1", 1h).value();
  EXPECT_EQ(key.principal.arn, "arn:aws:sts::000000000000:assumed-role/r/i-1");
  EXPECT_EQ(key.expiry, clock.now() + 1h);
  const auto refused = directory.issue_for_service("000000000000", "r", "ecs-tasks.amazonaws.com", "t", 1h);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("ecs-tasks.amazonaws.com"), std::string::npos);
  EXPECT_FALSE(directory.issue_for_instance("000000000000", "none", "i-1", 1h));
  EXPECT_FALSE(directory.issue_for_service("000000000000", "none", "ec2.amazonaws.com", "i-1", 1h));
}

TEST_F(Directories, a_refusal_reads_as_aws_writes_it) {
  const Principal who = session_of("1", "r", "AROAX", "s");
  EXPECT_EQ(access_denied_message(who, "s3:GetObject", "arn:aws:s3:::b/k", Decision::DeniedByDefault),
            "User: arn:aws:sts::1:assumed-role/r/s is not authorized to perform: s3:GetObject on resource: "
            "arn:aws:s3:::b/k because no identity-based policy allows the s3:GetObject action");
  EXPECT_NE(access_denied_message(who, "a:B", "*", Decision::DeniedExplicitly).find("with an explicit deny"),
            std::string::npos);
}

class KeyRings : public testing::Test {
 protected:
  base::SeededRandom random{7};
  KeyRing keys{"000000000000", "AKIAROOT", "root-secret"};
  base::TimePoint expiry{base::Milliseconds{1'800'000'000'000}};
  AccessKey issued = keys.issue(session_of("000000000000", "r", "AROAX", "s"), expiry, random);
};

TEST_F(KeyRings, find_root_by_its_id_without_a_token) {
  EXPECT_EQ(keys.find("AKIAROOT", "")->secret, "root-secret");
  EXPECT_FALSE(keys.find("AKIAROOT", "x"));
  EXPECT_FALSE(keys.find("AKIAROOT", issued.session_token));
  EXPECT_FALSE(keys.find("AKIAOTHER", ""));
}

TEST_F(KeyRings, find_what_they_issued_also_after_a_restart) {
  const KeyRing restarted{"000000000000", "AKIAROOT", "root-secret"};
  const auto found = restarted.find(issued.id, issued.session_token);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->secret, issued.secret);
  EXPECT_EQ(found->secret.size(), 40U);
  EXPECT_EQ(found->principal, issued.principal);
  EXPECT_EQ(found->expiry, expiry);
  EXPECT_FALSE(found->expired(expiry - 1ms));
  EXPECT_TRUE(found->expired(expiry));
}

TEST_F(KeyRings, refuse_tokens_that_are_not_theirs) {
  EXPECT_FALSE(keys.find(issued.id, ""));
  EXPECT_FALSE(keys.find("ASIAAAAAAAAAAAAAAAAA", issued.session_token));
  EXPECT_FALSE(keys.find(issued.id, "not base64!"));
  EXPECT_FALSE(keys.find(issued.id, std::string(10'000, 'A')));
  const KeyRing rotated{"000000000000", "AKIAROOT", "another-secret"};
  EXPECT_FALSE(rotated.find(issued.id, issued.session_token));
}

TEST_F(KeyRings, refuse_a_token_with_any_byte_changed) {
  const std::string bytes = base::from_base64(issued.session_token).value();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string forged = bytes;
    forged[i] = static_cast<char>(forged[i] ^ 1);
    EXPECT_FALSE(keys.find(issued.id, base::to_base64(forged))) << i;
  }
}

}  // namespace
}  // namespace berth::identity
