#include "berth/cli/stack_calls.hpp"

#include "berth/cli/errors.hpp"
#include "berth/cli/repository_calls.hpp"
#include "berth/cli/s3_calls.hpp"
#include "berth/services/cloudformation/service.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace berth::cli {

namespace cf = cloudformation;

namespace {
using cf::service;

constexpr Call<cf::DescribeStacksRequest, cf::DescribeStacksResponse> describe_stacks{service,
                                                                                      "DescribeStacks"};
constexpr Call<cf::DescribeStackEventsRequest, cf::DescribeStackEventsResponse> describe_stack_events{
    service, "DescribeStackEvents"};
constexpr Call<cf::ListStackResourcesRequest, cf::ListStackResourcesResponse> list_stack_resources{
    service, "ListStackResources"};
constexpr Call<cf::DescribeChangeSetRequest, cf::DescribeChangeSetResponse> describe_change_set_call{
    service, "DescribeChangeSet"};
constexpr Call<cf::ValidateTemplateRequest, cf::ValidateTemplateResponse> validate_template{
    service, "ValidateTemplate"};
}  // namespace

namespace calls {
const Call<cf::CreateStackRequest, cf::CreateStackResponse> create_stack{service, "CreateStack"};
const Call<cf::DeleteStackRequest, wire::Nothing> delete_stack{service, "DeleteStack"};
const Call<cf::CreateChangeSetRequest, cf::CreateChangeSetResponse> create_change_set{service,
                                                                                      "CreateChangeSet"};
const Call<cf::ExecuteChangeSetRequest, cf::ExecuteChangeSetResponse> execute_change_set{service,
                                                                                         "ExecuteChangeSet"};
const Call<cf::DeleteChangeSetRequest, cf::DeleteChangeSetResponse> delete_change_set{service,
                                                                                      "DeleteChangeSet"};
}  // namespace calls

cf::Stack describe_stack(Api& api, const std::string& name) {
  cf::DescribeStacksRequest request;
  request.StackName = name;
  auto answer = api(describe_stacks, request);
  if (answer.Stacks.empty()) throw wrong_input(fmt::format("stack {} does not exist", name));
  return std::move(answer.Stacks.front());
}

std::optional<cf::Stack> find_stack_if_any(Api& api, const std::string& name) {
  try {
    return describe_stack(api, name);
  } catch (const wire::ServiceError& error) {
    if (error.code != "ValidationError" || error.message.find("does not exist") == error.message.npos) throw;
    return std::nullopt;
  }
}

cf::DescribeChangeSetResponse describe_change_set(Api& api, const std::string& id) {
  cf::DescribeChangeSetRequest request;
  request.ChangeSetName = id;
  cf::DescribeChangeSetResponse whole;
  all_pages(api, describe_change_set_call, request, &cf::DescribeChangeSetResponse::NextToken,
            [&](auto& page) {
              std::vector<cf::Change> changes = std::move(whole.Changes);
              std::move(page.Changes.begin(), page.Changes.end(), std::back_inserter(changes));
              whole = std::move(page);
              whole.Changes = std::move(changes);
            });
  return whole;
}

std::vector<std::string> parameters_of(Api& api, const std::string& template_body) {
  cf::ValidateTemplateRequest request;
  request.TemplateBody = template_body;
  std::vector<std::string> names;
  for (const auto& parameter : api(validate_template, request).Parameters)
    names.push_back(parameter.ParameterKey.value_or(""));
  return names;
}

std::vector<cf::Stack> all_stacks(Api& api) {
  std::vector<cf::Stack> stacks;
  all_pages(api, describe_stacks, {}, &cf::DescribeStacksResponse::NextToken, [&](auto& page) {
    std::move(page.Stacks.begin(), page.Stacks.end(), std::back_inserter(stacks));
  });
  std::stable_sort(stacks.begin(), stacks.end(),
                   [](const auto& a, const auto& b) { return a.CreationTime.time > b.CreationTime.time; });
  return stacks;
}

std::vector<cf::StackEvent> stack_events(Api& api, const std::string& name) {
  cf::DescribeStackEventsRequest request;
  request.StackName = name;
  std::vector<cf::StackEvent> events;
  all_pages(api, describe_stack_events, request, &cf::DescribeStackEventsResponse::NextToken,
            [&](auto& page) {
              std::move(page.StackEvents.begin(), page.StackEvents.end(), std::back_inserter(events));
            });
  std::reverse(events.begin(), events.end());  // AWS answers the newest first
  return events;
}

std::vector<cf::StackResourceSummary> stack_resources(Api& api, const std::string& name) {
  cf::ListStackResourcesRequest request;
  request.StackName = name;
  std::vector<cf::StackResourceSummary> resources;
  all_pages(api, list_stack_resources, request, &cf::ListStackResourcesResponse::NextToken, [&](auto& page) {
    std::move(page.StackResourceSummaries.begin(), page.StackResourceSummaries.end(),
              std::back_inserter(resources));
  });
  return resources;
}

void empty_resource(Api& api, const cf::StackResourceSummary& resource) {
  const std::string name = resource.PhysicalResourceId.value_or("");
  if (name.empty() || resource.ResourceStatus == "DELETE_COMPLETE") return;
  if (resource.ResourceType == "AWS::S3::Bucket") empty_bucket(api, name);
  if (resource.ResourceType == "AWS::ECR::Repository") empty_repository(api, name);
}

}  // namespace berth::cli
