#include "berth/stack/pattern.hpp"

#include "base/regular_expression.hpp"
#include "berth/stack/template_error.hpp"

namespace berth::stack {

bool matches_pattern(const std::string& pattern, const std::string& text) {
  const auto matched = base::matches_expression(pattern, text);
  if (!matched)
    throw TemplateError("Template format error: the pattern " + pattern + " " + matched.error().message);
  return *matched;
}

}  // namespace berth::stack
