/// Strings, numbers, booleans, times and bytes as plain text: in forms, XML, headers, query strings and
/// paths.
#pragma once

#include "berth/wire/type.hpp"

#include <string>
#include <string_view>

namespace berth::wire {

enum class TimeForm : std::uint8_t { Iso8601, HttpDate };

/// The value as text, before any escaping; "" for what is no scalar.
std::string to_text(const Type& type, const void* value, TimeForm form);
/// False if `text` is no value of that type. Both forms of time are read.
bool from_text(std::string_view text, const Type& type, void* value);
bool is_scalar(Kind kind);
/// "an integer", for messages.
std::string_view kind_words(Kind kind);

/// The name with its first letter upper or lower case (the EC2 protocol's two spellings).
std::string capitalised(std::string_view name);
std::string uncapitalised(std::string_view name);

}  // namespace berth::wire
