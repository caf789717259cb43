#include "stack_world.hpp"

#include "berth/services/cloudformation/wait_handle.hpp"

#include <gtest/gtest.h>

namespace berth::cloudformation {
namespace {

class WaitConditions : public testing::Test, protected test::StackWorld {
 protected:
  static CreateStackRequest waiting(const std::string& count = "1", const std::string& timeout = "3600") {
    return request(
        "Resources:\n"
        "  Handle: {Type: AWS::CloudFormation::WaitConditionHandle}\n"
        "  Logs: {Type: AWS::Logs::LogGroup}\n"
        "  Condition: {Type: AWS::CloudFormation::WaitCondition, Properties: {Handle: !Ref Handle, Count: " +
        count + ", Timeout: " + timeout +
        "}}\n"
        "Outputs: {Data: {Value: !GetAtt Condition.Data}, Address: {Value: !Ref Handle}}\n");
  }
  static CreateStackRequest waiting_by_policy(const std::string& policy) {
    return request(
        "Resources: {Condition: {Type: AWS::CloudFormation::WaitCondition, CreationPolicy: "
        "{ResourceSignal: " +
        policy + "}}}");
  }
  void run_until_it_waits() {
    run_until([&] { return resource("Condition").begun.has_value(); });
  }
  SignalAnswer put(const std::string& body) { return put(resource("Handle").physical_id, body); }
  SignalAnswer put(const std::string& address, const std::string& body) {
    return receive_signal(*service, address.substr(address.find("/_berth/")), body, world.clock.now());
  }
  static std::string signal(const std::string& id, const std::string& data = "",
                            const std::string& status = "SUCCESS") {
    return R"({"Status":")" + status + R"(","UniqueId":")" + id + R"(","Reason":"because","Data":")" + data +
           R"("})";
  }
  std::string send(const std::string& id, const std::string& status = "SUCCESS",
                   const std::string& resource = "Condition") {
    SignalResourceRequest in{"s", resource, id, status};
    try {
      signal_resource(*service, call(), std::move(in));
    } catch (const wire::ServiceError& error) {
      return error.code + ": " + error.message;
    }
    return "";
  }
};

TEST_F(WaitConditions, are_complete_when_so_many_have_put_their_signal) {
  const std::string id = begin(waiting("2"));
  run_until_it_waits();
  EXPECT_EQ(resource("Condition").physical_id, id + "/Handle");
  const std::string address = resource("Handle").physical_id;
  EXPECT_EQ(address.find("http://127.0.0.1:4566/_berth/signals/000000000000/us-east-1/"), 0U) << address;
  EXPECT_EQ(put(signal("a", "one")).status, 200);
  EXPECT_EQ(put(signal("a", "again")).status, 200);
  EXPECT_EQ(status(), "CREATE_IN_PROGRESS");
  EXPECT_EQ(put(signal("b", "two")).status, 200);
  run_until_status("CREATE_COMPLETE");
  EXPECT_EQ(find()->outputs.at(0).value, R"({"a":"one","b":"two"})");
  EXPECT_EQ(find()->outputs.at(1).value, address);
  remove();
  EXPECT_EQ(status(), "gone");
  EXPECT_EQ(put(address, signal("c")).status, 403);
}

TEST_F(WaitConditions, fail_with_the_reason_that_is_put) {
  struct Case {
    std::string body;
    int status;
    const char* reason;
  } const cases[] = {
      {signal("a", "", "FAILURE"), 200, "WaitCondition received failed message: 'because' for uniqueId: a"},
      {"not JSON", 400, "Unparsable WaitCondition data"},
      {R"({"Status":"SUCCESS"})", 400, "Unparsable WaitCondition data"},
      {R"({"Status":"PERHAPS","UniqueId":"a"})", 400, "Unparsable WaitCondition data"}};
  for (const Case& c : cases) {
    SCOPED_TRACE(c.body);
    const std::string id = begin(waiting());
    run_until_it_waits();
    EXPECT_EQ(put(c.body).status, c.status);
    run_until_status("ROLLBACK_COMPLETE");
    EXPECT_TRUE(told(id, std::string("Condition CREATE_FAILED ") + c.reason));
    EXPECT_TRUE(things().empty());
    remove();
  }
}

TEST_F(WaitConditions, fail_when_their_time_is_up) {
  const std::string id = create(waiting("3", "0"));
  EXPECT_EQ(status(), "ROLLBACK_COMPLETE");
  EXPECT_TRUE(
      told(id, "Condition CREATE_FAILED WaitCondition timed out. Received 0 conditions when expecting 3"));
  remove();
  const std::string other = create(waiting_by_policy("{Count: 2, Timeout: PT0S}"));
  EXPECT_EQ(status(), "ROLLBACK_COMPLETE");
  EXPECT_TRUE(told(
      other, "Condition CREATE_FAILED Failed to receive 2 resource signal(s) within the specified duration"));
}

TEST_F(WaitConditions, keep_signals_and_time_over_a_restart) {
  begin(waiting("2"));
  run_until_it_waits();
  const std::string address = resource("Handle").physical_id;
  EXPECT_EQ(put(signal("a", "one")).status, 200);
  restart();
  run_until([&] { return world.store != nullptr && resource("Condition").begun.has_value(); });
  EXPECT_EQ(resource("Handle").physical_id, address);
  EXPECT_EQ(put(address, signal("b", "two")).status, 200);
  run_until_status("CREATE_COMPLETE");
  EXPECT_EQ(find()->outputs.at(0).value, R"({"a":"one","b":"two"})");
  remove();

  const std::string id = begin(waiting("1", "3600"));
  run_until_it_waits();
  world.clock.advance(std::chrono::hours(2));
  restart();
  run_until_status("ROLLBACK_COMPLETE");
  EXPECT_TRUE(
      told(id, "Condition CREATE_FAILED WaitCondition timed out. Received 0 conditions when expecting 1"));
  EXPECT_TRUE(things().empty());
}

TEST_F(WaitConditions, are_deleted_while_they_wait) {
  const std::string id = begin(waiting());
  run_until_it_waits();
  const std::string address = resource("Handle").physical_id;
  DeleteStackRequest in;
  in.StackName = "s";
  delete_stack(*service, call(), std::move(in));
  run_until_status("gone");
  EXPECT_TRUE(told(id, "Condition CREATE_FAILED Resource creation cancelled"));
  EXPECT_TRUE(things().empty());
  EXPECT_EQ(put(address, signal("a")).status, 403);
}

TEST_F(WaitConditions, give_up_when_another_resource_fails) {
  CreateStackRequest in = waiting();
  in.TemplateBody->replace(
      in.TemplateBody->find("Outputs"), 0,
      "  Bad: {Type: AWS::S3::Bucket, Properties: {BucketName: No_Good}, DependsOn: Logs}\n");
  const std::string id = begin(std::move(in));
  run_until_status("ROLLBACK_COMPLETE");
  EXPECT_TRUE(told(id, "Condition CREATE_FAILED Resource creation cancelled"));
}

TEST_F(WaitConditions, by_policy_count_the_signals_of_the_api_once_a_sender) {
  const std::string id = begin(waiting_by_policy("{Count: 2, Timeout: PT1H}"));
  run_until_it_waits();
  EXPECT_EQ(send("i-1"), "");
  EXPECT_EQ(send("i-1"), "");
  EXPECT_EQ(status(), "CREATE_IN_PROGRESS");
  EXPECT_EQ(send("i-2", "PERHAPS").substr(0, 62),
            "ValidationError: 1 validation error detected: Value 'PERHAPS' ");
  EXPECT_EQ(send("i-2", "SUCCESS", "Nobody"), "ValidationError: Resource Nobody does not exist for stack s");
  EXPECT_EQ(send("i-2"), "");
  run_until_status("CREATE_COMPLETE");
  EXPECT_EQ(send("i-3"),
            "ValidationError: Stack " + id + " is in CREATE_COMPLETE state and cannot be signaled");
  const auto lines = events(id);
  const std::string line = "Condition CREATE_IN_PROGRESS Received SUCCESS signal with UniqueId i-";
  EXPECT_EQ(std::ranges::count(lines, line + "1"), 1);
  EXPECT_EQ(std::ranges::count(lines, line + "2"), 1);
}

TEST_F(WaitConditions, with_a_handle_take_no_signals_of_the_api_and_nor_does_what_does_not_wait) {
  begin(waiting());
  run_until_it_waits();
  EXPECT_EQ(send("i-1"),
            "ValidationError: Resource Condition has no CreationPolicy, so it waits for no signals");
  EXPECT_EQ(send("i-1", "SUCCESS", "Logs").substr(0, 63),
            "ValidationError: Resource Logs is an AWS::Logs::LogGroup, which");
  put(signal("a"));
  run_until_status("CREATE_COMPLETE");
}

TEST_F(WaitConditions, by_policy_fail_by_the_api) {
  const std::string id = begin(waiting_by_policy("{Timeout: PT1H}"));
  run_until_it_waits();
  EXPECT_EQ(send("i-1", "FAILURE"), "");
  run_until_status("ROLLBACK_COMPLETE");
  EXPECT_TRUE(told(id, "Condition CREATE_FAILED Received FAILURE signal with UniqueId i-1"));
}

TEST_F(WaitConditions, are_not_updated) {
  begin(waiting());
  run_until_it_waits();
  put(signal("a", "x"));
  run_until_status("CREATE_COMPLETE");
  EXPECT_EQ(update(*waiting("2").TemplateBody), "");
  EXPECT_EQ(status(), "UPDATE_ROLLBACK_COMPLETE") << find()->reason;
  EXPECT_EQ(find()->outputs.at(0).value, R"({"a":"x"})");
  EXPECT_TRUE(
      told(find()->id(),
           "Condition UPDATE_FAILED Update to resource type AWS::CloudFormation::WaitCondition is not "
           "supported."));
}

TEST_F(WaitConditions, need_a_handle_and_a_time) {
  struct Case {
    const char *resource, *reason;
  } const cases[] = {
      {"{Type: AWS::CloudFormation::WaitCondition}", "Property Handle cannot be empty."},
      {"{Type: AWS::CloudFormation::WaitCondition, Properties: {Handle: 'http://elsewhere/x'}}",
       "Property Timeout cannot be empty."},
      {"{Type: AWS::CloudFormation::WaitCondition, Properties: {Handle: 'http://elsewhere/x', Timeout: 1}}",
       "Property Handle must be the Ref of"},
      {"{Type: AWS::CloudFormation::WaitCondition, CreationPolicy: {ResourceSignal: {Timeout: PT13H}}}",
       "CreationPolicy: Timeout must be"},
      {"{Type: AWS::CloudFormation::WaitCondition, CreationPolicy: {ResourceSignal: {}}, Properties: {Count: "
       "1}}",
       "takes no properties"}};
  for (const Case& c : cases) {
    create(std::string("Resources: {R: ") + c.resource + "}");
    EXPECT_EQ(status(), "ROLLBACK_COMPLETE") << c.resource;
    EXPECT_NE(failure("R").find(c.reason), std::string::npos) << c.resource << " → " << failure("R");
    remove();
  }
}

TEST(WaitHandles, are_read_from_their_addresses) {
  const WaitHandle handle{{"1", "r", "u-u", "Logical"}, "abc"};
  const std::string address = to_address(handle, "https://host:1");
  EXPECT_EQ(address, "https://host:1/_berth/signals/1/r/u-u/Logical?token=abc");
  for (const std::string& text : {address, address.substr(14)}) {
    const auto read = parse_wait_handle(text);
    ASSERT_TRUE(read) << text;
    EXPECT_EQ(read->target, handle.target);
    EXPECT_EQ(read->token, "abc");
  }
  for (const char* text : {"", "http://h/", "http://h/_berth/signals/1/r/u/L",
                           "http://h/_berth/signals/1/r/u/L?token=", "http://h/_berth/signals/1/r/u?token=a",
                           "http://h/_berth/signals/1/r/u/L/M?token=a",
                           "http://h/_berth/signals//r/u/L?token=a", "?token=a/_berth/signals/1/r/u/L"})
    EXPECT_FALSE(parse_wait_handle(text)) << text;
}

}  // namespace
}  // namespace berth::cloudformation
