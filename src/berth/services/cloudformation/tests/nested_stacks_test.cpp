#include "stack_world.hpp"

#include "berth/services/cloudformation/wait_handle.hpp"

#include <gtest/gtest.h>

namespace berth::cloudformation {
namespace {

class NestedStacks : public testing::Test, protected test::StackWorld {
 protected:
  const std::string inner =
      "Parameters: {Days: {Type: Number, Default: 7}}\n"
      "Resources: {L: {Type: AWS::Logs::LogGroup, Properties: {RetentionInDays: !Ref Days}}}\n"
      "Outputs: {Name: {Value: !Ref L}, Days: {Value: !Ref Days}}\n";

  /// A stack around one whose template is kept as inner.yaml; `more` are other resources, in a template's lines.
  static std::string outer(const std::string& properties = "", const std::string& more = "",
                           const std::string& attributes = "") {
    return "Resources:\n  Inner: {Type: AWS::CloudFormation::Stack, " + attributes +
           "Properties: {TemplateURL: 'http://127.0.0.1:4566/templates/inner.yaml'" +
           (properties.empty() ? "" : ", " + properties) + "}}\n" + more +
           "Outputs: {Name: {Value: !GetAtt Inner.Outputs.Name}, Days: {Value: !Sub "
           "'${Inner.Outputs.Days}'}}\n";
  }
  static std::string fails_after_inner() {
    return "  Bad: {Type: AWS::S3::Bucket, Properties: {BucketName: No_Good}, DependsOn: Inner}\n";
  }
  const stack::StackRecord* nested() {
    const auto* around = find();
    return around == nullptr || around->resource("Inner") == nullptr
               ? nullptr
               : find(around->resource("Inner")->physical_id);
  }
  std::string output(const std::string& name) {
    for (const stack::OutputRecord& output : find()->outputs)
      if (output.name == name) return output.value;
    return "no such output";
  }
  std::optional<int> retention() {
    const auto found = logs->list_groups({world.account, world.region}, "");
    return found.size() == 1 ? found[0]->retention_days : std::nullopt;
  }
  std::string refused_delete(const std::string& name) {
    try {
      remove(name);
    } catch (const wire::ServiceError& error) {
      return error.code + ": " + error.message;
    }
    return "";
  }
};

TEST_F(NestedStacks, are_made_with_their_own_names_and_give_their_outputs) {
  keep_template("inner.yaml", inner);
  CreateStackRequest in = request(outer("Parameters: {Days: 14}, Tags: [{Key: own, Value: b}]"));
  in.Tags = {{"team", "a"}};
  const std::string id = create(std::move(in));
  ASSERT_EQ(status(), "CREATE_COMPLETE") << find()->reason;
  ASSERT_NE(nested(), nullptr);
  EXPECT_EQ(nested()->name.substr(0, 8), "s-Inner-");
  EXPECT_EQ(nested()->name.size(), 20U);
  EXPECT_EQ(nested()->parent_id, id);
  EXPECT_EQ(nested()->root_id, id);
  EXPECT_EQ(nested()->tags, (std::map<std::string, std::string>{{"own", "b"}, {"team", "a"}}));
  EXPECT_EQ(output("Days"), "14");
  EXPECT_EQ(output("Name"), nested()->resource("L")->physical_id);
  EXPECT_EQ(retention(), 14);

  const std::string inner_id = nested()->id();
  DescribeStacksRequest question;
  question.StackName = inner_id;
  const Call made = call();
  const Stack shown = await(describe_stacks(*service, made, std::move(question))).Stacks.at(0);
  EXPECT_EQ(shown.ParentId, id);
  EXPECT_EQ(shown.RootId, id);
  EXPECT_EQ(await(list_stacks(*service, made, {})).StackSummaries.size(), 2U);
  remove();
  EXPECT_EQ(status(), "gone");
  EXPECT_EQ(find(inner_id), nullptr);
  EXPECT_TRUE(things().empty());
}

TEST_F(NestedStacks, that_fail_tell_why_and_go) {
  keep_template("inner.yaml",
                "Resources: {B: {Type: AWS::S3::Bucket, Properties: {BucketName: No_Good}}, L: {Type: "
                "AWS::Logs::LogGroup, DependsOn: B}}\nOutputs: {Name: {Value: a}, Days: {Value: b}}\n");
  const std::string id = create(outer());
  EXPECT_EQ(status(), "ROLLBACK_COMPLETE");
  const std::string inner_id = resource("Inner").physical_id;
  EXPECT_TRUE(
      told(id, "Inner CREATE_FAILED Embedded stack " + inner_id +
                   " was not successfully created: The following resource(s) failed to create: [B]. "))
      << testing::PrintToString(events(id));
  EXPECT_EQ(find(inner_id), nullptr);
  EXPECT_TRUE(things().empty());
}

TEST_F(NestedStacks, are_kept_for_a_look_where_the_stack_around_them_is) {
  keep_template("inner.yaml",
                "Resources: {B: {Type: AWS::S3::Bucket, Properties: {BucketName: No_Good}}, L: {Type: "
                "AWS::Logs::LogGroup}}\nOutputs: {Name: {Value: a}, Days: {Value: b}}\n");
  CreateStackRequest in = request(outer());
  in.DisableRollback = true;
  create(std::move(in));
  EXPECT_EQ(status(), "CREATE_FAILED");
  ASSERT_NE(nested(), nullptr);
  EXPECT_EQ(stack::to_text(nested()->status), "CREATE_FAILED");
  remove();
  EXPECT_EQ(status(), "gone");
  EXPECT_TRUE(things().empty());
}

TEST_F(NestedStacks, are_refused_by_name_of_what_is_wrong) {
  const std::string role =
      "Resources: {R: {Type: AWS::IAM::Role, Properties: {AssumeRolePolicyDocument: {Statement: []}}}}\n";
  struct Case {
    std::string text, url, reason;
  } const cases[] = {
      {role, "http://127.0.0.1:4566/templates/t", "Requires capabilities : [CAPABILITY_IAM]"},
      {"Parameters: {P: {Type: String}}\nResources: {L: {Type: AWS::Logs::LogGroup}}",
       "http://127.0.0.1:4566/templates/t", "Parameters: [P] must have values"},
      {"Resources: {L: {Type: AWS::No::Such}}", "http://127.0.0.1:4566/templates/t",
       "Template format error: Unrecognized resource types: [AWS::No::Such]"},
      {"x", "http://127.0.0.1:4566/templates/nosuch", "S3 error: The specified key does not exist."},
      {"x", "http://elsewhere/templates/t", "TemplateURL must reference a valid S3 object"}};
  for (const Case& c : cases) {
    SCOPED_TRACE(c.reason);
    keep_template("t", c.text);
    CreateStackRequest in = request(
        "Resources: {Inner: {Type: AWS::CloudFormation::Stack, Properties: {TemplateURL: '" + c.url + "'}}}");
    in.Capabilities.clear();
    create(std::move(in));
    EXPECT_EQ(status(), "ROLLBACK_COMPLETE");
    EXPECT_EQ(failure("Inner").find(c.reason), 0U) << failure("Inner");
    EXPECT_TRUE(things().empty());
    remove();
  }
}

TEST_F(NestedStacks, do_not_nest_for_ever) {
  const std::string itself =
      "Resources: {Inner: {Type: AWS::CloudFormation::Stack, Properties: {TemplateURL: "
      "'http://127.0.0.1:4566/templates/itself'}}}";
  keep_template("itself", itself);
  create(itself);
  EXPECT_EQ(status(), "ROLLBACK_COMPLETE");
  EXPECT_EQ(failure("Inner"), "Circular nesting: stack s has the same template with the same parameters");
  remove();

  const std::string deeper =
      "Parameters: {More: {Type: String, Default: ''}}\n"
      "Resources: {Inner: {Type: AWS::CloudFormation::Stack, Properties: {TemplateURL: "
      "'http://127.0.0.1:4566/templates/deeper', Parameters: {More: !Sub '${More}x'}}}}";
  keep_template("deeper", deeper);
  create(deeper);
  EXPECT_EQ(status(), "ROLLBACK_COMPLETE");
  EXPECT_EQ(engine->living().stacks(world.account, world.region).size(), 1U);
}

TEST_F(NestedStacks, are_updated_in_place_through_the_stack_around_them) {
  keep_template("inner.yaml", inner);
  create(outer());
  const std::string inner_id = nested()->id(), name = output("Name");
  EXPECT_EQ(update(outer("Parameters: {Days: 14}")), "");
  ASSERT_EQ(status(), "UPDATE_COMPLETE") << find()->reason;
  EXPECT_EQ(stack::to_text(nested()->status), "UPDATE_COMPLETE");
  EXPECT_EQ(nested()->id(), inner_id);
  EXPECT_EQ(output("Name"), name);
  EXPECT_EQ(output("Days"), "14");
  EXPECT_EQ(retention(), 14);

  // Another template under the same address is seen, too: that is why there is never nothing to update.
  keep_template("inner.yaml",
                "Resources: {L: {Type: AWS::Logs::LogGroup, Properties: {LogGroupName: other}}}\n"
                "Outputs: {Name: {Value: !Ref L}, Days: {Value: none}}\n");
  EXPECT_EQ(update(outer()), "");
  ASSERT_EQ(status(), "UPDATE_COMPLETE") << find()->reason;
  EXPECT_EQ(output("Name"), "other");
  EXPECT_EQ(things(), std::set<std::string>{"logs other"});
  EXPECT_EQ(update(outer()), "");
  EXPECT_EQ(status(), "UPDATE_COMPLETE");
  EXPECT_FALSE(nested()->held);
}

TEST_F(NestedStacks, go_back_exactly_when_the_stack_around_them_does) {
  keep_template("inner.yaml", inner);
  create(outer());
  const std::string name = output("Name");
  keep_template("inner.yaml",
                "Resources: {M: {Type: AWS::Logs::LogGroup, Properties: {LogGroupName: other}}}\n"
                "Outputs: {Name: {Value: !Ref M}, Days: {Value: none}}\n");
  EXPECT_EQ(update(outer("", fails_after_inner())), "");
  ASSERT_EQ(status(), "UPDATE_ROLLBACK_COMPLETE") << find()->reason;
  EXPECT_EQ(stack::to_text(nested()->status), "UPDATE_ROLLBACK_COMPLETE");
  EXPECT_FALSE(nested()->held);
  EXPECT_EQ(things(), std::set<std::string>{"logs " + name});
  EXPECT_EQ(nested()->outputs.at(0).value, name);
  EXPECT_EQ(output("Name"), name);
  EXPECT_EQ(resource("Inner").attributes.at("Outputs.Name"), name);
  EXPECT_NE(engine->template_text(*nested()).find("RetentionInDays"), std::string::npos);
}

TEST_F(NestedStacks, wait_before_their_cleanup_for_the_stack_around_them) {
  keep_template("inner.yaml", inner);
  create(outer());
  const std::string name = output("Name");
  keep_template("inner.yaml",
                "Resources: {M: {Type: AWS::Logs::LogGroup, Properties: {LogGroupName: other}}}\n"
                "Outputs: {Name: {Value: !Ref M}, Days: {Value: none}}\n");
  UpdateStackRequest in;
  in.StackName = "s";
  in.TemplateBody = outer("", fails_after_inner());
  in.DisableRollback = true;
  EXPECT_EQ(update(in), "");
  ASSERT_EQ(status(), "UPDATE_FAILED");
  EXPECT_EQ(stack::to_text(nested()->status), "UPDATE_COMPLETE_CLEANUP_IN_PROGRESS");
  EXPECT_EQ(things(), (std::set<std::string>{"logs other", "logs " + name}));
  restart();
  world.settle();
  EXPECT_EQ(stack::to_text(nested()->status), "UPDATE_COMPLETE_CLEANUP_IN_PROGRESS");

  rollback_stack(*service, call(), {"s", std::nullopt, std::nullopt, std::nullopt});
  world.settle();
  ASSERT_EQ(status(), "UPDATE_ROLLBACK_COMPLETE") << find()->reason;
  EXPECT_EQ(things(), std::set<std::string>{"logs " + name});

  EXPECT_EQ(update(in), "");
  ASSERT_EQ(status(), "UPDATE_FAILED");
  EXPECT_EQ(update(outer()), "");
  ASSERT_EQ(status(), "UPDATE_COMPLETE") << find()->reason;
  EXPECT_EQ(stack::to_text(nested()->status), "UPDATE_COMPLETE");
  EXPECT_EQ(things(), std::set<std::string>{"logs other"});
}

TEST_F(NestedStacks, whose_update_fails_tell_why) {
  keep_template("inner.yaml", inner);
  const std::string id = create(outer());
  keep_template("inner.yaml",
                "Resources: {L: {Type: AWS::Logs::LogGroup}, B: {Type: AWS::S3::Bucket, Properties: "
                "{BucketName: No_Good}, DependsOn: L}}\nOutputs: {Name: {Value: a}, Days: {Value: b}}\n");
  EXPECT_EQ(update(outer()), "");
  ASSERT_EQ(status(), "UPDATE_ROLLBACK_COMPLETE") << find()->reason;
  EXPECT_TRUE(told(id, "Inner UPDATE_FAILED Embedded stack " + nested()->id() +
                           " was not successfully updated. Currently in UPDATE_ROLLBACK_IN_PROGRESS with "
                           "reason: The following resource(s) failed to create: [B]. "))
      << testing::PrintToString(events(id));
  EXPECT_EQ(stack::to_text(nested()->status), "UPDATE_ROLLBACK_COMPLETE");
  EXPECT_EQ(retention(), 7);
}

TEST_F(NestedStacks, may_be_deleted_on_their_own_unless_the_root_is_protected) {
  keep_template("inner.yaml", inner);
  create(outer());
  const std::string inner_id = nested()->id();
  UpdateTerminationProtectionRequest protect;
  protect.StackName = "s";
  protect.EnableTerminationProtection = true;
  update_termination_protection(*service, call(), protect);
  EXPECT_EQ(refused_delete(inner_id), "ValidationError: Stack [" + inner_id +
                                          "] cannot be deleted while TerminationProtection is enabled");
  protect.EnableTerminationProtection = false;
  update_termination_protection(*service, call(), protect);
  EXPECT_EQ(refused_delete(inner_id), "");
  EXPECT_EQ(find(inner_id), nullptr);
  EXPECT_TRUE(things().empty());
  remove();
  EXPECT_EQ(status(), "gone");
}

TEST_F(NestedStacks, stay_where_they_are_to_be_retained) {
  keep_template("inner.yaml", inner);
  create(outer("", "", "DeletionPolicy: Retain, "));
  const std::string inner_id = nested()->id();
  remove();
  EXPECT_EQ(status(), "gone");
  ASSERT_NE(find(inner_id), nullptr);
  EXPECT_EQ(stack::to_text(find(inner_id)->status), "CREATE_COMPLETE");
  remove(inner_id);
  EXPECT_TRUE(things().empty());
}

TEST_F(NestedStacks, that_cannot_be_deleted_keep_the_stack_around_them) {
  keep_template(
      "inner.yaml",
      "Resources: {B: {Type: AWS::S3::Bucket}}\nOutputs: {Name: {Value: !Ref B}, Days: {Value: x}}\n");
  const std::string id = create(outer());
  const std::string inner_id = nested()->id(), bucket = output("Name");
  await(put_object(bucket, "k", "x"));
  remove();
  EXPECT_EQ(status(), "DELETE_FAILED");
  EXPECT_TRUE(
      told(id, "Inner DELETE_FAILED Embedded stack " + inner_id +
                   " was not successfully deleted: The following resource(s) failed to delete: [B]. "));
  await(objects->empty_bucket(bucket));
  remove();
  EXPECT_EQ(status(), "gone");
  EXPECT_EQ(find(inner_id), nullptr);
}

const std::string waits_inside =
    "Resources:\n"
    "  Handle: {Type: AWS::CloudFormation::WaitConditionHandle}\n"
    "  C: {Type: AWS::CloudFormation::WaitCondition, Properties: {Handle: !Ref Handle, Timeout: 3600}}\n"
    "Outputs: {Name: {Value: !GetAtt C.Data}, Days: {Value: x}}\n";

TEST_F(NestedStacks, that_wait_go_on_after_a_restart) {
  keep_template("inner.yaml", waits_inside);
  begin(request(outer()));
  const auto waits = [&] { return nested() != nullptr && nested()->resource("C")->begun.has_value(); };
  run_until(waits);
  const std::string inner_id = nested()->id(), address = nested()->resource("Handle")->physical_id;
  restart();
  run_until(waits);
  EXPECT_EQ(nested()->id(), inner_id);
  receive_signal(*service, address, R"({"Status":"SUCCESS","UniqueId":"a","Data":"d"})", world.clock.now());
  run_until_status("CREATE_COMPLETE");
  EXPECT_EQ(output("Name"), R"({"a":"d"})");
}

TEST_F(NestedStacks, that_wait_are_deleted_with_the_stack_around_them) {
  keep_template("inner.yaml", waits_inside);
  begin(request(outer()));
  run_until([&] { return nested() != nullptr && nested()->resource("C")->begun.has_value(); });
  DeleteStackRequest in;
  in.StackName = "s";
  delete_stack(*service, call(), std::move(in));
  run_until_status("gone");
  EXPECT_TRUE(engine->living().stacks(world.account, world.region).empty());
  EXPECT_TRUE(things().empty());
}

TEST_F(NestedStacks, that_wait_end_when_something_beside_them_fails) {
  keep_template("inner.yaml", waits_inside);
  const std::string id = begin(request(outer("",
                                             "  Bad: {Type: AWS::CloudFormation::WaitCondition, "
                                             "CreationPolicy: {ResourceSignal: {Timeout: PT0S}}}\n")));
  run_until_status("ROLLBACK_COMPLETE");
  EXPECT_TRUE(told(id, "Inner CREATE_FAILED Resource creation cancelled"));
  EXPECT_EQ(engine->living().stacks(world.account, world.region).size(), 1U);
}

TEST_F(NestedStacks, need_the_rights_of_their_resources_from_the_same_caller) {
  iam::NewRole role;
  role.name = "limited";
  role.trust_policy =
      R"({"Statement":[{"Effect":"Allow","Principal":{"AWS":"000000000000"},"Action":"sts:AssumeRole"}]})";
  const auto& made = iam->create_role(world.account, std::move(role));
  keep_template("inner.yaml", inner);
  caller = identity::session_of(world.account, "limited", made.id, "s");
  const auto may = [&](const std::string& actions) {
    iam->put_role_policy(
        world.account, "limited", "p",
        R"({"Statement":[{"Effect":"Allow","Action":[)" + actions + R"(],"Resource":"*"}]})");
  };
  may(R"("cloudformation:*","logs:*")");
  create(outer());
  EXPECT_NE(failure("Inner").find("s3:GetObject"), std::string::npos) << failure("Inner");
  remove();
  may(R"("cloudformation:*","s3:GetObject")");
  create(outer());
  EXPECT_EQ(status(), "ROLLBACK_COMPLETE");
  EXPECT_TRUE(std::ranges::none_of(things(), [](const auto& thing) { return thing.starts_with("logs"); }));
  remove();
  may(R"("cloudformation:*","s3:GetObject","logs:*")");
  create(outer());
  EXPECT_EQ(status(), "CREATE_COMPLETE") << failure("Inner");
}

TEST_F(NestedStacks, show_in_change_sets_as_what_only_the_update_will_tell) {
  keep_template("inner.yaml", inner);
  create(outer());
  CreateChangeSetRequest in;
  in.StackName = "s";
  in.ChangeSetName = "c";
  in.TemplateBody = outer();
  const Call made = call();
  await(create_change_set(*service, made, std::move(in)));
  DescribeChangeSetRequest question;
  question.StackName = "s";
  question.ChangeSetName = "c";
  const auto seen = describe_change_set(*service, call(), std::move(question));
  EXPECT_EQ(seen.Status, "CREATE_COMPLETE");
  ASSERT_EQ(seen.Changes.size(), 1U);
  EXPECT_EQ(seen.Changes[0].ResourceChange->LogicalResourceId, "Inner");
  EXPECT_EQ(seen.Changes[0].ResourceChange->Details.at(0).ChangeSource, "Automatic");
}

}  // namespace
}  // namespace berth::cloudformation
