/// Patterns over JSON events: `{ ($.level = "error" || $.items[0].n >= 3) && $.user NOT EXISTS }`.
#pragma once

#include "berth/logstore/filter_matcher.hpp"

namespace berth::logstore {
ParsedPattern parse_json_pattern(std::string_view text);
}  // namespace berth::logstore
