#include "base/json.hpp"
#include "berth/services/cloudformation/cloudformation.hpp"
#include "berth/services/cloudformation/errors.hpp"
#include "berth/services/cloudformation/pages.hpp"
#include "berth/services/cloudformation/requests.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace berth::cloudformation {
namespace {

/// Living by name or id, deleted by id only. A copy: reading deleted ones suspends.
base::Async<stack::StackRecord> find_stack(CloudFormation& service, const Call& call,
                                           std::string name_or_id) {
  if (const stack::StackRecord* living = service.engine.find(call.account, call.region, name_or_id))
    co_return *living;
  const std::string prefix = "arn:aws:cloudformation:" + call.region + ":" + call.account + ":stack/";
  if (name_or_id.starts_with(prefix)) {
    const std::string uuid = name_or_id.substr(name_or_id.rfind('/') + 1);
    auto deleted = co_await service.engine.archive().find_deleted(call.account, call.region, uuid);
    if (deleted && deleted->id() == name_or_id) co_return std::move(*deleted);
  }
  throw stack_does_not_exist(name_or_id);
}

std::optional<std::string> unless_empty(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

const StackDriftInformation stack_not_checked{"NOT_CHECKED"};
const StackResourceDriftInformation resource_not_checked{"NOT_CHECKED"};

Stack to_shape(const CloudFormation& service, const stack::StackRecord& record) {
  Stack shape;
  shape.StackId = record.id();
  shape.StackName = record.name;
  shape.Description = unless_empty(record.description);
  for (const stack::ParameterRecord& parameter : record.parameters) {
    Parameter entry;
    entry.ParameterKey = parameter.name;
    entry.ParameterValue = parameter.no_echo ? "****" : parameter.text;
    shape.Parameters.push_back(std::move(entry));
  }
  shape.CreationTime = wire::Timestamp{record.created};
  if (record.updated) shape.LastUpdatedTime = wire::Timestamp{*record.updated};
  if (record.deleted) shape.DeletionTime = wire::Timestamp{*record.deleted};
  shape.StackStatus = stack::to_text(record.status);
  // CloudFormation does not show "User Initiated" here, only in the event.
  if (record.reason != "User Initiated") shape.StackStatusReason = unless_empty(record.reason);
  shape.DisableRollback = record.on_failure == stack::OnFailure::DO_NOTHING;
  if (record.timeout_minutes > 0) shape.TimeoutInMinutes = record.timeout_minutes;
  shape.Capabilities = record.capabilities;
  for (const stack::OutputRecord& output : record.outputs) {
    Output entry;
    entry.OutputKey = output.name;
    entry.OutputValue = output.value;
    entry.Description = unless_empty(output.description);
    entry.ExportName = unless_empty(output.export_name);
    shape.Outputs.push_back(std::move(entry));
  }
  shape.RoleARN = unless_empty(record.role_arn);
  for (const auto& [key, value] : record.tags) shape.Tags.push_back({key, value});
  shape.EnableTerminationProtection = root_of(service, record).termination_protection;
  shape.ParentId = unless_empty(record.parent_id);
  shape.RootId = unless_empty(record.root_id);
  shape.DriftInformation = stack_not_checked;
  return shape;
}

StackSummary to_summary(const stack::StackRecord& record) {
  StackSummary shape;
  shape.StackId = record.id();
  shape.StackName = record.name;
  shape.TemplateDescription = unless_empty(record.description);
  shape.CreationTime = wire::Timestamp{record.created};
  if (record.updated) shape.LastUpdatedTime = wire::Timestamp{*record.updated};
  if (record.deleted) shape.DeletionTime = wire::Timestamp{*record.deleted};
  shape.StackStatus = stack::to_text(record.status);
  if (record.reason != "User Initiated") shape.StackStatusReason = unless_empty(record.reason);
  shape.ParentId = unless_empty(record.parent_id);
  shape.RootId = unless_empty(record.root_id);
  shape.DriftInformation = stack_not_checked;
  return shape;
}

/// The members that three shapes of a resource share.
template <class Shape>
Shape resource_shape(const stack::ResourceRecord& record) {
  Shape shape;
  shape.LogicalResourceId = record.logical_id;
  shape.PhysicalResourceId = unless_empty(record.physical_id);
  shape.ResourceType = record.type;
  shape.ResourceStatus = stack::to_text(record.status);
  shape.ResourceStatusReason = unless_empty(record.reason);
  shape.DriftInformation = resource_not_checked;
  return shape;
}

bool is_shown(const stack::ResourceRecord& resource) {
  return resource.status != stack::ResourceStatus::NOT_STARTED;
}

StackEvent to_shape(const stack::StackRecord& record, const stack::EventRecord& event) {
  StackEvent shape;
  shape.StackId = record.id();
  shape.StackName = record.name;
  shape.EventId = event.id;
  shape.LogicalResourceId = event.logical_id;
  shape.PhysicalResourceId = event.physical_id;
  shape.ResourceType = event.type;
  shape.Timestamp = wire::Timestamp{event.time};
  shape.ResourceStatus = event.status;
  shape.ResourceStatusReason = unless_empty(event.reason);
  shape.ResourceProperties = unless_empty(event.properties);
  shape.ClientRequestToken = unless_empty(event.client_request_token);
  return shape;
}

}  // namespace

base::Async<DescribeStacksResponse> describe_stacks(CloudFormation& service, const Call& call,
                                                    DescribeStacksRequest in) {
  DescribeStacksResponse out;
  if (in.StackName && !in.StackName->empty()) {
    const stack::StackRecord record = co_await find_stack(service, call, *in.StackName);
    out.Stacks.push_back(to_shape(service, record));
    co_return out;
  }
  std::vector<Stack> all;
  for (const stack::StackRecord* record : service.engine.living().stacks(call.account, call.region))
    all.push_back(to_shape(service, *record));
  out.Stacks = page_of(std::move(all), in.NextToken, out.NextToken);
  co_return out;
}

base::Async<ListStacksResponse> list_stacks(CloudFormation& service, const Call& call, ListStacksRequest in) {
  std::vector<stack::StackRecord> deleted =
      co_await service.engine.archive().all_deleted(call.account, call.region);
  std::vector<StackSummary> all;
  const auto add = [&](const stack::StackRecord& record) {
    const auto& filter = in.StackStatusFilter;
    if (filter.empty() || std::ranges::find(filter, stack::to_text(record.status)) != filter.end())
      all.push_back(to_summary(record));
  };
  for (const stack::StackRecord* record : service.engine.living().stacks(call.account, call.region))
    add(*record);
  for (const stack::StackRecord& record : deleted) add(record);
  ListStacksResponse out;
  out.StackSummaries = page_of(std::move(all), in.NextToken, out.NextToken);
  co_return out;
}

base::Async<DescribeStackEventsResponse> describe_stack_events(CloudFormation& service, const Call& call,
                                                               DescribeStackEventsRequest in) {
  const stack::StackRecord record = co_await find_stack(service, call, in.StackName);
  const auto before = static_cast<std::int64_t>(wire::position_of(in.NextToken, invalid_token()));
  stack::EventPage page =
      co_await service.engine.archive().events(call.account, call.region, record.uuid, before, page_size);
  DescribeStackEventsResponse out;
  for (const stack::EventRecord& event : page.events) out.StackEvents.push_back(to_shape(record, event));
  if (page.next_before != 0)
    out.NextToken = wire::to_position_token(static_cast<std::uint64_t>(page.next_before));
  co_return out;
}

base::Async<ListStackResourcesResponse> list_stack_resources(CloudFormation& service, const Call& call,
                                                             ListStackResourcesRequest in) {
  const stack::StackRecord record = co_await find_stack(service, call, in.StackName);
  std::vector<StackResourceSummary> all;
  for (const stack::ResourceRecord& resource : record.resources) {
    if (!is_shown(resource)) continue;
    auto shape = resource_shape<StackResourceSummary>(resource);
    shape.LastUpdatedTimestamp = wire::Timestamp{resource.updated};
    all.push_back(std::move(shape));
  }
  ListStackResourcesResponse out;
  out.StackResourceSummaries = page_of(std::move(all), in.NextToken, out.NextToken);
  co_return out;
}

base::Async<DescribeStackResourcesResponse> describe_stack_resources(CloudFormation& service,
                                                                     const Call& call,
                                                                     DescribeStackResourcesRequest in) {
  if (!in.StackName && !in.PhysicalResourceId)
    throw validation_error("Either StackName or PhysicalResourceId must be specified");
  std::vector<stack::StackRecord> records;
  if (in.StackName) {
    records.push_back(co_await find_stack(service, call, *in.StackName));
  } else {
    for (const stack::StackRecord* record : service.engine.living().stacks(call.account, call.region))
      if (std::ranges::find(record->resources, *in.PhysicalResourceId, &stack::ResourceRecord::physical_id) !=
          record->resources.end())
        records.push_back(*record);
    if (records.empty())
      throw validation_error(fmt::format("Stack for {} does not exist", *in.PhysicalResourceId));
  }
  DescribeStackResourcesResponse out;
  for (const stack::StackRecord& record : records) {
    for (const stack::ResourceRecord& resource : record.resources) {
      if (!is_shown(resource) || (in.LogicalResourceId && *in.LogicalResourceId != resource.logical_id))
        continue;
      auto shape = resource_shape<StackResource>(resource);
      shape.StackId = record.id();
      shape.StackName = record.name;
      shape.Timestamp = wire::Timestamp{resource.updated};
      out.StackResources.push_back(std::move(shape));
    }
  }
  co_return out;
}

base::Async<DescribeStackResourceResponse> describe_stack_resource(CloudFormation& service, const Call& call,
                                                                   DescribeStackResourceRequest in) {
  const stack::StackRecord record = co_await find_stack(service, call, in.StackName);
  const stack::ResourceRecord* resource = record.resource(in.LogicalResourceId);
  if (resource == nullptr || !is_shown(*resource))
    throw resource_does_not_exist(in.LogicalResourceId, record.name);
  auto shape = resource_shape<StackResourceDetail>(*resource);
  shape.StackId = record.id();
  shape.StackName = record.name;
  shape.LastUpdatedTimestamp = wire::Timestamp{resource->updated};
  const auto text = co_await service.engine.archive().template_of(call.account, call.region, record.uuid);
  if (text) {
    const stack::Template definition = stack::parse_template(*text);
    // One that an update takes away stands in the template of before only.
    if (const auto* now = definition.resource(in.LogicalResourceId))
      shape.Metadata = base::to_text(now->metadata);
  }
  DescribeStackResourceResponse out;
  out.StackResourceDetail = std::move(shape);
  co_return out;
}

base::Async<GetTemplateResponse> get_template(CloudFormation& service, const Call& call,
                                              GetTemplateRequest in) {
  if (in.ChangeSetName) {
    const stack::StackRecord* stack =
        in.StackName ? service.engine.find(call.account, call.region, *in.StackName) : nullptr;
    const auto* found =
        service.engine.change_sets().find(call.account, call.region, stack, *in.ChangeSetName);
    if (found == nullptr || (in.StackName && (stack == nullptr || found->stack_uuid != stack->uuid)))
      throw change_set_not_found(*in.ChangeSetName);
    GetTemplateResponse proposed;
    proposed.TemplateBody = found->template_text;
    proposed.StagesAvailable = {"Original", "Processed"};
    co_return proposed;
  }
  if (!in.StackName) throw validation_error("StackName must be specified");
  const stack::StackRecord record = co_await find_stack(service, call, *in.StackName);
  GetTemplateResponse out;
  out.TemplateBody = co_await service.engine.archive().template_of(call.account, call.region, record.uuid);
  out.StagesAvailable = {"Original", "Processed"};
  co_return out;
}

}  // namespace berth::cloudformation
