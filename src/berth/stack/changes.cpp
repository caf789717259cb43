#include "berth/stack/changes.hpp"

#include "base/json.hpp"
#include "berth/stack/graph.hpp"
#include "berth/stack/template_error.hpp"

#include <boost/describe/enum_to_string.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace berth::stack {
namespace {

/// CloudFormation's word for what only the update will tell.
constexpr const char* later = "{{changeSet:KNOWN_AFTER_APPLY}}";

std::string text(const json::value& value) {
  return value.is_string() ? std::string(value.get_string()) : base::to_text(value);
}

/// NoEcho parameters are not shown.
void set_shown(Scope& scope, const std::vector<ParameterRecord>& parameters) {
  for (const ParameterRecord& parameter : parameters)
    scope.values.insert_or_assign(
        parameter.name, parameter.no_echo ? json::value("****") : base::parse_json(parameter.value).value());
}

/// ResourceChange::before and after.
std::string context_of(const ResourceDefinition& definition, const Scope& scope) {
  json::object context;
  const auto add = [&](const char* name, const json::object& value) {
    if (!value.empty()) context[name] = resolve_object(value, scope);
  };
  const auto add_policy = [&](const char* name, DeletionPolicy policy) {
    if (policy != DeletionPolicy::Delete) context[name] = boost::describe::enum_to_string(policy, "");
  };
  context["Properties"] = resolve_object(definition.properties, scope);
  add("Metadata", definition.metadata);
  add("CreationPolicy", definition.creation_policy);
  add("UpdatePolicy", definition.update_policy);
  add_policy("DeletionPolicy", definition.deletion_policy);
  add_policy("UpdateReplacePolicy", definition.replace_policy);
  return base::to_text(context);
}

bool is_kept(DeletionPolicy policy) { return policy != DeletionPolicy::Delete; }

class Finder {
 public:
  Finder(const StackRecord& stack, const Template& now, const Template& next, const Target& target,
         Scope scope, const Differences& differences)
      : stack_(stack),
        now_(now),
        next_(next),
        target_(target),
        scope_(std::move(scope)),
        differences_(differences),
        conditions_(target.conditions.begin(), target.conditions.end()) {
    scope_.reference = [this](const std::string& id) { return reference(id); };
    scope_.attribute = [this](const std::string& id, const std::string& name) { return attribute(id, name); };
    shown_now_ = shown_next_ = scope_;
    set_shown(shown_now_, stack.parameters);
    shown_now_.mappings = now.mappings;
    shown_now_.conditions.clear();
    shown_now_.conditions.insert(stack.conditions.begin(), stack.conditions.end());
    // What an update that was left as it failed has not made is named in its template nevertheless.
    shown_now_.reference = [this](const std::string& id) {
      return reference_now(id).value_or(json::value(later));
    };
    shown_now_.attribute = [this](const std::string& id, const std::string& name) {
      return attribute_now(id, name);
    };
    set_shown(shown_next_, target.parameters);
  }

  Changes find() {
    check_types();
    // In the order of needs: what is replaced changes those that refer to it.
    std::set<std::string> done;
    while (done.size() < target_.resources.size()) {
      const auto before = done.size();
      for (const ResourceRecord& wanted : target_.resources) {
        const auto is_done = [&](const std::string& need) { return done.contains(need); };
        if (done.contains(wanted.logical_id) || !std::ranges::all_of(wanted.needs, is_done)) continue;
        visit(wanted);
        done.insert(wanted.logical_id);
      }
      if (done.size() == before) break;  // the graph has no cycle
    }
    for (const ResourceRecord& resource : stack_.resources)
      if (find_wanted(resource.logical_id) == nullptr) found_.resources.push_back(removal_of(resource));
    sort();
    found_.others = target_.tags != stack_.tags || stack_.status == StackStatus::UPDATE_FAILED ||
                    (found_.resources.empty() && outputs_differ());
    return std::move(found_);
  }

 private:
  const ResourceRecord* find_wanted(const std::string& id) const {
    const auto found = std::ranges::find(target_.resources, id, &ResourceRecord::logical_id);
    return found == target_.resources.end() ? nullptr : &*found;
  }

  /// What is replaced has another name then; add_dynamic tells of those that refer to it.
  std::optional<json::value> reference(const std::string& id) const {
    if (find_wanted(id) == nullptr) return std::nullopt;
    if (replaced_.contains(id)) return json::value(later);
    return reference_now(id).value_or(json::value(later));
  }
  json::value attribute(const std::string& id, const std::string& name) const {
    return changed_.contains(id) ? json::value(later) : attribute_now(id, name);
  }
  std::optional<json::value> reference_now(const std::string& id) const {
    const ResourceRecord* there = stack_.resource(id);
    if (there == nullptr) return std::nullopt;
    return json::value(json::string(there->physical_id));
  }
  json::value attribute_now(const std::string& id, const std::string& name) const {
    const ResourceRecord* there = stack_.resource(id);
    if (there == nullptr) return json::value(later);
    const auto found = there->attributes.find(name);
    return found == there->attributes.end() ? json::value(later) : json::value(json::string(found->second));
  }

  void check_types() const {
    std::vector<std::string> other;
    for (const ResourceRecord& wanted : target_.resources)
      if (const ResourceRecord* there = stack_.resource(wanted.logical_id);
          there != nullptr && there->type != wanted.type)
        other.push_back(wanted.logical_id);
    if (!other.empty())
      throw TemplateError(
          fmt::format("Update of resource type is not permitted. The new template modifies resource type of "
                      "the following resources: [{}]",
                      fmt::join(other, ", ")));
  }

  void visit(const ResourceRecord& wanted) {
    const ResourceRecord* there = stack_.resource(wanted.logical_id);
    const ResourceDefinition& definition = *next_.resource(wanted.logical_id);
    ResourceChange change;
    change.logical_id = wanted.logical_id;
    change.type = wanted.type;
    if (there == nullptr || there->status == ResourceStatus::CREATE_FAILED) {
      change.action = "Add";
      change.after = context_of(definition, shown_next_);
      found_.resources.push_back(std::move(change));
      return;
    }
    change.action = "Modify";
    change.physical_id = there->physical_id;
    change.replacement = "False";
    std::set<std::string> told;
    add_dynamic(*there, definition, change, told);
    add_static(*there, definition, change, told);
    add_attributes(*there, wanted, definition, change);
    if (change.details.empty()) return;
    for (const ChangeDetail& detail : change.details) {
      if (detail.recreation != "Always") continue;
      if (detail.evaluation == "Static")
        change.replacement = "True";
      else if (change.replacement == "False")
        change.replacement = "Conditional";
    }
    if (change.replacement == "True")
      change.policy_action = is_kept(wanted.replace_policy) ? "ReplaceAndRetain" : "ReplaceAndDelete";
    if (const ResourceDefinition* old = now_.resource(wanted.logical_id))
      change.before = context_of(*old, shown_now_);
    change.after = context_of(definition, shown_next_);
    changed_.insert(wanted.logical_id);
    if (change.replacement != "False") replaced_.insert(wanted.logical_id);
    found_.resources.push_back(std::move(change));
  }

  ResourceChange removal_of(const ResourceRecord& resource) const {
    ResourceChange change;
    change.action = "Remove";
    change.logical_id = resource.logical_id;
    change.physical_id = resource.physical_id;
    change.type = resource.type;
    change.policy_action = is_kept(resource.deletion_policy) ? "Retain" : "Delete";
    if (const ResourceDefinition* old = now_.resource(resource.logical_id))
      change.before = context_of(*old, shown_now_);
    return change;
  }

  /// Properties that name what is replaced, or an attribute of what is changed.
  void add_dynamic(const ResourceRecord& there, const ResourceDefinition& definition, ResourceChange& change,
                   std::set<std::string>& told) {
    for (const auto& [key, value] : definition.properties) {
      const References references = references_in(value, &conditions_);
      const std::string name(key);
      for (const std::string& id : references.names)
        if (replaced_.contains(id)) add(there, change, told, name, "Dynamic", "ResourceReference", id);
      for (const auto& [id, attribute] : references.uses)
        if (changed_.contains(id))
          add(there, change, told, name, "Dynamic", "ResourceAttribute", id + "." + attribute);
    }
  }

  void add(const ResourceRecord& there, ResourceChange& change, std::set<std::string>& told,
           const std::string& property, const char* evaluation, const char* source,
           const std::string& cause) {
    const auto differences = differences_(there.type, json::object{{property, "before"}},
                                          json::object{{property, "after"}}, false);
    const bool always = std::ranges::any_of(
        differences, [](const auto& each) { return each.recreation == Recreation::Always; });
    told.insert(property);
    change.details.push_back(
        {"Properties", property, always ? "Always" : "Never", evaluation, source, cause});
  }

  void add_static(const ResourceRecord& there, const ResourceDefinition& definition, ResourceChange& change,
                  const std::set<std::string>& told) {
    const json::object before =
        there.properties.empty() ? json::object() : base::parse_json(there.properties).value().get_object();
    const json::object after = resolve_object(definition.properties, scope_);
    for (const PropertyDifference& each :
         differences_(there.type, before, after, target_.tags != stack_.tags)) {
      if (told.contains(each.property)) continue;
      ChangeDetail detail{each.property == "Tags" ? "Tags" : "Properties",
                          each.property,
                          each.recreation == Recreation::Always ? "Always" : "Never",
                          "Static",
                          "DirectModification",
                          ""};
      if (each.automatic) {
        detail.evaluation = "Dynamic";
        detail.source = "Automatic";
        detail.name.clear();
      } else if (const std::string parameter = changed_parameter(definition, each.property);
                 !parameter.empty()) {
        detail.source = "ParameterReference";
        detail.cause = parameter;
      }
      change.details.push_back(std::move(detail));
    }
  }

  /// The parameter that alone makes the property another: what the template says of it is as it was.
  std::string changed_parameter(const ResourceDefinition& definition, const std::string& property) const {
    const ResourceDefinition* old = now_.resource(definition.logical_id);
    const auto *said = old == nullptr ? nullptr : old->properties.if_contains(property),
               *says = definition.properties.if_contains(property);
    if (said == nullptr || says == nullptr || *said != *says) return {};
    for (const std::string& name : references_in(*says, &conditions_).names) {
      const auto value_in = [&](const std::vector<ParameterRecord>& list) {
        const auto found = std::ranges::find(list, name, &ParameterRecord::name);
        return found == list.end() ? std::string() : found->value;
      };
      if (value_in(target_.parameters) != value_in(stack_.parameters)) return name;
    }
    return {};
  }

  void add_attributes(const ResourceRecord& there, const ResourceRecord& wanted,
                      const ResourceDefinition& definition, ResourceChange& change) const {
    const auto add_one = [&](const char* attribute) {
      change.details.push_back({attribute, "", "", "Static", "DirectModification", ""});
    };
    if (there.deletion_policy != wanted.deletion_policy) add_one("DeletionPolicy");
    if (there.replace_policy != wanted.replace_policy) add_one("UpdateReplacePolicy");
    const ResourceDefinition* old = now_.resource(definition.logical_id);
    if (old == nullptr) return;
    if (old->metadata != definition.metadata) add_one("Metadata");
    if (old->creation_policy != definition.creation_policy) add_one("CreationPolicy");
    if (old->update_policy != definition.update_policy) add_one("UpdatePolicy");
  }

  bool outputs_differ() const {
    std::vector<OutputRecord> outputs;
    for (const OutputDefinition& output : next_.outputs) {
      if (output.condition && !target_.conditions.at(*output.condition)) continue;
      const auto value = resolve(output.value, scope_);
      const auto exported = output.export_name.is_null() ? std::nullopt : resolve(output.export_name, scope_);
      outputs.push_back(
          {output.name, value ? text(*value) : "", output.description, exported ? text(*exported) : ""});
    }
    return !std::ranges::equal(outputs, stack_.outputs, [](const OutputRecord& a, const OutputRecord& b) {
      return a.name == b.name && a.value == b.value && a.description == b.description &&
             a.export_name == b.export_name;
    });
  }

  void sort() {
    const auto place = [&](const ResourceChange& change) {
      return std::ranges::find(target_.resources, change.logical_id, &ResourceRecord::logical_id) -
             target_.resources.begin();
    };
    std::ranges::stable_sort(found_.resources, {}, place);
  }

  const StackRecord& stack_;
  const Template &now_, &next_;
  const Target& target_;
  Scope scope_;
  Scope shown_now_, shown_next_;  ///< for what is shown: the stack as it is, and as it is to be
  const Differences& differences_;
  std::map<std::string, bool, std::less<>> conditions_;
  std::set<std::string> changed_, replaced_;
  Changes found_;
};

}  // namespace

Changes find_changes(const StackRecord& stack, const Template& now, const Template& next,
                     const Target& target, Scope scope, const Differences& differences) {
  return Finder(stack, now, next, target, std::move(scope), differences).find();
}

}  // namespace berth::stack
