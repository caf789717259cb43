/// The text of Fn::Sub taken apart: literal runs and the names in ${…}.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace berth::stack {

struct SubstitutionPiece {
  bool is_name = false;
  std::string text;  ///< a literal, or what stands in ${…}: a parameter, a resource, or Resource.Attribute
};

/// `${!Literal}` comes out as the literal "${Literal}". Throws TemplateError if a name has a wrong character
/// or is not closed.
std::vector<SubstitutionPiece> parse_substitution(std::string_view text);

}  // namespace berth::stack
