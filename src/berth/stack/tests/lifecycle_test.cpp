#include "berth/stack/lifecycle.hpp"

#include <boost/describe/enumerators.hpp>
#include <boost/mp11/algorithm.hpp>
#include <gtest/gtest.h>

#include <set>

namespace berth::stack {
namespace {

template <class E>
std::vector<E> all() {
  std::vector<E> values;
  boost::mp11::mp_for_each<boost::describe::describe_enumerators<E>>(
      [&](auto each) { values.push_back(each.value); });
  return values;
}

std::string may(StackOperation operation) {
  std::string states;
  for (const StackStatus status : all<StackStatus>()) {
    StackRecord stack;
    stack.status = status;
    if (!refusal(operation, stack)) states += std::string(to_text(status)) + " ";
  }
  return states;
}

TEST(Lifecycle, every_state_but_a_deleted_stacks_leads_on_and_is_reached) {
  for (const StackStatus status : all<StackStatus>()) {
    bool leads = false, reached = status == StackStatus::REVIEW_IN_PROGRESS;
    for (const StackStatus other : all<StackStatus>()) {
      leads = leads || may_follow(status, other);
      reached = reached || may_follow(other, status);
    }
    EXPECT_EQ(leads, status != StackStatus::DELETE_COMPLETE) << to_text(status);
    EXPECT_TRUE(reached) << to_text(status);
    EXPECT_FALSE(may_follow(status, status)) << to_text(status);
  }
}

TEST(Lifecycle, names_each_transition_once) {
  std::set<std::pair<StackStatus, StackStatus>> seen;
  for (const Transition& step : transitions()) EXPECT_TRUE(seen.emplace(step.from, step.to).second);
}

TEST(Lifecycle, what_is_in_progress_says_so_in_its_name) {
  for (const StackStatus status : all<StackStatus>())
    EXPECT_EQ(is_in_progress(status) || status == StackStatus::REVIEW_IN_PROGRESS,
              to_text(status).ends_with("_IN_PROGRESS"))
        << to_text(status);
}

TEST(Lifecycle, what_may_be_asked_in_each_state_is_as_cloudformation_has_it) {
  const std::string updatable = "CREATE_COMPLETE UPDATE_COMPLETE UPDATE_FAILED UPDATE_ROLLBACK_COMPLETE ";
  EXPECT_EQ(may(StackOperation::Update), updatable);
  EXPECT_EQ(may(StackOperation::ExecuteChangeSet), "REVIEW_IN_PROGRESS " + updatable);
  EXPECT_EQ(may(StackOperation::Create), "REVIEW_IN_PROGRESS ");
  EXPECT_EQ(may(StackOperation::CancelUpdate), "UPDATE_IN_PROGRESS ");
  EXPECT_EQ(may(StackOperation::ContinueUpdateRollback), "UPDATE_ROLLBACK_FAILED ");
  EXPECT_EQ(may(StackOperation::Rollback), "CREATE_FAILED UPDATE_FAILED ");
  EXPECT_EQ(may(StackOperation::Signal),
            "CREATE_IN_PROGRESS ROLLBACK_IN_PROGRESS UPDATE_IN_PROGRESS UPDATE_COMPLETE_CLEANUP_IN_PROGRESS "
            "UPDATE_ROLLBACK_IN_PROGRESS UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS ");
  EXPECT_EQ(may(StackOperation::Delete),
            "REVIEW_IN_PROGRESS CREATE_IN_PROGRESS CREATE_FAILED CREATE_COMPLETE ROLLBACK_IN_PROGRESS "
            "ROLLBACK_FAILED ROLLBACK_COMPLETE DELETE_IN_PROGRESS DELETE_FAILED DELETE_COMPLETE "
            "UPDATE_COMPLETE UPDATE_FAILED UPDATE_ROLLBACK_FAILED UPDATE_ROLLBACK_COMPLETE ");
}

/// Every operation in every state either is one of those above, or says which stack is in which state.
TEST(Lifecycle, refuses_every_operation_in_every_other_state_by_stack_and_state) {
  for (const StackOperation operation : all<StackOperation>()) {
    std::set<std::string> allowed;
    for (const StackStatus status : all<StackStatus>()) {
      StackRecord stack;
      stack.account = "1";
      stack.region = "r";
      stack.name = "s";
      stack.uuid = "u";
      stack.status = status;
      const auto why = refusal(operation, stack);
      if (!why) {
        allowed.insert(std::string(to_text(status)));
        continue;
      }
      const bool of_all = operation == StackOperation::Create || operation == StackOperation::CancelUpdate;
      EXPECT_EQ(why->find(to_text(status)) != std::string::npos, !of_all) << *why;
      EXPECT_EQ(why->find("stack/s/u") != std::string::npos, !of_all) << *why;
    }
    EXPECT_FALSE(allowed.empty());
    EXPECT_LT(allowed.size(), all<StackStatus>().size());
  }
}

/// What an operation leads to is a step of the table, from every state in which it is allowed.
TEST(Lifecycle, leads_where_the_table_says) {
  const std::pair<StackOperation, StackStatus> leads[] = {
      {StackOperation::Update, StackStatus::UPDATE_IN_PROGRESS},
      {StackOperation::ContinueUpdateRollback, StackStatus::UPDATE_ROLLBACK_IN_PROGRESS},
      {StackOperation::Create, StackStatus::CREATE_IN_PROGRESS}};
  for (const auto& [operation, next] : leads)
    for (const StackStatus status : all<StackStatus>()) {
      StackRecord stack;
      stack.status = status;
      EXPECT_TRUE(refusal(operation, stack) || may_follow(status, next)) << to_text(status);
    }
  EXPECT_TRUE(may_follow(StackStatus::CREATE_FAILED, StackStatus::ROLLBACK_IN_PROGRESS));
  EXPECT_TRUE(may_follow(StackStatus::UPDATE_FAILED, StackStatus::UPDATE_ROLLBACK_IN_PROGRESS));
}

TEST(Lifecycle, refuses_in_cloudformations_words) {
  StackRecord stack;
  stack.account = "1";
  stack.region = "r";
  stack.name = "s";
  stack.uuid = "u";
  stack.status = StackStatus::UPDATE_IN_PROGRESS;
  const std::string id = "arn:aws:cloudformation:r:1:stack/s/u";
  EXPECT_EQ(refusal(StackOperation::Update, stack),
            "Stack:" + id + " is in UPDATE_IN_PROGRESS state and can not be updated.");
  EXPECT_EQ(refusal(StackOperation::Delete, stack),
            "Stack [" + id + "] cannot be deleted while in status UPDATE_IN_PROGRESS");
  EXPECT_EQ(refusal(StackOperation::ContinueUpdateRollback, stack),
            "Stack:" + id + " is in UPDATE_IN_PROGRESS state and can not continue rollback.");
  EXPECT_EQ(refusal(StackOperation::Create, stack), "Stack [s] already exists");
  EXPECT_EQ(refusal(StackOperation::Rollback, stack),
            "Stack:" + id + " is in UPDATE_IN_PROGRESS state and can not be rolled back.");
  stack.status = StackStatus::CREATE_COMPLETE;
  EXPECT_EQ(refusal(StackOperation::Signal, stack),
            "Stack " + id + " is in CREATE_COMPLETE state and cannot be signaled");
  EXPECT_EQ(refusal(StackOperation::CancelUpdate, stack),
            "CancelUpdateStack cannot be called from current stack status");
}

}  // namespace
}  // namespace berth::stack
