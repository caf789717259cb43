// Tags of what an ARN names: clusters, capacity providers, container instances, tasks, task definitions.
#include "berth/services/ecs/arns.hpp"
#include "berth/services/ecs/describe.hpp"
#include "berth/services/ecs/ecs.hpp"
#include "berth/services/ecs/errors.hpp"
#include "berth/services/ecs/lookup.hpp"
#include "berth/services/ecs/tag_rules.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <string>

namespace berth::ecs {

namespace {

using Tags = std::map<std::string, std::string>;

constexpr std::size_t most_tags = 50;

/// What an ARN names: its tags, and how to give it others.
struct Tagged {
  Tags tags;
  std::function<void(Tags)> set;
};

std::optional<Tagged> find_cluster_tags(Ecs& ecs, const Call& call, const std::string& name) {
  const fleet::Key key{call.account, call.region, name};
  const fleet::Cluster* cluster = ecs.fleet.find_cluster(key);
  if (!cluster || !cluster->active) throw cluster_not_found();
  return Tagged{cluster->tags, [&ecs, key](Tags tags) { ecs.fleet.set_cluster_tags(key, std::move(tags)); }};
}

std::optional<Tagged> find_provider_tags(Ecs& ecs, const Call& call, const std::string& name) {
  const fleet::Key key{call.account, call.region, name};
  const CapacityProviderRecord* found = ecs.capacity_providers.find(key);
  if (!found) return std::nullopt;
  return Tagged{found->tags, [&ecs, key, found](Tags tags) {
                  CapacityProviderRecord changed = *found;
                  changed.tags = std::move(tags);
                  ecs.capacity_providers.put(key, std::move(changed));
                }};
}

std::optional<Tagged> find_definition_tags(Ecs& ecs, const Call& call, const std::string& arn) {
  if (id_of(arn).find(':') == std::string_view::npos) return std::nullopt;
  const TaskDefinitionTable::Scope scope{call.account, call.region};
  const RegisteredDefinition* found = ecs.definitions.find(scope, arn);
  if (!found || found->definition.status != "ACTIVE") return std::nullopt;
  return Tagged{from_tags(found->tags), [&ecs, scope, found](Tags tags) {
                  RegisteredDefinition changed = *found;
                  changed.tags = to_tags(tags);
                  ecs.definitions.put(scope, std::move(changed));
                }};
}

std::optional<Tagged> find_task_tags(Ecs& ecs, const Call& call, const std::string& arn) {
  task::Task* task = ecs.tasks.find(call.account, call.region, std::string(id_of(arn)));
  if (!task || task->arn() != arn) return std::nullopt;
  return Tagged{task->plan.tags, [&ecs, task](Tags tags) { ecs.tasks.set_tags(*task, std::move(tags)); }};
}

std::optional<Tagged> find_instance_tags(Ecs& ecs, const Call& call, const std::string& arn) {
  fleet::Instance* instance = ecs.fleet.find_instance(call.account, call.region, id_of(arn));
  if (!instance || !instance->record.registered ||
      container_instance_arn(call, instance->record.cluster, instance->record.container_instance_id) != arn)
    return std::nullopt;
  return Tagged{instance->record.tags,
                [&ecs, instance](Tags tags) { ecs.fleet.set_instance_tags(*instance, std::move(tags)); }};
}

/// Nothing if the ARN names nothing; throws ClusterNotFoundException for a cluster, InvalidParameterException for what
/// is no ARN of ours.
std::optional<Tagged> find_tagged(Ecs& ecs, const Call& call, const std::string& resource) {
  const std::string ours = arn(call, "");
  if (!resource.starts_with(ours)) throw invalid_resource_arn();
  const std::string_view rest = std::string_view(resource).substr(ours.size());
  const std::string_view kind = rest.substr(0, rest.find('/'));
  if (kind == "cluster") return find_cluster_tags(ecs, call, std::string(id_of(resource)));
  if (kind == "capacity-provider") return find_provider_tags(ecs, call, std::string(id_of(resource)));
  if (kind == "task-definition") return find_definition_tags(ecs, call, resource);
  if (kind == "task") return find_task_tags(ecs, call, resource);
  if (kind == "container-instance") return find_instance_tags(ecs, call, resource);
  throw invalid_resource_arn();
}

Tagged tagged(Ecs& ecs, const Call& call, const std::string& resource) {
  auto found = find_tagged(ecs, call, resource);
  if (!found) throw resource_not_found();
  return std::move(*found);
}

}  // namespace

void tag_resource(Ecs& ecs, const Call& call, TagResourceRequest in) {
  check_tags(in.tags);
  Tagged resource = tagged(ecs, call, in.resourceArn);
  for (auto& [key, value] : from_tags(in.tags)) resource.tags[key] = value;
  if (resource.tags.size() > most_tags) throw too_many_tags(most_tags);
  resource.set(std::move(resource.tags));
}

void untag_resource(Ecs& ecs, const Call& call, UntagResourceRequest in) {
  Tagged resource = tagged(ecs, call, in.resourceArn);
  for (const std::string& key : in.tagKeys) resource.tags.erase(key);
  resource.set(std::move(resource.tags));
}

ListTagsForResourceResponse list_tags_for_resource(Ecs& ecs, const Call& call,
                                                   ListTagsForResourceRequest in) {
  return {.tags = to_tags(tagged(ecs, call, in.resourceArn).tags)};
}

}  // namespace berth::ecs
