/// Pages of a list: limit and nextToken.
#pragma once

#include "base/page_token.hpp"
#include "berth/logstore/log_store.hpp"
#include "berth/services/logs/errors.hpp"
#include "berth/wire/call.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace berth::logs {

inline logstore::Scope scope_of(const wire::Call& call) { return {call.account, call.region}; }

template <class Item>
struct Page {
  std::vector<Item> items;
  std::optional<std::string> next_token;
};

/// A page of `items`, which are sorted by `key` (downwards if `descending`). The token names the last key given out, so
/// that pages stay right while items come and go.
template <class Item, class Key>
Page<Item> page_of(std::vector<Item> items, const std::optional<std::string>& token, std::size_t limit,
                   Key key, bool descending = false) {
  auto first = items.begin();
  if (token) {
    const auto after = base::from_page_token(*token);
    if (!after) throw invalid_parameter("The specified nextToken is invalid.");
    first = std::find_if(items.begin(), items.end(), [&](const Item& item) {
      return descending ? key(item) < *after : key(item) > *after;
    });
  }
  Page<Item> page;
  for (; first != items.end() && page.items.size() < limit; ++first) page.items.push_back(*first);
  if (first != items.end()) page.next_token = base::to_page_token(key(*std::prev(first)));
  return page;
}

}  // namespace berth::logs
