/// Pages of a list. Private to this folder.
#pragma once

#include "base/page_token.hpp"
#include "berth/services/ecr/errors.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace berth::ecr {

/// The part of `items`, sorted by `key`, that comes behind the token, and the next token if there is more. The
/// token names the last key given out. maxResults is 1 to 1000, 100 by default.
template <class Item, class Key>
std::pair<std::vector<Item>, std::optional<std::string>> page_of(std::vector<Item> items,
                                                                 const std::optional<std::string>& token,
                                                                 const std::optional<int>& max_results,
                                                                 Key key) {
  if (max_results && (*max_results < 1 || *max_results > 1000)) {
    throw invalid_parameter(
        "Invalid parameter at 'maxResults' failed to satisfy constraint: 'Member must be between 1 "
        "and 1000'");
  }
  auto first = items.begin();
  if (token) {
    auto after = base::from_page_token(*token);
    if (!after)
      throw invalid_parameter(
          "Invalid parameter at 'nextToken' failed to satisfy constraint: 'invalid token'");
    first = std::upper_bound(items.begin(), items.end(), *after,
                             [&](const std::string& last, const Item& item) { return last < key(item); });
  }
  auto limit = static_cast<std::ptrdiff_t>(max_results.value_or(100));
  auto last = first + std::min(limit, items.end() - first);
  std::optional<std::string> next;
  if (last != items.end()) next = base::to_page_token(key(*std::prev(last)));
  return {{first, last}, next};
}

}  // namespace berth::ecr
