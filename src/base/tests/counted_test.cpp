#include "base/counted.hpp"

#include <gtest/gtest.h>

namespace base {
namespace {

TEST(Counted, only_one_is_singular) {
  EXPECT_EQ(counted(0, "GPU"), "0 GPUs");
  EXPECT_EQ(counted(1, "GPU"), "1 GPU");
  EXPECT_EQ(counted(2U, "GPU"), "2 GPUs");
  EXPECT_EQ(counted(-1, "task"), "-1 tasks");
}

TEST(Counted, nouns_form_their_plurals_as_english_does) {
  const std::pair<const char*, const char*> cases[] = {
      {"task", "tasks"},          {"repository", "repositories"}, {"day", "days"},
      {"batch", "batches"},       {"index", "indexes"},           {"address", "addresses"},
      {"log event", "log events"}};
  for (const auto& [one, many] : cases) EXPECT_EQ(plural_of(one), many);
}

}  // namespace
}  // namespace base
