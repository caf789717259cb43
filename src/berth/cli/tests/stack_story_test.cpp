#include "berth/cli/stack_story.hpp"

#include <gtest/gtest.h>

namespace berth::cli {
namespace {

namespace cf = cloudformation;

const base::TimePoint began{std::chrono::seconds(1'800'000'000)};

cf::Stack stack(const std::string& status) {
  cf::Stack made;
  made.StackId = "arn:stack";
  made.StackName = "s";
  made.StackStatus = status;
  made.CreationTime = wire::Timestamp{began};
  return made;
}

cf::StackEvent event(int seconds, const std::string& id, const std::string& status,
                     const std::string& reason = "") {
  const bool own = id == "s";
  cf::StackEvent made;
  made.LogicalResourceId = id;
  made.PhysicalResourceId = own ? "arn:stack" : id + "-physical";
  made.ResourceType = own ? "AWS::CloudFormation::Stack" : "AWS::S3::Bucket";
  made.Timestamp = wire::Timestamp{began + std::chrono::seconds(seconds)};
  made.ResourceStatus = status;
  if (!reason.empty()) made.ResourceStatusReason = reason;
  return made;
}

std::string told(const cf::Stack& of, const std::vector<cf::StackEvent>& events,
                 const std::vector<cf::StackResourceSummary>& resources = {},
                 const StackSurroundings& around = {}) {
  return story_text(tell_stack(of, events, resources, around, began + std::chrono::seconds(60)), 0);
}

void expect_in(const std::string& text, std::initializer_list<const char*> words) {
  for (const char* word : words) EXPECT_NE(text.find(word), text.npos) << word << " is not in\n" << text;
}

TEST(StackStory, tells_what_failed_first_and_not_what_was_cancelled_for_it) {
  const std::string text = told(stack("ROLLBACK_COMPLETE"),
                                {event(0, "s", "CREATE_IN_PROGRESS", "User Initiated"),
                                 event(2, "Bad", "CREATE_FAILED", "the name is taken"),
                                 event(2, "Other", "CREATE_FAILED", "Resource creation cancelled"),
                                 event(3, "s", "ROLLBACK_IN_PROGRESS"), event(4, "s", "ROLLBACK_COMPLETE")});
  expect_in(text, {"stack s is ROLLBACK_COMPLETE", "what it had made is gone",
                   "first, Bad (AWS::S3::Bucket) is CREATE_FAILED after 2.0 s: the name is taken",
                   "cancelled because of that: Other", "berth stack delete s"});
}

TEST(StackStory, looks_at_the_last_operation_only) {
  const std::string text =
      told(stack("UPDATE_ROLLBACK_COMPLETE"),
           {event(0, "s", "CREATE_IN_PROGRESS"), event(1, "Old", "CREATE_FAILED", "long ago"),
            event(10, "s", "UPDATE_IN_PROGRESS"), event(11, "New", "UPDATE_FAILED", "no such key")});
  expect_in(text, {"New", "no such key", "taken back", "berth stack launch TEMPLATE s"});
  EXPECT_EQ(text.find("long ago"), text.npos);
}

TEST(StackStory, says_what_is_waited_for_and_why_a_group_has_no_instances) {
  cf::StackResourceSummary group;
  group.LogicalResourceId = "Group";
  group.ResourceType = "AWS::AutoScaling::AutoScalingGroup";
  group.ResourceStatus = "CREATE_IN_PROGRESS";
  group.LastUpdatedTimestamp = wire::Timestamp{began};
  StackSurroundings around;
  around.groups.push_back({"Group", 1, 2, "no room for a g5.xlarge: 1 GPU is asked for, 0 are left"});
  expect_in(told(stack("CREATE_IN_PROGRESS"), {event(0, "s", "CREATE_IN_PROGRESS")}, {group}, around),
            {"it is under way", "Group (AWS::AutoScaling::AutoScalingGroup) is CREATE_IN_PROGRESS for 1 min",
             "signals", "1 of 2 instances", "0 are left"});
  group.ResourceStatus = "CREATE_COMPLETE";
  expect_in(told(stack("CREATE_COMPLETE"), {}, {group}, around),
            {"it is whole", "Group is below its desired capacity", "0 are left"});
}

TEST(StackStory, says_what_blocks_deletion_and_what_helps) {
  StackSurroundings around;
  around.contents.push_back({"Results", "AWS::S3::Bucket", "bucket-1", "objects"});
  const std::string text = told(
      stack("DELETE_FAILED"),
      {event(0, "s", "DELETE_IN_PROGRESS"), event(1, "Results", "DELETE_FAILED", "not empty")}, {}, around);
  expect_in(text, {"Results (AWS::S3::Bucket) is DELETE_FAILED", "not empty", "bucket-1) holds objects",
                   "'berth stack delete s --empty'"});
}

TEST(StackStory, names_what_of_the_template_is_not_honoured) {
  StackSurroundings around;
  around.report = base::parse_json(R"({"rows": [
      {"resource": "Group", "property": "Cooldown", "standing": "ignored"},
      {"resource": "Group", "property": "MinSize", "standing": "honoured"},
      {"resource": "Launch", "property": "UserData", "standing": "emulated"}]})")
                      .value();
  const std::string text = told(stack("CREATE_COMPLETE"), {}, {}, around);
  expect_in(text, {"ignored: Group.Cooldown", "emulated: Launch.UserData", "berth stack report s"});
  EXPECT_EQ(text.find("MinSize"), text.npos);
}

TEST(Story, is_json_for_programs) {
  Story story{.headline = "it is so"};
  story.say("why", "because");
  story.say("why", "");
  story.say("do", "nothing");
  EXPECT_EQ(base::to_text(story_json(story)),
            R"({"headline":"it is so","why":["because"],"do":["nothing"]})");
}

}  // namespace
}  // namespace berth::cli
