/// Patterns of blank-separated fields: `[ip, user, ..., status = 4*, size > 1000]`.
#pragma once

#include "berth/logstore/filter_matcher.hpp"

namespace berth::logstore {
ParsedPattern parse_fields_pattern(std::string_view text);
}  // namespace berth::logstore
