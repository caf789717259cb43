/// Lists in pages of a hundred; there is no page size of the caller's.
#pragma once

#include "berth/services/cloudformation/errors.hpp"
#include "berth/wire/pages.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace berth::cloudformation {

inline constexpr std::size_t page_size = 100;

inline wire::ServiceError invalid_token() { return validation_error("Invalid NextToken"); }

/// Cuts `items` to the page at `token` and sets the token of the next one. Throws ServiceError for a token that is none of
/// ours.
template <class T>
std::vector<T> page_of(std::vector<T> items, const std::optional<std::string>& token,
                       std::optional<std::string>& next) {
  next = wire::cut_page(items, token, page_size, invalid_token());
  return items;
}

}  // namespace berth::cloudformation
