#include "berth/services/iam/iam.hpp"

#include "base/files.hpp"
#include "berth/wire/error.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace berth::iam {
namespace {

constexpr const char* account = "000000000000";
constexpr const char* trust =
    R"({"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"Service":"ec2.amazonaws.com"},"Action":"sts:AssumeRole"}]})";
constexpr const char* write_results =
    R"({"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"s3:PutObject","Resource":"arn:aws:s3:::results/*"}]})";

std::string code_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const wire::ServiceError& error) {
    return error.code;
  }
  return "";
}

class Iams : public testing::Test {
 protected:
  Iams() { open(); }
  void open() {
    iam.reset();
    directory.reset();
    store.reset();
    store = store::Store::open(folder / "state.db", migrations(), pool).value();
    directory = std::make_unique<identity::Directory>(keys, clock, random);
    iam = std::make_unique<Iam>(*store, *directory, clock);
    iam->load();
  }
  void make_role(const std::string& name) {
    NewRole role;
    role.name = name;
    role.trust_policy = trust;
    iam->create_role(account, std::move(role));
  }

  base::TemporaryFolder folder;
  base::asio::thread_pool pool{1};
  base::ManualClock clock;
  base::SeededRandom random{5};
  identity::KeyRing keys{account, "AKIAROOT", "secret"};
  std::unique_ptr<store::Store> store;
  std::unique_ptr<identity::Directory> directory;
  std::unique_ptr<Iam> iam;
};

TEST_F(Iams, what_is_made_is_there_after_a_restart) {
  make_role("r");
  iam->put_role_policy(account, "r", "p", write_results);
  iam->attach_role_policy(account, "r", "arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess");
  iam->create_instance_profile(account, "profile", "/");
  iam->add_role_to_instance_profile(account, "profile", "r");
  const std::string id = directory->find_role(account, "r")->id;
  open();
  const identity::Role& role = *directory->find_role(account, "r");
  EXPECT_EQ(role.id, id);
  EXPECT_EQ(role.inline_policies.at("p").text, write_results);
  EXPECT_EQ(role.attached.size(), 1U);
  const auto session = identity::session_of(account, "r", id, "s");
  EXPECT_EQ(directory->decide(session, "s3:PutObject", "arn:aws:s3:::results/x"),
            identity::Decision::Allowed);
  EXPECT_TRUE(directory->issue_for_instance(account, "profile", "i-1", std::chrono::hours(1)));
}

TEST_F(Iams, names_are_unique_and_checked) {
  make_role("r");
  EXPECT_EQ(code_of([&] { make_role("r"); }), "EntityAlreadyExists");
  EXPECT_EQ(code_of([&] { make_role("a b"); }), "ValidationError");
  EXPECT_EQ(code_of([&] { make_role(std::string(65, 'x')); }), "ValidationError");
  EXPECT_EQ(code_of([&] { iam->create_instance_profile(account, "p", "nopath"); }), "ValidationError");
  iam->create_instance_profile(account, "p", "/");
  EXPECT_EQ(code_of([&] { iam->create_instance_profile(account, "p", "/"); }), "EntityAlreadyExists");
}

TEST_F(Iams, documents_are_checked) {
  NewRole role;
  role.name = "r";
  role.trust_policy = write_results;  // a policy without Principal trusts nobody
  EXPECT_EQ(code_of([&] { iam->create_role(account, role); }), "MalformedPolicyDocument");
  make_role("ok");
  EXPECT_EQ(code_of([&] { iam->put_role_policy(account, "ok", "p", "{"); }), "MalformedPolicyDocument");
  EXPECT_EQ(code_of([&] { iam->attach_role_policy(account, "ok", "AmazonS3FullAccess"); }), "InvalidInput");
}

TEST_F(Iams, what_is_in_use_is_not_deleted) {
  make_role("r");
  iam->put_role_policy(account, "r", "p", write_results);
  iam->attach_role_policy(account, "r", "arn:aws:iam::aws:policy/AmazonS3FullAccess");
  iam->create_instance_profile(account, "profile", "/");
  iam->add_role_to_instance_profile(account, "profile", "r");
  const auto remove = [&] { return code_of([&] { iam->delete_role(account, "r"); }); };
  EXPECT_EQ(remove(), "DeleteConflict");
  EXPECT_EQ(code_of([&] { iam->delete_instance_profile(account, "profile"); }), "DeleteConflict");
  EXPECT_EQ(code_of([&] { iam->add_role_to_instance_profile(account, "profile", "r"); }), "LimitExceeded");
  iam->remove_role_from_instance_profile(account, "profile", "r");
  iam->delete_instance_profile(account, "profile");
  EXPECT_EQ(remove(), "DeleteConflict");
  iam->detach_role_policy(account, "r", "arn:aws:iam::aws:policy/AmazonS3FullAccess");
  EXPECT_EQ(remove(), "DeleteConflict");
  iam->delete_role_policy(account, "r", "p");
  EXPECT_EQ(remove(), "");
  EXPECT_EQ(remove(), "NoSuchEntity");
  open();
  EXPECT_EQ(directory->find_role(account, "r"), nullptr);
}

}  // namespace
}  // namespace berth::iam
