// Attributes of container instances: those that the fleet gives them, and those that callers put beside. Placement
// constraints and strategies read both.
#include "berth/services/ecs/arns.hpp"
#include "berth/services/ecs/ecs.hpp"
#include "berth/services/ecs/errors.hpp"
#include "berth/services/ecs/lookup.hpp"
#include "berth/services/ecs/pages.hpp"

#include <algorithm>
#include <cctype>
#include <map>

namespace berth::ecs {

namespace {

constexpr std::size_t most_named = 10, most_custom = 10, longest = 128;

bool has_only(std::string_view text, std::string_view signs) {
  return std::ranges::all_of(text, [&](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || signs.find(c) != std::string_view::npos;
  });
}

void check_attribute(const Attribute& attribute) {
  if (attribute.name.empty() || attribute.name.size() > longest || !has_only(attribute.name, "-_./\\"))
    throw invalid_attribute_name(attribute.name);
  const std::string& value = attribute.value.value_or("");
  const bool blank_ends = !value.empty() && (value.front() == ' ' || value.back() == ' ');
  if (value.size() > longest || blank_ends || !has_only(value, "-_./\\@: "))
    throw invalid_attribute_value(attribute.name);
}

/// The instance that an attribute is of; throws TargetNotFoundException.
fleet::Instance& target(Ecs& ecs, const Call& call, const fleet::Cluster& cluster,
                        const Attribute& attribute) {
  if (attribute.targetType && *attribute.targetType != "container-instance") throw invalid_target_type();
  const std::string id = attribute.targetId.value_or("");
  if (id.empty()) throw invalid_parameter("targetId cannot be empty.");
  fleet::Instance* found =
      is_foreign_arn(call, id) ? nullptr : ecs.fleet.find_instance(call.account, call.region, id_of(id));
  if (!found || !found->record.registered || found->record.cluster != cluster.name) throw target_not_found();
  return *found;
}

std::string arn_of(const Call& call, const fleet::Instance& instance) {
  return container_instance_arn(call, instance.record.cluster, instance.record.container_instance_id);
}

Attribute shape(const Call& call, const fleet::Instance& instance, const std::string& name,
                const std::string& value) {
  return {.name = name,
          .value = value.empty() ? std::nullopt : std::optional(value),
          .targetType = "container-instance",
          .targetId = arn_of(call, instance)};
}

/// One that the fleet gave, and not a caller.
bool is_built_in(const fleet::Instance& instance, const std::string& name) {
  return instance.attributes.contains(name) && !instance.record.custom_attributes.contains(name);
}

void check_count(const std::vector<Attribute>& attributes) {
  if (attributes.empty()) throw empty_list("Attributes");
  if (attributes.size() > most_named) throw list_too_long("attributes", most_named);
}

}  // namespace

PutAttributesResponse put_attributes(Ecs& ecs, const Call& call, PutAttributesRequest in) {
  const fleet::Cluster& cluster = active_cluster(ecs, call, in.cluster);
  check_count(in.attributes);
  // All or none: everything is checked before the first is put.
  std::map<fleet::Instance*, std::map<std::string, std::string>> wanted;
  for (const Attribute& each : in.attributes) {
    check_attribute(each);
    fleet::Instance& instance = target(ecs, call, cluster, each);
    if (is_built_in(instance, each.name)) throw reserved_attribute(each.name);
    wanted[&instance][each.name] = each.value.value_or("");
  }
  for (const auto& [instance, attributes] : wanted) {
    std::size_t count = instance->record.custom_attributes.size();
    for (const auto& [name, value] : attributes) count += !instance->record.custom_attributes.contains(name);
    if (count > most_custom) throw too_many_attributes(most_custom);
  }
  PutAttributesResponse out;
  for (const Attribute& each : in.attributes) {
    fleet::Instance& instance = target(ecs, call, cluster, each);
    ecs.fleet.put_attribute(instance, each.name, each.value.value_or(""));
    out.attributes.push_back(shape(call, instance, each.name, each.value.value_or("")));
  }
  return out;
}

DeleteAttributesResponse delete_attributes(Ecs& ecs, const Call& call, DeleteAttributesRequest in) {
  const fleet::Cluster& cluster = active_cluster(ecs, call, in.cluster);
  check_count(in.attributes);
  for (const Attribute& each : in.attributes) {
    const fleet::Instance& instance = target(ecs, call, cluster, each);
    if (is_built_in(instance, each.name)) throw reserved_attribute(each.name);
  }
  DeleteAttributesResponse out;
  for (const Attribute& each : in.attributes) {
    fleet::Instance& instance = target(ecs, call, cluster, each);
    const auto found = instance.record.custom_attributes.find(each.name);
    if (found == instance.record.custom_attributes.end()) continue;
    if (each.value && *each.value != found->second) continue;
    out.attributes.push_back(shape(call, instance, each.name, found->second));
    ecs.fleet.delete_attribute(instance, std::string(each.name));
  }
  return out;
}

ListAttributesResponse list_attributes(Ecs& ecs, const Call& call, ListAttributesRequest in) {
  const fleet::Cluster& cluster = active_cluster(ecs, call, in.cluster);
  if (in.targetType != "container-instance") throw invalid_target_type();
  std::map<std::string, Attribute> found;  // by instance and name: the order of pages
  std::vector<std::string> keys;
  for (const fleet::Instance* instance : ecs.fleet.instances_of({call.account, call.region, cluster.name}))
    for (const auto& [name, value] : instance->attributes) {
      if (in.attributeName && *in.attributeName != name) continue;
      if (in.attributeValue && *in.attributeValue != value) continue;
      found.emplace(instance->record.container_instance_id + "/" + name, shape(call, *instance, name, value));
    }
  for (const auto& [key, attribute] : found) keys.push_back(key);
  const auto itself = [](const std::string& key) { return key; };
  Page page = page_of(keys, in.nextToken, in.maxResults, itself, itself);
  ListAttributesResponse out{.attributes = {}, .nextToken = std::move(page.nextToken)};
  for (const std::string& key : page.items) out.attributes.push_back(found.at(key));
  return out;
}

}  // namespace berth::ecs
