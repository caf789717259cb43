/// Pages of a list: MaxRecords and NextToken. Private to this folder.
#pragma once

#include "berth/wire/pages.hpp"

#include <optional>
#include <string>

namespace berth::autoscaling {

inline wire::ServiceError invalid_token() {
  return {"InvalidNextToken", "The NextToken value is not one that was given out."};
}

/// Cuts `items` down to the page that token and size ask for.
template <class List>
std::optional<std::string> cut_page(List& items, const std::optional<std::string>& token,
                                    const std::optional<int>& size) {
  if (size && (*size < 1 || *size > 100))
    throw wire::ServiceError("ValidationError", "MaxRecords must be between 1 and 100.");
  return wire::cut_page(items, token, static_cast<std::size_t>(size.value_or(50)), invalid_token());
}

}  // namespace berth::autoscaling
