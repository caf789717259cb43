/// What an update would change, before anything of it is done: for change sets, and to refuse updates of nothing. Pure.
#pragma once

#include "berth/stack/intrinsics.hpp"
#include "berth/stack/property_difference.hpp"
#include "berth/stack/record.hpp"
#include "berth/stack/template.hpp"
#include "berth/stack/update_progress.hpp"

#include <boost/describe/class.hpp>

#include <functional>
#include <string>
#include <vector>

namespace berth::stack {

// The words are CloudFormation's (ResourceChange in its API).
struct ChangeDetail {
  std::string attribute;   ///< Properties, Tags, Metadata, CreationPolicy, UpdatePolicy, DeletionPolicy, …
  std::string name;        ///< of the property
  std::string recreation;  ///< Never or Always; of properties only
  std::string evaluation;  ///< Static; or Dynamic: only the update will tell
  std::string source;      ///< DirectModification, ParameterReference, ResourceReference, ResourceAttribute
  std::string cause;       ///< the parameter, the resource, or RESOURCE.ATTRIBUTE
};
BOOST_DESCRIBE_STRUCT(ChangeDetail, (), (attribute, name, recreation, evaluation, source, cause))

struct ResourceChange {
  std::string action;  ///< Add, Modify, Remove; or Import: it is there, and the stack takes it over
  std::string logical_id, physical_id, type;
  std::string replacement;            ///< True, False, Conditional; of Modify only
  std::vector<ChangeDetail> details;  ///< of Modify only
  /// What becomes of a resource that is there: Delete, Retain, ReplaceAndDelete, ReplaceAndRetain; empty if it stays.
  std::string policy_action;
  /// Its definition but for the type, resolved, as JSON: {"Properties": {…}, "Metadata": {…}, …}. Values of NoEcho
  /// parameters are ****, and what only the update will tell {{changeSet:KNOWN_AFTER_APPLY}}. Empty where it is not.
  std::string before, after;
};
BOOST_DESCRIBE_STRUCT(ResourceChange, (),
                      (action, logical_id, physical_id, type, replacement, details, policy_action, before,
                       after))

struct Changes {
  std::vector<ResourceChange> resources;
  bool others = false;  ///< outputs, tags of the stack, or what a failed update has left
  bool any() const { return others || !resources.empty(); }
};

/// ResourceProvider::differences.
using Differences = std::function<std::vector<PropertyDifference>(
    const std::string& type, const json::object& before, const json::object& after, bool tags)>;

/// What `next` with `target` makes of the stack, which was made from `now`. `scope` resolves the new template with the
/// new parameters and what is there. Throws TemplateError for a resource whose type is another, and for what cannot
/// be resolved.
Changes find_changes(const StackRecord& stack, const Template& now, const Template& next,
                     const Target& target, Scope scope, const Differences& differences);

}  // namespace berth::stack
