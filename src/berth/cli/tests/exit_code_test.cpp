#include "berth/cli/exit_code.hpp"

#include <gtest/gtest.h>

namespace berth::cli {
namespace {

TEST(ExitCode, of_a_signal_is_named) {
  EXPECT_EQ(exit_code_meaning(139), "139 is 128 + 11: SIGSEGV, it used memory that is not its own");
  EXPECT_TRUE(exit_code_meaning(137).starts_with("137 is 128 + 9: SIGKILL"));
  EXPECT_TRUE(exit_code_meaning(134).starts_with("134 is 128 + 6: SIGABRT"));
  EXPECT_TRUE(exit_code_meaning(143).starts_with("143 is 128 + 15: SIGTERM"));
  EXPECT_EQ(exit_code_meaning(128 + 60), "188 is 128 + 60: signal 60");
}

TEST(ExitCode, of_shells_is_told_in_words) {
  EXPECT_NE(exit_code_meaning(127).find("was not found"), std::string::npos);
  EXPECT_NE(exit_code_meaning(126).find("could not be executed"), std::string::npos);
  EXPECT_NE(exit_code_meaning(1).find("log"), std::string::npos);
  EXPECT_EQ(exit_code_meaning(0), "it did well");
}

TEST(ExitCode, that_means_nothing_elsewhere_is_the_programs_own) {
  for (const int code : {3, 42, 125, 128, 193, 254})
    EXPECT_NE(exit_code_meaning(code).find("of the program's own"), std::string::npos) << code;
}

}  // namespace
}  // namespace berth::cli
