#include "berth/stack/substitution.hpp"

#include "berth/stack/template_error.hpp"

#include <algorithm>

namespace berth::stack {
namespace {

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
         c == ':';
}

}  // namespace

std::vector<SubstitutionPiece> parse_substitution(std::string_view text) {
  std::vector<SubstitutionPiece> pieces;
  const auto literal = [&](std::string_view run) {
    if (run.empty()) return;
    if (pieces.empty() || pieces.back().is_name) pieces.emplace_back();
    pieces.back().text += run;
  };
  while (!text.empty()) {
    const auto start = text.find("${");
    literal(text.substr(0, start));
    if (start == std::string_view::npos) break;
    const auto end = text.find('}', start);
    if (end == std::string_view::npos) {  // CloudFormation takes an unclosed one as text
      literal(text.substr(start));
      break;
    }
    std::string_view inside = text.substr(start + 2, end - start - 2);
    if (inside.starts_with('!')) {
      literal("${");
      literal(inside.substr(1));
      literal("}");
    } else {
      while (inside.starts_with(' ')) inside.remove_prefix(1);
      while (inside.ends_with(' ')) inside.remove_suffix(1);
      if (inside.empty() || !std::ranges::all_of(inside, is_name_character))
        throw TemplateError(
            "Template error: variable names in Fn::Sub syntax must contain only alphanumeric characters, "
            "underscores, periods, and colons");
      pieces.push_back({true, std::string(inside)});
    }
    text.remove_prefix(end + 1);
  }
  return pieces;
}

}  // namespace berth::stack
