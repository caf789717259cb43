/// Query strings and forms, taken apart.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace berth::wire {

using Pairs = std::vector<std::pair<std::string, std::string>>;

/// The pairs of `a=1&b=2` in their order, decoded ('+' is a space; a key without '=' has the value "").
/// Nothing if a % is not followed by two hexadecimal digits or there are more than `limit` pairs.
std::optional<Pairs> parse_query(std::string_view text, std::size_t limit = 20'000);

/// The value of the first pair of that name.
std::optional<std::string_view> find(const Pairs& pairs, std::string_view name);

/// name=value&…, percent-encoded.
std::string to_query(const Pairs& pairs);

}  // namespace berth::wire
