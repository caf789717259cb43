/// What change sets show of values, and what they take over.
#include "stack_world.hpp"

#include <gtest/gtest.h>

namespace berth::cloudformation {
namespace {

class ChangeSets : public testing::Test, protected test::StackWorld {
 protected:
  using Parameters = std::map<std::string, std::string>;

  std::string propose(const std::string& text, const Parameters& parameters = {}, bool import = false,
                      const std::string& stack = "s") {
    CreateChangeSetRequest in;
    in.StackName = stack;
    in.ChangeSetName = "c";
    in.ChangeSetType = find(stack) == nullptr ? "CREATE" : "UPDATE";
    in.TemplateBody = text;
    in.Capabilities = {"CAPABILITY_NAMED_IAM"};
    in.ImportExistingResources = import;
    for (const auto& [key, value] : parameters) {
      Parameter parameter;
      parameter.ParameterKey = key;
      parameter.ParameterValue = value;
      in.Parameters.push_back(std::move(parameter));
    }
    const Call made = call();
    return await(create_change_set(*service, made, std::move(in))).Id.value();
  }
  DescribeChangeSetResponse shown(const std::string& id, bool values = true) {
    DescribeChangeSetRequest in;
    in.ChangeSetName = id;
    in.IncludePropertyValues = values;
    return describe_change_set(*service, call(), std::move(in));
  }
  void execute(const std::string& id) {
    ExecuteChangeSetRequest in;
    in.ChangeSetName = id;
    execute_change_set(*service, call(), std::move(in));
    world.settle();
  }
  ResourceChange change(const std::string& id, bool values = true) {
    const auto description = shown(id, values);
    EXPECT_EQ(description.Changes.size(), 1U) << description.StatusReason.value_or("");
    return description.Changes.at(0).ResourceChange.value();
  }
  /// "PATH: before -> after (TYPE)" of every detail.
  static std::vector<std::string> lines(const ResourceChange& change) {
    std::vector<std::string> found;
    for (const ResourceChangeDetail& detail : change.Details) {
      const ResourceTargetDefinition& target = detail.Target.value();
      found.push_back(target.Path.value_or("no path") + ": " + target.BeforeValue.value_or("-") + " -> " +
                      target.AfterValue.value_or("-") + " (" + target.AttributeChangeType.value_or("-") +
                      ")");
    }
    return found;
  }
  using Lines = std::vector<std::string>;
};

const char* const group =
    "Parameters: {Days: {Type: Number, Default: 7}, Secret: {Type: String, NoEcho: true, Default: one}}\n"
    "Resources: {L: {Type: AWS::Logs::LogGroup, Metadata: {For: x}, Properties: {RetentionInDays: !Ref Days, "
    "Tags: [{Key: a, Value: b}, {Key: secret, Value: !Ref Secret}]}}}";

TEST_F(ChangeSets, show_values_only_when_asked) {
  create(group);
  const std::string id = propose(group, {{"Days", "14"}});
  const ResourceChange plain = change(id, false);
  EXPECT_EQ(plain.BeforeContext, std::nullopt);
  EXPECT_EQ(lines(plain), Lines{"no path: - -> - (-)"});
  const ResourceChange full = change(id);
  EXPECT_EQ(lines(full), Lines{"/Properties/RetentionInDays: 7 -> 14 (Modify)"});
  EXPECT_EQ(full.Details[0].Target->Name, "RetentionInDays");
  EXPECT_EQ(full.Details[0].ChangeSource, "ParameterReference");
  EXPECT_EQ(base::parse_json(full.BeforeContext.value()).value(),
            base::parse_json(R"({"Properties":{"RetentionInDays":"7","Tags":[{"Key":"a","Value":"b"},
              {"Key":"secret","Value":"****"}]},"Metadata":{"For":"x"}})")
                .value());
  EXPECT_EQ(base::parse_json(full.AfterContext.value()).value().at("Properties").at("RetentionInDays"), "14");
}

TEST_F(ChangeSets, show_where_in_a_property_a_value_is_another) {
  create(group);
  std::string text = group;
  text.replace(text.find("Value: b"), 8, "Value: c");
  EXPECT_EQ(lines(change(propose(text))), Lines{"/Properties/Tags/0/Value: b -> c (Modify)"});
}

TEST_F(ChangeSets, show_what_comes_and_what_goes) {
  create("Resources: {L: {Type: AWS::Logs::LogGroup, Properties: {RetentionInDays: 7}}}");
  EXPECT_EQ(lines(change(propose("Resources: {L: {Type: AWS::Logs::LogGroup, Metadata: {A: 1}, Properties: "
                                 "{LogGroupClass: STANDARD}}}"))),
            (Lines{"/Properties/LogGroupClass: - -> STANDARD (Add)",
                   "/Properties/RetentionInDays: 7 -> - (Remove)", R"(/Metadata: - -> {"A":1} (Add))"}));
}

TEST_F(ChangeSets, do_not_show_what_is_not_to_be_shown) {
  create(group);
  const std::string id = propose(group, {{"Secret", "two"}});
  const ResourceChange full = change(id);
  ASSERT_EQ(full.Details.size(), 1U);
  for (const std::string& text : {lines(full)[0], *full.BeforeContext, *full.AfterContext}) {
    EXPECT_EQ(text.find("one"), std::string::npos) << text;
    EXPECT_EQ(text.find("two"), std::string::npos) << text;
  }
}

TEST_F(ChangeSets, say_what_only_the_update_will_tell) {
  const auto text = [](const char* name) {
    return std::string("Resources:\n  B: {Type: AWS::S3::Bucket, Properties: {BucketName: ") + name +
           "}, UpdateReplacePolicy: Retain}\n  P: {Type: AWS::SSM::Parameter, Properties: {Name: p, Type: "
           "String, Value: !Sub 'at ${B}'}}\n";
  };
  create(text("one-bucket"));
  const auto description = shown(propose(text("two-bucket")));
  ASSERT_EQ(description.Changes.size(), 2U);
  const ResourceChange &bucket = *description.Changes[0].ResourceChange,
                       &parameter = *description.Changes[1].ResourceChange;
  EXPECT_EQ(bucket.PolicyAction, "ReplaceAndRetain");
  EXPECT_EQ(lines(bucket), Lines{"/Properties/BucketName: one-bucket -> two-bucket (Modify)"});
  EXPECT_EQ(parameter.PolicyAction, std::nullopt);
  EXPECT_EQ(lines(parameter),
            Lines{"/Properties/Value: at one-bucket -> at {{changeSet:KNOWN_AFTER_APPLY}} (Modify)"});
}

TEST_F(ChangeSets, show_what_is_added_and_removed_whole) {
  create("Resources: {A: {Type: AWS::Logs::LogGroup}, B: {Type: AWS::S3::Bucket, DeletionPolicy: Retain}}");
  const auto description =
      shown(propose("Resources: {A: {Type: AWS::Logs::LogGroup}, C: {Type: AWS::ECS::Cluster, Properties: "
                    "{ClusterName: c}}}"));
  ASSERT_EQ(description.Changes.size(), 2U);
  const ResourceChange &added = *description.Changes[0].ResourceChange,
                       &removed = *description.Changes[1].ResourceChange;
  EXPECT_EQ(added.AfterContext, R"({"Properties":{"ClusterName":"c"}})");
  EXPECT_EQ(added.BeforeContext, std::nullopt);
  EXPECT_EQ(removed.PolicyAction, "Retain");
  EXPECT_EQ(removed.BeforeContext, R"({"Properties":{},"DeletionPolicy":"Retain"})");
  EXPECT_EQ(removed.AfterContext, std::nullopt);
}

// --- ImportExistingResources ---

const char* const kept =
    "Resources:\n"
    "  B: {Type: AWS::S3::Bucket, DeletionPolicy: Retain, Properties: {BucketName: my-bucket, Tags: [{Key: "
    "a, "
    "Value: b}]}}\n"
    "  L: {Type: AWS::Logs::LogGroup, DeletionPolicy: RetainExceptOnCreate, Properties: {LogGroupName: "
    "my-logs, RetentionInDays: 7}}\n";

class Imports : public ChangeSets {
 protected:
  void SetUp() override {
    create(kept);
    remove();
    ASSERT_EQ(things(), both);
  }
  const std::set<std::string> both{"bucket my-bucket", "logs my-logs"};
};

TEST_F(Imports, what_a_stack_has_left_is_taken_over_by_the_next) {
  logs->set_retention({world.account, world.region}, "my-logs", 30);
  const std::string id = propose(kept, {}, true);
  const auto description = shown(id);
  EXPECT_EQ(description.ImportExistingResources, true);
  ASSERT_EQ(description.Changes.size(), 2U);
  EXPECT_EQ(description.Changes[0].ResourceChange->Action, "Import");
  EXPECT_EQ(description.Changes[0].ResourceChange->PhysicalResourceId, "my-bucket");
  execute(id);
  ASSERT_EQ(status(), "CREATE_COMPLETE") << find()->reason;
  EXPECT_EQ(resource("B").physical_id, "my-bucket");
  EXPECT_EQ(resource("B").attributes.at("Arn"), "arn:aws:s3:::my-bucket");
  // The template is brought about in them.
  EXPECT_EQ(logs->find_group({world.account, world.region}, "my-logs")->retention_days, 7);
  EXPECT_EQ(update("Resources: {C: {Type: AWS::ECS::Cluster}}"), "");
  EXPECT_EQ(status(), "UPDATE_COMPLETE");
  EXPECT_TRUE(things().contains("bucket my-bucket"));
}

TEST_F(Imports, without_being_asked_nothing_is_taken_over) {
  const std::string id = propose(kept);
  EXPECT_EQ(shown(id).Changes[0].ResourceChange->Action, "Add");
  execute(id);
  EXPECT_EQ(status(), "ROLLBACK_COMPLETE");
  EXPECT_EQ(things(), both);
}

TEST_F(Imports, of_a_creation_that_fails_stay_as_they_were) {
  provider->fail_after = "L";
  execute(propose(kept, {}, true));
  EXPECT_EQ(status(), "ROLLBACK_COMPLETE");
  EXPECT_EQ(things(), both);
}

TEST_F(Imports, of_an_update_that_fails_stay_as_they_were) {
  create("Resources: {C: {Type: AWS::ECS::Cluster, Properties: {ClusterName: c}}}");
  auto all = both;
  all.insert("cluster c");
  provider->fail_after = "Last";
  execute(propose(std::string(kept) + "  C: {Type: AWS::ECS::Cluster, Properties: {ClusterName: c}}\n"
                                      "  Last: {Type: AWS::ECR::Repository, DependsOn: [B, L]}\n",
                  {}, true));
  EXPECT_EQ(status(), "UPDATE_ROLLBACK_COMPLETE") << find()->reason;
  EXPECT_EQ(things(), all);
}

TEST_F(Imports, need_a_policy_that_keeps_them) {
  const std::string text = "Resources: {L: {Type: AWS::Logs::LogGroup, Properties: {LogGroupName: my-logs}}}";
  EXPECT_EQ(change(propose(text, {}, true)).Action, "Add");
}

TEST_F(Imports, take_nothing_away_from_another_stack) {
  execute(propose(kept, {}, true));
  ASSERT_EQ(status(), "CREATE_COMPLETE");
  const auto description = shown(propose(kept, {}, true, "other"));
  EXPECT_EQ(description.Status, "FAILED");
  EXPECT_EQ(description.StatusReason,
            "AWS::Logs::LogGroup my-logs cannot be imported: it is managed by the stack s");
}

TEST_F(Imports, that_are_gone_by_then_fail) {
  const std::string id = propose(kept, {}, true);
  await(objects->delete_bucket("my-bucket"));
  execute(id);
  EXPECT_EQ(status(), "ROLLBACK_COMPLETE");
  EXPECT_EQ(things(), std::set<std::string>{"logs my-logs"});
}

}  // namespace
}  // namespace berth::cloudformation
