#include "berth/cli/text.hpp"

#include <gtest/gtest.h>

namespace berth::cli {
namespace {

TEST(Text, width_counts_columns_and_not_bytes) {
  const struct {
    std::string_view text;
    std::size_t width;
  } cases[] = {
      {"", 0},     {"abc", 3},  {"é", 1},    {"e\xCC\x81", 1},  // e and a combining acute accent
      {"日本", 4}, {"한국", 4}, {"ｶ", 1},    {"Ａ", 2},        {"🚀", 2},        {"👍🏽", 2},
      {"…", 1},    {"─", 1},    {"a\tb", 2}, {"\xFF\xFE", 2},  {"\xE6\x97", 2}, {"a\u200Bb", 2},
  };
  for (const auto& c : cases) EXPECT_EQ(display_width(c.text), c.width) << c.text;
}

TEST(Text, what_fits_is_left_alone_and_the_rest_ends_in_an_ellipsis) {
  EXPECT_EQ(fitted("abc", 3), "abc");
  EXPECT_EQ(fitted("abcd", 3), "ab…");
  EXPECT_EQ(fitted("abcd", 1), "…");
  EXPECT_EQ(fitted("abcd", 0), "");
  EXPECT_EQ(fitted("日本語", 5), "日本…");
  EXPECT_EQ(fitted("日本語", 4), "日…") << "a wide character is never cut in half";
  EXPECT_EQ(fitted("e\xCC\x81"
                   "xyz",
                   2),
            "e\xCC\x81…")
      << "a combining mark stays with its letter";
}

TEST(Text, nothing_that_is_cut_is_wider_than_asked) {
  const std::string text = "a日🚀é\xFF─e\xCC\x81한 done";
  for (std::size_t columns = 0; columns < 20; ++columns)
    EXPECT_LE(display_width(fitted(text, columns)), columns);
}

TEST(Text, control_sequences_are_removed_and_text_stays) {
  const struct {
    std::string_view text, clean;
  } cases[] = {
      {"plain", "plain"},
      {"\x1b[31mred\x1b[0m", "red"},
      {"\x1b[2J\x1b[1;1Hgone", "gone"},
      {"\x1b[?25lx\x1b[?25h", "x"},
      {"\x1b]0;title\x07name", "name"},
      {"\x1b]8;;http://x/\x1b\\link\x1b]8;;\x1b\\", "link"},
      {"\x1bPq#0;2\x1b\\after", "after"},
      {"\x1b(Bcharset", "charset"},
      {"\x1b"
       "7save\x1b"
       "8",
       "save"},
      {"a\rb\bc\x07", "abc"},
      {"two\nlines", "two\nlines"},
      {"a\tb", "a b"},
      {"\x7f"
       "del",
       "del"},
      {"\xC2\x9B"
       "31mC1",
       "31mC1"},  // U+009B, the one-character CSI: harmless without it
      {"\x9B"
       "31m",
       "31m"},  // the same as a bare byte
      {"ünïcödé 日本", "ünïcödé 日本"},
      {"ends in \x1b", "ends in "},
      {"ends in \x1b[3", "ends in "},
      {"\x1b]never ended\nnext", "\nnext"},
  };
  for (const auto& c : cases) EXPECT_EQ(without_control_sequences(c.text), c.clean) << c.clean;
}

TEST(Text, one_line_has_single_blanks_and_none_at_the_ends) {
  EXPECT_EQ(on_one_line("  a \n\t b\r\n"), "a b");
  EXPECT_EQ(on_one_line("\n"), "");
}

TEST(Text, sizes_use_the_largest_unit_that_leaves_a_whole_part) {
  EXPECT_EQ(to_size(0), "0 B");
  EXPECT_EQ(to_size(1023), "1023 B");
  EXPECT_EQ(to_size(1024), "1.0 KiB");
  EXPECT_EQ(to_size(1536), "1.5 KiB");
  EXPECT_EQ(to_size((1u << 20) - 1), "1.0 MiB");
  EXPECT_EQ(to_size(20u << 20), "20.0 MiB");
  EXPECT_EQ(to_size(std::uint64_t{3} << 40), "3.0 TiB");
}

TEST(Wrapped, breaks_at_blanks_and_long_words_where_they_must) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(wrapped("", 10), Lines{""});
  EXPECT_EQ(wrapped("one two", 10), Lines{"one two"});
  EXPECT_EQ(wrapped("one two three", 7), (Lines{"one two", "three"}));
  EXPECT_EQ(wrapped("abcdefghij k", 4), (Lines{"abcd", "efgh", "ij k"}));
  EXPECT_EQ(wrapped("a abcdef", 4), (Lines{"a", "abcd", "ef"}));
  EXPECT_EQ(wrapped("日本語", 4), (Lines{"日本", "語"}));
  EXPECT_EQ(wrapped("  two  blanks ", 20), Lines{"two blanks"});
}

}  // namespace
}  // namespace berth::cli
