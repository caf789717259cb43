/// Pages of a list: maxResults and nextToken, the same for every List operation.
#pragma once

#include "base/page_token.hpp"
#include "berth/services/ecs/errors.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace berth::ecs {

struct Page {
  std::vector<std::string> items;
  std::optional<std::string> nextToken;
};

/// A page of `items`, which are sorted by `key`; the token names the last key given out, so that pages stay
/// right while items come and go. maxResults is 1 to 100, 100 by default.
template <class Item, class Key, class Show>
Page page_of(const std::vector<Item>& items, const std::optional<std::string>& token,
             const std::optional<int>& max_results, Key key, Show show) {
  if (max_results && (*max_results < 1 || *max_results > 100))
    throw invalid_parameter("maxResults must be between 1 and 100, inclusive.");
  const std::size_t limit = static_cast<std::size_t>(max_results.value_or(100));
  auto first = items.begin();
  if (token && !token->empty()) {
    const auto after = base::from_page_token(*token);
    if (!after) throw invalid_parameter("Invalid token: nextToken is not one that was given out.");
    first = std::upper_bound(items.begin(), items.end(), *after,
                             [&](const std::string& last, const Item& item) { return last < key(item); });
  }
  Page page;
  for (; first != items.end() && page.items.size() < limit; ++first) page.items.push_back(show(*first));
  if (first != items.end()) page.nextToken = base::to_page_token(key(*std::prev(first)));
  return page;
}

}  // namespace berth::ecs
