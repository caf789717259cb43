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
  EXPECT_EQ(may(StackOperation::Delete),
            "REVIEW_IN_PROGRESS CREATE_IN_PROGRESS CREATE_FAILED CREATE_COMPLETE ROLLBACK_IN_PROGRESS "
            "ROLLBACK_FAILED ROLLBACK_COMPLETE DELETE_IN_PROGRESS DELETE_FAILED DELETE_COMPLETE "
            "UPDATE_COMPLETE UPDATE_FAILED UPDATE_ROLLBACK_FAILED UPDATE_ROLLBACK_COMPLETE ");
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
            "Stack [s] cannot be deleted while in status UPDATE_IN_PROGRESS");
  EXPECT_EQ(refusal(StackOperation::ContinueUpdateRollback, stack),
            "Stack:" + id + " is in UPDATE_IN_PROGRESS state and can not continue rollback.");
  EXPECT_EQ(refusal(StackOperation::Create, stack), "Stack [s] already exists");
  stack.status = StackStatus::CREATE_COMPLETE;
  EXPECT_EQ(refusal(StackOperation::CancelUpdate, stack),
            "CancelUpdateStack cannot be called from current stack status");
}

}  // namespace
}  // namespace berth::stack
