#include "berth/cli/explain_command.hpp"

#include "base/encoding.hpp"
#include "berth/cli/api.hpp"
#include "berth/cli/ecs_calls.hpp"
#include "berth/cli/log_reader.hpp"
#include "berth/cli/names.hpp"
#include "berth/cli/repository_calls.hpp"
#include "berth/cli/s3_calls.hpp"
#include "berth/cli/session.hpp"
#include "berth/cli/stack_calls.hpp"
#include "berth/cli/stack_story.hpp"
#include "berth/cli/suggestion.hpp"
#include "berth/cli/task_story.hpp"
#include "berth/registry/builtin_image.hpp"
#include "berth/services/autoscaling/service.hpp"
#include "berth/services/autoscaling/shapes.hpp"
#include "berth/services/iam/service.hpp"
#include "berth/services/iam/shapes.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace berth::cli {
namespace {

constexpr Call<autoscaling::AutoScalingGroupNamesType, autoscaling::AutoScalingGroupsType> describe_groups{
    autoscaling::service, "DescribeAutoScalingGroups"};
constexpr Call<autoscaling::DescribeScalingActivitiesType, autoscaling::ActivitiesType> describe_activities{
    autoscaling::service, "DescribeScalingActivities"};

constexpr Call<iam::GetRoleRequest, iam::GetRoleResponse> get_role{iam::service, "GetRole"};

void print(Session& session, const Story& story) {
  if (session.json) {
    session.out << base::to_text(story_json(story)) << "\n";
  } else {
    session.out << story_text(story, session.width());
  }
}

// ---- tasks ----

std::vector<std::string> last_lines_of(Api& api, const ecs::TaskDefinition& definition, const ecs::Task& task,
                                       std::size_t count) {
  const auto streams = log_streams(definition, task);
  std::vector<std::unique_ptr<LogReader>> readers;
  for (const LogStreamName& stream : streams) {
    LogQuery query;
    query.tail = count;
    readers.push_back(read_stream(api, stream, streams.size() > 1 ? stream.container + " | " : "", query));
  }
  std::vector<std::string> lines;
  MergedLog(std::move(readers)).each_new([&](const LogLine& line) {
    lines.push_back(line.label + shown_message(line.message));
  });
  if (lines.size() > count) lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(count));
  return lines;
}

ExitCode explain_task(Session& session, const ecs::Task& task, std::size_t lines) {
  Api& api = session.api();
  const auto definition = describe_definition(api, task.taskDefinitionArn.value_or(""));
  print(session,
        tell_task(task, definition, last_lines_of(api, definition, task, lines), session.clock.now()));
  return ExitCode::Done;
}

// ---- stacks ----

StackSurroundings::Group look_at_group(Api& api, const cloudformation::StackResourceSummary& resource) {
  StackSurroundings::Group found{.logical_id = resource.LogicalResourceId};
  autoscaling::AutoScalingGroupNamesType request;
  request.AutoScalingGroupNames = {resource.PhysicalResourceId.value_or("")};
  const auto answer = api(describe_groups, request);
  if (answer.AutoScalingGroups.empty()) return found;
  found.desired = answer.AutoScalingGroups.front().DesiredCapacity;
  found.instances = static_cast<int>(answer.AutoScalingGroups.front().Instances.size());
  autoscaling::DescribeScalingActivitiesType activities;
  activities.AutoScalingGroupName = resource.PhysicalResourceId;
  for (const auto& activity : api(describe_activities, activities).Activities) {  // newest first
    if (activity.StatusCode == "Successful") continue;
    found.reason = activity.StatusMessage.value_or(activity.Description.value_or(""));
    break;
  }
  return found;
}

/// What of a bucket or repository stands in the way of its deletion; empty if nothing does.
std::string content_of(Api& api, const cloudformation::StackResourceSummary& resource) {
  const std::string name = resource.PhysicalResourceId.value_or("");
  try {
    if (resource.ResourceType == "AWS::S3::Bucket") return is_empty_bucket(api, name) ? "" : "objects";
    if (resource.ResourceType == "AWS::ECR::Repository") {
      const auto count = images_of(api, name).size();
      return count == 0 ? "" : fmt::format("{} image{}", count, count == 1 ? "" : "s");
    }
  } catch (const wire::ServiceError&) {
    return {};  // it is gone, or going: nothing stands in the way
  }
  return {};
}

StackSurroundings look_around(Session& session, const std::string& name,
                              const std::vector<cloudformation::StackResourceSummary>& resources) {
  StackSurroundings found;
  for (const auto& resource : resources) {
    if (resource.PhysicalResourceId.value_or("").empty() || resource.ResourceStatus == "DELETE_COMPLETE")
      continue;
    if (resource.ResourceType == "AWS::AutoScaling::AutoScalingGroup")
      found.groups.push_back(look_at_group(session.api(), resource));
    if (const std::string what = content_of(session.api(), resource); !what.empty())
      found.contents.push_back({resource.LogicalResourceId, resource.ResourceType,
                                resource.PhysicalResourceId.value_or(""), what});
  }
  found.report = session.api().own("/_berth/stacks/" + base::percent_encode(name) + "/report");
  return found;
}

ExitCode explain_stack(Session& session, const cloudformation::Stack& stack) {
  Api& api = session.api();
  const std::string id = stack.StackId.value_or(stack.StackName);
  const auto resources = stack_resources(api, id);
  print(session, tell_stack(stack, stack_events(api, id), resources,
                            look_around(session, stack.StackName, resources), session.clock.now()));
  return ExitCode::Done;
}

// ---- task definitions ----

/// Whether the image is built in, or in a repository here.
bool is_there(Api& api, const std::string& image) {
  if (image == registry::builtin_reference) return true;
  try {
    const RepositoryTag name = parse_repository_tag(image);
    return std::ranges::any_of(images_of(api, name.repository), [&](const ecr::ImageDetail& each) {
      const auto tags = each.imageTags.value_or(std::vector<std::string>{});
      return std::ranges::find(tags, name.tag) != tags.end();
    });
  } catch (const wire::ServiceError&) {
    return false;  // there is no such repository
  } catch (const CommandError&) {
    return true;  // named by its digest: not looked for here
  }
}

/// Why tasks may not take the role; empty if they may. What the trust policy says in detail is the daemon's to judge.
std::string refusal_of_role(Api& api, const std::string& arn) {
  if (arn.empty()) return {};
  const std::string name = short_name(arn);
  iam::GetRoleRequest request;
  request.RoleName = name;
  try {
    const std::string text = api(get_role, request).Role.AssumeRolePolicyDocument.value_or("");
    const std::string policy = base::percent_decode(text).value_or(text);
    if (policy.find("ecs-tasks.amazonaws.com") != policy.npos || policy.find('*') != policy.npos) return {};
    return fmt::format(
        "role {}: its trust policy does not name ecs-tasks.amazonaws.com, so that no task may assume it",
        name);
  } catch (const wire::ServiceError& error) {
    if (error.code != "NoSuchEntity") throw;
    return fmt::format("role {}: there is no such role", name);
  }
}

ExitCode explain_definition(Session& session, const ecs::TaskDefinition& definition,
                            const std::string& cluster) {
  Api& api = session.api();
  std::vector<std::string> obstacles;
  for (const auto& container : definition.containerDefinitions) {
    const std::string image = container.image.value_or("");
    if (!is_there(api, image))
      obstacles.push_back(fmt::format("image {} is not there: 'berth image list' shows what is", image));
  }
  for (const auto& role : {definition.taskRoleArn, definition.executionRoleArn})
    if (const std::string refusal = refusal_of_role(api, role.value_or("")); !refusal.empty())
      obstacles.push_back(refusal);
  std::vector<Room> rooms;
  for (const ecs::ContainerInstance& instance : instances_of(api, cluster))
    rooms.push_back(room_of(instance));
  print(session, tell_definition(definition, cluster, rooms, obstacles));
  return ExitCode::Done;
}

std::optional<ecs::TaskDefinition> find_definition_if_any(Api& api, const std::string& name) {
  try {
    return describe_definition(api, name);
  } catch (const wire::ServiceError& error) {
    if (error.code != "ClientException" && error.code != "InvalidParameterException") throw;
    return std::nullopt;
  }
}

[[noreturn]] void refuse_unknown(Api& api, const std::string& what) {
  std::vector<std::string> names = definition_families(api);
  for (const auto& stack : all_stacks(api)) names.push_back(stack.StackName);
  const std::string meant = did_you_mean(what, names);
  throw wrong_input(
      fmt::format("{} is neither a task nor a stack nor a task definition{}", what,
                  meant.empty() ? ": 'berth ps -a' and 'berth stack list' list what there is" : meant));
}

}  // namespace

void Explain::declare(CLI::App& app) {
  app.add_option("WHAT", what,
                 "a task's id or its beginning, a stack's name, or a task definition: would it start now")
      ->required();
  app.add_option("--cluster", cluster, "where the task definition would run (default: the cluster default)")
      ->type_name("CLUSTER");
  app.add_option("-n,--lines", lines, "how many lines of a task's log (default: 10)")
      ->check(CLI::Range(0, 1000))
      ->type_name("N");
}

ExitCode Explain::run(Session& session) {
  Api& api = session.api();
  if (const auto task = find_task_if_any(api, what))
    return explain_task(session, *task, static_cast<std::size_t>(lines));
  if (const auto stack = find_stack_if_any(api, what)) return explain_stack(session, *stack);
  if (const auto definition = find_definition_if_any(api, what))
    return explain_definition(session, *definition, cluster.empty() ? "default" : cluster);
  refuse_unknown(api, what);
}

}  // namespace berth::cli
