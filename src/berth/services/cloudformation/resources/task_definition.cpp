#include "berth/services/cloudformation/resources/resource_types.hpp"
#include "berth/services/ecs/ecs.hpp"
#include "berth/services/ecs/features.hpp"
#include "berth/wire/error.hpp"

#include <algorithm>

namespace berth::cloudformation {
namespace {

// The API's own shape is the property shape. What of a container is not simply honoured, ECS says itself
// (services/ecs/features.hpp): those sentences become the report's lines, so nothing below a property stands here.
constexpr PropertyRow rows[] = {
    {"Family", Standing::Honoured, "", replaces},
    {"ContainerDefinitions", Standing::Honoured, "", replaces},
    {"TaskRoleArn", Standing::Honoured, "", replaces},
    {"ExecutionRoleArn", Standing::Honoured, "", replaces},
    {"NetworkMode", Standing::Honoured, "", replaces},
    {"Volumes", Standing::Honoured, "", replaces},
    {"PlacementConstraints", Standing::Honoured, "", replaces},
    {"RequiresCompatibilities", Standing::Honoured, "", replaces},
    {"Cpu", Standing::Honoured, "", replaces},
    {"Memory", Standing::Honoured, "", replaces},
    {"Tags", Standing::Honoured},
    {"PidMode", Standing::Honoured, "", replaces},
    {"IpcMode", Standing::Honoured, "", replaces},
    {"ProxyConfiguration", Standing::Honoured, "", replaces},
    {"InferenceAccelerators", Standing::Honoured, "", replaces},
    {"EphemeralStorage", Standing::Honoured, "", replaces},
    {"RuntimePlatform", Standing::Honoured, "", replaces},
    {"EnableFaultInjection", Standing::Honoured, "", replaces},
};
constexpr std::string_view attributes[] = {"TaskDefinitionArn"};

/// "containerDefinitions[train].privileged" as templates spell it: ContainerDefinitions[train].Privileged. A
/// container's name, in brackets, stays.
std::string as_in_templates(std::string member) {
  bool start = true, bracket = false;
  for (char& c : member) {
    if (start && !bracket && c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
    if (c == '[') bracket = true;
    if (c == ']') bracket = false;
    start = c == '.';
  }
  return member;
}

void add_stack_tags(const ResourceRequest& request, ecs::RegisterTaskDefinitionRequest& properties) {
  for (const auto& [key, value] : request.tags) {
    const bool own =
        std::ranges::any_of(properties.tags, [&](const ecs::Tag& tag) { return tag.key == key; });
    if (!own) properties.tags.push_back({key, value});
  }
}

/// For the stack's report.
void note_features(const ResourceRequest& request, const ecs::TaskDefinition& definition) {
  for (const ecs::Notice& notice : ecs::notices_of(definition))
    request.note({as_in_templates(notice.member), notice.note, std::string(ecs::to_text(notice.treatment))});
}

Making create(Environment& environment, const Call& call, ResourceRequest& request,
              ecs::RegisterTaskDefinitionRequest properties) {
  add_stack_tags(request, properties);
  const auto out = ecs::register_task_definition(environment.ecs, call, std::move(properties));
  const std::string arn = out.taskDefinition->taskDefinitionArn.value();
  request.initiated(arn);
  note_features(request, *out.taskDefinition);
  co_return Attributes{{"TaskDefinitionArn", arn}};
}

/// Of a revision nothing changes but its tags.
Making update(Environment& environment, const Call& call, ResourceRequest& request,
              ecs::RegisterTaskDefinitionRequest wanted, ecs::RegisterTaskDefinitionRequest) {
  const ecs::TaskDefinitionTable::Scope scope{request.account, request.region};
  const ecs::RegisteredDefinition* found = environment.ecs.definitions.find(scope, request.physical_id);
  if (found == nullptr) throw ResourceFailure("Unable to describe task definition.");
  add_stack_tags(request, wanted);
  call.authorize("ecs:TagResource", request.physical_id);
  ecs::RegisteredDefinition tagged = *found;
  tagged.tags = std::move(wanted.tags);
  note_features(request, tagged.definition);
  environment.ecs.definitions.put(scope, std::move(tagged));
  co_return Attributes{{"TaskDefinitionArn", request.physical_id}};
}

Removing remove(Environment& environment, const Call& call, const ResourceRequest& request) {
  ecs::DescribeTaskDefinitionRequest question{.taskDefinition = request.physical_id, .include = {}};
  try {
    const auto found = ecs::describe_task_definition(environment.ecs, call, std::move(question));
    if (found.taskDefinition->status != "ACTIVE") co_return;
  } catch (const wire::ServiceError& error) {
    if (error.code == "ClientException") co_return;  // there is none
    throw;
  }
  ecs::DeregisterTaskDefinitionRequest in{.taskDefinition = request.physical_id};
  ecs::deregister_task_definition(environment.ecs, call, std::move(in));
}

}  // namespace

// Without a Family CloudFormation makes one up like any other name.
const ResourceType task_definition = resource_type<&create, &remove, &update>(
    {"AWS::ECS::TaskDefinition", rows, attributes}, {.property = "Family", .revisions = true},
    {"ecs:RegisterTaskDefinition", "ecs:DeregisterTaskDefinition", &any_resource});

}  // namespace berth::cloudformation
