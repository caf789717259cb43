#include "berth/stack/arguments.hpp"

#include "base/json.hpp"
#include "berth/stack/template_error.hpp"

#include <charconv>
#include <cmath>

namespace berth::stack {

void refuse_call(const std::string& message) { throw TemplateError("Template error: " + message); }

const json::array& arguments(const json::value& value, std::size_t count, const char* complaint) {
  const auto* list = value.if_array();
  if (list == nullptr || list->size() != count) refuse_call(complaint);
  return *list;
}

std::optional<std::string> text_of(const std::optional<json::value>& value) {
  if (!value) return std::nullopt;
  if (const auto* text = value->if_string()) return to_string(*text);
  if (value->is_number() || value->is_bool()) return base::to_text(*value);
  return std::nullopt;
}

std::optional<double> parse_number(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  if (!whole || !std::isfinite(number)) return std::nullopt;
  return number;
}

std::string to_string(json::string_view text) { return {text.data(), text.size()}; }

}  // namespace berth::stack
