#include "berth/services/cloudformation/resources/properties.hpp"

#include "berth/wire/shape.hpp"

#include <boost/json/array.hpp>
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

namespace berth::cloudformation {
namespace {

namespace json = boost::json;
using wire::Kind;

[[noreturn]] void wrong_type(const std::string& path, std::string_view type) {
  throw PropertyError(fmt::format("Value of property {} must be of type {}", path, type));
}

/// containerDefinitions is written ContainerDefinitions.
bool is_named(std::string_view member, std::string_view key) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return member.size() == key.size() && !member.empty() && lower(member[0]) == lower(key[0]) &&
         member.substr(1) == key.substr(1);
}

std::string read_text(const json::value& value, const std::string& path) {
  if (const auto* text = value.if_string()) return std::string(*text);
  if (value.is_bool() || value.is_number()) return base::to_text(value);
  wrong_type(path, "String");
}

bool read_bool(const json::value& value, const std::string& path) {
  if (const auto* flag = value.if_bool()) return *flag;
  if (value == "true" || value == "True" || value == "TRUE") return true;
  if (value == "false" || value == "False" || value == "FALSE") return false;
  wrong_type(path, "Boolean");
}

double read_double(const json::value& value, const std::string& path) {
  if (value.is_number()) return value.to_number<double>();
  if (const auto* text = value.if_string()) {
    double number = 0;
    const char* const end = text->data() + text->size();
    const auto [stop, error] = std::from_chars(text->data(), end, number);
    if (error == std::errc{} && stop == end && std::isfinite(number)) return number;
  }
  wrong_type(path, "Number");
}

std::int64_t read_integer(const json::value& value, const std::string& path, std::int64_t least,
                          std::int64_t most) {
  std::optional<std::int64_t> number;
  if (value.is_int64()) {
    number = value.get_int64();
  } else if (const auto* text = value.if_string()) {
    std::int64_t parsed = 0;
    const char* const end = text->data() + text->size();
    const auto [stop, error] = std::from_chars(text->data(), end, parsed);
    if (error == std::errc{} && stop == end) number = parsed;
  } else if (value.is_double() && std::abs(value.get_double()) < 1e15 &&
             std::trunc(value.get_double()) == value.get_double()) {
    number = static_cast<std::int64_t>(value.get_double());
  }
  if (!number || *number < least || *number > most) wrong_type(path, "Integer");
  return *number;
}

void read_value(const json::value& value, const wire::Type& type, void* into, const std::string& path);

void read_structure(const json::object& object, const wire::Type& type, void* shape,
                    const std::string& path) {
  const auto below = [&](std::string_view name) {
    return path.empty() ? std::string(name) : path + "." + std::string(name);
  };
  for (const auto& [key, value] : object) {
    const wire::Member* found = nullptr;
    for (const wire::Member& member : type.members)
      if (is_named(member.name, key)) found = &member;
    if (found == nullptr) throw PropertyError("Encountered unsupported property " + below(key));
    read_value(value, found->type(), found->set(shape), below(key));
  }
  for (const wire::Member& member : type.members) {
    if (!member.required) continue;
    bool given = false;
    for (const auto& [key, value] : object) given = given || is_named(member.name, key);
    if (given) continue;
    std::string name(member.name);
    if (name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 32);
    throw PropertyError(fmt::format("Property {} cannot be empty.", below(name)));
  }
}

void read_value(const json::value& value, const wire::Type& type, void* into, const std::string& path) {
  switch (type.kind) {
    case Kind::Structure:
      if (!value.is_object()) wrong_type(path, "Object");
      return read_structure(value.get_object(), type, into, path);
    case Kind::List:
      if (!value.is_array()) wrong_type(path, "List");
      for (const json::value& element : value.get_array())
        read_value(element, type.element(), type.append(into), path);
      return;
    case Kind::Map:
      if (!value.is_object()) wrong_type(path, "Map");
      for (const auto& [key, member] : value.get_object())
        read_value(member, type.element(), type.insert(into, std::string(key)),
                   path + "." + std::string(key));
      return;
    case Kind::String:
      *static_cast<std::string*>(into) = read_text(value, path);
      return;
    case Kind::Boolean:
      *static_cast<bool*>(into) = read_bool(value, path);
      return;
    case Kind::Integer:
      *static_cast<int*>(into) = static_cast<int>(
          read_integer(value, path, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
      return;
    case Kind::Long:
      *static_cast<std::int64_t*>(into) = read_integer(value, path, std::numeric_limits<std::int64_t>::min(),
                                                       std::numeric_limits<std::int64_t>::max());
      return;
    case Kind::Double:
      *static_cast<double*>(into) = read_double(value, path);
      return;
    case Kind::Document:
      static_cast<wire::Document*>(into)->value = value;
      return;
    default:
      throw PropertyError("Encountered unsupported property " + path);
  }
}

}  // namespace

void read_properties(const json::object& properties, const wire::Type& type, void* shape) {
  read_structure(properties, type, shape, "");
}

}  // namespace berth::cloudformation
