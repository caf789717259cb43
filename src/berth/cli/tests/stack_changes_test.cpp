#include "berth/cli/stack_changes.hpp"

#include "berth/cli/explain.hpp"
#include "berth/cli/text.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace berth::cli {
namespace {

namespace cf = cloudformation;

cf::Change change(const std::string& action, const std::string& id, const std::string& type,
                  std::optional<std::string> replacement = std::nullopt,
                  std::vector<cf::ResourceChangeDetail> details = {}) {
  cf::ResourceChange of;
  of.Action = action;
  of.LogicalResourceId = id;
  of.ResourceType = type;
  of.Replacement = std::move(replacement);
  of.Details = std::move(details);
  cf::Change made;
  made.Type = "Resource";
  made.ResourceChange = std::move(of);
  return made;
}

cf::ResourceChangeDetail detail(const std::string& property, const std::string& source = "DirectModification",
                                const std::string& cause = "") {
  cf::ResourceChangeDetail made;
  made.Target = cf::ResourceTargetDefinition{"Properties", property, "Never"};
  made.ChangeSource = source;
  if (!cause.empty()) made.CausingEntity = cause;
  return made;
}

cf::Parameter parameter(const std::string& key, const std::string& value) {
  cf::Parameter made;
  made.ParameterKey = key;
  made.ParameterValue = value;
  return made;
}

TEST(ChangeRows, say_what_is_done_to_each_resource) {
  const auto rows = change_rows({change("Add", "A", "AWS::Logs::LogGroup"),
                                 change("Modify", "B", "AWS::ECS::Cluster", "False", {detail("Tags")}),
                                 change("Modify", "C", "AWS::ECS::TaskDefinition", "True"),
                                 change("Modify", "D", "AWS::IAM::Role", "Conditional"),
                                 change("Remove", "E", "AWS::EC2::SecurityGroup")});
  std::string actions;
  for (const ChangeRow& row : rows) actions += row.action + " ";
  EXPECT_EQ(actions, "add modify replace replace? remove ");
  EXPECT_EQ(rows[1].what, "Tags");
}

TEST(ChangeRows, mark_what_holds_data_and_goes) {
  const auto rows = change_rows(
      {change("Add", "New", "AWS::S3::Bucket"), change("Remove", "B", "AWS::S3::Bucket"),
       change("Modify", "R", "AWS::ECR::Repository", "True"),
       change("Modify", "L", "AWS::Logs::LogGroup", "Conditional"),
       change("Modify", "K", "AWS::S3::Bucket", "False"), change("Remove", "C", "AWS::ECS::Cluster")});
  std::vector<std::string> losses;
  for (const ChangeRow& row : rows) losses.push_back(row.loses);
  EXPECT_EQ(losses, (std::vector<std::string>{"", "objects", "images", "log events", "", ""}));
  EXPECT_NE(changes_text(rows, {}, 0).find("! objects"), std::string::npos);
  EXPECT_NE(changes_text(rows, {}, 0).find("does not come along"), std::string::npos);
  EXPECT_EQ(changes_text({rows[0]}, {}, 0).find("come along"), std::string::npos);
}

TEST(ChangeRows, name_the_cause_of_a_change_once) {
  const auto rows =
      change_rows({change("Modify", "G", "AWS::AutoScaling::AutoScalingGroup", "False",
                          {detail("DesiredCapacity"), detail("DesiredCapacity", "ParameterReference", "Size"),
                           detail("LaunchConfigurationName", "ResourceReference", "Launch")})});
  EXPECT_EQ(rows[0].what, "DesiredCapacity (parameter Size), LaunchConfigurationName (from Launch)");
}

TEST(ParameterChanges, are_told_with_both_values) {
  EXPECT_EQ(parameter_changes({parameter("A", "1"), parameter("B", "2"), parameter("Gone", "3")},
                              {parameter("A", "1"), parameter("B", "22"), parameter("C", "4")}),
            (std::vector<std::string>{"B: 2 → 22", "C: 4 (new)"}));
}

TEST(ChangesText, keeps_within_the_terminal) {
  const auto rows =
      change_rows({change("Remove", "AVeryLongLogicalIdForABucketOfResults", "AWS::S3::Bucket"),
                   change("Modify", "G", "AWS::AutoScaling::AutoScalingGroup", "False",
                          {detail("DesiredCapacity", "ParameterReference", "Size"), detail("MaxSize")})});
  for (const std::size_t width : {60u, 80u, 140u}) {
    std::istringstream lines(changes_text(rows, {"Name: " + std::string(200, 'x')}, width));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(display_width(line), width) << line;
  }
  EXPECT_NE(changes_text({}, {}, 80).find("only outputs or tags"), std::string::npos);
}

TEST(NoChanges, are_told_from_other_failures) {
  EXPECT_TRUE(
      says_no_changes("The submitted information didn't contain changes. Submit different information to "
                      "create a change set."));
  EXPECT_TRUE(says_no_changes("No updates are to be performed."));
  EXPECT_FALSE(says_no_changes("Template format error: Unresolved resource dependencies [X]"));
}

TEST(OutcomeOfUpdate, is_done_only_when_the_update_is) {
  EXPECT_EQ(outcome_of_update("UPDATE_COMPLETE"), StackOutcome::Done);
  EXPECT_EQ(outcome_of_update("UPDATE_COMPLETE_CLEANUP_IN_PROGRESS"), StackOutcome::Running);
  EXPECT_EQ(outcome_of_update("UPDATE_ROLLBACK_IN_PROGRESS"), StackOutcome::Running);
  EXPECT_EQ(outcome_of_update("UPDATE_ROLLBACK_COMPLETE"), StackOutcome::Failed);
  EXPECT_EQ(outcome_of_update("UPDATE_FAILED"), StackOutcome::Failed);
}

}  // namespace
}  // namespace berth::cli
