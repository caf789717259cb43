#include "berth/stack/document.hpp"

#include "base/encoding.hpp"
#include "base/json.hpp"
#include "berth/stack/template_error.hpp"

#include <boost/json/basic_parser_impl.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace berth::stack {
namespace {

/// Boost.JSON keeps the last of two members with one name; this pass over the same text finds the second.
struct DuplicateFinder {
  static constexpr std::size_t max_object_size = std::size_t(-1);
  static constexpr std::size_t max_array_size = std::size_t(-1);
  static constexpr std::size_t max_key_size = std::size_t(-1);
  static constexpr std::size_t max_string_size = std::size_t(-1);
  using View = json::string_view;
  using Error = boost::system::error_code;

  std::vector<std::set<std::string, std::less<>>> open;
  std::string part, duplicate;

  bool on_document_begin(Error&) { return true; }
  bool on_document_end(Error&) { return true; }
  bool on_array_begin(Error&) { return true; }
  bool on_array_end(std::size_t, Error&) { return true; }
  bool on_object_begin(Error&) { return open.emplace_back(), true; }
  bool on_object_end(std::size_t, Error&) { return open.pop_back(), true; }
  bool on_string_part(View, std::size_t, Error&) { return true; }
  bool on_string(View, std::size_t, Error&) { return true; }
  bool on_key_part(View text, std::size_t, Error&) { return part.append(text.data(), text.size()), true; }
  bool on_key(View text, std::size_t, Error& error) {
    part.append(text.data(), text.size());
    if (!open.back().insert(part).second) {
      duplicate = part;
      error = json::error::syntax;
      return false;
    }
    part.clear();
    return true;
  }
  bool on_number_part(View, Error&) { return true; }
  bool on_int64(std::int64_t, View, Error&) { return true; }
  bool on_uint64(std::uint64_t, View, Error&) { return true; }
  bool on_double(double, View, Error&) { return true; }
  bool on_bool(bool, Error&) { return true; }
  bool on_null(Error&) { return true; }
  bool on_comment_part(View, Error&) { return true; }
  bool on_comment(View, Error&) { return true; }
};

void refuse_duplicates(std::string_view text) {
  json::parse_options options;
  options.max_depth = base::json_max_depth;
  json::basic_parser<DuplicateFinder> parser(options);
  boost::system::error_code error;
  const std::size_t used = parser.write_some(false, text.data(), text.size(), error);
  if (!error) return;
  const auto before = text.substr(0, used);
  throw TemplateError(
      fmt::format("Template format error: JSON not well-formed. (line {}: the key \"{}\" stands twice)",
                  1 + std::count(before.begin(), before.end(), '\n'), parser.handler().duplicate));
}

/// Nulls and depth, for both languages. `path` is as CloudFormation writes it.
void check(const json::value& value, const std::string& path, std::size_t depth) {
  if (depth > max_depth)
    throw TemplateError(
        fmt::format("Template format error: [{}] nests deeper than {} levels.", path, max_depth));
  if (value.is_null())
    throw TemplateError(
        fmt::format("Template format error: [{}] 'null' values are not allowed in templates", path));
  if (const auto* object = value.if_object())
    for (const auto& [key, member] : *object) check(member, path + "/" + std::string(key), depth + 1);
  if (const auto* array = value.if_array())
    for (std::size_t i = 0; i < array->size(); ++i)
      check((*array)[i], path + "/" + std::to_string(i), depth + 1);
}

}  // namespace

json::value parse_json_document(std::string_view text) {
  auto value = base::parse_json(text);
  if (!value)
    throw TemplateError(
        fmt::format("Template format error: JSON not well-formed. ({})", value.error().message));
  refuse_duplicates(text);
  return std::move(*value);
}

json::value parse_document(std::string_view text) {
  if (!base::is_utf8(text)) throw TemplateError("Template format error: the template is not UTF-8 text.");
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) throw TemplateError("Template format error: the template is empty.");
  json::value value = text[first] == '{' ? parse_json_document(text) : parse_yaml_document(text);
  if (!value.is_object()) throw TemplateError("Template format error: unsupported structure.");
  check(value, "", 0);
  return value;
}

}  // namespace berth::stack
