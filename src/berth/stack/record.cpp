#include "berth/stack/record.hpp"

#include <boost/describe/enum_to_string.hpp>

#include <algorithm>

namespace berth::stack {

std::string_view to_text(StackStatus status) { return boost::describe::enum_to_string(status, "?"); }
std::string_view to_text(ResourceStatus status) { return boost::describe::enum_to_string(status, "?"); }

ResourceRecord* StackRecord::resource(std::string_view logical_id) {
  const auto found = std::ranges::find(resources, logical_id, &ResourceRecord::logical_id);
  return found == resources.end() ? nullptr : &*found;
}
const ResourceRecord* StackRecord::resource(std::string_view logical_id) const {
  const auto found = std::ranges::find(resources, logical_id, &ResourceRecord::logical_id);
  return found == resources.end() ? nullptr : &*found;
}

}  // namespace berth::stack
