/// What a bucket and a key may be called.
#pragma once

#include <string_view>

namespace berth::objects {

/// 3 to 63 of a-z 0-9 . -, begins and ends with a letter or digit, no "..", ".-" or "-.", and no IPv4
/// address.
bool is_bucket_name(std::string_view name);

/// 1 to 1024 bytes of UTF-8. Nothing else is special: "..", "//" and a leading "/" are part of the key.
bool is_object_key(std::string_view key);
inline constexpr std::size_t longest_key = 1024;

}  // namespace berth::objects
