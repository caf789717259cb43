#include "berth/stack/property_difference.hpp"

#include "base/json.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <algorithm>

namespace berth::stack {
namespace {

std::string scalar_text(const boost::json::value& value) {
  return value.is_string() ? std::string(value.get_string()) : base::to_text(value);
}

}  // namespace

bool is_same_value(const boost::json::value& a, const boost::json::value& b) {
  if (a.is_object() && b.is_object()) {
    const auto &left = a.get_object(), &right = b.get_object();
    return left.size() == right.size() && std::ranges::all_of(left, [&](const auto& member) {
             const auto* other = right.if_contains(member.key());
             return other != nullptr && is_same_value(member.value(), *other);
           });
  }
  if (a.is_array() && b.is_array()) return std::ranges::equal(a.get_array(), b.get_array(), is_same_value);
  if (a.is_structured() || b.is_structured()) return false;
  return scalar_text(a) == scalar_text(b);
}

}  // namespace berth::stack
