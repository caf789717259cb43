/// What intrinsic and condition functions take: their arguments apart, and the sentence where they are wrong.
#pragma once

#include "berth/stack/document.hpp"

#include <boost/json/array.hpp>
#include <boost/json/string_view.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace berth::stack {

/// Throws TemplateError: CloudFormation's "Template error: ", then `message`.
[[noreturn]] void refuse_call(const std::string& message);

/// The function's argument as a list of exactly `count` elements, not resolved; else refuses with `complaint`.
const json::array& arguments(const json::value& value, std::size_t count, const char* complaint);

/// A string, or a number or boolean written as one; nothing for lists and objects.
std::optional<std::string> text_of(const std::optional<json::value>& value);

/// A finite number, the whole text of it.
std::optional<double> parse_number(std::string_view text);

std::string to_string(json::string_view text);

}  // namespace berth::stack
