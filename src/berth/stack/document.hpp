/// A template's text, JSON or YAML, as one JSON value in the long form.
///
/// YAML's short forms become what they stand for: `!Ref x` is {"Ref": "x"}, `!GetAtt a.b.c` is
/// {"Fn::GetAtt": ["a", "b.c"]}, `!Sub s` is {"Fn::Sub": "s"}. Plain YAML scalars are numbers or booleans
/// only where writing them as JSON gives the same text back; 007, 1.10, yes and 2010-09-09 stay strings.
/// Refused: duplicate keys, aliases, merge keys, several documents, nesting over `max_depth`, nulls.
#pragma once

#include <boost/json/value.hpp>

#include <cstddef>
#include <string_view>

namespace berth::stack {

namespace json = boost::json;

inline constexpr std::size_t max_depth = 64;  ///< of a template; real ones have about ten levels

/// A text that begins with { is JSON, as CloudFormation decides. Throws TemplateError that names line and
/// column.
json::value parse_document(std::string_view text);

/// The two readers, each for its own language only (parse_document chooses).
json::value parse_json_document(std::string_view text);
json::value parse_yaml_document(std::string_view text);

}  // namespace berth::stack
