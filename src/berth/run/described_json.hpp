/// JSON for described structs (Boost.Describe), for the files that daemon and shim exchange: numbers as
/// integers, enumerators by name, absent optionals left out. Reading is strict about types and about members
/// that must be there (neither optional nor container), and lenient about members it does not know: a newer
/// writer may add some.
///
/// Only .cpp files include this.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>
#include <boost/describe/enum_from_string.hpp>
#include <boost/describe/enum_to_string.hpp>
#include <boost/describe/members.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/mp11/algorithm.hpp>

#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace berth::run::detail {

namespace json = boost::json;

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};
template <class T>
struct IsVector : std::false_type {};
template <class T>
struct IsVector<std::vector<T>> : std::true_type {};
template <class T>
struct IsMap : std::false_type {};
template <class T>
struct IsMap<std::map<std::string, T>> : std::true_type {};

template <class T>
using Members = boost::describe::describe_members<T, boost::describe::mod_public>;

template <class T>
json::value to_value(const T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value;
  } else if constexpr (std::is_enum_v<T>) {
    return boost::describe::enum_to_string(value, "?");
  } else if constexpr (std::is_integral_v<T>) {
    return std::int64_t{value};
  } else if constexpr (std::is_same_v<T, std::string>) {
    return json::string(value);
  } else if constexpr (IsVector<T>::value) {
    json::array array;
    for (const auto& element : value) array.push_back(to_value(element));
    return array;
  } else if constexpr (IsMap<T>::value) {
    json::object object;
    for (const auto& [key, member] : value) object.emplace(key, to_value(member));
    return object;
  } else {
    json::object object;
    boost::mp11::mp_for_each<Members<T>>([&](auto descriptor) {
      const auto& member = value.*descriptor.pointer;
      if constexpr (IsOptional<std::decay_t<decltype(member)>>::value) {
        if (member) object.emplace(descriptor.name, to_value(*member));
      } else {
        object.emplace(descriptor.name, to_value(member));
      }
    });
    return object;
  }
}

/// Empty if `from` could be read into `into`, else what is wrong, with the path of the member.
template <class T>
std::string from_value(const json::value& from, T& into, const std::string& path) {
  if constexpr (IsOptional<T>::value) {
    return from_value(from, into.emplace(), path);
  } else if constexpr (std::is_same_v<T, bool>) {
    if (!from.is_bool()) return path + " is not a boolean";
    into = from.get_bool();
  } else if constexpr (std::is_enum_v<T>) {
    if (!from.is_string()) return path + " is not a string";
    if (!boost::describe::enum_from_string(from.get_string().c_str(), into))
      return path + " has the unknown value \"" + std::string(from.get_string()) + "\"";
  } else if constexpr (std::is_integral_v<T>) {
    boost::system::error_code error;
    into = from.to_number<T>(error);
    if (error) return path + " is not an integer in range";
  } else if constexpr (std::is_same_v<T, std::string>) {
    if (!from.is_string()) return path + " is not a string";
    into.assign(from.get_string().data(), from.get_string().size());
  } else if constexpr (IsVector<T>::value) {
    if (!from.is_array()) return path + " is not an array";
    for (const json::value& element : from.get_array()) {
      const std::string where = path + "[" + std::to_string(into.size()) + "]";
      if (auto fault = from_value(element, into.emplace_back(), where); !fault.empty()) return fault;
    }
  } else if constexpr (IsMap<T>::value) {
    if (!from.is_object()) return path + " is not an object";
    for (const auto& [key, member] : from.get_object()) {
      const std::string name(key);
      if (auto fault = from_value(member, into[name], path + "." + name); !fault.empty()) return fault;
    }
  } else {
    if (!from.is_object()) return path + " is not an object";
    std::string fault;
    boost::mp11::mp_for_each<Members<T>>([&](auto descriptor) {
      if (!fault.empty()) return;
      auto& member = into.*descriptor.pointer;
      using Member = std::decay_t<decltype(member)>;
      const std::string where = path + "." + descriptor.name;
      if (const json::value* found = from.get_object().if_contains(descriptor.name)) {
        fault = from_value(*found, member, where);
      } else if constexpr (!IsOptional<Member>::value && !IsVector<Member>::value && !IsMap<Member>::value) {
        fault = where + " is missing";
      }
    });
    return fault;
  }
  return {};
}

/// Parses a versioned document: the version is looked at before anything else.
template <class T>
base::Result<T> parse_versioned(std::string_view text, const char* what, int version) {
  auto document = base::parse_json(text);
  if (!document) return document.error().within(what);
  const json::object* object = document->if_object();
  const json::value* found = object != nullptr ? object->if_contains("version") : nullptr;
  if (found == nullptr || !found->is_int64())
    return base::failure(std::string(what) + " does not say its version");
  if (found->get_int64() != version) {
    return base::failure(std::string(what) + " has version " + std::to_string(found->get_int64()) +
                         ", this program knows " + std::to_string(version) + " only");
  }
  T value;
  if (auto fault = from_value(*document, value, what); !fault.empty()) return base::failure(fault);
  return value;
}

}  // namespace berth::run::detail
