/// Places in streams, and the tokens that clients carry between pages. Pure.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace berth::logstore {

/// Events of a stream are ordered by timestamp, then by offset.
struct Position {
  std::int64_t timestamp = 0;
  std::uint64_t offset = 0;
  auto operator<=>(const Position&) const = default;
  static constexpr Position before_all() { return {std::numeric_limits<std::int64_t>::min(), 0}; }
  static constexpr Position after_all() {
    return {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::uint64_t>::max()};
  }
};

/// GetLogEvents' tokens. `f/…`: events after `position`; `b/…`: events before it.
struct Token {
  bool forward = true;
  Position position;
  bool operator==(const Token&) const = default;
};
std::string to_text(const Token& token);
std::optional<Token> parse_token(std::string_view text);

/// FilterLogEvents' nextToken: the last event looked at, over all streams.
struct FilterPosition {
  std::int64_t timestamp = 0;
  std::uint64_t stream = 0;  ///< number
  std::uint64_t offset = 0;
  auto operator<=>(const FilterPosition&) const = default;
};
std::string to_text(const FilterPosition& position);
std::optional<FilterPosition> parse_filter_position(std::string_view text);

}  // namespace berth::logstore
