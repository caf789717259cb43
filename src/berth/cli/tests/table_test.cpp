#include "berth/cli/table.hpp"

#include "berth/cli/text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace berth::cli {
namespace {

TEST(Table, columns_are_as_wide_as_their_widest_cell) {
  Table table({{"NAME", Column::Whole}, {"GPUS", Column::Right}, {"REASON"}});
  table.add({"a", "12", "waits"});
  table.add({"日本", "1", ""});
  EXPECT_EQ(table.render(0),
            "NAME  GPUS  REASON\n"
            "a       12  waits\n"
            "日本     1  -\n");
}

TEST(Table, only_columns_that_may_shrink_are_cut_and_the_widest_first) {
  Table table({{"ID", Column::Whole}, {"IMAGE"}, {"REASON"}});
  table.add({std::string(32, 'f'), "repository/fathom:latest", std::string(200, 'r')});
  const std::string text = table.render(100);
  EXPECT_NE(text.find(std::string(32, 'f')), text.npos);
  EXPECT_NE(text.find("repository/fathom:latest"), text.npos) << "the shorter one still fits";
  EXPECT_NE(text.find("rrr…"), text.npos);
}

TEST(Table, no_line_is_wider_than_asked) {
  Table table({{"A"}, {"B"}, {"N", Column::Right}, {"C"}});
  table.add(
      {std::string(80, 'a'), std::string(70, 'b'), "1", "日本語日本語日本語日本語日本語日本語日本語日本語"});
  table.add({"x", "y", "22", "z"});
  for (const std::size_t width : {100, 60, 40}) {
    std::istringstream lines(table.render(width));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(display_width(line), width) << line;
  }
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, display_width(line));
  return widest;
}

TEST(Table, through_a_pipe_nothing_is_cut) {
  Table table({{"IMAGE"}, {"REASON", Column::Wraps}});
  const std::string image(80, 'i'), reason(400, 'r');
  table.add({image, reason});
  EXPECT_EQ(table.render(0), "IMAGE" + std::string(77, ' ') + "REASON\n" + image + "  " + reason + "\n");
}

TEST(Table, a_sentence_goes_on_in_further_lines_of_its_column) {
  Table table({{"TASK", Column::Whole}, {"REASON", Column::Wraps}});
  table.add({"a", "one two three four five six seven eight nine"});
  table.add({"b", "short"});
  EXPECT_EQ(table.render(46),
            "TASK  REASON\n"
            "a     one two three four five six seven eight\n"
            "      nine\n"
            "b     short\n");
}

TEST(Table, where_a_sentence_has_little_room_it_stands_below_its_row) {
  Table table({{"RESOURCE", Column::Whole}, {"VERDICT", Column::Whole}, {"NOTE", Column::Wraps}});
  table.add({"LaunchConfiguration", "emulated", "the machine has less than that type"});
  table.add({"Bucket", "honoured", ""});
  EXPECT_EQ(table.render(40),
            "RESOURCE             VERDICT\n"
            "LaunchConfiguration  emulated\n"
            "    the machine has less than that type\n"
            "Bucket               honoured\n");
}

TEST(Table, names_are_cut_only_where_nothing_else_helps_and_never_the_last_one) {
  Table table({{"TASK", Column::Whole}, {"IMAGE"}, {"KEY", Column::Whole}});
  table.add({std::string(20, 't'), std::string(20, 'i'), std::string(30, 'k')});
  const std::string text = table.render(50);
  EXPECT_NE(text.find("ttttttt…"), text.npos) << text;
  EXPECT_NE(text.find(std::string(30, 'k')), text.npos) << text;
  EXPECT_LE(widest_line(text), 50u) << text;
}

TEST(Table, numbers_stay_whole_when_their_titles_do_not) {
  Table table({{"CLUSTER", Column::Whole}, {"INSTANCES", Column::Right}, {"FREE CPU", Column::Right}});
  table.add({"default", "1", "2048/2048"});
  EXPECT_EQ(table.render(24),
            "CLUSTER  INS…   FREE CPU\n"
            "default     1  2048/2048\n");
}

TEST(Table, what_lists_tasks_fits_sixty_columns) {
  Table table({{"TASK", Column::Whole},
               {"CLUSTER"},
               {"DEFINITION"},
               {"STATUS", Column::Whole},
               {"AGE", Column::Right},
               {"GPUS", Column::Right},
               {"EXIT", Column::Right},
               {"REASON", Column::Wraps}});
  table.add({"0123456789ab", "recommender-Cluster-1ABCDEF", "recommender:12", "DEPROVISIONING", "12 min", "0",
             "137", "OutOfMemoryError: container killed due to memory usage, and " + std::string(70, 'x')});
  for (const std::size_t width : {180, 100, 80, 60}) EXPECT_LE(widest_line(table.render(width)), width);
}

TEST(Table, a_cell_cannot_break_the_table) {
  Table table({{"NAME"}, {"REASON"}});
  table.add({"a\nb", "\x1b[2Jred\tgreen"});
  EXPECT_EQ(table.render(0), "NAME  REASON\na b   red green\n");
}

TEST(Table, without_rows_only_the_titles_show) {
  const Table table({{"NAME"}, {"REASON"}});
  EXPECT_TRUE(table.is_empty());
  EXPECT_EQ(table.render(0), "NAME  REASON\n");
}

}  // namespace
}  // namespace berth::cli
