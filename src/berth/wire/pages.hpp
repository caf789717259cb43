/// Lists in pages whose token is a position: how many entries came before the page. For lists that nothing orders; where
/// entries have keys in order, a token that names the last one given out stays right while others come and go
/// (base/page_token.hpp).
///
///   out.NextToken = cut_page(out.Groups, in.NextToken, 50, invalid_token());
#pragma once

#include "berth/wire/error.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace berth::wire {

std::string to_position_token(std::uint64_t position);
/// Nothing for a text that to_position_token did not make.
std::optional<std::uint64_t> from_position_token(std::string_view token);

/// 0 without a token. Throws `invalid` for one that was never given out.
std::uint64_t position_of(const std::optional<std::string>& token, const ServiceError& invalid);

/// Leaves of `items` the page that begins at `token` and has at most `size` entries; gives the next page's token, or
/// nothing behind the last entry. Throws `invalid` for a token that was never given out.
template <class List>
std::optional<std::string> cut_page(List& items, const std::optional<std::string>& token, std::size_t size,
                                    const ServiceError& invalid) {
  const auto first =
      static_cast<std::size_t>(std::min<std::uint64_t>(position_of(token, invalid), items.size()));
  const std::size_t last = first + std::min(size, items.size() - first);
  std::optional<std::string> next;
  if (last < items.size()) next = to_position_token(last);
  const auto at = [&](std::size_t index) { return items.begin() + static_cast<std::ptrdiff_t>(index); };
  items.erase(at(last), items.end());
  items.erase(items.begin(), at(first));
  return next;
}

}  // namespace berth::wire
