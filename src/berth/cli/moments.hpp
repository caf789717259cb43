/// Points in time and lengths of time as people type them. Pure.
#pragma once

#include "base/clock.hpp"

#include <optional>
#include <string_view>

namespace berth::cli {

/// "90s", "10m", "1h30m", "2d", "1w", or a bare number of seconds; nothing if the text is no such length.
std::optional<base::Milliseconds> parse_length(std::string_view text);

/// A length of time before `now`, or a point in time: 2026-11-30T15:47:16Z with or without fraction and offset,
/// 2026-11-30T15:47 and 2026-11-30 (both UTC), or seconds since 1970 as from `date +%s`. Throws wrong_input that names
/// `option`.
base::TimePoint parse_moment(std::string_view text, std::string_view option, base::TimePoint now);

}  // namespace berth::cli
