#include "berth/stack/conditions.hpp"

#include "berth/stack/arguments.hpp"
#include "berth/stack/shapes.hpp"
#include "berth/stack/template_error.hpp"

#include <fmt/format.h>

#include <set>
#include <utility>

namespace berth::stack {
namespace {

[[noreturn]] void refuse_unknown(const std::string& name) {
  throw TemplateError(fmt::format(
      "Template format error: Unresolved condition dependency {} in the Conditions block of the template",
      name));
}
[[noreturn]] void refuse_circle(const std::string& name) {
  throw TemplateError(fmt::format("Template format error: Circular dependency between conditions: {}", name));
}

/// Follows {"Condition": name} from one definition to the next.
class ConditionWalk {
 public:
  explicit ConditionWalk(const json::object& definitions) : definitions_(definitions) {}

  void named(const std::string& name) {
    if (done_.contains(name)) return;
    const auto* definition = definitions_.if_contains(name);
    if (definition == nullptr) refuse_unknown(name);
    if (!active_.insert(name).second) refuse_circle(name);
    walk(*definition);
    active_.erase(name);
    done_.insert(name);
  }

 private:
  void walk(const json::value& value) {
    if (const auto* list = value.if_array()) {
      for (const json::value& element : *list) walk(element);
    } else if (const auto* object = value.if_object()) {
      for (const auto& [key, member] : *object) {
        const auto* branches = member.if_array();
        if (key == "Condition" && member.is_string()) {
          named(to_string(member.get_string()));
        } else if (key == "Fn::If" && branches != nullptr && !branches->empty() &&
                   (*branches)[0].is_string()) {
          named(to_string((*branches)[0].get_string()));
        }
        walk(member);
      }
    }
  }

  const json::object& definitions_;
  std::set<std::string> active_, done_;
};

/// Conditions, each evaluated once, in terms of one another.
class ConditionEvaluator {
 public:
  ConditionEvaluator(const json::object& definitions, const Scope& scope)
      : definitions_(definitions), scope_(scope) {}

  bool named(const std::string& name) {
    if (const auto known = scope_.conditions.find(name); known != scope_.conditions.end())
      return known->second;
    const auto* definition = definitions_.if_contains(name);
    if (definition == nullptr) refuse_unknown(name);
    if (!active_.insert(name).second) refuse_circle(name);
    const bool value = evaluate(*definition);
    active_.erase(name);
    return scope_.conditions[name] = value;
  }

  std::map<std::string, bool, std::less<>> take() { return std::move(scope_.conditions); }

 private:
  bool evaluate(const json::value& value) {
    const auto* object = value.if_object();
    if (object == nullptr || object->size() != 1)
      throw TemplateError("Template format error: Every Conditions member must be a condition function.");
    const std::string name = to_string(object->begin()->key());
    const json::value& argument = object->begin()->value();
    if (name == shapes::condition.name) {
      if (!argument.is_string()) refuse_call(shapes::condition.complaint);
      return named(to_string(argument.get_string()));
    }
    if (name == shapes::equals.name) return equals(argument);
    if (name == shapes::not_.name) return !evaluate(arguments(argument, 1, shapes::not_.complaint)[0]);
    if (name == shapes::and_.name || name == shapes::or_.name) {
      const auto* list = argument.if_array();
      if (list == nullptr || list->size() < shapes::and_.least || list->size() > shapes::and_.most)
        refuse_call(name == shapes::and_.name ? shapes::and_.complaint : shapes::or_.complaint);
      // All are evaluated, so that a mistake in the second is not hidden by the first.
      bool all = true, any = false;
      for (const json::value& element : *list) {
        const bool holds = evaluate(element);
        all = all && holds;
        any = any || holds;
      }
      return name == shapes::and_.name ? all : any;
    }
    refuse_call(fmt::format("{} is not a condition function", name));
  }

  bool equals(const json::value& argument) {
    const json::array& list = arguments(argument, 2, shapes::equals.complaint);
    const auto a = resolve(list[0], scope_), b = resolve(list[1], scope_);
    const auto a_text = text_of(a), b_text = text_of(b);
    return a_text && b_text ? *a_text == *b_text : a == b;
  }

  const json::object& definitions_;
  Scope scope_;
  std::set<std::string> active_;  ///< being evaluated: meeting one again is a circle
};

}  // namespace

void check_conditions(const Template& definition) {
  ConditionWalk walk(definition.conditions);
  for (const auto& [name, value] : definition.conditions) walk.named(to_string(name));
}

std::map<std::string, bool, std::less<>> evaluate_conditions(const Template& definition, const Scope& scope) {
  ConditionEvaluator evaluator(definition.conditions, scope);
  for (const auto& [name, value] : definition.conditions) evaluator.named(to_string(name));
  return evaluator.take();
}

}  // namespace berth::stack
