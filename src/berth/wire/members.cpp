#include "berth/wire/members.hpp"

namespace berth::wire {

namespace {

bool has_value(const Type& type, const void* shape, std::string_view name);

bool is_there(const Type& type, const void* value, std::string_view rest) {
  switch (type.kind) {
    case Kind::List:
      for (std::size_t i = 0; i < type.size(value); ++i) {
        if (rest.empty() || is_there(type.element(), type.at(value, i), rest)) return true;
      }
      return false;
    case Kind::Map:
      return type.size(value) > 0;
    case Kind::String:
      return !static_cast<const std::string*>(value)->empty();
    case Kind::Structure:
      return rest.empty() || has_value(type, value, rest);
    default:
      return true;
  }
}

bool has_value(const Type& type, const void* shape, std::string_view name) {
  const std::size_t dot = name.find('.');
  for (const Member& member : type.members) {
    if (member.name != name.substr(0, dot)) continue;
    const void* value = member.get(shape);
    return value && is_there(member.type(), value,
                             dot == std::string_view::npos ? std::string_view{} : name.substr(dot + 1));
  }
  return false;
}

}  // namespace

std::vector<std::string> members_set(const Type& type, const void* shape,
                                     std::span<const std::string_view> names) {
  std::vector<std::string> found;
  for (const std::string_view name : names) {
    if (has_value(type, shape, name)) found.emplace_back(name);
  }
  return found;
}

}  // namespace berth::wire
