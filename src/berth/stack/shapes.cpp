#include "berth/stack/shapes.hpp"

#include "berth/stack/arguments.hpp"
#include "berth/stack/intrinsics.hpp"
#include "berth/stack/substitution.hpp"
#include "berth/stack/template_error.hpp"

#include <boost/json/array.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

namespace berth::stack {
namespace {

constexpr const char* no_condition =
    "Template format error: Every Conditions member must be a condition function.";

class Checker {
 public:
  enum class Place { made, conditions };  ///< conditions are evaluated before anything is made
  Checker(const Template& definition, Place place) : definition_(definition), place_(place) {}

  /// Everything in `value`; answers what it is known to give.
  Kind value(const json::value& value) const {
    if (const auto function = function_in(value))
      return call(shape_of(*function), value.get_object().begin()->value());
    if (const auto* object = value.if_object()) {
      for (const auto& [key, member] : *object) this->value(member);
      return Kind::other;
    }
    if (const auto* list = value.if_array()) {
      for (const json::value& element : *list) this->value(element);
      return Kind::list;
    }
    return value.is_null() ? Kind::other : Kind::text;
  }

  void condition(const json::value& value) const {
    const auto* object = value.if_object();
    if (object == nullptr || object->size() != 1) throw TemplateError(no_condition);
    const std::string name = to_string(object->begin()->key());
    for (const FunctionShape* shape :
         {&shapes::condition, &shapes::equals, &shapes::not_, &shapes::and_, &shapes::or_})
      if (shape->name == name) {
        call(*shape, object->begin()->value());
        return;
      }
    refuse_call(name + " is not a condition function");
  }

  bool gives_text(const json::value& value) const {
    const Kind kind = this->value(value);
    return kind == Kind::text || kind == Kind::unknown;
  }

 private:
  Kind call(const FunctionShape& shape, const json::value& argument) const {
    const auto* list = argument.if_array();
    std::vector<Kind> kinds;
    if (shape.form == Form::listed || (shape.form == Form::either && list != nullptr)) {
      if (list == nullptr || list->size() < shape.least || list->size() > shape.most)
        refuse_call(shape.complaint);
      for (std::size_t i = 0; i < list->size(); ++i)
        kinds.push_back(operand(shape, shape.operands[std::min(i, shape.operands.size() - 1)], (*list)[i]));
    } else {
      kinds.push_back(operand(shape, shape.operands[0], argument));
    }
    check_values(shape, argument);
    if (&shape == &shapes::ref) return reference(to_string(argument.get_string()));
    if (&shape == &shapes::if_) return kinds[1] == kinds[2] ? kinds[1] : Kind::unknown;
    return shape.gives;
  }

  Kind operand(const FunctionShape& shape, Operand wanted, const json::value& given) const {
    const auto kind = fit(wanted, given);
    if (!kind) refuse_call(shape.complaint);
    return *kind;
  }

  /// What `given` gives; nothing if that is not what is wanted.
  std::optional<Kind> fit(Operand wanted, const json::value& given) const {
    switch (wanted) {
      case Operand::literal:
        return given.is_string() ? std::optional(Kind::text) : std::nullopt;
      case Operand::name:
        return given.is_string() && !given.get_string().empty() ? std::optional(Kind::text) : std::nullopt;
      case Operand::text:
        return gives_text(given) ? std::optional(Kind::text) : std::nullopt;
      case Operand::texts:
        if (const auto* list = given.if_array()) {
          const bool all =
              std::ranges::all_of(*list, [&](const json::value& element) { return gives_text(element); });
          return all ? std::optional(Kind::list) : std::nullopt;
        }
        [[fallthrough]];
      case Operand::list: {
        const Kind kind = value(given);
        return kind == Kind::list || kind == Kind::unknown ? std::optional(kind) : std::nullopt;
      }
      case Operand::value:
        return value(given);
      case Operand::boolean:
        condition(given);
        return Kind::other;
      case Operand::substitutions: {
        const auto* object = given.if_object();
        const bool all = object != nullptr && std::ranges::all_of(*object, [&](const auto& member) {
                           return gives_text(member.value());
                         });
        return all ? std::optional(Kind::other) : std::nullopt;
      }
    }
    return std::nullopt;
  }

  /// What a shape cannot say: values that must be right together.
  void check_values(const FunctionShape& shape, const json::value& argument) const {
    const auto* list = argument.if_array();
    if (&shape == &shapes::get_att && place_ == Place::conditions)
      refuse_in_conditions(to_string(list == nullptr ? argument.get_string() : (*list)[0].get_string()));
    if (&shape == &shapes::get_att && list == nullptr) dotted(to_string(argument.get_string()));
    if (&shape == &shapes::get_att && list != nullptr && (*list)[1] == "") refuse_call(shape.complaint);
    if (&shape == &shapes::sub) substitution(argument);
    if (&shape == &shapes::select) selection((*list)[0], (*list)[1]);
    if (&shape == &shapes::find_in_map) mapping(*list);
  }

  Kind reference(const std::string& name) const {
    if (name == "AWS::NoValue") return Kind::unknown;
    if (name == "AWS::NotificationARNs") return Kind::list;
    const ParameterDefinition* parameter = definition_.parameter(name);
    if (parameter == nullptr && place_ == Place::conditions && !is_pseudo_parameter(name))
      refuse_in_conditions(name);
    if (parameter == nullptr)  // a name of nobody is check_references' matter
      return is_pseudo_parameter(name) || definition_.resource(name) != nullptr ? Kind::text : Kind::unknown;
    const std::string& type = parameter->type;
    const bool list =
        type.find("CommaDelimitedList") != std::string::npos || type.find("List<") != std::string::npos;
    return list ? Kind::list : Kind::text;
  }

  [[noreturn]] static void refuse_in_conditions(const std::string& name) {
    throw TemplateError(
        fmt::format("Template format error: Unresolved dependencies [{}]. Cannot reference resources in the "
                    "Conditions block of the template",
                    name.substr(0, name.find('.'))));
  }

  void dotted(const std::string& text) const {
    const auto dot = text.find('.');
    if (dot == std::string::npos || dot == 0 || dot + 1 == text.size())
      refuse_call(shapes::get_att.complaint);
  }

  void substitution(const json::value& argument) const {
    const auto* list = argument.if_array();
    const json::value& text = list == nullptr ? argument : (*list)[0];
    for (const SubstitutionPiece& piece : parse_substitution(to_string(text.get_string()))) {
      const bool own = list != nullptr && (*list)[1].get_object().contains(piece.text);
      if (piece.is_name && !own && reference(piece.text) == Kind::list)
        refuse_call(fmt::format("Fn::Sub expression does not resolve to a string: {}", piece.text));
    }
  }

  void selection(const json::value& index, const json::value& from) const {
    if (index.is_object()) return;
    const std::string text = text_of(index).value_or("");
    std::size_t number = 0;
    const char* const end = text.data() + text.size();
    if (const auto [stop, error] = std::from_chars(text.data(), end, number);
        error != std::errc{} || stop != end)
      refuse_call(shapes::select.complaint);
    if (const auto* list = from.if_array(); list != nullptr && number >= list->size())
      refuse_call(fmt::format("Fn::Select cannot select nonexistent value at index {}", number));
  }

  void mapping(const json::array& path) const {
    const json::object* within = &definition_.mappings;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto* name = path[i].if_string();
      if (name == nullptr) return;
      const auto* found = within->if_contains(*name);
      if (found == nullptr && i == 0) return;  // check_references names it
      if (found == nullptr)
        refuse_call(fmt::format("Unable to get mapping for {}::{}::{}", text_of(path[0]).value_or(""),
                                text_of(path[1]).value_or("*"), text_of(path[2]).value_or("*")));
      if (i < 2) within = &found->get_object();
    }
  }

  const Template& definition_;
  Place place_;
};

/// The function that leaves its place empty.
bool is_no_value(const json::value& value) {
  return function_in(value) == shapes::ref.name && value.get_object().begin()->value() == "AWS::NoValue";
}

}  // namespace

void check_functions(const Template& definition) {
  const Checker conditions(definition, Checker::Place::conditions);
  for (const auto& [name, value] : definition.conditions) conditions.condition(value);
  const Checker checker(definition, Checker::Place::made);
  for (const ResourceDefinition& resource : definition.resources)
    for (const json::object* part :
         {&resource.properties, &resource.metadata, &resource.creation_policy, &resource.update_policy})
      for (const auto& [key, value] : *part) checker.value(value);
  for (const OutputDefinition& output : definition.outputs) {
    if (!checker.gives_text(output.value) || is_no_value(output.value))
      throw TemplateError(fmt::format(
          "Template format error: Output {} is malformed. The Value field of every Outputs member "
          "must evaluate to a String.",
          output.name));
    if (!output.export_name.is_null() && !checker.gives_text(output.export_name))
      throw TemplateError(
          fmt::format("Template format error: Output {} is malformed. The Name field of every Export member "
                      "must evaluate to a String.",
                      output.name));
  }
}

}  // namespace berth::stack
