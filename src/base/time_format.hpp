/// The time formats of the wire, all UTC.
#pragma once

#include "base/clock.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace base {

std::string to_iso8601(TimePoint time);    ///< 2026-11-30T15:47:16.301Z (query protocol, S3 listings)
std::string to_amz_date(TimePoint time);   ///< 20261130T154716Z (X-Amz-Date)
std::string to_http_date(TimePoint time);  ///< Mon, 30 Nov 2026 15:47:16 GMT (RFC 9110)
double to_epoch_seconds(TimePoint time);   ///< JSON 1.1's timestamps, with fraction
TimePoint from_epoch_seconds(double seconds);

/// Each parser takes exactly its own format; nothing if the text is anything else or no such date exists.
std::optional<TimePoint> parse_iso8601(std::string_view text);  ///< also without fraction, or +hh:mm for Z
std::optional<TimePoint> parse_amz_date(std::string_view text);
std::optional<TimePoint> parse_http_date(std::string_view text);

/// "3 s", "12 min", "5 h", "2 d": how long ago, for tables.
std::string to_age(Milliseconds age);

}  // namespace base
