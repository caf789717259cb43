/// JSON written as text, straight from values.
#pragma once

#include "base/clock.hpp"

#include <string>
#include <string_view>

namespace berth::wire {

/// With quotes. Bytes that are not UTF-8 become U+FFFD, so that the document always parses.
void append_json_string(std::string_view text, std::string& out);
/// The shortest text that reads back the same; infinities and NaN, which JSON has not, become null.
void append_json_double(double number, std::string& out);
/// Epoch seconds with up to three digits of fraction, exactly.
void append_json_seconds(base::TimePoint time, std::string& out);

}  // namespace berth::wire
