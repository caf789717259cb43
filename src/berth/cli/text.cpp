#include "berth/cli/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace berth::cli {
namespace {

struct Range {
  char32_t first, last;
};

/// Unicode 15: combining marks and format characters that are in use. Sorted.
constexpr std::array zero_width = {
    Range{0x0300, 0x036F},   Range{0x0483, 0x0489}, Range{0x0591, 0x05BD}, Range{0x0610, 0x061A},
    Range{0x064B, 0x065F},   Range{0x0900, 0x0902}, Range{0x093C, 0x093C}, Range{0x0E31, 0x0E31},
    Range{0x0E34, 0x0E3A},   Range{0x0E47, 0x0E4E}, Range{0x1AB0, 0x1AFF}, Range{0x1DC0, 0x1DFF},
    Range{0x200B, 0x200F},   Range{0x202A, 0x202E}, Range{0x2060, 0x2064}, Range{0x20D0, 0x20FF},
    Range{0xFE00, 0xFE0F},   Range{0xFE20, 0xFE2F}, Range{0xFEFF, 0xFEFF}, Range{0x1F3FB, 0x1F3FF},
    Range{0xE0100, 0xE01EF},
};

/// Unicode 15 East Asian Width W and F, joined over the small gaps. Sorted.
constexpr std::array double_width = {
    Range{0x1100, 0x115F},   Range{0x231A, 0x231B},   Range{0x23E9, 0x23EC},   Range{0x2E80, 0x303E},
    Range{0x3041, 0x33FF},   Range{0x3400, 0x4DBF},   Range{0x4E00, 0x9FFF},   Range{0xA000, 0xA4CF},
    Range{0xA960, 0xA97F},   Range{0xAC00, 0xD7A3},   Range{0xF900, 0xFAFF},   Range{0xFE30, 0xFE6F},
    Range{0xFF00, 0xFF60},   Range{0xFFE0, 0xFFE6},   Range{0x1F300, 0x1F64F}, Range{0x1F680, 0x1F6FF},
    Range{0x1F900, 0x1F9FF}, Range{0x1FA70, 0x1FAFF}, Range{0x20000, 0x3FFFD},
};

template <std::size_t N>
bool is_in(const std::array<Range, N>& ranges, char32_t c) {
  const auto after = std::upper_bound(ranges.begin(), ranges.end(), c,
                                      [](char32_t x, const Range& r) { return x < r.first; });
  return after != ranges.begin() && c <= std::prev(after)->last;
}

std::size_t width_of(char32_t c) {
  if (c < 0x20 || (c >= 0x7F && c < 0xA0) || is_in(zero_width, c)) return 0;
  return is_in(double_width, c) ? 2 : 1;
}

unsigned byte_at(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

struct Character {
  std::size_t bytes;
  std::size_t width;
};

/// The character at the beginning of `text`, which is not empty. A byte that begins none stands for itself.
Character first_of(std::string_view text) {
  const unsigned lead = byte_at(text, 0);
  const std::size_t length = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;
  if (length == 0 || length > text.size() || lead > 0xF4) return {1, 1};
  char32_t c = length == 1 ? lead : lead & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte_at(text, i) & 0xC0) != 0x80) return {1, 1};
    c = (c << 6) | (byte_at(text, i) & 0x3F);
  }
  return {length, width_of(c)};
}

/// Length of the escape sequence at the beginning of `text`, which begins with ESC.
std::size_t escape_sequence(std::string_view text) {
  if (text.size() < 2) return text.size();
  const char kind = text[1];
  std::size_t at = 2;
  if (kind == '[') {  // CSI: parameters and intermediates, then one final byte
    while (at < text.size() && byte_at(text, at) >= 0x20 && byte_at(text, at) < 0x40) ++at;
    return at < text.size() && byte_at(text, at) < 0x7F ? at + 1 : at;
  }
  if (kind == ']' || kind == 'P' || kind == '_' || kind == '^' || kind == 'X') {  // a string, up to BEL or ST
    for (; at < text.size(); ++at) {
      if (text[at] == '\a') return at + 1;
      if (text[at] == '\x1b' && at + 1 < text.size() && text[at + 1] == '\\') return at + 2;
      if (text[at] == '\n') return at;  // never ended: give the rest of the text back
    }
    return at;
  }
  while (at <= text.size() && byte_at(text, at - 1) >= 0x20 && byte_at(text, at - 1) < 0x30) ++at;  // charset
  return std::min(at, text.size());
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const Character c = first_of(text);
    width += c.width;
    text.remove_prefix(c.bytes);
  }
  return width;
}

std::string fitted(std::string_view text, std::size_t columns) {
  if (display_width(text) <= columns) return std::string(text);
  if (columns == 0) return {};
  std::size_t bytes = 0, width = 0;
  while (bytes < text.size()) {
    const Character c = first_of(text.substr(bytes));
    if (width + c.width > columns - 1) break;  // one column is the ellipsis'
    width += c.width;
    bytes += c.bytes;
  }
  return std::string(text.substr(0, bytes)) + "…";
}

std::vector<std::string> wrapped(std::string_view text, std::size_t columns) {
  std::vector<std::string> lines{""};
  std::size_t width = 0;  // of the last line
  const auto add_word = [&](std::string_view word) {
    if (width > 0 && width + 1 + display_width(word) > columns) {
      lines.emplace_back();
      width = 0;
    } else if (width > 0) {
      lines.back() += ' ';
      ++width;
    }
    while (!word.empty()) {
      const Character c = first_of(word);
      if (width > 0 && width + c.width > columns) {
        lines.emplace_back();
        width = 0;
      }
      lines.back() += word.substr(0, c.bytes);
      width += c.width;
      word.remove_prefix(c.bytes);
    }
  };
  while (!text.empty()) {
    const auto blank = text.find(' ');
    if (blank != 0) add_word(text.substr(0, blank));
    text.remove_prefix(blank == text.npos ? text.size() : blank + 1);
  }
  return lines;
}

std::string without_control_sequences(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  while (!text.empty()) {
    if (text[0] == '\x1b') {
      text.remove_prefix(escape_sequence(text));
      continue;
    }
    const Character c = first_of(text);
    const unsigned lead = byte_at(text, 0);
    const bool c1 = c.bytes == 2 && lead == 0xC2 && byte_at(text, 1) < 0xA0;  // U+0080…U+009F
    const bool control = c.bytes == 1 && (lead < 0x20 || lead == 0x7F || (lead >= 0x80 && lead < 0xA0));
    if (text[0] == '\t') {
      clean += ' ';
    } else if (text[0] == '\n' || (!c1 && !control)) {
      clean += text.substr(0, c.bytes);
    }
    text.remove_prefix(c.bytes);
  }
  return clean;
}

std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char c : without_control_sequences(text)) {
    if (c != ' ' && c != '\n') {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  if (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

std::string to_size(std::uint64_t bytes) {
  if (bytes < 1024) return fmt::format("{} B", bytes);
  double value = static_cast<double>(bytes);
  const char* unit = "";
  for (const char* next : {"KiB", "MiB", "GiB", "TiB", "PiB"}) {
    if (value < 1023.95) break;  // would print as 1024.0
    value /= 1024;
    unit = next;
  }
  return fmt::format("{:.1f} {}", value, unit);
}

}  // namespace berth::cli
