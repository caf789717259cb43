/// JSON documents: Boost.JSON with bounded depth and errors that name the place.
#pragma once

#include "base/result.hpp"

#include <boost/json/value.hpp>

#include <string>
#include <string_view>

namespace base {

namespace json = boost::json;

/// How deep a document of ours or of a client's may nest.
inline constexpr std::size_t json_max_depth = 128;

/// Strict JSON (RFC 8259). The error names line and column.
Result<json::value> parse_json(std::string_view text);
/// The same with // and /* */ comments allowed, as in network configurations.
Result<json::value> parse_json_with_comments(std::string_view text);

std::string to_text(const json::value& value);    ///< compact
std::string to_pretty(const json::value& value);  ///< two blanks of indentation, for people

}  // namespace base
