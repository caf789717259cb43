#include "berth/stack/record.hpp"

#include <boost/describe/enum_to_string.hpp>

#include <algorithm>
#include <utility>

namespace berth::stack {

std::string_view to_text(StackStatus status) { return boost::describe::enum_to_string(status, "?"); }
std::string_view to_text(ResourceStatus status) { return boost::describe::enum_to_string(status, "?"); }

std::string retired_key(const ResourceRecord& resource) {
  return resource.logical_id + "/" + std::to_string(resource.generation);  // no logical id has a slash
}

const ResourceRecord* StackRecord::resource(std::string_view key) const {
  if (key.find('/') != std::string_view::npos) {
    const auto found = std::ranges::find(retired, key, &retired_key);
    return found == retired.end() ? nullptr : &*found;
  }
  const auto found = std::ranges::find(resources, key, &ResourceRecord::logical_id);
  return found == resources.end() ? nullptr : &*found;
}
ResourceRecord* StackRecord::resource(std::string_view key) {
  return const_cast<ResourceRecord*>(std::as_const(*this).resource(key));
}

}  // namespace berth::stack
