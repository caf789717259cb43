/// ISO 8601 durations of hours, minutes and seconds, as CreationPolicy writes them: PT15M, PT1H30M.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace berth::cloudformation {

/// Nothing if it is no such duration or longer than CloudFormation's twelve hours.
std::optional<std::chrono::seconds> parse_duration(std::string_view text);

}  // namespace berth::cloudformation
