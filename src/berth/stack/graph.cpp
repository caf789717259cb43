#include "berth/stack/graph.hpp"

#include "berth/stack/arguments.hpp"
#include "berth/stack/intrinsics.hpp"
#include "berth/stack/substitution.hpp"
#include "berth/stack/template_error.hpp"

#include <boost/json/array.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace berth::stack {
namespace {

using Conditions = std::map<std::string, bool, std::less<>>;

class Collector {
 public:
  explicit Collector(const Conditions* conditions) : conditions_(conditions) {}

  void walk(const json::value& value) {
    if (const auto function = function_in(value)) {
      visit_function(*function, value.get_object().begin()->value());
    } else if (const auto* object = value.if_object()) {
      for (const auto& [key, member] : *object) walk(member);
    } else if (const auto* list = value.if_array()) {
      for (const json::value& element : *list) walk(element);
    }
  }

  References take() { return std::move(found_); }

 private:
  void visit_function(const std::string& name, const json::value& argument) {
    shape_of(name);  // refuses what is no function of a value
    if (name == "Ref") {
      if (const auto* text = argument.if_string()) found_.names.insert(to_string(*text));
    } else if (name == "Fn::GetAtt") {
      visit_get_att(argument);
    } else if (name == "Fn::Sub") {
      visit_sub(argument);
    } else if (name == "Fn::If") {
      visit_if(argument);
    } else {
      if (const auto* list = argument.if_array();
          name == "Fn::FindInMap" && list != nullptr && !list->empty() && (*list)[0].is_string())
        found_.mappings.insert(to_string((*list)[0].get_string()));
      walk(argument);
    }
  }

  void add_attribute(const std::string& resource, const std::string& attribute) {
    found_.attributes.insert(resource);
    if (!attribute.empty()) found_.uses.emplace(resource, attribute);
  }
  void add_attribute(const std::string& dotted) {
    const auto dot = dotted.find('.');
    add_attribute(dotted.substr(0, dot), dot == std::string::npos ? "" : dotted.substr(dot + 1));
  }

  void visit_get_att(const json::value& argument) {
    if (const auto* text = argument.if_string()) return add_attribute(to_string(*text));
    const auto* list = argument.if_array();
    if (list == nullptr || list->empty() || !(*list)[0].is_string()) return;  // resolve() complains
    const auto* attribute = list->size() > 1 ? (*list)[1].if_string() : nullptr;
    add_attribute(to_string((*list)[0].get_string()), attribute == nullptr ? "" : to_string(*attribute));
    if (list->size() > 1) walk((*list)[1]);
  }

  void visit_sub(const json::value& argument) {
    const json::value* text = &argument;
    const json::object* own = nullptr;
    if (const auto* list = argument.if_array(); list != nullptr && !list->empty()) {
      text = &(*list)[0];
      own = list->size() > 1 ? (*list)[1].if_object() : nullptr;
      if (own != nullptr)
        for (const auto& [key, member] : *own) walk(member);
    }
    if (!text->is_string()) return;
    for (const SubstitutionPiece& piece : parse_substitution(to_string(text->get_string()))) {
      if (!piece.is_name || (own != nullptr && own->contains(piece.text))) continue;
      const auto dot = piece.text.find('.');
      if (dot == std::string::npos)
        found_.names.insert(piece.text);
      else
        add_attribute(piece.text);
    }
  }

  void visit_if(const json::value& argument) {
    const auto* list = argument.if_array();
    const auto* name = list != nullptr && list->size() == 3 ? (*list)[0].if_string() : nullptr;
    if (name == nullptr) return walk(argument);  // resolve() complains in CloudFormation's words
    found_.conditions.insert(to_string(*name));
    const auto known =
        conditions_ == nullptr ? Conditions::const_iterator() : conditions_->find(to_string(*name));
    if (conditions_ == nullptr || known == conditions_->end()) {
      walk((*list)[1]);
      walk((*list)[2]);
    } else {
      walk((*list)[known->second ? 1 : 2]);
    }
  }

  const Conditions* conditions_;
  References found_;
};

References references_of(const ResourceDefinition& resource, const Conditions* conditions) {
  Collector collector(conditions);
  for (const json::object* part :
       {&resource.properties, &resource.metadata, &resource.creation_policy, &resource.update_policy})
    for (const auto& [key, value] : *part) collector.walk(value);
  return collector.take();
}

void check_block(const Template& definition, const References& found, const std::string& block,
                 std::vector<std::string>& unresolved) {
  for (const std::string& name : found.attributes)
    if (definition.resource(name) == nullptr)
      throw TemplateError(
          fmt::format("Template error: instance of Fn::GetAtt references undefined resource {}", name));
  for (const std::string& name : found.mappings)
    if (!definition.mappings.contains(name))
      throw TemplateError(fmt::format(
          "Template error: Mapping named '{}' is not present in the 'Mappings' section of template.", name));
  for (const std::string& name : found.conditions)
    if (!definition.conditions.contains(name))
      throw TemplateError(fmt::format(
          "Template format error: Unresolved condition dependency {} in the {} block of the template", name,
          block));
  for (const std::string& name : found.names)
    if (!is_pseudo_parameter(name) && definition.parameter(name) == nullptr &&
        definition.resource(name) == nullptr && std::ranges::find(unresolved, name) == unresolved.end())
      unresolved.push_back(name);
}

void complain(const std::vector<std::string>& unresolved, std::string_view block) {
  if (!unresolved.empty())
    throw TemplateError(fmt::format(
        "Template format error: Unresolved resource dependencies [{}] in the {} block of the template",
        fmt::join(unresolved, ", "), block));
}

void check_condition_names(const Template& definition) {
  const auto check = [&](const std::optional<std::string>& condition, std::string_view block) {
    if (condition && !definition.conditions.contains(*condition))
      throw TemplateError(fmt::format(
          "Template format error: Unresolved condition dependency {} in the {} block of the template",
          *condition, block));
  };
  for (const ResourceDefinition& resource : definition.resources) check(resource.condition, "Resources");
  for (const OutputDefinition& output : definition.outputs) check(output.condition, "Outputs");
}

/// Resources on a cycle: what is left when those without open needs, and then those that nobody left needs,
/// are taken away again and again.
std::vector<std::string> cycle_in(const Graph& graph) {
  std::map<std::string, std::set<std::string>> needs, needed_by;
  for (const Graph::Node& node : graph.nodes) {
    needs[node.logical_id] = node.needs;
    needed_by[node.logical_id];
    for (const std::string& need : node.needs) needed_by[need].insert(node.logical_id);
  }
  const auto peel = [](auto& from, auto& other) {
    for (bool again = true; std::exchange(again, false);) {
      for (auto node = from.begin(); node != from.end();) {
        if (!node->second.empty()) {
          ++node;
          continue;
        }
        for (auto& [id, set] : from) set.erase(node->first);
        for (auto& [id, set] : other) set.erase(node->first);
        other.erase(node->first);
        node = from.erase(node);
        again = true;
      }
    }
  };
  peel(needs, needed_by);
  peel(needed_by, needs);
  std::vector<std::string> left;
  for (const Graph::Node& node : graph.nodes)
    if (needs.contains(node.logical_id)) left.push_back(node.logical_id);
  return left;
}

}  // namespace

References references_in(const json::value& value, const Conditions* conditions) {
  Collector collector(conditions);
  collector.walk(value);
  return collector.take();
}

References references_in(const Template& definition) {
  Collector collector(nullptr);
  for (const ResourceDefinition& resource : definition.resources)
    for (const json::object* part :
         {&resource.properties, &resource.metadata, &resource.creation_policy, &resource.update_policy})
      for (const auto& [key, value] : *part) collector.walk(value);
  for (const OutputDefinition& output : definition.outputs) {
    collector.walk(output.value);
    collector.walk(output.export_name);
  }
  return collector.take();
}

void check_references(const Template& definition) {
  check_condition_names(definition);
  std::vector<std::string> unresolved;
  for (const ResourceDefinition& resource : definition.resources) {
    check_block(definition, references_of(resource, nullptr), "Resources", unresolved);
    for (const std::string& name : resource.depends_on)
      if (definition.resource(name) == nullptr && std::ranges::find(unresolved, name) == unresolved.end())
        unresolved.push_back(name);
  }
  complain(unresolved, "Resources");
  for (const OutputDefinition& output : definition.outputs) {
    check_block(definition, references_in(output.value, nullptr), "Outputs", unresolved);
    check_block(definition, references_in(output.export_name, nullptr), "Outputs", unresolved);
  }
  complain(unresolved, "Outputs");
}

Graph build_graph(const Template& definition, const Conditions& conditions) {
  const auto is_made = [&](const ResourceDefinition& resource) {
    return !resource.condition || conditions.at(*resource.condition);
  };
  Graph graph;
  std::vector<std::string> unresolved;
  for (const ResourceDefinition& resource : definition.resources) {
    if (!is_made(resource)) continue;
    Graph::Node node{resource.logical_id, {}};
    References found = references_of(resource, &conditions);
    found.names.merge(found.attributes);
    for (const std::string& name : found.names) {
      const ResourceDefinition* other = definition.resource(name);
      if (other == nullptr || definition.parameter(name) != nullptr) continue;
      if (!is_made(*other)) unresolved.push_back(name);
      node.needs.insert(name);
    }
    for (const std::string& name :
         resource.depends_on)  // of one that is not made, CloudFormation takes no notice
      if (is_made(*definition.resource(name))) node.needs.insert(name);
    graph.nodes.push_back(std::move(node));
  }
  complain(unresolved, "Resources");
  if (const auto cycle = cycle_in(graph); !cycle.empty())
    throw TemplateError(fmt::format("Circular dependency between resources: [{}]", fmt::join(cycle, ", ")));
  return graph;
}

}  // namespace berth::stack
