#include "berth/wire/json_text.hpp"

#include "berth/wire/utf8.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <iterator>

namespace berth::wire {

namespace {

void append_escaped(char c, std::string& out) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    case '\b':
      out += "\\b";
      return;
    case '\f':
      out += "\\f";
      return;
    default:
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
      return;
  }
}

}  // namespace

void append_json_string(std::string_view text, std::string& out) {
  out += '"';
  std::size_t plain = 0;  // start of what can be copied as it is
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\') {
      ++i;
      continue;
    }
    const Character character = front_character(text.substr(i));
    if (byte >= 0x80 && character.valid) {
      i += character.size;
      continue;
    }
    out.append(text, plain, i - plain);
    if (byte < 0x80) {
      append_escaped(text[i], out);
    } else {
      out += replacement_character;
    }
    plain = ++i;
  }
  out.append(text, plain);
  out += '"';
}

void append_json_double(double number, std::string& out) {
  if (!std::isfinite(number)) {
    out += "null";
    return;
  }
  char digits[32];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
  out.append(digits, end);
}

void append_json_seconds(base::TimePoint time, std::string& out) {
  const auto ticks = time.time_since_epoch().count();
  const auto magnitude = ticks < 0 ? -ticks : ticks;
  if (ticks < 0) out += '-';
  fmt::format_to(std::back_inserter(out), "{}", magnitude / 1000);
  auto fraction = magnitude % 1000;
  if (fraction == 0) return;
  std::string digits = fmt::format(".{:03}", fraction);
  while (digits.back() == '0') digits.pop_back();
  out += digits;
}

}  // namespace berth::wire
