#include "engine_world.hpp"

#include "berth/stack/template_error.hpp"

namespace berth::stack {
namespace {

using test::Engines;
using test::Log;

const std::string diamond = R"(
Parameters: {P: {Type: Number, Default: 15000}}
Resources:
  A: {Type: T, Properties: {Memory: !Ref P}}
  B: {Type: T, Properties: {Name: !Ref A, Arn: !GetAtt A.Arn}}
  C: {Type: T, DependsOn: A}
  D: {Type: T, Properties: {Text: !Sub '${B} and ${C.Arn}'}}
Outputs:
  Everything: {Value: !Sub '${D.Arn}!', Description: all of it}
)";

TEST_F(Engines, make_a_stack_in_order_and_parallel_where_the_graph_allows) {
  create(diamond);
  run();
  EXPECT_EQ(status(), "CREATE_COMPLETE");
  EXPECT_EQ(provider->order, (Log{"+A", "+B", "+C", "+D"}));
  EXPECT_EQ(provider->most_at_once, 2);
  const StackRecord& stack = *find();
  const std::string a = stack.resource("A")->physical_id;
  EXPECT_EQ(a.substr(0, 4), "s-A-");
  EXPECT_EQ(provider->properties["A"].at("Memory"), "15000");
  EXPECT_EQ(provider->properties["B"].at("Name"), json::string(a));
  EXPECT_EQ(provider->properties["B"].at("Arn"), json::string("arn:" + a));
  ASSERT_EQ(stack.outputs.size(), 1U);
  EXPECT_EQ(stack.outputs[0].value, "arn:" + stack.resource("D")->physical_id + "!");
}

TEST_F(Engines, tell_events_in_cloudformations_order_and_words) {
  create("Resources: {A: {Type: T}, B: {Type: T, DependsOn: A}}");
  run();
  EXPECT_EQ(events(), (Log{"s CREATE_IN_PROGRESS User Initiated", "A CREATE_IN_PROGRESS",
                           "A CREATE_IN_PROGRESS Resource creation Initiated", "A CREATE_COMPLETE",
                           "B CREATE_IN_PROGRESS", "B CREATE_IN_PROGRESS Resource creation Initiated",
                           "B CREATE_COMPLETE", "s CREATE_COMPLETE"}));
}

TEST_F(Engines, page_events_newest_first) {
  create(diamond);
  run();
  std::vector<std::string> ids;
  std::int64_t before = 0;
  do {
    const auto page = await(engine->archive().events("000000000000", "us-east-1", uuid, before, 5));
    EXPECT_LE(page.events.size(), 5U);
    for (const EventRecord& event : page.events) ids.push_back(event.id);
    before = page.next_before;
  } while (before != 0);
  EXPECT_EQ(ids.size(), 14U);
  EXPECT_EQ(std::set(ids.begin(), ids.end()).size(), 14U);
}

struct Failing {
  const char* resource;
  bool exists;  // fails after it exists
  OnFailure on_failure;
};
class FailingEngines : public Engines, public testing::WithParamInterface<Failing> {};

TEST_P(FailingEngines, a_failure_anywhere_leaves_nothing_behind_and_names_itself) {
  const Failing& failing = GetParam();
  (failing.exists ? provider->fail_after : provider->fail_before).insert(failing.resource);
  create(diamond, failing.on_failure);
  run();
  const std::string reason = (failing.exists ? "half a " : "no ") + std::string(failing.resource);
  const Log log = events();
  EXPECT_NE(std::ranges::find(log, std::string(failing.resource) + " CREATE_FAILED " + reason), log.end());
  if (failing.on_failure == OnFailure::DO_NOTHING) {
    EXPECT_EQ(status(), "CREATE_FAILED");
    engine->remove(*find());
    run();
    EXPECT_EQ(status(), "gone");
  } else {
    EXPECT_EQ(status(), failing.on_failure == OnFailure::ROLLBACK ? "ROLLBACK_COMPLETE" : "gone");
    EXPECT_EQ(log.back(),
              failing.on_failure == OnFailure::ROLLBACK ? "s ROLLBACK_COMPLETE" : "s DELETE_COMPLETE");
  }
  EXPECT_TRUE(provider->exists.empty());
}

std::vector<Failing> everywhere() {
  std::vector<Failing> cases;
  for (const char* resource : {"A", "B", "C", "D"})
    for (const bool exists : {false, true})
      for (const OnFailure on_failure : {OnFailure::ROLLBACK, OnFailure::DO_NOTHING, OnFailure::DELETE})
        cases.push_back({resource, exists, on_failure});
  return cases;
}
INSTANTIATE_TEST_SUITE_P(Everywhere, FailingEngines, testing::ValuesIn(everywhere()));

TEST_F(Engines, roll_back_in_reverse_order_with_cloudformations_sentences) {
  provider->fail_after.insert("D");
  create(diamond);
  run();
  EXPECT_EQ(provider->order, (Log{"+A", "+B", "+C", "+D", "-D", "-B", "-C", "-A"}));
  const Log log = events();
  const auto rollback = std::ranges::find(
      log,
      "s ROLLBACK_IN_PROGRESS The following resource(s) failed to create: [D]. Rollback requested by user.");
  EXPECT_NE(rollback, log.end());
  EXPECT_EQ(log.back(), "s ROLLBACK_COMPLETE");
}

TEST_F(Engines, cancel_what_runs_beside_a_failure) {
  provider->fail_before.insert("B");
  create("Resources: {A: {Type: Slow}, B: {Type: T}, C: {Type: T, DependsOn: A}}");
  run();
  EXPECT_EQ(status(), "ROLLBACK_COMPLETE");
  EXPECT_TRUE(provider->exists.empty());
  const Log log = events();
  EXPECT_NE(std::ranges::find(log, "A CREATE_FAILED Resource creation cancelled"), log.end());
  EXPECT_NE(std::ranges::find(log,
                              "s ROLLBACK_IN_PROGRESS The following resource(s) failed to create: [A, B]. "
                              "Rollback requested by user."),
            log.end());
  EXPECT_EQ(std::ranges::find(log, "C CREATE_IN_PROGRESS"), log.end());
}

TEST_F(Engines, a_function_that_cannot_be_resolved_fails_its_resource) {
  create("Resources: {A: {Type: T}, B: {Type: T, Properties: {x: !GetAtt A.Size}}}");
  run();
  EXPECT_EQ(status(), "ROLLBACK_COMPLETE");
  const Log log = events();
  EXPECT_NE(
      std::ranges::find(log,
                        "B CREATE_FAILED Template error: resource A does not support attribute type Size "
                        "in Fn::GetAtt"),
      log.end());
}

TEST_F(Engines, an_output_that_cannot_be_resolved_rolls_the_stack_back) {
  create("Resources: {A: {Type: T}}\nOutputs: {O: {Value: !GetAtt A.Size}}");
  run();
  EXPECT_EQ(status(), "ROLLBACK_COMPLETE");
  EXPECT_TRUE(provider->exists.empty());
}

TEST_F(Engines, delete_everything_and_remember_the_stack_by_its_id) {
  create(diamond);
  run();
  engine->remove(*find());
  run();
  EXPECT_EQ(status(), "gone");
  EXPECT_TRUE(provider->exists.empty());
  const auto deleted = await(engine->archive().find_deleted("000000000000", "us-east-1", uuid));
  ASSERT_TRUE(deleted);
  EXPECT_EQ(to_text(deleted->status), "DELETE_COMPLETE");
  EXPECT_EQ(deleted->deleted, clock.now());
  EXPECT_EQ(events().back(), "s DELETE_COMPLETE");
  EXPECT_EQ(await(engine->archive().template_of("000000000000", "us-east-1", uuid)), diamond);
}

TEST_F(Engines, a_resource_that_cannot_be_deleted_keeps_what_it_needs_and_a_second_try_goes_on) {
  create(diamond);
  run();
  provider->stuck.insert("B");
  engine->remove(*find());
  run();
  EXPECT_EQ(status(), "DELETE_FAILED");
  EXPECT_EQ(find()->reason, "The following resource(s) failed to delete: [B]. ");
  EXPECT_EQ(find()->resource("B")->reason, "B is not empty");
  EXPECT_EQ(to_text(find()->resource("A")->status), "CREATE_COMPLETE");
  EXPECT_EQ(to_text(find()->resource("C")->status), "DELETE_COMPLETE");
  EXPECT_EQ(provider->exists.size(), 2U);
  provider->stuck.clear();
  engine->remove(*find());
  run();
  EXPECT_EQ(status(), "gone");
  EXPECT_TRUE(provider->exists.empty());
}

TEST_F(Engines, a_second_try_may_leave_the_stuck_resource_behind) {
  create(diamond);
  run();
  provider->stuck.insert("B");
  engine->remove(*find());
  run();
  engine->remove(*find(), {"B"});
  run();
  EXPECT_EQ(status(), "gone");
  EXPECT_EQ(provider->exists.size(), 1U);
}

TEST_F(Engines, keep_what_the_template_retains) {
  create(
      "Resources: {A: {Type: T}, B: {Type: T, DependsOn: A, DeletionPolicy: Retain}, "
      "C: {Type: T, DeletionPolicy: RetainExceptOnCreate}}");
  run();
  engine->remove(*find());
  run();
  EXPECT_EQ(status(), "gone");
  EXPECT_EQ(provider->exists.size(), 2U);
  const Log log = events();
  EXPECT_NE(std::ranges::find(log, "B DELETE_SKIPPED"), log.end());
  EXPECT_NE(std::ranges::find(log, "C DELETE_SKIPPED"), log.end());
  EXPECT_NE(std::ranges::find(log, "A DELETE_COMPLETE"), log.end());
}

TEST_F(Engines, a_rollback_keeps_retain_and_deletes_retain_except_on_create) {
  provider->fail_before.insert("C");
  create(
      "Resources: {A: {Type: T, DeletionPolicy: Retain}, B: {Type: T, DeletionPolicy: RetainExceptOnCreate}, "
      "C: {Type: T, DependsOn: [A, B]}}");
  run();
  EXPECT_EQ(status(), "ROLLBACK_COMPLETE");
  EXPECT_EQ(provider->exists.size(), 1U);
}

TEST_F(Engines, deleting_a_stack_in_creation_cancels_it) {
  create("Resources: {A: {Type: T}, B: {Type: Slow, DependsOn: A}, C: {Type: T, DependsOn: B}}");
  run_steps(20);
  EXPECT_EQ(to_text(find()->resource("B")->status), "CREATE_IN_PROGRESS");
  engine->remove(*find());
  EXPECT_EQ(status(), "DELETE_IN_PROGRESS");
  run();
  EXPECT_EQ(status(), "gone");
  EXPECT_TRUE(provider->exists.empty());
}

TEST_F(Engines, conditions_leave_resources_and_outputs_out) {
  create(R"(
Parameters: {Gpu: {Type: String, Default: 'no'}}
Conditions: {HasGpu: !Equals [!Ref Gpu, 'yes']}
Resources:
  A: {Type: T, Properties: {x: !If [HasGpu, !Ref B, none]}}
  B: {Type: T, Condition: HasGpu}
Outputs:
  OnlyWithGpu: {Condition: HasGpu, Value: !Ref B}
)");
  run();
  EXPECT_EQ(status(), "CREATE_COMPLETE");
  EXPECT_EQ(provider->order, (Log{"+A"}));
  EXPECT_EQ(provider->properties["A"].at("x"), "none");
  EXPECT_TRUE(find()->outputs.empty());
}

class RestartedEngines : public Engines, public testing::WithParamInterface<int> {
 protected:
  RestartedEngines() : Engines(true) {}
};

TEST_P(RestartedEngines, a_creation_goes_on_after_a_restart_at_any_moment) {
  create(diamond);
  run_steps(GetParam());
  restart();
  run();
  EXPECT_EQ(status(), "CREATE_COMPLETE");
  EXPECT_EQ(provider->exists.size(), 4U);
  EXPECT_EQ(find()->outputs.size(), 1U);
  const Log log = events();
  EXPECT_EQ(std::ranges::count(log, "s CREATE_COMPLETE"), 1);
}

TEST_P(RestartedEngines, a_rollback_goes_on_after_a_restart_at_any_moment) {
  provider->fail_after.insert("D");
  create(diamond);
  run_steps(GetParam());
  restart();
  provider->fail_after.insert("D");
  run();
  EXPECT_EQ(status(), "ROLLBACK_COMPLETE");
  EXPECT_TRUE(provider->exists.empty());
}

TEST_P(RestartedEngines, a_deletion_goes_on_after_a_restart_at_any_moment) {
  create(diamond);
  run();
  engine->remove(*find());
  run_steps(GetParam());
  restart();
  run();
  EXPECT_EQ(status(), "gone");
  EXPECT_TRUE(provider->exists.empty());
}
INSTANTIATE_TEST_SUITE_P(AfterSteps, RestartedEngines, testing::Range(0, 42, 6));

class WaitingEngines : public Engines {
 protected:
  WaitingEngines() : Engines(true) {}
};

TEST_F(WaitingEngines, go_on_after_a_restart_with_what_only_waits) {
  create("Resources: {A: {Type: Patient}, B: {Type: T, Properties: {Name: !GetAtt A.Arn}}}");
  run_steps(50);
  const std::string id = id_of("A");
  ASSERT_FALSE(id.empty());
  restart();
  run();
  EXPECT_EQ(status(), "CREATE_COMPLETE");
  EXPECT_EQ(id_of("A"), id);
  EXPECT_EQ(provider->order, (Log{">A", "+B"}));
  EXPECT_FALSE(find()->resource("A")->begun);
}

TEST_F(WaitingEngines, begin_anew_with_what_has_failed_to_wait) {
  const std::string text = "Resources: {A: {Type: Patient}, B: {Type: T}}";
  create(text, OnFailure::DO_NOTHING);
  run_steps(50);
  engine->cancel_creation(*find());
  run();
  EXPECT_EQ(status(), "CREATE_FAILED");
  EXPECT_EQ(find()->reason.substr(0, 28), "Resource creation cancelled.");
  engine->roll_back(*find(), "");
  run();
  EXPECT_EQ(status(), "ROLLBACK_COMPLETE");
  EXPECT_TRUE(provider->exists.empty());
}

TEST_F(WaitingEngines, have_room_for_what_acts_however_many_wait) {
  std::string text = "Resources:\n";
  for (std::size_t i = 0; i < Engine::max_running + 10; ++i)
    text += "  W" + std::to_string(i) + ": {Type: Patient}\n";
  create(text + "  A: {Type: T}\n");
  run_steps(2000);
  EXPECT_EQ(find()->resource("A")->status, ResourceStatus::CREATE_COMPLETE);
  engine->remove(*find());
  run();
  EXPECT_EQ(status(), "gone");
  EXPECT_TRUE(provider->exists.empty());
}

TEST_F(WaitingEngines, give_up_waiting_after_a_restart_where_the_stack_has_failed) {
  create("Resources: {A: {Type: Patient}, B: {Type: T}}");
  run_steps(50);
  engine->remove(*find());
  restart();
  run();
  EXPECT_EQ(status(), "gone");
  EXPECT_TRUE(provider->exists.empty());
}

TEST_F(WaitingEngines, keep_signals_one_of_each_sender) {
  const SignalTarget target{"000000000000", "us-east-1", "u", "A"},
      other{"000000000000", "us-east-1", "u", "B"};
  const auto signal = [](const std::string& id, bool success = true) {
    return SignalRecord{.unique_id = id, .success = success, .reason = "r", .data = "d" + id, .time = {}};
  };
  int told = 0;
  const auto watcher = engine->signals().watch(target, [&] { ++told; });
  EXPECT_TRUE(engine->signals().add(target, signal("1")));
  EXPECT_TRUE(engine->signals().add(target, signal("1", false)));
  EXPECT_TRUE(engine->signals().add(target, signal("2")));
  EXPECT_TRUE(engine->signals().add(other, signal("1")));
  EXPECT_EQ(told, 2);
  engine->signals().unwatch(watcher);
  restart();
  ASSERT_EQ(engine->signals().of(target).size(), 2U);
  EXPECT_EQ(engine->signals().of(target)[1].data, "d2");
  EXPECT_TRUE(engine->signals().of(target)[0].success);
  engine->signals().forget(other);
  engine->signals().forget_all_of("000000000000", "us-east-1", "u");
  restart();
  EXPECT_TRUE(engine->signals().of(target).empty());
  for (std::size_t i = 0; i < Signals::most; ++i) engine->signals().add(target, signal(std::to_string(i)));
  EXPECT_FALSE(engine->signals().add(target, signal("one more")));
}

TEST(Progress, a_timeout_cancels_and_rolls_back_with_its_reason) {
  const base::TimePoint now{};
  StackRecord stack;
  stack.name = "s";
  stack.resources.resize(2);
  stack.resources[0].logical_id = "A";
  stack.resources[1].logical_id = "B";
  stack.resources[1].needs = {"A"};
  EXPECT_EQ(start(stack, now).create, (Log{"A"}));
  initiated(stack, "A", "a-1", now);
  EXPECT_EQ(timed_out(stack, now).cancel, (Log{"A"}));
  EXPECT_TRUE(timed_out(stack, now).cancel.empty());
  const Step step = create_failed(stack, "A", "Resource creation cancelled", now);
  EXPECT_EQ(step.remove, (Log{"A"}));
  EXPECT_EQ(
      stack.reason,
      "Stack creation time exceeded the specified timeout. The following resource(s) failed to create: [A]. "
      "Rollback requested by user.");
  removed(stack, "A", now);
  EXPECT_EQ(stack.status, StackStatus::ROLLBACK_COMPLETE);
}

}  // namespace
}  // namespace berth::stack
