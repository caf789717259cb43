/// Text as a terminal shows it: how wide it is, how to cut it, and what must never reach a terminal.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace berth::cli {

/// Columns that `text` (UTF-8) takes on a terminal: 2 for East Asian wide characters and emoji, 0 for
/// combining marks and control characters, 1 for anything else, a byte that is not UTF-8 included.
std::size_t display_width(std::string_view text);

/// `text` if it is at most `columns` wide, else its beginning with an ellipsis, at most `columns` wide
/// together. Never cuts a character, and keeps combining marks with theirs.
std::string fitted(std::string_view text, std::size_t columns);

/// `text` in lines of at most `columns` (at least 1), broken at blanks; a word that is wider is broken where it must
/// be. At least one line.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns);

/// `text` without escape sequences (CSI, OSC, DCS and the two-character ones) and without control
/// characters; a tab becomes a blank, a line break stays. What a task wrote must not move the reader's
/// cursor, set the title or answer for the keyboard.
std::string without_control_sequences(std::string_view text);

/// As above and on one line: every run of white space is one blank, none at the ends. For table cells.
std::string on_one_line(std::string_view text);

/// "812 B", "1.5 KiB", "20.0 MiB": powers of 1024.
std::string to_size(std::uint64_t bytes);

}  // namespace berth::cli
