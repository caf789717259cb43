#include "berth/cli/suggestion.hpp"

#include <gtest/gtest.h>

namespace berth::cli {
namespace {

TEST(EditDistance, counts_letters_that_are_missing_added_wrong_or_swapped) {
  EXPECT_EQ(edit_distance("stack", "stack"), 0u);
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("stak", "stack"), 1u);
  EXPECT_EQ(edit_distance("stackk", "stack"), 1u);
  EXPECT_EQ(edit_distance("stuck", "stack"), 1u);
  EXPECT_EQ(edit_distance("satck", "stack"), 1u) << "a swap is one";
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
}

TEST(Suggestion, is_the_nearest_name_that_is_near_enough) {
  const std::vector<std::string> names{"stack", "status", "stop", "logs", "/test/group", "recommender"};
  EXPECT_EQ(nearest("stak", names), "stack");
  EXPECT_EQ(nearest("lgos", names), "logs");
  EXPECT_EQ(nearest("stat", names), "status") << "its beginning";
  EXPECT_EQ(nearest("recomender", names), "recommender");
  EXPECT_EQ(nearest("rec", names), "recommender");
  EXPECT_EQ(nearest("/test/gruop", names), "/test/group");
  EXPECT_FALSE(nearest("terraform", names));
  EXPECT_FALSE(nearest("x", names));
  EXPECT_FALSE(nearest("", names));
  EXPECT_FALSE(nearest("stack", {}));
}

TEST(Suggestion, is_said_behind_a_message) {
  EXPECT_EQ(did_you_mean("stak", {"stack"}), ": did you mean 'stack'?");
  EXPECT_EQ(did_you_mean("nothing", {"stack"}), "");
}

}  // namespace
}  // namespace berth::cli
