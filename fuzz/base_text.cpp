// Encodings, times, JSON and patterns: what is read comes out again as it was, and answers agree with a plain way to get them.
// The first byte chooses the parser.
#include "input.hpp"
#include "naive_pattern.hpp"

#include "base/check.hpp"
#include "base/encoding.hpp"
#include "base/json.hpp"
#include "base/pattern.hpp"
#include "base/time_format.hpp"

#include <chrono>

namespace {

void check_encodings(std::string_view text) {
  BERTH_CHECK(base::from_hex(base::to_hex(text)) == text, "hexadecimal comes back");
  BERTH_CHECK(base::from_base64(base::to_base64(text)) == text, "base64 comes back");
  BERTH_CHECK(base::percent_decode(base::percent_encode(text)) == text, "percent-encoding comes back");
  if (const auto bytes = base::from_hex(text))
    BERTH_CHECK(bytes->size() * 2 == text.size(), "two digits a byte");
  if (const auto bytes = base::from_base64(text)) {
    BERTH_CHECK(base::to_base64(*bytes).size() == text.size(), "four characters for three bytes");
    BERTH_CHECK(text.find_first_of(" \t\r\n") == text.npos, "no blanks within");
  }
  if (const auto bytes = base::percent_decode(text))
    BERTH_CHECK(base::percent_decode(base::percent_encode(*bytes)) == *bytes, "what was decoded, too");
}

/// UTF-8 by reading each code point and writing it in its shortest form.
bool is_utf8_naively(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    std::size_t more = byte(i) < 0x80       ? 0
                       : byte(i) >> 5 == 6  ? 1
                       : byte(i) >> 4 == 14 ? 2
                       : byte(i) >> 3 == 30 ? 3
                                            : 9;
    if (more == 9 || text.size() - i <= more) return false;
    unsigned code = more == 0 ? byte(i) : byte(i) & (0x3FU >> more);
    for (std::size_t k = 1; k <= more; ++k) {
      if (byte(i + k) >> 6 != 2) return false;
      code = code << 6 | (byte(i + k) & 63U);
    }
    const std::size_t least = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    if (least != more || code > 0x10FFFF || code >> 11 == 0x1B) return false;
    i += more + 1;
  }
  return true;
}

/// Years that the four digits of every format can say.
bool is_writable(base::TimePoint time) {
  const std::chrono::year_month_day date{std::chrono::floor<std::chrono::days>(time)};
  return date.year() >= std::chrono::year{0} && date.year() <= std::chrono::year{9999};
}

void check_times(std::string_view text) {
  if (const auto time = base::parse_iso8601(text); time && is_writable(*time))
    BERTH_CHECK(base::parse_iso8601(base::to_iso8601(*time)) == time, "ISO 8601 comes back");
  if (const auto time = base::parse_amz_date(text); time && is_writable(*time))
    BERTH_CHECK(base::parse_amz_date(base::to_amz_date(*time)) == time, "X-Amz-Date comes back");
  if (const auto time = base::parse_http_date(text); time && is_writable(*time))
    BERTH_CHECK(base::parse_http_date(base::to_http_date(*time)) == time, "HTTP's dates come back");
}

void check_json(std::string_view text) {
  const auto strict = base::parse_json(text);
  const auto commented = base::parse_json_with_comments(text);
  if (!strict) return;
  BERTH_CHECK(commented && *commented == *strict, "comments allowed change nothing where there are none");
  const auto again = base::parse_json(base::to_text(*strict));
  BERTH_CHECK(again.has_value(), "what is written can be read");
  const auto pretty = base::parse_json(base::to_pretty(*strict));
  BERTH_CHECK(pretty && *pretty == *again, "both ways to write it mean the same");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string_view text = fuzz::text(bytes, size);
  switch (fuzz::take_choice(text, 5)) {
    case 0:
      check_encodings(text);
      break;
    case 1:
      check_times(text);
      break;
    case 2:
      check_json(text);
      break;
    case 3:
      BERTH_CHECK(base::is_utf8(text) == is_utf8_naively(text), "UTF-8 as it is defined");
      break;
    default: {
      const std::string_view pattern = fuzz::take_line(text);
      BERTH_CHECK(base::matches_pattern(text, pattern) == fuzz::matches_naively(text, pattern), "patterns");
    }
  }
  return 0;
}
