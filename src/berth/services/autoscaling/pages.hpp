/// Pages of a list: MaxRecords and NextToken. Private to this folder.
#pragma once

#include "base/page_token.hpp"
#include "berth/wire/error.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace berth::autoscaling {

inline wire::ServiceError invalid_token() {
  return {"InvalidNextToken", "The NextToken value is not one that was given out."};
}

/// Cuts `items` down to the page that token and size ask for; the token counts what came before.
template <class Item>
std::optional<std::string> cut_page(std::vector<Item>& items, const std::optional<std::string>& token,
                                    const std::optional<int>& size) {
  if (size && (*size < 1 || *size > 100))
    throw wire::ServiceError("ValidationError", "MaxRecords must be between 1 and 100.");
  std::size_t first = 0;
  if (token) {
    const auto text = base::from_page_token(*token).value_or("");
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), first);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size()) throw invalid_token();
  }
  const std::size_t last = std::min(items.size(), first + static_cast<std::size_t>(size.value_or(50)));
  first = std::min(first, items.size());
  std::optional<std::string> next;
  if (last < items.size()) next = base::to_page_token(std::to_string(last));
  items = std::vector<Item>(items.begin() + static_cast<std::ptrdiff_t>(first),
                            items.begin() + static_cast<std::ptrdiff_t>(last));
  return next;
}

}  // namespace berth::autoscaling
