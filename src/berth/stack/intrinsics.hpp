/// Intrinsic functions: from a template's value to plain JSON.
#pragma once

#include "berth/stack/document.hpp"

#include <boost/json/object.hpp>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace berth::stack {

struct FunctionShape;  // shapes.hpp

/// What the names in a template mean while one of its values is resolved.
struct Scope {
  std::map<std::string, json::value, std::less<>> values;  ///< parameters and pseudo parameters
  json::object mappings;
  std::map<std::string, bool, std::less<>> conditions;  ///< evaluate_conditions (conditions.hpp)
  std::string region;
  std::vector<std::string> zones;  ///< what GetAZs answers for `region`
  /// A resource's Ref; nothing if there is no such resource. Not set where resources may not be named.
  std::function<std::optional<json::value>(const std::string& logical_id)> reference;
  /// A resource's attribute. Throws TemplateError if it has none of that name.
  std::function<json::value(const std::string& logical_id, const std::string& attribute)> attribute;
  /// The value of another stack's export; nothing if there is none of that name.
  std::function<std::optional<std::string>(const std::string& name)> import;
};

/// The value without functions; nothing for AWS::NoValue (in objects and lists such members are left out).
/// Throws TemplateError with CloudFormation's sentence.
std::optional<json::value> resolve(const json::value& value, const Scope& scope);
/// As above where NoValue leaves an empty object.
json::object resolve_object(const json::object& object, const Scope& scope);

/// The name of the only member if `value` is a function call: "Ref" or "Fn::…"; else nothing. Throws
/// TemplateError if a function stands beside other members.
std::optional<std::string> function_in(const json::value& value);

/// How the function is called. Throws TemplateError if `resolve` does not know it.
const FunctionShape& shape_of(const std::string& function);

/// Pseudo parameters other than AWS::NoValue.
std::map<std::string, json::value, std::less<>> pseudo_parameters(const std::string& account,
                                                                  const std::string& region,
                                                                  const std::string& stack_name,
                                                                  const std::string& stack_id);
bool is_pseudo_parameter(std::string_view name);  ///< with AWS::NoValue

}  // namespace berth::stack
