/// Bytes as text: hexadecimal, base64, percent-encoding, UTF-8.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace base {

std::string to_hex(std::string_view bytes);  ///< lower case
/// Nothing unless `text` is an even number of hexadecimal digits.
std::optional<std::string> from_hex(std::string_view text);

std::string to_base64(std::string_view bytes);
/// Standard alphabet with padding; nothing if anything else stands in `text`.
std::optional<std::string> from_base64(std::string_view text);

/// RFC 3986: everything but A-Z a-z 0-9 - . _ ~ becomes %XX (upper case); `keep` names more to leave alone
/// ("/").
std::string percent_encode(std::string_view bytes, std::string_view keep = {});
/// Nothing if a % is not followed by two hexadecimal digits. '+' stays '+'.
std::optional<std::string> percent_decode(std::string_view text);

bool is_utf8(std::string_view bytes);  ///< strict: no overlong forms, no surrogates

}  // namespace base
