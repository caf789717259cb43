#include "berth/daemon/task_credentials.hpp"

#include "base/json.hpp"

#include <gtest/gtest.h>

namespace berth::daemon {
namespace {

class TaskCredentialsTest : public ::testing::Test {
 protected:
  TaskCredentialsTest() {
    identity::Role role;
    role.account = "000000000000";
    role.name = "train";
    role.id = "AROATRAIN";
    role.trust.document =
        identity::parse_policy(
            R"({"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"Service":["ecs-tasks.amazonaws.com"]},"Action":"sts:AssumeRole"}]})",
            identity::PolicyKind::Trust)
            .value();
    directory.put(role);
    source.set_endpoint("http://127.0.0.1:4566");
  }
  task::CredentialRequest request(const std::string& role) {
    return {.account = "000000000000",
            .region = "us-east-1",
            .task_id = "t1",
            .task_role_arn = role,
            .instance_profile = {}};
  }

  identity::KeyRing keys{"000000000000", "AKIAROOT", "secret"};
  base::ManualClock clock;
  base::SeededRandom random{1};
  identity::Directory directory{keys, clock, random};
  TaskCredentials source{directory, "key"};
};

TEST_F(TaskCredentialsTest, roles_that_tasks_can_have_are_those_that_trust_them) {
  identity::Role role;
  role.account = "000000000000";
  role.name = "instance";
  role.trust.document =
      identity::parse_policy(
          R"({"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"Service":["ec2.amazonaws.com"]},"Action":"sts:AssumeRole"}]})",
          identity::PolicyKind::Trust)
          .value();
  directory.put(role);
  EXPECT_TRUE(source.check_role("000000000000", "train"));
  EXPECT_TRUE(source.check_role("000000000000", "arn:aws:iam::000000000000:role/train"));
  EXPECT_FALSE(source.check_role("000000000000", "arn:aws:iam::111111111111:role/train"));
  EXPECT_FALSE(source.check_role("111111111111", "train"));
  EXPECT_FALSE(source.check_role("000000000000", "gone"));
  EXPECT_FALSE(source.check_role("000000000000", "instance"));
}

TEST_F(TaskCredentialsTest, a_task_gets_a_key_for_its_role_that_the_ring_knows) {
  const auto credentials = source.issue(request("arn:aws:iam::000000000000:role/train"));
  ASSERT_TRUE(credentials);
  EXPECT_EQ(credentials->url, "http://127.0.0.1:4566/_berth/credentials/t1");
  const auto answer = source.answer("t1", credentials->token);
  ASSERT_TRUE(answer && *answer) << (answer ? answer->error().message : "no answer");
  const auto document = base::parse_json(**answer).value();
  const auto key = keys.find(std::string(document.at("AccessKeyId").as_string()),
                             std::string(document.at("Token").as_string()));
  ASSERT_TRUE(key);
  EXPECT_EQ(key->principal.role_name, "train");
  EXPECT_EQ(key->secret, std::string(document.at("SecretAccessKey").as_string()));
}

TEST_F(TaskCredentialsTest, a_wrong_token_or_a_task_that_is_gone_gets_nothing) {
  const auto credentials = source.issue(request("train"));
  ASSERT_TRUE(credentials);
  EXPECT_FALSE(source.answer("t1", "wrong"));
  EXPECT_FALSE(source.answer("t2", credentials->token));
  source.withdraw("t1");
  EXPECT_FALSE(source.answer("t1", credentials->token));
}

TEST_F(TaskCredentialsTest, the_token_is_the_same_after_a_restart) {
  const auto before = source.issue(request("train"));
  TaskCredentials restarted(directory, "key");
  restarted.set_endpoint("http://127.0.0.1:4566");
  EXPECT_EQ(restarted.issue(request("train"))->token, before->token);
}

TEST_F(TaskCredentialsTest, without_role_and_profile_there_is_nothing_and_an_unknown_role_is_an_error) {
  EXPECT_FALSE(source.issue(request("")));
  const auto credentials = source.issue(request("nosuch"));
  ASSERT_TRUE(credentials);
  const auto answer = source.answer("t1", credentials->token);
  ASSERT_TRUE(answer);
  EXPECT_FALSE(*answer);
}

}  // namespace
}  // namespace berth::daemon
