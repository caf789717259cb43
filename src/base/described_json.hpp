/// Described structs as JSON documents, for what we write ourselves and read back: state in the store, files
/// beside a task. (Shapes on the wire have codecs of their own, which know the AWS protocols.)
///
///   struct Point { int x = 0; std::optional<std::string> label; };
///   BOOST_DESCRIBE_STRUCT(Point, (), (x, label))
///   std::string text = to_text(to_document(point));
///   Result<Point> again = from_document<Point>(parse_json(text).value());
///
/// Members may be strings, bools, integers, doubles, TimePoint (milliseconds since 1970), described enums (by
/// name), described structs, std::optional, std::vector, std::set and std::map<std::string, …> of these.
/// Empty optionals and containers are left out; members that a document lacks keep their default, and members
/// that the struct lacks are passed over, so that a newer release reads an older one's documents.
#pragma once

#include "base/clock.hpp"
#include "base/json.hpp"

#include <boost/describe.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/mp11/algorithm.hpp>

#include <concepts>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <type_traits>
#include <vector>

namespace base {

/// Specialise for a type that is none of these: static json::value encode(const T&), static void
/// decode(const json::value&, T&), which throws what says why not.
template <class T>
struct DocumentCodec;

namespace described {

template <class T>
concept HasCodec = requires(const T& value) {
  DocumentCodec<T>::encode(value);
};

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <class T>
inline constexpr bool is_vector = false;
template <class T>
inline constexpr bool is_vector<std::vector<T>> = true;
template <class T>
inline constexpr bool is_set = false;
template <class T, class C>
inline constexpr bool is_set<std::set<T, C>> = true;
template <class T>
inline constexpr bool is_map = false;
template <class T, class C>
inline constexpr bool is_map<std::map<std::string, T, C>> = true;

template <class T>
using Members = boost::describe::describe_members<T, boost::describe::mod_any_access>;

struct Mismatch : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <class T>
json::value encode(const T& value) {
  if constexpr (HasCodec<T>) {
    return DocumentCodec<T>::encode(value);
  } else if constexpr (std::is_same_v<T, TimePoint>) {
    return value.time_since_epoch().count();
  } else if constexpr (std::is_enum_v<T>) {
    return json::value(json::string(boost::describe::enum_to_string(value, "?")));
  } else if constexpr (std::is_same_v<T, std::string>) {
    return json::value(json::string(value));
  } else if constexpr (std::is_same_v<T, bool> || std::is_floating_point_v<T>) {
    return value;
  } else if constexpr (std::is_integral_v<T>) {
    return static_cast<std::int64_t>(value);
  } else if constexpr (is_optional<T>) {
    return value ? encode(*value) : json::value();
  } else if constexpr (is_vector<T> || is_set<T>) {
    json::array array;
    array.reserve(value.size());
    for (const auto& element : value) array.push_back(encode(element));
    return array;
  } else if constexpr (is_map<T>) {
    json::object object;
    for (const auto& [key, element] : value) object.emplace(key, encode(element));
    return object;
  } else {
    json::object object;
    boost::mp11::mp_for_each<Members<T>>([&](auto member) {
      const auto& field = value.*member.pointer;
      using Field = std::remove_cvref_t<decltype(field)>;
      if constexpr (is_optional<Field>) {
        if (!field) return;
      } else if constexpr (is_vector<Field> || is_set<Field> || is_map<Field>) {
        if (field.empty()) return;
      }
      object.emplace(member.name, encode(field));
    });
    return object;
  }
}

template <class T>
void decode(const json::value& document, T& value) {
  if constexpr (HasCodec<T>) {
    DocumentCodec<T>::decode(document, value);
  } else if constexpr (std::is_same_v<T, TimePoint>) {
    value = TimePoint{Milliseconds{document.to_number<std::int64_t>()}};
  } else if constexpr (std::is_enum_v<T>) {
    if (!boost::describe::enum_from_string(std::string(document.as_string()).c_str(), value))
      throw Mismatch("'" + std::string(document.as_string()) + "' is not a known value");
  } else if constexpr (std::is_same_v<T, std::string>) {
    value = std::string(document.as_string());
  } else if constexpr (std::is_same_v<T, bool>) {
    value = document.as_bool();
  } else if constexpr (std::is_arithmetic_v<T>) {
    value = document.to_number<T>();
  } else if constexpr (is_optional<T>) {
    if (document.is_null())
      value.reset();
    else
      decode(document, value.emplace());
  } else if constexpr (is_vector<T>) {
    value.clear();
    for (const json::value& element : document.as_array()) decode(element, value.emplace_back());
  } else if constexpr (is_set<T>) {
    value.clear();
    for (const json::value& element : document.as_array()) {
      typename T::value_type decoded{};
      decode(element, decoded);
      value.insert(std::move(decoded));
    }
  } else if constexpr (is_map<T>) {
    value.clear();
    for (const auto& [key, element] : document.as_object()) decode(element, value[std::string(key)]);
  } else {
    const json::object& object = document.as_object();
    boost::mp11::mp_for_each<Members<T>>([&](auto member) {
      const json::value* field = object.if_contains(member.name);
      if (!field) return;
      try {
        decode(*field, value.*member.pointer);
      } catch (const std::exception& error) {
        throw Mismatch(std::string(member.name) + ": " + error.what());
      }
    });
  }
}

}  // namespace described

template <class T>
json::value to_document(const T& value) {
  return described::encode(value);
}

/// The error names the member that does not fit.
template <class T>
Result<T> from_document(const json::value& document) {
  T value{};
  try {
    described::decode(document, value);
  } catch (const std::exception& error) {
    return failure(error.what());
  }
  return value;
}

}  // namespace base
