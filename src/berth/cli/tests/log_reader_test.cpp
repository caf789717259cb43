#include "berth/cli/log_reader.hpp"

#include <gtest/gtest.h>

namespace berth::cli {
namespace {

TEST(ShownMessage, loses_its_line_break_and_control_sequences) {
  EXPECT_EQ(shown_message("plain\n"), "plain");
  EXPECT_EQ(shown_message("windows\r\n"), "windows");
  EXPECT_EQ(shown_message("\x1b[31mred\x1b[0m"), "red");
}

TEST(ShownMessage, of_a_line_that_was_written_over_is_what_it_said_last) {
  EXPECT_EQ(shown_message("Completed 1 MiB\rCompleted 2 MiB\rupload: ./results to s3://b/results\n"),
            "upload: ./results to s3://b/results");
  EXPECT_EQ(shown_message("10%\r100%\r\n"), "100%") << "the last carriage return belongs to the line's end";
  EXPECT_EQ(shown_message("\r"), "");
}

}  // namespace
}  // namespace berth::cli
