/// Lists of keys in byte order, rolled up at a delimiter.
#pragma once

#include "berth/objects/types.hpp"
#include "berth/store/connection.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace berth::objects {

/// One page of a bucket. All keys under a common prefix are skipped by one seek, however many they are.
Listing list(store::Connection& db, const std::string& bucket, const ListQuery& query);

/// The smallest string that sorts after everything that begins with `prefix`; nothing if there is none (all
/// bytes are FF, or it is empty).
std::optional<std::string> after_all_with(std::string_view prefix);

/// The key up to and with the first delimiter behind the prefix; nothing if it has none.
std::optional<std::string> common_prefix(std::string_view key, std::string_view prefix,
                                         std::string_view delimiter);

}  // namespace berth::objects
