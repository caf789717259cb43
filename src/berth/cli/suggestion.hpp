/// What someone meant who mistyped a name. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace berth::cli {

/// How many characters are inserted, removed, replaced, or swapped with their neighbour, at least, to make one of the
/// other.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate that is meant, if one is near enough: a third of its characters may differ, or `word` is its beginning
/// (of three characters at least).
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates);

/// ": did you mean 'stack'?", or nothing: to be put behind a message.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace berth::cli
