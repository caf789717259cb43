#include "stack_world.hpp"

#include <gtest/gtest.h>

namespace berth::cloudformation {
namespace {

class StackUpdates : public testing::Test, protected test::StackWorld {
 protected:
  std::string change_set(const std::string& text, const std::string& name, const std::string& type = "UPDATE",
                         const std::string& stack = "s") {
    CreateChangeSetRequest in;
    in.StackName = stack;
    in.ChangeSetName = name;
    in.ChangeSetType = type;
    in.TemplateBody = text;
    in.Capabilities = {"CAPABILITY_NAMED_IAM"};
    made_call = call();
    return await(create_change_set(*service, made_call, std::move(in))).Id.value();
  }
  DescribeChangeSetResponse shown(const std::string& id) {
    DescribeChangeSetRequest in;
    in.ChangeSetName = id;
    return describe_change_set(*service, call(), std::move(in));
  }
  void execute(const std::string& id) {
    ExecuteChangeSetRequest in;
    in.ChangeSetName = id;
    execute_change_set(*service, call(), std::move(in));
    world.settle();
  }
  template <class F>
  std::string refused(F f) {
    try {
      f();
    } catch (const wire::ServiceError& error) {
      return error.code + ": " + error.message;
    }
    return "no error";
  }

  Call made_call;
};

TEST_F(StackUpdates, of_log_groups_change_them_in_place) {
  create("Resources: {L: {Type: AWS::Logs::LogGroup, Properties: {RetentionInDays: 7}}}");
  const std::string name = resource("L").physical_id;
  EXPECT_EQ(update("Resources: {L: {Type: AWS::Logs::LogGroup, Properties: {RetentionInDays: '14'}}}"), "");
  EXPECT_EQ(status(), "UPDATE_COMPLETE");
  EXPECT_EQ(resource("L").physical_id, name);
  EXPECT_EQ(logs->find_group({world.account, world.region}, name)->retention_days, 14);
  EXPECT_EQ(update("Resources: {L: {Type: AWS::Logs::LogGroup, Properties: {RetentionInDays: 14}}}"),
            "ValidationError: No updates are to be performed.");
  EXPECT_EQ(update("Resources: {L: {Type: AWS::Logs::LogGroup}}", {{"team", "a"}}), "");
  EXPECT_EQ(logs->find_group({world.account, world.region}, name)->retention_days, std::nullopt);
  EXPECT_EQ(logs->find_group({world.account, world.region}, name)->tags,
            (std::map<std::string, std::string>{{"team", "a"}}));
}

TEST_F(StackUpdates, of_a_definition_make_a_revision_and_deregister_the_old_one) {
  const auto text = [](int memory) {
    return "Resources: {D: {Type: AWS::ECS::TaskDefinition, Properties: {Family: f, ContainerDefinitions: "
           "[{Name: "
           "c, Image: fathom, Memory: " +
           std::to_string(memory) + "}]}}}\nOutputs: {D: {Value: !Ref D}}";
  };
  create(text(64));
  EXPECT_EQ(update(text(128)), "");
  EXPECT_EQ(status(), "UPDATE_COMPLETE") << find()->reason;
  EXPECT_EQ(find()->outputs.at(0).value, "arn:aws:ecs:us-east-1:000000000000:task-definition/f:2");
  EXPECT_EQ(things(),
            (std::set<std::string>{"definition arn:aws:ecs:us-east-1:000000000000:task-definition/f:2"}));
}

TEST_F(StackUpdates, of_roles_and_policies_change_what_they_may_do) {
  const auto text = [](const std::string& action, const std::string& name) {
    return "Resources:\n"
           "  R: {Type: AWS::IAM::Role, Properties: {RoleName: r, AssumeRolePolicyDocument: {Statement: "
           "[{Effect: "
           "Allow, Principal: {Service: ec2.amazonaws.com}, Action: 'sts:AssumeRole'}]}, Policies: "
           "[{PolicyName: " +
           name + ", PolicyDocument: {Statement: [{Effect: Allow, Action: '" + action +
           "', Resource: '*'}]}}]}}\n"
           "  P: {Type: AWS::IAM::Policy, Properties: {PolicyName: p" +
           name + ", Roles: [!Ref R], PolicyDocument: {Statement: [{Effect: Allow, Action: '" + action +
           "', Resource: '*'}]}}}\n";
  };
  create(text("s3:Get*", "one"));
  EXPECT_EQ(update(text("s3:Put*", "two")), "");
  ASSERT_EQ(status(), "UPDATE_COMPLETE") << find()->reason;
  EXPECT_EQ(things(), (std::set<std::string>{"role r", "policy two", "policy ptwo"}));
  provider->fail_update = "P";
  EXPECT_EQ(update(text("s3:List*", "three")), "");
  ASSERT_EQ(status(), "UPDATE_ROLLBACK_COMPLETE") << find()->reason;
  EXPECT_EQ(things(), (std::set<std::string>{"role r", "policy two", "policy ptwo"}));
  EXPECT_NE(directory->find_role(world.account, "r")->inline_policies.at("two").text.find("s3:Put*"),
            std::string::npos);
}

TEST_F(StackUpdates, do_not_replace_what_is_named) {
  create("Resources: {G: {Type: AWS::EC2::SecurityGroup, Properties: {GroupName: g, GroupDescription: a}}}");
  EXPECT_EQ(
      update(
          "Resources: {G: {Type: AWS::EC2::SecurityGroup, Properties: {GroupName: g, GroupDescription: b}}}"),
      "");
  EXPECT_EQ(status(), "UPDATE_ROLLBACK_COMPLETE");
  const auto page = await(engine->archive().events(world.account, world.region, find()->uuid, 0, 100));
  EXPECT_TRUE(std::ranges::any_of(page.events, [](const stack::EventRecord& event) {
    return event.reason ==
           "CloudFormation cannot update a stack when a custom-named resource requires replacing. Rename g "
           "and "
           "update the stack again.";
  }));
}

TEST_F(StackUpdates, use_previous_templates_and_values) {
  create(
      "Parameters: {Days: {Type: Number}, Other: {Type: String, Default: x}}\n"
      "Resources: {L: {Type: AWS::Logs::LogGroup, Properties: {RetentionInDays: !Ref Days}}}",
      {{"Days", "7"}});
  UpdateStackRequest in;
  in.StackName = "s";
  in.UsePreviousTemplate = true;
  Parameter days;
  days.ParameterKey = "Days";
  days.UsePreviousValue = true;
  in.Parameters = {days};
  EXPECT_EQ(update(in), "ValidationError: No updates are to be performed.");
  in.Parameters[0].UsePreviousValue = std::nullopt;
  in.Parameters[0].ParameterValue = "30";
  EXPECT_EQ(update(in), "");
  EXPECT_EQ(status(), "UPDATE_COMPLETE");
  in.TemplateBody = "{}";
  EXPECT_EQ(update(in),
            "ValidationError: You cannot specify both usePreviousTemplate and Template URL/Template Body");
  in.TemplateBody.reset();
  in.StackName = "nosuch";
  EXPECT_EQ(update(in), "ValidationError: Stack [nosuch] does not exist");
}

TEST_F(StackUpdates, by_change_sets_are_looked_at_first) {
  const std::string first = "Resources: {L: {Type: AWS::Logs::LogGroup, Properties: {RetentionInDays: 7}}}";
  const std::string id = change_set(first, "make", "CREATE");
  EXPECT_EQ(status(), "REVIEW_IN_PROGRESS");
  EXPECT_TRUE(things().empty());
  DescribeChangeSetResponse seen = shown(id);
  EXPECT_EQ(seen.Status, "CREATE_COMPLETE");
  EXPECT_EQ(seen.ExecutionStatus, "AVAILABLE");
  ASSERT_EQ(seen.Changes.size(), 1U);
  EXPECT_EQ(seen.Changes[0].ResourceChange->Action, "Add");
  EXPECT_EQ(refused([&] { change_set(first, "make", "CREATE"); }).substr(0, 23), "AlreadyExistsException:");
  EXPECT_EQ(refused([&] { change_set(first, "up"); }), "ValidationError: Stack [s] does not exist");
  restart();
  execute(id);
  EXPECT_EQ(status(), "CREATE_COMPLETE");
  EXPECT_EQ(refused([&] { execute(id); }),
            "InvalidChangeSetStatus: ChangeSet [" + id +
                "] cannot be executed in its current status of [EXECUTE_COMPLETE]");

  const std::string nothing = change_set(first, "nothing");
  EXPECT_EQ(shown(nothing).Status, "FAILED");
  EXPECT_EQ(
      shown(nothing).StatusReason,
      "The submitted information didn't contain changes. Submit different information to create a change "
      "set.");
  EXPECT_EQ(refused([&] { execute(nothing); }).substr(0, 23), "InvalidChangeSetStatus:");

  const std::string more = change_set(
      "Resources: {L: {Type: AWS::Logs::LogGroup, Properties: {RetentionInDays: 14, LogGroupName: n}}}",
      "more");
  seen = shown(more);
  ASSERT_EQ(seen.Changes.size(), 1U);
  EXPECT_EQ(seen.Changes[0].ResourceChange->Replacement, "True");
  EXPECT_EQ(seen.Changes[0].ResourceChange->Scope, std::vector<std::string>{"Properties"});
  EXPECT_EQ(seen.Changes[0].ResourceChange->Details.size(), 2U);
  const std::string old = change_set("Resources: {B: {Type: AWS::S3::Bucket}}", "old");
  execute(more);
  EXPECT_EQ(status(), "UPDATE_COMPLETE");
  EXPECT_EQ(things(), std::set<std::string>{"logs n"});
  EXPECT_EQ(refused([&] { shown(old); }).substr(0, 18), "ChangeSetNotFound:");
  remove();
  EXPECT_EQ(refused([&] { shown(more); }).substr(0, 18), "ChangeSetNotFound:");
}

TEST_F(StackUpdates, an_executed_change_set_leaves_its_name_and_the_list_and_is_still_found) {
  const auto text = [](int days) {
    return "Resources: {L: {Type: AWS::Logs::LogGroup, Properties: {RetentionInDays: " +
           std::to_string(days) + "}}}";
  };
  const auto listed = [&] {
    std::vector<std::string> names;
    for (const auto& each : list_change_sets(*service, call(), {.StackName = "s", .NextToken = {}}).Summaries)
      names.push_back(each.ChangeSetId.value());
    return names;
  };
  const std::string first = change_set(text(7), "same", "CREATE");
  EXPECT_EQ(listed(), std::vector{first});
  execute(first);
  EXPECT_EQ(listed(), std::vector<std::string>{});
  EXPECT_EQ(shown(first).ExecutionStatus, "EXECUTE_COMPLETE");
  DescribeChangeSetRequest by_name;
  by_name.ChangeSetName = "same";
  by_name.StackName = "s";
  EXPECT_EQ(describe_change_set(*service, call(), by_name).ChangeSetId, first);

  const std::string second = change_set(text(14), "same");
  EXPECT_EQ(listed(), std::vector{second});
  EXPECT_EQ(describe_change_set(*service, call(), by_name).ChangeSetId, second);
  restart();
  EXPECT_EQ(shown(first).ExecutionStatus, "EXECUTE_COMPLETE");
  execute(second);
  EXPECT_EQ(status(), "UPDATE_COMPLETE");
  EXPECT_EQ(shown(second).ExecutionStatus, "EXECUTE_COMPLETE");
  EXPECT_EQ(refused([&] { shown(first); }).substr(0, 18), "ChangeSetNotFound:");

  // Deleting what is not there, or not any more, is no error for a stack that is there.
  DeleteChangeSetRequest in;
  in.StackName = "s";
  for (const std::string name : {"same", "nosuch"}) {
    in.ChangeSetName = name;
    EXPECT_EQ(refused([&] { delete_change_set(*service, call(), in); }), "no error") << name;
  }
  EXPECT_EQ(refused([&] { shown(second); }).substr(0, 18), "ChangeSetNotFound:")
      << "whoever deletes what was executed waits for this";
  in.StackName = "nosuch";
  EXPECT_EQ(refused([&] { delete_change_set(*service, call(), in); }),
            "ValidationError: Stack [nosuch] does not exist");
}

TEST_F(StackUpdates, one_stacks_change_set_is_not_seen_through_another) {
  const std::string text = "Resources: {L: {Type: AWS::Logs::LogGroup}}";
  const std::string id = change_set(text, "c", "CREATE", "one");
  change_set(text, "c", "CREATE", "two");
  DescribeChangeSetRequest in;
  in.ChangeSetName = id;
  in.StackName = "two";
  EXPECT_EQ(refused([&] { describe_change_set(*service, call(), in); }),
            "ChangeSetNotFound: ChangeSet [" + id + "] does not exist");
}

TEST_F(StackUpdates, exports_in_use_keep_their_stack) {
  create("Resources: {L: {Type: AWS::Logs::LogGroup}}\nOutputs: {O: {Value: !Ref L, Export: {Name: e}}}");
  CreateStackRequest user = request(
      "Resources: {M: {Type: AWS::Logs::LogGroup, Properties: {LogGroupName: !Sub ['${x}-m', {x: "
      "!ImportValue e}]}}}");
  user.StackName = "t";
  create(std::move(user));
  EXPECT_EQ(status("t"), "CREATE_COMPLETE");
  EXPECT_EQ(list_exports(*service, call(), {}).Exports.at(0).Name, "e");
  EXPECT_EQ(list_imports(*service, call(), {.ExportName = "e", .NextToken = {}}).Imports,
            std::vector<std::string>{"t"});
  EXPECT_EQ(refused([&] { remove(); }), "ValidationError: Export e cannot be deleted as it is in use by t");
  remove("t");
  EXPECT_EQ(refused([&] { list_imports(*service, call(), {.ExportName = "e", .NextToken = {}}); }),
            "ValidationError: Export 'e' is not imported by any stack.");
  remove();
  EXPECT_EQ(status(), "gone");
}

TEST_F(StackUpdates, of_the_recommender_keep_what_does_not_change) {
  const std::string text =
      base::read_file(std::string(BERTH_SOURCE_DIR) + "/templates/recommender.yaml").value();
  const std::map<std::string, std::string> urls = {
      {"DataURL", "http://127.0.0.1:4566/data/samples"},
      {"TrainingConfigURL", "http://127.0.0.1:4566/data/config"}};
  create(text, urls);
  ASSERT_EQ(status(), "CREATE_COMPLETE") << find()->reason;
  const auto before = things();
  UpdateStackRequest in;
  in.StackName = "s";
  in.UsePreviousTemplate = true;
  in.Capabilities = {"CAPABILITY_NAMED_IAM"};
  for (const auto& [key, value] : urls) {
    Parameter parameter;
    parameter.ParameterKey = key;
    parameter.UsePreviousValue = true;
    in.Parameters.push_back(parameter);
  }
  EXPECT_EQ(update(in), "ValidationError: No updates are to be performed.");
  in.Parameters[0].UsePreviousValue.reset();
  in.Parameters[0].ParameterValue = "http://127.0.0.1:4566/data/others";
  EXPECT_EQ(update(in), "");
  ASSERT_EQ(status(), "UPDATE_COMPLETE") << find()->reason;
  auto after = things();
  std::erase_if(after, [&](const std::string& thing) { return before.contains(thing); });
  EXPECT_EQ(after,
            (std::set<std::string>{"definition arn:aws:ecs:us-east-1:000000000000:task-definition/s:2"}));
  remove();
  EXPECT_EQ(things(), std::set<std::string>{});
}

}  // namespace
}  // namespace berth::cloudformation
