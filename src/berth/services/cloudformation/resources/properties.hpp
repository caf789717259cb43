/// A resource's properties as a described struct: the same shapes that the API has, read leniently.
///
/// CloudFormation takes "15000" where a number belongs, "true" for a boolean and 7 for a string; nothing else. Names
/// are PascalCase in templates, so a shape's `containerDefinitions` is met by ContainerDefinitions; the keys of maps
/// stay as they are. A property that the shape has not is an error that names it.
#pragma once

#include "base/json.hpp"
#include "berth/wire/describe.hpp"

#include <boost/json/object.hpp>

#include <stdexcept>
#include <string>

namespace berth::cloudformation {

/// In CloudFormation's words: "Encountered unsupported property X", "Value of property X must be of type Integer".
struct PropertyError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Fills `shape`, which is of `type`. Throws PropertyError.
void read_properties(const boost::json::object& properties, const wire::Type& type, void* shape);

template <class P>
P read_properties(const boost::json::object& properties) {
  P shape{};
  read_properties(properties, wire::describe<P>(), &shape);
  return shape;
}

}  // namespace berth::cloudformation
