/// Patterns of terms: `ERROR "disk full" -debug`, `?ERROR ?WARN`, `%[0-9]+ms%`.
#pragma once

#include "berth/logstore/filter_matcher.hpp"

namespace berth::logstore {
ParsedPattern parse_terms_pattern(std::string_view text);
}  // namespace berth::logstore
