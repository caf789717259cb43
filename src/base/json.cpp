#include "base/json.hpp"

#include <boost/json/parser.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace base {
namespace {

/// Boost reads 1e999 as infinity, which no JSON can say again.
bool is_finite(const json::value& value) {
  if (const double* number = value.if_double()) return std::isfinite(*number);
  if (const auto* array = value.if_array()) return std::ranges::all_of(*array, is_finite);
  if (const auto* object = value.if_object())
    return std::ranges::all_of(*object, [](const auto& member) { return is_finite(member.value()); });
  return true;
}

Result<json::value> parse(std::string_view text, bool comments) {
  json::parse_options options;
  options.max_depth = json_max_depth;
  options.allow_comments = comments;
  json::parser parser({}, options);
  boost::system::error_code error;
  const std::size_t used = parser.write(text.data(), text.size(), error);
  if (!error) {
    json::value value = parser.release();
    if (!is_finite(value)) return failure("a number is larger than a double can be");
    return value;
  }
  const std::string_view before = text.substr(0, used);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const auto start = before.rfind('\n');
  const auto column = before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1;
  return failure("line " + std::to_string(line) + ", column " + std::to_string(column) + ": " +
                 error.message());
}

void print(const json::value& value, std::size_t indent, std::string& out) {
  const auto line = [&](std::size_t depth) { out.append("\n").append(depth * 2, ' '); };
  if (const auto* object = value.if_object(); object != nullptr && !object->empty()) {
    out += '{';
    bool first = true;
    for (const auto& [key, member] : *object) {
      if (!std::exchange(first, false)) out += ',';
      line(indent + 1);
      out += json::serialize(key) + ": ";
      print(member, indent + 1, out);
    }
    line(indent);
    out += '}';
  } else if (const auto* array = value.if_array(); array != nullptr && !array->empty()) {
    out += '[';
    bool first = true;
    for (const auto& element : *array) {
      if (!std::exchange(first, false)) out += ',';
      line(indent + 1);
      print(element, indent + 1, out);
    }
    line(indent);
    out += ']';
  } else {
    out += json::serialize(value);
  }
}

}  // namespace

Result<json::value> parse_json(std::string_view text) { return parse(text, false); }
Result<json::value> parse_json_with_comments(std::string_view text) { return parse(text, true); }
std::string to_text(const json::value& value) { return json::serialize(value); }

std::string to_pretty(const json::value& value) {
  std::string out;
  print(value, 0, out);
  return out;
}

}  // namespace base
