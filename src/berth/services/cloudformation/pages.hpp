/// Lists in pages: a token is the position of the next page's first entry.
#pragma once

#include "base/page_token.hpp"
#include "berth/services/cloudformation/errors.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace berth::cloudformation {

inline constexpr std::size_t page_size = 100;

/// Throws ServiceError for a token that is none of ours.
inline std::size_t position_in(const std::optional<std::string>& token) {
  if (!token) return 0;
  std::size_t position = 0;
  const std::string text = base::from_page_token(*token).value_or("");
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, position);
  if (error != std::errc{} || stop != end) throw validation_error("Invalid NextToken");
  return position;
}

inline std::string token_of(std::size_t position) { return base::to_page_token(std::to_string(position)); }

/// Cuts `items` to the page at `token` and sets the token of the next one.
template <class T>
std::vector<T> page_of(std::vector<T> items, const std::optional<std::string>& token,
                       std::optional<std::string>& next) {
  const std::size_t first = std::min(position_in(token), items.size());
  const std::size_t last = std::min(first + page_size, items.size());
  if (last < items.size()) next = token_of(last);
  return {std::make_move_iterator(items.begin() + static_cast<std::ptrdiff_t>(first)),
          std::make_move_iterator(items.begin() + static_cast<std::ptrdiff_t>(last))};
}

}  // namespace berth::cloudformation
