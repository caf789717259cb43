#include "base/log.hpp"
#include "berth/services/ecs/arns.hpp"
#include "berth/services/ecs/ecs.hpp"
#include "berth/services/ecs/errors.hpp"
#include "berth/services/ecs/features.hpp"
#include "berth/services/ecs/lookup.hpp"
#include "berth/services/ecs/pages.hpp"
#include "berth/services/ecs/passed_roles.hpp"
#include "berth/services/ecs/task_definition_limits.hpp"
#include "berth/services/ecs/task_definition_rules.hpp"

#include <algorithm>

namespace berth::ecs {

namespace {

constexpr const char* being_deleted = "DELETE_IN_PROGRESS";
constexpr std::size_t most_deleted = 10;

TaskDefinitionTable::Scope scope_of(const Call& call) { return {call.account, call.region}; }

std::string family_and_revision(const TaskDefinition& definition) {
  return *definition.family + ":" + std::to_string(*definition.revision);
}

bool has_status(const TaskDefinition& definition, const std::optional<std::string>& status) {
  return definition.status == status.value_or("ACTIVE");
}

/// What is registered is stored as given; its author hears what of it is done in another way, or not at all.
void report(const TaskDefinition& definition) {
  for (const Notice& notice : notices_of(definition))
    base::log::info("task definition {}: {} is {}: {}", family_and_revision(definition),
                    base::log::printable(notice.member), to_text(notice.treatment), notice.note);
}

}  // namespace

RegisterTaskDefinitionResponse register_task_definition(Ecs& ecs, const Call& call,
                                                        RegisterTaskDefinitionRequest in) {
  check(in);
  check_limits(in);
  authorize_passed_role(call, in.taskRoleArn);
  authorize_passed_role(call, in.executionRoleArn);

  std::vector<Tag> tags = std::move(in.tags);
  TaskDefinition definition = with_defaults(std::move(in));
  definition.revision = ecs.definitions.next_revision(scope_of(call), *definition.family);
  definition.taskDefinitionArn = task_definition_arn(call, family_and_revision(definition));
  definition.status = "ACTIVE";
  definition.registeredAt = wire::Timestamp{ecs.clock.now()};
  definition.registeredBy = call.principal.arn;
  for (std::string& name : required_attributes(definition))
    definition.requiresAttributes.push_back({.name = std::move(name)});
  report(definition);

  const RegisteredDefinition& stored =
      ecs.definitions.put(scope_of(call), {std::move(definition), std::move(tags)});
  return {.taskDefinition = stored.definition, .tags = stored.tags};
}

DescribeTaskDefinitionResponse describe_task_definition(Ecs& ecs, const Call& call,
                                                        DescribeTaskDefinitionRequest in) {
  check_include(in.include, {"TAGS"});
  const RegisteredDefinition* found = ecs.definitions.find(scope_of(call), in.taskDefinition);
  if (!found) throw definition_not_described();
  DescribeTaskDefinitionResponse out{.taskDefinition = found->definition};
  if (std::ranges::find(in.include, "TAGS") != in.include.end()) out.tags = found->tags;
  return out;
}

ListTaskDefinitionsResponse list_task_definitions(Ecs& ecs, const Call& call, ListTaskDefinitionsRequest in) {
  // Ascending by family and, as a number, by revision; the key pads it so that the page token sorts alike.
  struct Line {
    std::string key, arn;
  };
  std::vector<Line> lines;
  for (const auto& [family, revisions] : ecs.definitions.families(scope_of(call))) {
    if (in.familyPrefix && family != *in.familyPrefix) continue;  // AWS takes the whole family's name here
    for (const auto& [revision, registered] : revisions)
      if (has_status(registered.definition, in.status)) {
        const std::string number = std::to_string(revision);
        lines.push_back({family + ":" + std::string(10 - number.size(), '0') + number,
                         *registered.definition.taskDefinitionArn});
      }
  }
  std::ranges::sort(lines, {}, &Line::key);
  const bool descending = in.sort == "DESC";
  if (descending) {
    // Complemented keys ascend when the names descend.
    for (Line& line : lines)
      for (char& c : line.key) c = static_cast<char>('~' - c + ' ');
    std::ranges::sort(lines, {}, &Line::key);
  }
  Page page = page_of(
      lines, in.nextToken, in.maxResults, [](const Line& line) { return line.key; },
      [](const Line& line) { return line.arn; });
  return {.taskDefinitionArns = std::move(page.items), .nextToken = std::move(page.nextToken)};
}

ListTaskDefinitionFamiliesResponse list_task_definition_families(Ecs& ecs, const Call& call,
                                                                 ListTaskDefinitionFamiliesRequest in) {
  const std::string status = in.status.value_or("ALL");
  std::vector<std::string> names;
  for (const auto& [family, revisions] : ecs.definitions.families(scope_of(call))) {
    if (!family.starts_with(in.familyPrefix.value_or(""))) continue;
    if (std::ranges::all_of(revisions,
                            [](const auto& each) { return each.second.definition.status == being_deleted; }))
      continue;
    const bool active = std::ranges::any_of(
        revisions, [](const auto& each) { return each.second.definition.status == "ACTIVE"; });
    if (status == "ALL" || (status == "ACTIVE") == active) names.push_back(family);
  }
  const auto itself = [](const std::string& name) { return name; };
  Page page = page_of(names, in.nextToken, in.maxResults, itself, itself);
  return {.families = std::move(page.items), .nextToken = std::move(page.nextToken)};
}

DeregisterTaskDefinitionResponse deregister_task_definition(Ecs& ecs, const Call& call,
                                                            DeregisterTaskDefinitionRequest in) {
  if (id_of(in.taskDefinition).find(':') == std::string_view::npos) throw revision_missing();
  const RegisteredDefinition* found = ecs.definitions.find(scope_of(call), in.taskDefinition);
  if (!found) throw definition_not_described();
  RegisteredDefinition changed = *found;
  if (changed.definition.status == "ACTIVE") {
    changed.definition.status = "INACTIVE";
    changed.definition.deregisteredAt = wire::Timestamp{ecs.clock.now()};
    found = &ecs.definitions.put(scope_of(call), std::move(changed));
  }
  return {.taskDefinition = found->definition};
}

DeleteTaskDefinitionsResponse delete_task_definitions(Ecs& ecs, const Call& call,
                                                      DeleteTaskDefinitionsRequest in) {
  if (in.taskDefinitions.empty()) throw empty_list("Task definitions");
  if (in.taskDefinitions.size() > most_deleted) throw list_too_long("taskDefinitions", most_deleted);
  for (const std::string& name : in.taskDefinitions)
    if (id_of(name).find(':') == std::string_view::npos) throw definition_without_revision(name);
  DeleteTaskDefinitionsResponse out;
  for (const std::string& name : in.taskDefinitions) {
    const std::string arn = name.starts_with("arn:") ? name : task_definition_arn(call, name);
    const RegisteredDefinition* found = ecs.definitions.find(scope_of(call), name);
    if (!found) {
      out.failures.push_back({.arn = arn,
                              .reason =
                                  "The specified task definition does not exist. Specify a valid account, "
                                  "family, revision and try again."});
      continue;
    }
    if (found->definition.status == "ACTIVE") {
      out.failures.push_back({.arn = arn,
                              .reason = "The specified task definition is still in ACTIVE status. Please "
                                        "deregister the target and try again."});
      continue;
    }
    if (found->definition.status != being_deleted) {
      RegisteredDefinition changed = *found;
      changed.definition.status = being_deleted;
      changed.definition.deleteRequestedAt = wire::Timestamp{ecs.clock.now()};
      found = &ecs.definitions.put(scope_of(call), std::move(changed));
    }
    out.taskDefinitions.push_back(found->definition);
  }
  return out;
}

}  // namespace berth::ecs
