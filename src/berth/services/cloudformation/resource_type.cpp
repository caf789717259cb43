#include "berth/services/cloudformation/resource_type.hpp"

#include <algorithm>

namespace berth::cloudformation {

std::string_view to_text(Standing standing) {
  switch (standing) {
    case Standing::Honoured:
      return "honoured";
    case Standing::Emulated:
      return "emulated";
    case Standing::Ignored:
      return "ignored";
    case Standing::Refused:
      return "refused";
  }
  return "";
}

const PropertyRow* find_property(const ResourceTypeInfo& type, std::string_view path) {
  const PropertyRow* best = nullptr;
  for (const PropertyRow& row : type.properties) {
    const bool begins =
        path.starts_with(row.path) && (path.size() == row.path.size() || path[row.path.size()] == '.');
    if (begins && (best == nullptr || row.path.size() > best->path.size())) best = &row;
  }
  return best;
}

bool has_attribute(const ResourceTypeInfo& type, std::string_view name) {
  return std::ranges::any_of(type.attributes, [&](std::string_view known) {
    return known.ends_with('*')
               ? name.starts_with(known.substr(0, known.size() - 1)) && name.size() >= known.size()
               : name == known;
  });
}

}  // namespace berth::cloudformation
