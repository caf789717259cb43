#include "berth/cli/explain.hpp"

#include "base/clock.hpp"
#include "berth/cli/progress.hpp"
#include "berth/cli/text.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace berth::cli {
namespace {

TEST(Explain, every_placement_failure_says_what_to_do) {
  for (const std::string reason : {"RESOURCE:GPU", "RESOURCE:CPU", "RESOURCE:MEMORY", "RESOURCE:PORTS",
                                   "ATTRIBUTE", "AGENT", "INACTIVE", "MISSING"}) {
    EXPECT_TRUE(explained_failure(reason).starts_with(reason + ": ")) << reason;
  }
  EXPECT_NE(explained_failure("RESOURCE:GPU", Ask{9, 2})
                .find("9 GPUs, and no instance of the cluster has more than 2"),
            std::string::npos);
  EXPECT_NE(explained_failure("RESOURCE:MEMORY", Ask{15000, 7000})
                .find("can never run there; ask for less with --memory"),
            std::string::npos);
  EXPECT_NE(explained_failure("RESOURCE:CPU", Ask{2048, 2048}).find("wait for a task to end"),
            std::string::npos);
  EXPECT_EQ(explained_failure("MemberOf placement constraint unsatisfied."),
            "MemberOf placement constraint unsatisfied.");
}

TEST(Explain, a_creation_is_done_only_when_complete) {
  EXPECT_EQ(outcome_of_creation("CREATE_COMPLETE"), StackOutcome::Done);
  EXPECT_EQ(outcome_of_creation("CREATE_IN_PROGRESS"), StackOutcome::Running);
  EXPECT_EQ(outcome_of_creation("ROLLBACK_IN_PROGRESS"), StackOutcome::Running);
  for (const char* status : {"CREATE_FAILED", "ROLLBACK_COMPLETE", "ROLLBACK_FAILED", "DELETE_COMPLETE"}) {
    EXPECT_EQ(outcome_of_creation(status), StackOutcome::Failed) << status;
  }
  EXPECT_EQ(outcome_of_deletion("DELETE_COMPLETE"), StackOutcome::Done);
  EXPECT_EQ(outcome_of_deletion("DELETE_FAILED"), StackOutcome::Failed);
}

TEST(Explain, an_event_is_one_line_and_a_failure_shows_its_whole_reason) {
  EXPECT_EQ(
      event_text({"0.4 s", "CREATE_COMPLETE", "Results", "AWS::S3::Bucket", "Resource creation Initiated"},
                 100),
      "   0.4 s  CREATE_COMPLETE       Results                   AWS::S3::Bucket\n");
  const std::string reason(150, 'x');
  EXPECT_EQ(event_text({"12 s", "CREATE_FAILED", "Results", "AWS::S3::Bucket", reason}, 0),
            "    12 s  CREATE_FAILED         Results                   AWS::S3::Bucket\n          " + reason +
                "\n");
}

TEST(Explain, an_event_line_has_at_most_a_hundred_columns) {
  const std::string text = event_text({"1000 min", "UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS",
                                       std::string(255, 'n'), std::string(90, 't'), ""},
                                      100);
  EXPECT_LE(display_width(text), 100u);
  EXPECT_EQ(text.find('\n'), text.size() - 1);
}

TEST(Explain, on_a_terminal_a_reason_goes_on_below_itself) {
  const std::string text = event_text(
      {"1 s", "CREATE_FAILED", "Results", "AWS::S3::Bucket", "one two three four five six seven"}, 30);
  EXPECT_EQ(text, fitted("     1 s  CREATE_FAILED         Results", 30) +
                      "\n          one two three four\n          five six seven\n");
}

TEST(Progress, the_line_shows_bar_share_and_sizes) {
  EXPECT_EQ(progress_line("big", 10 << 20, 20 << 20, 79),
            "big  [##########----------]   50 %  10.0 MiB of 20.0 MiB");
  EXPECT_EQ(progress_line("-", 2048, 0, 79), "-  2.0 KiB");
  EXPECT_LE(display_width(progress_line(std::string(200, 'n'), 1, 3, 79)), 79u);
}

TEST(Progress, nothing_is_drawn_where_nobody_watches) {
  std::ostringstream out;
  const base::ManualClock clock;
  {
    Progress progress(out, 0, clock, "big", 100);
    progress.advance(50);
  }
  EXPECT_EQ(out.str(), "");
}

TEST(Progress, it_draws_ten_times_a_second_and_clears_its_line) {
  std::ostringstream out;
  base::ManualClock clock;
  {
    Progress progress(out, 80, clock, "big", 100);
    progress.advance(10);
    progress.advance(10);
    clock.advance(std::chrono::milliseconds(100));
    progress.advance(10);
  }
  EXPECT_EQ(out.str(), "\r" + progress_line("big", 10, 100, 79) + "\x1b[K\r" +
                           progress_line("big", 30, 100, 79) + "\x1b[K\r\x1b[K");
}

}  // namespace
}  // namespace berth::cli
