/// Which resource waits for which: DependsOn, and every Ref, GetAtt and Sub that names a resource.
#pragma once

#include "berth/stack/template.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace berth::stack {

struct References {
  std::set<std::string> names;       ///< Ref and ${…}: parameters, pseudo parameters or resources
  std::set<std::string> attributes;  ///< resources named by GetAtt or ${resource.attribute}
  /// The same with the attribute, where it is written literally.
  std::set<std::pair<std::string, std::string>> uses;
  std::set<std::string> conditions;  ///< named by Fn::If
  std::set<std::string> mappings;    ///< named literally by Fn::FindInMap
};

/// What `value` refers to. With `conditions`, only the branch of Fn::If that is taken counts.
References references_in(const json::value& value,
                         const std::map<std::string, bool, std::less<>>* conditions);

/// Of every resource and output.
References references_in(const Template& definition);

/// All names in the template are defined, whichever way its conditions go. Throws TemplateError.
void check_references(const Template& definition);

/// The resources that are made (their condition holds), in the template's order.
struct Graph {
  struct Node {
    std::string logical_id;
    std::set<std::string> needs;  ///< logical ids that must be complete first
  };
  std::vector<Node> nodes;
};

/// Throws TemplateError for a reference to a resource that is not made, and for
/// "Circular dependency between resources: [A, B]".
Graph build_graph(const Template& definition, const std::map<std::string, bool, std::less<>>& conditions);

}  // namespace berth::stack
