#include "berth/cli/moments.hpp"

#include "base/time_format.hpp"
#include "berth/cli/errors.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string>

namespace berth::cli {
namespace {

/// A bare number from here on is seconds since 1970, not seconds ago: it would be more than 31 years.
constexpr std::int64_t least_epoch = 1'000'000'000;

constexpr std::int64_t most_seconds = 100LL * 366 * 24 * 3600;  // a century: nobody means more

std::optional<std::int64_t> seconds_in(char unit) {
  switch (unit) {
    case 's':
      return 1;
    case 'm':
      return 60;
    case 'h':
      return 3600;
    case 'd':
      return 24 * 3600;
    case 'w':
      return 7 * 24 * 3600;
    default:
      return std::nullopt;
  }
}

std::optional<std::int64_t> bare_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

}  // namespace

std::optional<base::Milliseconds> parse_length(std::string_view text) {
  std::int64_t total = 0;
  if (const auto seconds = bare_number(text)) {
    if (*seconds > most_seconds) return std::nullopt;
    return std::chrono::seconds(*seconds);
  }
  if (text.empty()) return std::nullopt;
  while (!text.empty()) {
    std::int64_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc{} || count < 0 || count > most_seconds || end == text.data() + text.size())
      return std::nullopt;
    const auto unit = seconds_in(*end);
    if (!unit) return std::nullopt;
    total += count * *unit;
    if (total > most_seconds) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
  }
  return std::chrono::seconds(total);
}

base::TimePoint parse_moment(std::string_view text, std::string_view option, base::TimePoint now) {
  if (const auto number = bare_number(text); number && *number >= least_epoch && *number <= 100 * least_epoch)
    return base::TimePoint(std::chrono::seconds(*number));
  if (const auto ago = parse_length(text)) return now - *ago;
  const std::string word(text);
  for (const std::string& candidate : {word, word + "Z", word + ":00Z", word + "T00:00:00Z"}) {
    if (const auto time = base::parse_iso8601(candidate)) return *time;
  }
  throw wrong_input(
      fmt::format("{} '{}' is no time: write how long ago (90s, 10m, 2h, 1d), or when (2026-11-30T15:47:16Z)",
                  option, text));
}

}  // namespace berth::cli
