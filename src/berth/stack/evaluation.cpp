#include "berth/stack/evaluation.hpp"

#include "base/check.hpp"
#include "base/json.hpp"
#include "berth/stack/conditions.hpp"
#include "berth/stack/graph.hpp"
#include "berth/stack/policy.hpp"
#include "berth/stack/template_error.hpp"

#include <fmt/format.h>

namespace berth::stack {
namespace {

std::string text_of(const json::value& value) {
  return value.is_string() ? std::string(value.get_string()) : base::to_text(value);
}

const std::string& policy_of(const StackRecord& stack) {
  return stack.policy_for_update ? *stack.policy_for_update : stack.policy;
}

/// What the new template has no more may go.
void check_removals(const StackRecord& stack) {
  for (const ResourceRecord& resource : stack.resources)
    if (resource.leaving)
      if (const auto why =
              refused_by_policy(policy_of(stack), "Update:Delete", resource.logical_id, resource.type))
        throw TemplateError(*why);
}

}  // namespace

std::vector<ParameterRecord> records_of(const std::vector<BoundParameter>& bound) {
  std::vector<ParameterRecord> records;
  for (const BoundParameter& parameter : bound)
    records.push_back({parameter.name, parameter.text, base::to_text(parameter.value), parameter.no_echo,
                       parameter.stood_in});
  return records;
}

const Template& definition_of(const LivePtr& stack) {
  BERTH_CHECK(stack->definition.has_value(), "the template is at hand while a stack is in progress");
  return *stack->definition;
}

json::object object_from(const std::string& text) {
  return text.empty() ? json::object() : base::parse_json(text).value().get_object();
}

std::string Evaluation::suggested_name(const std::string& stack, const std::string& logical_id) {
  return fmt::format("{}-{}-{}", stack, logical_id,
                     random_.characters(12, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"));
}

/// The resources that a template makes, in its order. Throws TemplateError.
std::vector<ResourceRecord> Evaluation::wanted_resources(
    const std::string& stack_name, const Template& definition,
    const std::map<std::string, bool, std::less<>>& conditions,
    const std::map<std::string, std::string>& imports) {
  std::vector<ResourceRecord> wanted;
  for (Graph::Node& node : build_graph(definition, conditions).nodes) {
    const ResourceDefinition& resource_definition = *definition.resource(node.logical_id);
    ResourceRecord resource;
    resource.logical_id = node.logical_id;
    resource.type = resource_definition.type;
    resource.suggested_name = suggested_name(stack_name, node.logical_id);
    resource.needs = std::move(node.needs);
    resource.deletion_policy = resource_definition.deletion_policy;
    resource.replace_policy = resource_definition.replace_policy;
    if (const auto there = imports.find(node.logical_id); there != imports.end())
      resource.import_id = there->second;
    wanted.push_back(std::move(resource));
  }
  return wanted;
}

void Evaluation::lay_out(const LivePtr& stack, const std::map<std::string, std::string>& imports) {
  StackRecord& record = stack->record;
  const auto conditions = evaluate_conditions(*stack->definition, scope_of(stack));
  record.conditions.insert(conditions.begin(), conditions.end());
  record.resources = wanted_resources(record.name, *stack->definition, conditions, imports);
}

Target Evaluation::target_of(const LivePtr& stack, const StackUpdate& update) {
  Target target;
  target.description = update.definition.description;
  target.role_arn = update.role_arn;
  target.parameters = records_of(update.parameters);
  target.capabilities = update.capabilities;
  target.tags = update.tags;
  target.keep_on_failure = update.keep_on_failure;
  target.policy_for_update = update.policy_for_update;
  target.hold = update.hold;
  const auto conditions =
      evaluate_conditions(update.definition, scope_of(stack, update.definition, target.parameters, {}));
  target.conditions.insert(conditions.begin(), conditions.end());
  target.resources = wanted_resources(stack->record.name, update.definition, conditions, update.imports);
  return target;
}

Changes Evaluation::changes(const LivePtr& stack, const StackUpdate& update) {
  const Target target = target_of(stack, update);
  const Template now = stack->template_text.empty() ? Template() : parse_template(stack->template_text);
  Scope scope = scope_of(stack, update.definition, target.parameters, target.conditions);
  // Looking takes nothing.
  scope.import = [this, stack](const std::string& name) {
    return living_.exported_value(stack->record, name);
  };
  return find_changes(stack->record, now, update.definition, target, std::move(scope),
                      [this](const std::string& type, const json::object& before, const json::object& after,
                             bool tags) { return provider_.differences(type, before, after, tags); });
}

Comparison Evaluation::compare(const LivePtr& stack, const std::string& logical_id) {
  const StackRecord& record = stack->record;
  const ResourceRecord& resource = *record.resource(logical_id);
  const json::object before = object_from(resource.properties);
  const json::object after =
      resolve_object(definition_of(stack).resource(logical_id)->properties, scope_of(stack));
  Comparison comparison;
  comparison.properties = base::to_text(after);
  comparison.suggested_name = suggested_name(record.name, logical_id);
  using enum Comparison::Effect;
  for (const PropertyDifference& each :
       provider_.differences(resource.type, before, after, record.tags != record.before->tags)) {
    if (each.recreation == Recreation::Always)
      comparison.effect = Replace;
    else if (comparison.effect == None)
      comparison.effect = Update;
  }
  if (comparison.effect == None) return comparison;
  const char* action = comparison.effect == Replace ? "Update:Replace" : "Update:Modify";
  if (const auto why = refused_by_policy(policy_of(record), action, logical_id, resource.type))
    throw TemplateError(*why);
  if (comparison.effect == Replace)
    if (const std::string why = provider_.replacement_refusal(resource.type, before, after); !why.empty())
      throw TemplateError(why);
  return comparison;
}

std::vector<OutputRecord> Evaluation::outputs(const LivePtr& stack) const {
  std::vector<OutputRecord> outputs;
  const Scope scope = scope_of(stack);
  for (const OutputDefinition& output : definition_of(stack).outputs) {
    if (output.condition && !stack->record.conditions.at(*output.condition)) continue;
    const auto value = resolve(output.value, scope);
    if (!value || value->is_object() || value->is_array())
      throw TemplateError(fmt::format("Template format error: Output {} must be a string", output.name));
    const auto exported = output.export_name.is_null() ? std::nullopt : resolve(output.export_name, scope);
    outputs.push_back({output.name, text_of(*value), output.description, exported ? text_of(*exported) : ""});
  }
  living_.check_exports(stack->record, outputs);
  check_removals(stack->record);
  return outputs;
}

Scope Evaluation::scope_of(const LivePtr& stack) const {
  return scope_of(stack, definition_of(stack), stack->record.parameters, stack->record.conditions);
}

Scope Evaluation::scope_of(const LivePtr& stack, const Template& definition,
                           const std::vector<ParameterRecord>& parameters,
                           const std::map<std::string, bool>& conditions) const {
  const StackRecord& record = stack->record;
  Scope scope;
  scope.values = pseudo_parameters(record.account, record.region, record.name, record.id());
  for (const ParameterRecord& parameter : parameters)
    scope.values[parameter.name] = base::parse_json(parameter.value).value();
  scope.mappings = definition.mappings;
  scope.conditions.insert(conditions.begin(), conditions.end());
  scope.region = record.region;
  scope.zones = zones_(record.account, record.region);
  scope.import = [this, stack](const std::string& name) {
    auto value = living_.exported_value(stack->record, name);
    if (value) stack->record.imports.insert(name);
    return value;
  };
  scope.reference = [stack](const std::string& id) -> std::optional<json::value> {
    const ResourceRecord* resource = stack->record.resource(id);
    if (resource == nullptr) return std::nullopt;
    return json::value(json::string(resource->physical_id));
  };
  scope.attribute = [stack](const std::string& id, const std::string& name) -> json::value {
    const ResourceRecord* resource = stack->record.resource(id);
    if (resource == nullptr)
      throw TemplateError(
          fmt::format("Template error: instance of Fn::GetAtt references undefined resource {}", id));
    const auto found = resource->attributes.find(name);
    if (found == resource->attributes.end())
      throw TemplateError(fmt::format(
          "Template error: resource {} does not support attribute type {} in Fn::GetAtt", id, name));
    return json::value(json::string(found->second));
  };
  return scope;
}

}  // namespace berth::stack
