#include "berth/cli/table.hpp"

#include "berth/cli/text.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace berth::cli {
namespace {

TEST(Table, columns_are_as_wide_as_their_widest_cell) {
  Table table({{"NAME", Column::Whole}, {"GPUS", Column::Right}, {"REASON"}});
  table.add({"a", "12", "waits"});
  table.add({"日本", "1", ""});
  EXPECT_EQ(table.render(),
            "NAME  GPUS  REASON\n"
            "a       12  waits\n"
            "日本     1  -\n");
}

TEST(Table, only_columns_that_may_shrink_are_cut_and_the_widest_first) {
  Table table({{"ID", Column::Whole}, {"IMAGE"}, {"REASON"}});
  table.add({std::string(32, 'f'), "repository/fathom:latest", std::string(200, 'r')});
  const std::string text = table.render();
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

TEST(Table, a_cell_cannot_break_the_table) {
  Table table({{"NAME"}, {"REASON"}});
  table.add({"a\nb", "\x1b[2Jred\tgreen"});
  EXPECT_EQ(table.render(), "NAME  REASON\na b   red green\n");
}

TEST(Table, without_rows_only_the_titles_show) {
  const Table table({{"NAME"}, {"REASON"}});
  EXPECT_TRUE(table.is_empty());
  EXPECT_EQ(table.render(), "NAME  REASON\n");
}

}  // namespace
}  // namespace berth::cli
