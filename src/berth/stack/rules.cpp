#include "berth/stack/rules.hpp"

#include "berth/stack/arguments.hpp"
#include "berth/stack/shapes.hpp"
#include "berth/stack/template_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace berth::stack {
namespace {

constexpr std::string_view contains = "Fn::Contains", each_equals = "Fn::EachMemberEquals",
                           each_in = "Fn::EachMemberIn";

[[noreturn]] void refuse_form(std::string_view rule, const std::string& message) {
  throw TemplateError(fmt::format("Template format error: Rule {}: {}", rule, message));
}

const json::array& assertions_of(std::string_view rule, const json::value& definition) {
  const auto* object = definition.if_object();
  if (object == nullptr) refuse_form(rule, "it must be an object");
  for (const auto& [name, value] : *object)
    if (name != "RuleCondition" && name != "Assertions")
      refuse_form(rule, fmt::format("Invalid rule property '{}'", to_string(name)));
  const auto* found = object->if_contains("Assertions");
  const auto* list = found == nullptr ? nullptr : found->if_array();
  if (list == nullptr || list->empty()) refuse_form(rule, "Assertions must be a list of at least one");
  return *list;
}

const json::value& assert_of(std::string_view rule, const json::value& assertion) {
  const auto* object = assertion.if_object();
  const auto* found = object == nullptr ? nullptr : object->if_contains("Assert");
  if (found == nullptr) refuse_form(rule, "every assertion needs an Assert");
  for (const auto& [name, value] : *object)
    if (name != "Assert" && name != "AssertDescription")
      refuse_form(rule, fmt::format("Invalid assertion property '{}'", to_string(name)));
  return *found;
}

/// The name and the arguments of the function that `value` is.
struct Function {
  std::string name;
  const json::array& arguments;
};

Function function_of(std::string_view rule, const json::value& value) {
  constexpr std::array known = {std::string_view(shapes::equals.name),
                                std::string_view(shapes::not_.name),
                                std::string_view(shapes::and_.name),
                                std::string_view(shapes::or_.name),
                                contains,
                                each_equals,
                                each_in};
  const auto* object = value.if_object();
  if (object == nullptr || object->size() != 1) refuse_form(rule, "every assertion must be a function");
  std::string name = to_string(object->begin()->key());
  if (std::ranges::find(known, std::string_view(name)) == known.end())
    refuse_form(rule, fmt::format("{} is not supported here", name));
  const bool any_number = name == shapes::and_.name || name == shapes::or_.name;
  const auto* list = object->begin()->value().if_array();
  const std::size_t wanted = name == shapes::not_.name ? 1 : 2;
  if (list == nullptr || (any_number ? list->size() < shapes::and_.least || list->size() > shapes::and_.most
                                     : list->size() != wanted))
    refuse_form(rule,
                fmt::format("{} takes a list of {}", name, any_number ? "2 to 10" : std::to_string(wanted)));
  return {std::move(name), *list};
}

void check_function(std::string_view rule, const json::value& value) {
  const Function function = function_of(rule, value);
  if (function.name == shapes::not_.name || function.name == shapes::and_.name ||
      function.name == shapes::or_.name)
    for (const json::value& argument : function.arguments) check_function(rule, argument);
}

class RuleEvaluator {
 public:
  RuleEvaluator(std::string_view rule, const Scope& scope) : rule_(rule), scope_(scope) {}

  bool holds(const json::value& value) const {
    const auto [name, arguments] = function_of(rule_, value);
    if (name == shapes::not_.name) return !holds(arguments[0]);
    if (name == shapes::and_.name || name == shapes::or_.name) {
      bool all = true, any = false;  // all are evaluated: a mistake in one is not hidden by another
      for (const json::value& argument : arguments) {
        const bool one = holds(argument);
        all = all && one;
        any = any || one;
      }
      return name == shapes::and_.name ? all : any;
    }
    const std::vector<std::string> first = texts(arguments[0]), second = texts(arguments[1]);
    if (name == shapes::equals.name) return first == second;
    const auto is_in = [](const std::vector<std::string>& list, const std::string& text) {
      return std::ranges::find(list, text) != list.end();
    };
    if (name == contains)
      return std::ranges::all_of(second, [&](const std::string& text) { return is_in(first, text); });
    if (name == each_equals)
      return std::ranges::all_of(first, [&](const std::string& text) { return second == std::vector{text}; });
    return std::ranges::all_of(first, [&](const std::string& text) { return is_in(second, text); });
  }

 private:
  /// A value as a list of texts: one of a single value.
  std::vector<std::string> texts(const json::value& value) const {
    const auto resolved = resolve(value, scope_);
    std::vector<std::string> found;
    const auto add = [&](const std::optional<json::value>& one) {
      const auto text = text_of(one);
      if (!text) refuse_form(rule_, "only texts and lists of texts can be compared");
      found.push_back(*text);
    };
    if (resolved && resolved->is_array())
      for (const json::value& element : resolved->get_array()) add(element);
    else
      add(resolved);
    return found;
  }

  std::string rule_;
  const Scope& scope_;
};

}  // namespace

void check_rules(const json::object& rules) {
  for (const auto& [key, definition] : rules) {
    const std::string rule = to_string(key);
    for (const json::value& assertion : assertions_of(rule, definition))
      check_function(rule, assert_of(rule, assertion));
    if (const auto* condition = definition.get_object().if_contains("RuleCondition"))
      check_function(rule, *condition);
  }
}

void apply_rules(const Template& definition, const Scope& scope) {
  for (const auto& [key, rule] : definition.rules) {
    const std::string name = to_string(key);
    const RuleEvaluator evaluator(name, scope);
    const auto* condition = rule.get_object().if_contains("RuleCondition");
    if (condition != nullptr && !evaluator.holds(*condition)) continue;
    for (const json::value& assertion : assertions_of(name, rule)) {
      if (evaluator.holds(assert_of(name, assertion))) continue;
      const auto* description = assertion.get_object().if_contains("AssertDescription");
      throw TemplateError(fmt::format("Template error: Rule {} does not hold of the parameters: {}", name,
                                      description != nullptr && description->is_string()
                                          ? to_string(description->get_string())
                                          : std::string("it has no AssertDescription")));
    }
  }
}

}  // namespace berth::stack
