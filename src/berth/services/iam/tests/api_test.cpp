#include "berth/services/iam/api.hpp"

#include "base/encoding.hpp"
#include "base/files.hpp"
#include "berth/identity/managed_policies.hpp"
#include "berth/store/store.hpp"
#include "berth/wire/error.hpp"

#include <gtest/gtest.h>

namespace berth::iam {
namespace {

constexpr const char* account = "000000000000";
constexpr const char* trust =
    R"({"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"AWS":"arn:aws:iam::000000000000:root"},"Action":"sts:AssumeRole"}]})";
constexpr const char* put_objects =
    R"({"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"s3:PutObject","Resource":"*"}]})";

/// Lets through what is in `allowed`, and remembers what it was asked.
struct ListedAuthorizer final : wire::Authorizer {
  void authorize(const Call&, const wire::Action& action, const std::string& resource,
                 const wire::ConditionValues&) const override {
    asked.push_back(std::string(action.name) + " " + resource);
    if (!allows) throw wire::ServiceError("AccessDenied", "no", 403);
  }
  bool allows = true;
  mutable std::vector<std::string> asked;
};

class IamApi : public testing::Test {
 protected:
  IamApi() { open(); }
  void open() {
    iam.reset();
    directory.reset();
    store.reset();
    store = store::Store::open(folder / "state.db", migrations(), pool).value();
    directory = std::make_unique<identity::Directory>(keys, clock, random);
    iam = std::make_unique<Iam>(*store, *directory, clock);
    iam->load();
    call.account = account;
    call.region = "us-east-1";
  }
  Role make_role(const std::string& name, const std::string& path = "/") {
    CreateRoleRequest in;
    in.RoleName = name;
    in.Path = path;
    in.AssumeRolePolicyDocument = trust;
    return create_role(*iam, call, in).Role;
  }
  std::string make_policy(const std::string& name, const std::string& document = put_objects) {
    CreatePolicyRequest in;
    in.PolicyName = name;
    in.PolicyDocument = document;
    return *create_policy(*iam, call, in).Policy->Arn;
  }
  identity::Decision decision(const Role& role) const {
    return directory->decide(identity::session_of(account, role.RoleName, role.RoleId, "s"), "s3:PutObject",
                             "arn:aws:s3:::b/k");
  }
  template <class F>
  static std::string code_of(F work) {
    try {
      work();
    } catch (const wire::ServiceError& error) {
      return error.code;
    }
    return "";
  }

  base::TemporaryFolder folder;
  base::asio::thread_pool pool{1};
  base::ManualClock clock;
  base::SeededRandom random{5};
  identity::KeyRing keys{account, "AKIAROOT", "secret"};
  std::unique_ptr<store::Store> store;
  std::unique_ptr<identity::Directory> directory;
  std::unique_ptr<Iam> iam;
  Call call;
};

TEST_F(IamApi, a_role_is_shown_as_it_was_made_with_its_document_encoded) {
  CreateRoleRequest in;
  in.RoleName = "r";
  in.Path = "/team/";
  in.AssumeRolePolicyDocument = trust;
  in.Description = "what for";
  in.MaxSessionDuration = 7200;
  in.Tags = {{"k", "v"}};
  create_role(*iam, call, in);
  open();
  const Role role = get_role(*iam, call, {.RoleName = "r"}).Role;
  EXPECT_EQ(role.Arn, "arn:aws:iam::000000000000:role/team/r");
  EXPECT_EQ(base::percent_decode(*role.AssumeRolePolicyDocument), trust);
  EXPECT_EQ(role.Description, "what for");
  EXPECT_EQ(role.MaxSessionDuration, 7200);
  EXPECT_EQ(role.Tags->at(0).Value, "v");
  EXPECT_EQ(code_of([&] { create_role(*iam, call, in); }), "EntityAlreadyExists");
  in.RoleName = "other";
  in.PermissionsBoundary = "arn:aws:iam::aws:policy/AdministratorAccess";
  EXPECT_EQ(code_of([&] { create_role(*iam, call, in); }), "InvalidInput");
  EXPECT_EQ(code_of([&] { get_role(*iam, call, {.RoleName = "none"}); }), "NoSuchEntity");
}

TEST_F(IamApi, what_is_changed_of_a_role_is_kept) {
  make_role("r");
  update_role(*iam, call, {.RoleName = "r", .Description = "new", .MaxSessionDuration = 3601});
  EXPECT_EQ(code_of([&] {
              update_role(*iam, call, {.RoleName = "r", .Description = {}, .MaxSessionDuration = 60});
            }),
            "ValidationError");
  const std::string by_tasks =
      R"({"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"Service":"ecs-tasks.amazonaws.com"},"Action":"sts:AssumeRole"}]})";
  update_assume_role_policy(*iam, call, {.RoleName = "r", .PolicyDocument = by_tasks});
  EXPECT_EQ(code_of([&] { update_assume_role_policy(*iam, call, {.RoleName = "r", .PolicyDocument = "{"}); }),
            "MalformedPolicyDocument");
  TagRoleRequest tags;
  tags.RoleName = "r";
  tags.Tags = std::vector<Tag>{{"a", "1"}, {"b", "2"}};
  tag_role(*iam, call, tags);
  UntagRoleRequest keys_to_go;
  keys_to_go.RoleName = "r";
  keys_to_go.TagKeys = std::vector<std::string>{"a"};
  untag_role(*iam, call, keys_to_go);
  open();
  const Role role = get_role(*iam, call, {.RoleName = "r"}).Role;
  EXPECT_EQ(role.Description, "new");
  EXPECT_EQ(role.MaxSessionDuration, 3601);
  EXPECT_EQ(base::percent_decode(*role.AssumeRolePolicyDocument), by_tasks);
  ASSERT_EQ(list_role_tags(*iam, call, {.RoleName = "r"}).Tags.size(), 1U);
  EXPECT_TRUE(
      directory->issue_for_service(account, "r", "ecs-tasks.amazonaws.com", "task", std::chrono::hours(1)));
  tags.Tags = std::vector<Tag>{{"aws:own", "x"}};
  EXPECT_EQ(code_of([&] { tag_role(*iam, call, tags); }), "InvalidInput");
}

TEST_F(IamApi, a_policy_takes_effect_when_it_is_attached_and_ends_when_it_is_not) {
  const Role role = make_role("r");
  const std::string arn = make_policy("write");
  EXPECT_EQ(decision(role), identity::Decision::DeniedByDefault);
  attach_role_policy(*iam, call, {.RoleName = "r", .PolicyArn = arn});
  EXPECT_EQ(decision(role), identity::Decision::Allowed);
  EXPECT_EQ(get_policy(*iam, call, {.PolicyArn = arn}).Policy->AttachmentCount, 1);
  EXPECT_EQ(code_of([&] { delete_policy(*iam, call, {.PolicyArn = arn}); }), "DeleteConflict");
  open();
  EXPECT_EQ(decision(role), identity::Decision::Allowed) << "after a restart, too";
  detach_role_policy(*iam, call, {.RoleName = "r", .PolicyArn = arn});
  EXPECT_EQ(decision(role), identity::Decision::DeniedByDefault);
  delete_policy(*iam, call, {.PolicyArn = arn});
  EXPECT_EQ(code_of([&] { attach_role_policy(*iam, call, {.RoleName = "r", .PolicyArn = arn}); }),
            "NoSuchEntity");
  put_role_policy(*iam, call, {.RoleName = "r", .PolicyName = "own", .PolicyDocument = put_objects});
  EXPECT_EQ(decision(role), identity::Decision::Allowed);
  EXPECT_EQ(base::percent_decode(
                get_role_policy(*iam, call, {.RoleName = "r", .PolicyName = "own"}).PolicyDocument),
            put_objects);
  delete_role_policy(*iam, call, {.RoleName = "r", .PolicyName = "own"});
  EXPECT_EQ(decision(role), identity::Decision::DeniedByDefault);
}

TEST_F(IamApi, policies_of_aws_are_shown_and_cannot_be_changed) {
  const std::string arn = "arn:aws:iam::aws:policy/service-role/AmazonECSTaskExecutionRolePolicy";
  const Policy policy = *get_policy(*iam, call, {.PolicyArn = arn}).Policy;
  EXPECT_EQ(policy.Path, "/service-role/");
  EXPECT_EQ(policy.PolicyName, "AmazonECSTaskExecutionRolePolicy");
  const auto version = *get_policy_version(*iam, call, {.PolicyArn = arn, .VersionId = "v1"}).PolicyVersion;
  EXPECT_EQ(base::percent_decode(*version.Document), identity::managed_policy_text(arn));
  EXPECT_EQ(code_of([&] { get_policy_version(*iam, call, {.PolicyArn = arn, .VersionId = "v2"}); }),
            "NoSuchEntity");
  EXPECT_EQ(code_of([&] { delete_policy(*iam, call, {.PolicyArn = arn}); }), "AccessDenied");
  const std::string own = make_policy("own");
  EXPECT_EQ(list_policies(*iam, call, {.Scope = "Local"}).Policies.at(0).Arn, own);
  EXPECT_EQ(list_policies(*iam, call, {.Scope = "AWS"}).Policies.size(),
            identity::managed_policy_arns().size());
  EXPECT_TRUE(list_policies(*iam, call, {.OnlyAttached = true}).Policies.empty());
  EXPECT_EQ(code_of([&] { list_policies(*iam, call, {.Scope = "Mine"}); }), "ValidationError");
}

TEST_F(IamApi, quotas_hold) {
  make_role("r");
  const std::string large =
      R"({"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"s3:PutObject","Resource":"arn:aws:s3:::)" +
      std::string(6144, 'b') + R"("}]})";
  EXPECT_EQ(code_of([&] { make_policy("large", large); }), "LimitExceeded");
  const auto put = [&](const std::string& name) {
    return code_of(
        [&] { put_role_policy(*iam, call, {.RoleName = "r", .PolicyName = name, .PolicyDocument = large}); });
  };
  EXPECT_EQ(put("a"), "");
  EXPECT_EQ(put("b"), "LimitExceeded");
  EXPECT_EQ(put("a"), "") << "it takes the place of itself";
  const auto attach = [&](int i) {
    const std::string arn = make_policy("p" + std::to_string(i));
    return code_of([&] { attach_role_policy(*iam, call, {.RoleName = "r", .PolicyArn = arn}); });
  };
  for (int i = 0; i < 10; ++i) EXPECT_EQ(attach(i), "");
  EXPECT_EQ(attach(10), "LimitExceeded");
}

TEST_F(IamApi, lists_come_in_pages_and_below_a_path) {
  for (const char* name : {"a", "b", "c"}) make_role(name, std::string("/") + name + "/");
  ListRolesRequest in;
  in.MaxItems = 2;
  ListRolesResponse out = list_roles(*iam, call, in);
  EXPECT_EQ(out.Roles.size(), 2U);
  EXPECT_EQ(out.IsTruncated, true);
  in.Marker = out.Marker;
  out = list_roles(*iam, call, in);
  ASSERT_EQ(out.Roles.size(), 1U);
  EXPECT_EQ(out.Roles[0].RoleName, "c");
  EXPECT_EQ(out.IsTruncated, false);
  EXPECT_FALSE(out.Marker);
  EXPECT_EQ(list_roles(*iam, call, {.PathPrefix = "/b/"}).Roles.at(0).RoleName, "b");
  in.MaxItems = 1001;
  EXPECT_EQ(code_of([&] { list_roles(*iam, call, in); }), "ValidationError");
}

TEST_F(IamApi, a_profile_holds_one_role) {
  make_role("r");
  CreateInstanceProfileRequest in;
  in.InstanceProfileName = "p";
  in.Tags = {{"k", "v"}};
  create_instance_profile(*iam, call, in);
  add_role_to_instance_profile(*iam, call, {.InstanceProfileName = "p", .RoleName = "r"});
  EXPECT_EQ(code_of([&] {
              add_role_to_instance_profile(*iam, call, {.InstanceProfileName = "p", .RoleName = "r"});
            }),
            "LimitExceeded");
  open();
  const InstanceProfile profile =
      get_instance_profile(*iam, call, {.InstanceProfileName = "p"}).InstanceProfile;
  EXPECT_EQ(profile.Roles.at(0).RoleName, "r");
  EXPECT_EQ(profile.Tags->at(0).Key, "k");
  EXPECT_EQ(list_instance_profiles_for_role(*iam, call, {.RoleName = "r"}).InstanceProfiles.size(), 1U);
  EXPECT_EQ(code_of([&] { delete_role(*iam, call, {.RoleName = "r"}); }), "DeleteConflict");
  remove_role_from_instance_profile(*iam, call, {.InstanceProfileName = "p", .RoleName = "r"});
  EXPECT_TRUE(list_instance_profiles_for_role(*iam, call, {.RoleName = "r"}).InstanceProfiles.empty());
  delete_instance_profile(*iam, call, {.InstanceProfileName = "p"});
  EXPECT_TRUE(list_instance_profiles(*iam, call, {}).InstanceProfiles.empty());
}

TEST_F(IamApi, what_lies_below_a_path_is_asked_about_by_its_true_arn) {
  make_role("r", "/admin/");
  make_role("plain");
  ListedAuthorizer authorizer;
  call.authorizer = &authorizer;
  call.operation = "GetRole";
  get_role(*iam, call, {.RoleName = "plain"});
  EXPECT_TRUE(authorizer.asked.empty()) << "the table's line has asked";
  get_role(*iam, call, {.RoleName = "r"});
  EXPECT_EQ(authorizer.asked, std::vector<std::string>{"iam:GetRole arn:aws:iam::000000000000:role/admin/r"});
  authorizer.allows = false;
  EXPECT_EQ(code_of([&] { get_role(*iam, call, {.RoleName = "r"}); }), "AccessDenied");
  CreateInstanceProfileRequest in;
  in.InstanceProfileName = "p";
  create_instance_profile(*iam, call, in);
  EXPECT_EQ(code_of([&] {
              add_role_to_instance_profile(*iam, call, {.InstanceProfileName = "p", .RoleName = "plain"});
            }),
            "AccessDenied")
      << "it needs iam:PassRole";
}

}  // namespace
}  // namespace berth::iam
