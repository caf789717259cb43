#include "engine_world.hpp"

#include "base/described_json.hpp"
#include "berth/stack/template_error.hpp"

#include <fmt/format.h>

#include <random>

namespace berth::stack {
namespace {

using test::Engines;
using test::Log;

/// A property Fixed is replaced for, any other is changed in place (FakeProvider).
const std::string before = R"(
Resources:
  A: {Type: T, Properties: {Fixed: 1, Free: 1}}
  B: {Type: T, Properties: {Of: !Ref A, Free: 1}}
  C: {Type: T, DependsOn: B, Properties: {Free: 1}}
Outputs: {Name: {Value: !Ref A}}
)";

class Updates : public Engines {
 protected:
  explicit Updates(bool on_disk = false) : Engines(on_disk) {}

  void make(const std::string& text = before) {
    create(text);
    run();
    ASSERT_EQ(status(), "CREATE_COMPLETE") << find()->reason;
    made_at_first = provider->made;
    seen = events().size();
    provider->order.clear();
  }
  /// Until the update has turned round, or ended.
  void run_until_failure() {
    context->restart();
    while (status() == "UPDATE_IN_PROGRESS" && context->poll_one() > 0) {
    }
  }
  Log news() {
    const Log all = events();
    return {all.begin() + static_cast<std::ptrdiff_t>(seen), all.end()};
  }
  /// The stack and the world agree: each resource is there once, with the properties that the stack has.
  void expect_whole() {
    std::map<std::string, json::object> wanted;
    for (const ResourceRecord& resource : find()->resources) {
      EXPECT_TRUE(resource.status == ResourceStatus::CREATE_COMPLETE ||
                  resource.status == ResourceStatus::UPDATE_COMPLETE)
          << resource.logical_id << " " << to_text(resource.status);
      wanted[resource.physical_id] = base::parse_json(resource.properties).value().get_object();
      EXPECT_FALSE(resource.pending || resource.replacing || resource.leaving || resource.touched)
          << resource.logical_id;
    }
    EXPECT_EQ(provider->made, wanted);
    EXPECT_EQ(provider->exists.size(), wanted.size());
    EXPECT_FALSE(find()->before.has_value());
    EXPECT_TRUE(find()->retired.empty());
  }
  void expect_as_before() {
    EXPECT_EQ(status(), "UPDATE_ROLLBACK_COMPLETE") << find()->reason;
    EXPECT_EQ(provider->made, made_at_first);
    EXPECT_EQ(engine->template_text(*find()), before);
    expect_whole();
  }

  std::map<std::string, json::object> made_at_first;
  std::size_t seen = 0;
};

TEST_F(Updates, change_in_place_what_differs_and_leave_the_rest) {
  make();
  const std::string a = id_of("A");
  update(R"(
Resources:
  A: {Type: T, Properties: {Fixed: 1, Free: 2}}
  B: {Type: T, Properties: {Of: !Ref A, Free: 1}}
  C: {Type: T, DependsOn: B, Properties: {Free: 1}}
Outputs: {Name: {Value: !Sub '${A}!'}}
)");
  run();
  EXPECT_EQ(status(), "UPDATE_COMPLETE");
  EXPECT_EQ(id_of("A"), a);
  EXPECT_EQ(provider->order, (Log{"~A"}));
  EXPECT_EQ(provider->priors["A"].at("Free"), 1);
  EXPECT_EQ(news(), (Log{"s UPDATE_IN_PROGRESS User Initiated", "A UPDATE_IN_PROGRESS", "A UPDATE_COMPLETE",
                         "s UPDATE_COMPLETE_CLEANUP_IN_PROGRESS", "s UPDATE_COMPLETE"}));
  EXPECT_EQ(find()->outputs.at(0).value, a + "!");
  expect_whole();
}

TEST_F(Updates, replace_with_the_new_one_first_then_what_names_it_and_the_old_one_at_last) {
  make();
  const std::string a = id_of("A"), b = id_of("B");
  update(R"(
Resources:
  A: {Type: T, Properties: {Fixed: 2, Free: 1}}
  B: {Type: T, Properties: {Of: !Ref A, Free: 1}}
  C: {Type: T, DependsOn: B, Properties: {Free: 1}}
)");
  run();
  EXPECT_EQ(provider->order, (Log{"+A", "~B", "-A"}));
  EXPECT_NE(id_of("A"), a);
  EXPECT_EQ(id_of("B"), b);
  EXPECT_EQ(provider->made[b].at("Of"), json::string(id_of("A")));
  EXPECT_EQ(
      news(),
      (Log{"s UPDATE_IN_PROGRESS User Initiated",
           "A UPDATE_IN_PROGRESS Requested update requires the creation of a new physical resource; hence "
           "creating one.",
           "A UPDATE_IN_PROGRESS Resource creation Initiated", "A UPDATE_COMPLETE", "B UPDATE_IN_PROGRESS",
           "B UPDATE_COMPLETE", "s UPDATE_COMPLETE_CLEANUP_IN_PROGRESS", "A DELETE_IN_PROGRESS",
           "A DELETE_COMPLETE", "s UPDATE_COMPLETE"}));
  expect_whole();
}

TEST_F(Updates, add_before_and_remove_after) {
  make();
  update("Resources: {A: {Type: T, Properties: {Fixed: 1, Free: 1}}, D: {Type: T, DependsOn: A}}");
  run();
  EXPECT_EQ(status(), "UPDATE_COMPLETE");
  EXPECT_EQ(provider->order, (Log{"+D", "-C", "-B"}));
  EXPECT_EQ(find()->resource("B"), nullptr);
  EXPECT_TRUE(find()->outputs.empty());
  expect_whole();
}

TEST_F(Updates, keep_what_policies_keep) {
  make(R"(
Resources:
  A: {Type: T, UpdateReplacePolicy: Retain, Properties: {Fixed: 1}}
  B: {Type: T, DeletionPolicy: Retain}
  C: {Type: T, DeletionPolicy: RetainExceptOnCreate}
)");
  update("Resources: {A: {Type: T, UpdateReplacePolicy: Retain, Properties: {Fixed: 2}}}");
  run();
  EXPECT_EQ(status(), "UPDATE_COMPLETE");
  EXPECT_EQ(provider->order, (Log{"+A"}));
  EXPECT_EQ(provider->made.size(), 4U);
  const Log told = news();
  EXPECT_EQ(std::ranges::count(told, "A DELETE_SKIPPED") + std::ranges::count(told, "B DELETE_SKIPPED") +
                std::ranges::count(told, "C DELETE_SKIPPED"),
            3);
}

TEST_F(Updates, forget_what_cannot_be_deleted_in_the_cleanup) {
  make();
  provider->stuck = {"C"};
  update("Resources: {A: {Type: T, Properties: {Fixed: 1, Free: 1}}}");
  run();
  EXPECT_EQ(status(), "UPDATE_COMPLETE");
  const Log told = news();
  EXPECT_EQ(std::ranges::count(told, "C DELETE_FAILED C is not empty"), 1);
  EXPECT_EQ(find()->resources.size(), 1U);
}

const std::string after = R"(
Resources:
  A: {Type: T, Properties: {Fixed: 2, Free: 1}}
  B: {Type: T, Properties: {Of: !Ref A, Free: 2}}
  D: {Type: T, DependsOn: B, Properties: {Fixed: 1}}
  E: {Type: T, DependsOn: D}
)";

TEST_F(Updates, go_back_whatever_fails) {
  const std::tuple<const char*, std::set<std::string>, std::set<std::string>, std::set<std::string>> cases[] =
      {{"A before", {"A"}, {}, {}}, {"A after", {}, {"A"}, {}}, {"B", {}, {}, {"B"}},
       {"D before", {"D"}, {}, {}}, {"D after", {}, {"D"}, {}}, {"E after", {}, {"E"}, {}}};
  make();
  for (const auto& [name, before_it, after_it, in_update] : cases) {
    SCOPED_TRACE(name);
    provider->fail_before = before_it;
    provider->fail_after = after_it;
    provider->fail_update = in_update;
    update(after);
    run_until_failure();
    provider->fail_update.clear();
    run();
    expect_as_before();
  }
}

TEST_F(Updates, tell_the_way_back) {
  make();
  provider->fail_before = {"D"};
  update(after);
  run();
  EXPECT_EQ(
      news(),
      (Log{"s UPDATE_IN_PROGRESS User Initiated",
           "A UPDATE_IN_PROGRESS Requested update requires the creation of a new physical resource; hence "
           "creating one.",
           "A UPDATE_IN_PROGRESS Resource creation Initiated", "A UPDATE_COMPLETE", "B UPDATE_IN_PROGRESS",
           "B UPDATE_COMPLETE", "D CREATE_IN_PROGRESS", "D CREATE_FAILED no D",
           "s UPDATE_ROLLBACK_IN_PROGRESS The following resource(s) failed to create: [D]. ",
           "A UPDATE_IN_PROGRESS", "A UPDATE_COMPLETE", "B UPDATE_IN_PROGRESS", "B UPDATE_COMPLETE",
           "s UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS", "A DELETE_IN_PROGRESS", "A DELETE_COMPLETE",
           "s UPDATE_ROLLBACK_COMPLETE"}));
}

TEST_F(Updates, go_back_when_outputs_cannot_be_resolved) {
  make();
  update("Resources: {A: {Type: T, Properties: {Fixed: 2}}}\nOutputs: {O: {Value: !GetAtt A.Nothing}}");
  run();
  expect_as_before();
}

TEST_F(Updates, refuse_to_replace_what_the_template_names) {
  make("Resources: {A: {Type: T, Properties: {Own: n, Fixed: 1}}}");
  update("Resources: {A: {Type: T, Properties: {Own: n, Fixed: 2}}}");
  run();
  EXPECT_EQ(status(), "UPDATE_ROLLBACK_COMPLETE");
  EXPECT_EQ(news()[1], "A UPDATE_FAILED custom-named");
  update("Resources: {A: {Type: T, Properties: {Own: m, Fixed: 2}}}");
  run();
  EXPECT_EQ(status(), "UPDATE_COMPLETE");
  expect_whole();
}

TEST_F(Updates, cancelled_go_back) {
  make("Resources: {A: {Type: Slow2, Properties: {Free: 1}}}");
  const auto world = provider->made;
  update("Resources: {A: {Type: Slow2, Properties: {Free: 2}}, S: {Type: Slow}}");
  run_steps(30);
  engine->cancel_update(*find());
  run();
  EXPECT_EQ(status(), "UPDATE_ROLLBACK_COMPLETE");
  EXPECT_EQ(provider->made, world);
  const Log told = news();
  EXPECT_EQ(std::ranges::count(told, "S CREATE_FAILED Resource creation cancelled"), 1);
  expect_whole();
}

TEST_F(Updates, that_failed_can_be_kept_updated_again_and_deleted) {
  for (const bool then_delete : {false, true}) {
    make();
    provider->fail_after = {"D"};
    update(after, true);
    run();
    EXPECT_EQ(status(), "UPDATE_FAILED");
    EXPECT_EQ(find()->reason, "The following resource(s) failed to create: [D]. ");
    provider->fail_after.clear();
    if (!then_delete) {
      update(after);
      run();
      EXPECT_EQ(status(), "UPDATE_COMPLETE") << find()->reason;
      expect_whole();
    }
    engine->remove(*find());
    run();
    EXPECT_EQ(status(), "gone");
    EXPECT_TRUE(provider->exists.empty());
  }
}

TEST_F(Updates, that_failed_and_were_kept_still_go_back_to_what_was_whole) {
  make();
  provider->fail_after = {"D"};
  update(after, true);
  run();
  ASSERT_EQ(status(), "UPDATE_FAILED");
  update(after);
  run();
  expect_as_before();
}

TEST_F(Updates, whose_way_back_fails_can_go_on_or_skip) {
  for (const bool skip : {false, true}) {
    SCOPED_TRACE(skip);
    make();
    provider->fail_before = {"D"};
    update(after);
    run_until_failure();
    provider->fail_update = {"B"};
    run();
    EXPECT_EQ(status(), "UPDATE_ROLLBACK_FAILED");
    EXPECT_EQ(find()->reason, "The following resource(s) failed to update: [B]. ");
    if (!skip) provider->fail_update.clear();
    engine->continue_rollback(*find(), skip ? std::set<std::string>{"B"} : std::set<std::string>{}, "");
    run();
    EXPECT_EQ(status(), "UPDATE_ROLLBACK_COMPLETE") << find()->reason;
    provider->fail_update.clear();
    provider->fail_before.clear();
    if (!skip) expect_whole();
    engine->remove(*find());
    run();
    EXPECT_TRUE(provider->exists.empty());
  }
}

TEST_F(Updates, of_nothing_are_seen) {
  make();
  EXPECT_FALSE(engine->changes(*find(), update_to(before)).any());
  EXPECT_FALSE(engine->changes(*find(), update_to("Description: new\n" + before)).any());
  EXPECT_TRUE(engine->changes(*find(), update_to(before, {{"a", "b"}})).any());
  EXPECT_TRUE(engine->changes(*find(), update_to(before.substr(0, before.find("Outputs")))).any());
  EXPECT_THROW(engine->changes(*find(), update_to("Resources: {A: {Type: U}}")), TemplateError);
}

std::string text_of(const Changes& changes) {
  std::string text;
  for (const ResourceChange& change : changes.resources) {
    text += change.action + " " + change.logical_id;
    if (!change.replacement.empty()) text += " " + change.replacement;
    for (const ChangeDetail& detail : change.details)
      text += fmt::format(" [{}.{} {} {} {} {}]", detail.attribute, detail.name, detail.recreation,
                          detail.evaluation, detail.source, detail.cause);
    text += "\n";
  }
  return text;
}

TEST_F(Updates, are_foretold_with_what_follows_from_a_replacement) {
  make();
  EXPECT_EQ(text_of(engine->changes(*find(), update_to(R"(
Resources:
  A: {Type: T, Properties: {Fixed: 2, Free: 1}}
  B: {Type: T, Properties: {Of: !Ref A, Free: 2}, DeletionPolicy: Retain}
  D: {Type: T, Properties: {Of: !Ref B}}
)"))),
            "Modify A True [Properties.Fixed Always Static DirectModification ]\n"
            "Modify B False [Properties.Of Never Dynamic ResourceReference A] [Properties.Free Never Static "
            "DirectModification ] [DeletionPolicy.  Static DirectModification ]\n"
            "Add D\n"
            "Remove C\n");
}

TEST_F(Updates, of_exports_in_use_go_back) {
  make("Resources: {A: {Type: T, Properties: {Fixed: 1}}}\nOutputs: {O: {Value: !Ref A, Export: {Name: e}}}");
  ASSERT_EQ(engine->living().exports("000000000000", "us-east-1").size(), 1U);
  NewStack other;
  other.account = "000000000000";
  other.region = "us-east-1";
  other.name = "t";
  other.template_text = "Resources: {X: {Type: T, Properties: {Of: !ImportValue e}}}";
  other.definition = parse_template(other.template_text);
  engine->create(std::move(other));
  run();
  EXPECT_EQ(engine->living().importers("000000000000", "us-east-1", "e"), (Log{"t"}));
  update("Resources: {A: {Type: T, Properties: {Fixed: 1}}}\nOutputs: {P: {Value: x}}");
  run();
  EXPECT_EQ(status(), "UPDATE_ROLLBACK_COMPLETE");
  EXPECT_EQ(news()[1], "s UPDATE_ROLLBACK_IN_PROGRESS Export e cannot be deleted as it is in use by t. ");
  update(
      "Resources: {A: {Type: T, Properties: {Fixed: 2}}}\nOutputs: {O: {Value: !Ref A, Export: {Name: e}}}");
  run();
  EXPECT_EQ(status(), "UPDATE_ROLLBACK_COMPLETE");
  EXPECT_EQ(engine->living().exports("000000000000", "us-east-1").at(0).value, id_of("A"));
}

TEST_F(Updates, do_what_the_stack_policy_allows) {
  make();
  engine->set_policy(*find(),
                     R"({"Statement":[{"Effect":"Allow","Action":"Update:*","Principal":"*","Resource":"*"},
      {"Effect":"Deny","Action":["Update:Replace","Update:Delete"],"Principal":"*","Resource":"*"}]})");
  update(after);
  run();
  EXPECT_EQ(
      news()[1],
      "A UPDATE_FAILED Action denied by stack policy: Statement [#2] does not allow [Update:Replace] for "
      "resource [LogicalResourceId/A]");
  expect_as_before();
  update("Resources: {A: {Type: T, Properties: {Fixed: 1, Free: 2}}}");
  run();
  EXPECT_EQ(find()->status, StackStatus::UPDATE_ROLLBACK_COMPLETE);
  StackUpdate now = update_to(after);
  now.policy_for_update = "";
  engine->update(*find(), std::move(now));
  run();
  EXPECT_EQ(status(), "UPDATE_COMPLETE");
  EXPECT_FALSE(find()->policy_for_update.has_value());
  expect_whole();
}

/// Random templates after one another, with random failures: the stack and the world always agree in the end.
TEST_F(Updates, of_any_kind_leave_the_stack_and_the_world_agreed) {
  std::mt19937 generator(7);
  const auto pick = [&](int below) { return static_cast<int>(generator() % static_cast<unsigned>(below)); };
  const auto random_template = [&] {
    std::string text = "Resources:\n";
    std::string named = "X";
    for (const char* id : {"X", "A", "B", "C", "D", "E"}) {
      if (id != std::string("X") && pick(4) == 0) continue;
      text += fmt::format("  {}: {{Type: T, Properties: {{Fixed: {}, Free: {}{}}}}}\n", id, pick(2), pick(2),
                          id == std::string("X") ? "" : ", Of: !Ref " + named);
      if (pick(2) == 0) named = id;
    }
    return text;
  };
  create(random_template());
  run();
  for (int round = 0; round < 150; ++round) {
    SCOPED_TRACE(round);
    const auto maybe = [&](std::set<std::string>& failing) {
      failing.clear();
      if (pick(4) == 0) failing.insert(std::string(1, "XABCDE"[pick(6)]));
    };
    maybe(provider->fail_before);
    maybe(provider->fail_after);
    maybe(provider->fail_update);
    StackUpdate next = update_to(random_template());
    if (!engine->changes(*find(), next).any()) continue;
    const bool keep = next.keep_on_failure = pick(3) == 0;
    engine->update(*find(), std::move(next));
    run();
    provider->fail_before.clear();
    provider->fail_after.clear();
    provider->fail_update.clear();
    if (status() == "UPDATE_ROLLBACK_FAILED") {
      engine->continue_rollback(*find(), {}, "");
      run();
    }
    if (keep && status() == "UPDATE_FAILED") continue;
    ASSERT_TRUE(status() == "UPDATE_COMPLETE" || status() == "UPDATE_ROLLBACK_COMPLETE") << status();
    expect_whole();
    if (HasFailure()) return;
  }
  engine->remove(*find());
  run();
  EXPECT_TRUE(provider->exists.empty());
}

class RestartedUpdates : public Updates, public testing::WithParamInterface<int> {
 protected:
  RestartedUpdates() : Updates(true) {}
};

TEST_P(RestartedUpdates, go_on_after_a_restart_at_any_moment) {
  make();
  update(after);
  run_steps(GetParam());
  restart();
  run();
  EXPECT_EQ(status(), "UPDATE_COMPLETE") << find()->reason;
  expect_whole();
}

TEST_P(RestartedUpdates, go_back_after_a_restart_at_any_moment) {
  make();
  provider->fail_after = {"D"};
  update(after);
  run_steps(GetParam());
  restart();
  provider->fail_after = {"D"};
  run();
  expect_as_before();
}
INSTANTIATE_TEST_SUITE_P(AfterSteps, RestartedUpdates, testing::Range(0, 40, 3));

TEST(Records, of_stacks_that_know_no_updates_are_read) {
  const auto record = base::from_document<StackRecord>(
      base::parse_json(R"({"account":"1","region":"r","name":"s","uuid":"u","status":"CREATE_COMPLETE",
        "resources":[{"logical_id":"A","type":"T","status":"CREATE_COMPLETE","physical_id":"a"}]})")
          .value());
  ASSERT_TRUE(record);
  EXPECT_FALSE(record->before.has_value());
  EXPECT_EQ(record->resources.at(0).generation, 0);
}

}  // namespace
}  // namespace berth::stack
