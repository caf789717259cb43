/// Pages of a list: MaxItems and Marker. Private to this folder.
#pragma once

#include "base/page_token.hpp"
#include "berth/services/iam/errors.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace berth::iam {

/// Fills a reply's list, IsTruncated and Marker with the page of `items`, which are sorted by `key`. The marker names
/// the last key given out, so that pages stay right while items come and go. MaxItems is 1 to 1000, 100 by default.
template <class Request, class Response, class Item, class Key>
void fill_page(const Request& in, Response& out, std::vector<Item> Response::*list, std::vector<Item> items,
               Key key) {
  if (in.MaxItems && (*in.MaxItems < 1 || *in.MaxItems > 1000)) throw invalid_page(*in.MaxItems);
  auto first = items.begin();
  if (in.Marker) {
    const auto after = base::from_page_token(*in.Marker);
    if (!after) throw invalid_marker();
    first = std::find_if(items.begin(), items.end(), [&](const Item& item) { return key(item) > *after; });
  }
  const auto left = items.end() - first;
  const auto last = first + std::min<std::ptrdiff_t>(in.MaxItems.value_or(100), left);
  out.IsTruncated = last != items.end();
  if (last != items.end()) out.Marker = base::to_page_token(key(*std::prev(last)));
  out.*list = std::vector<Item>(first, last);
}

/// PathPrefix as IAM reads it; "/" and none take everything.
inline bool is_below(const std::optional<std::string>& prefix, const std::string& path) {
  return path.starts_with(prefix.value_or("/"));
}

}  // namespace berth::iam
