// Change sets: what stack/changes.hpp finds, kept, shown and executed.
#include "base/json.hpp"
#include "berth/services/cloudformation/change_values.hpp"
#include "berth/services/cloudformation/cloudformation.hpp"
#include "berth/services/cloudformation/errors.hpp"
#include "berth/services/cloudformation/requests.hpp"
#include "berth/stack/template_error.hpp"

#include <boost/describe/enum_from_string.hpp>
#include <boost/describe/enum_to_string.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace berth::cloudformation {
namespace {

constexpr const char* no_changes =
    "The submitted information didn't contain changes. Submit different information to create a change set.";

std::optional<std::string> unless_empty(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

template <class E>
std::string word(E value) {
  return boost::describe::enum_to_string(value, "?");
}

bool creates_stack(const CreateChangeSetRequest& in) {
  const std::string type = in.ChangeSetType.value_or("UPDATE");
  if (type != "CREATE" && type != "UPDATE")
    throw validation_error(type == "IMPORT"
                               ? "ChangeSetType IMPORT is not supported here: resources are not imported"
                               : fmt::format("1 validation error detected: Value '{}' at "
                                             "'changeSetType' failed to satisfy constraint: Member "
                                             "must satisfy enum value set: [IMPORT, UPDATE, CREATE]",
                                             type));
  return type == "CREATE";
}

stack::OnFailure on_failure_of(const CreateChangeSetRequest& in) {
  stack::OnFailure chosen = stack::OnFailure::ROLLBACK;
  if (in.OnStackFailure && !boost::describe::enum_from_string(in.OnStackFailure->c_str(), chosen))
    throw validation_error(
        fmt::format("1 validation error detected: Value '{}' at 'onStackFailure' failed to satisfy "
                    "constraint: Member must "
                    "satisfy enum value set: [DO_NOTHING, ROLLBACK, DELETE]",
                    *in.OnStackFailure));
  return chosen;
}

/// The stack that the change set is for; null for one that is still to be made.
const stack::StackRecord* target_of(const CloudFormation& service, const Call& call,
                                    const CreateChangeSetRequest& in) {
  const stack::StackRecord* found = service.engine.find(call.account, call.region, in.StackName);
  const bool in_review = found != nullptr && found->status == stack::StackStatus::REVIEW_IN_PROGRESS;
  if (creates_stack(in)) {
    if (found != nullptr && !in_review)
      throw wire::ServiceError(
          "AlreadyExistsException",
          fmt::format("Stack [{}] already exists and cannot be created again with the changeSet [{}].",
                      found->name, in.ChangeSetName),
          400);
    return found;
  }
  if (found == nullptr || in_review)
    throw validation_error(fmt::format("Stack [{}] does not exist", in.StackName));
  if (const auto why = stack::refusal(stack::StackOperation::Update, *found)) throw validation_error(*why);
  return found;
}

stack::StackUpdate update_of(const CloudFormation& service, const stack::ChangeSetRecord& record) {
  stack::StackUpdate update;
  update.template_text = record.template_text;
  update.definition = check_template(service, record.template_text);
  for (const stack::ParameterRecord& parameter : record.parameters)
    update.parameters.push_back({parameter.name, parameter.text, base::parse_json(parameter.value).value(),
                                 parameter.no_echo, parameter.stood_in});
  update.capabilities = record.capabilities;
  update.tags = record.tags;
  update.role_arn = record.role_arn;
  for (const stack::ResourceChange& change : record.changes)
    if (change.action == "Import") update.imports[change.logical_id] = change.physical_id;
  return update;
}

const stack::ChangeSetRecord& find_change_set(CloudFormation& service, const Call& call,
                                              const std::string& name_or_id,
                                              const std::optional<std::string>& stack_name) {
  const stack::StackRecord* stack =
      stack_name ? service.engine.find(call.account, call.region, *stack_name) : nullptr;
  if (!name_or_id.starts_with("arn:")) {
    if (!stack_name)
      throw validation_error("StackName must be specified if ChangeSetName is not specified as an ARN.");
    if (stack == nullptr) throw validation_error(fmt::format("Stack [{}] does not exist", *stack_name));
  }
  const stack::ChangeSetRecord* found =
      service.engine.change_sets().find(call.account, call.region, stack, name_or_id);
  // Who may look at one stack has not been asked about another.
  const bool of_other =
      stack_name && (stack == nullptr || (found != nullptr && found->stack_uuid != stack->uuid));
  if (found == nullptr || of_other) throw change_set_not_found(name_or_id);
  return *found;
}

Change to_shape(const stack::ResourceChange& change, bool with_values) {
  ResourceChange shape;
  shape.PolicyAction = unless_empty(change.policy_action);
  shape.Action = change.action;
  shape.LogicalResourceId = change.logical_id;
  shape.PhysicalResourceId = unless_empty(change.physical_id);
  shape.ResourceType = change.type;
  if (change.action == "Modify") shape.Replacement = change.replacement;
  for (const stack::ChangeDetail& detail : change.details) {
    if (std::ranges::find(shape.Scope, detail.attribute) == shape.Scope.end())
      shape.Scope.push_back(detail.attribute);
    ResourceTargetDefinition target;
    target.Attribute = detail.attribute;
    if (detail.attribute == "Properties") target.Name = unless_empty(detail.name);
    target.RequiresRecreation = detail.recreation.empty() ? "Never" : detail.recreation;
    std::vector<ResourceTargetDefinition> targets{target};
    if (with_values) targets = targets_with_values(change, detail, std::move(target));
    for (ResourceTargetDefinition& each : targets) {
      ResourceChangeDetail entry;
      entry.Target = std::move(each);
      entry.Evaluation = detail.evaluation;
      entry.ChangeSource = detail.source;
      entry.CausingEntity = unless_empty(detail.cause);
      shape.Details.push_back(std::move(entry));
    }
  }
  if (with_values) {
    shape.BeforeContext = unless_empty(change.before);
    shape.AfterContext = unless_empty(change.after);
  }
  Change out;
  out.Type = "Resource";
  out.ResourceChange = std::move(shape);
  return out;
}

/// Fails the change set, as CloudFormation does, where there is nothing to change.
void look(CloudFormation& service, const stack::StackRecord& record, const stack::StackUpdate& update,
          stack::ChangeSetRecord& change_set) {
  stack::Changes changes = service.engine.changes(record, update);
  if (!changes.any()) {
    change_set.status = stack::ChangeSetStatus::FAILED;
    change_set.execution = stack::ExecutionStatus::UNAVAILABLE;
    change_set.reason = no_changes;
  }
  change_set.changes = std::move(changes.resources);
}

/// The living stack, other than this one, that has this resource.
const stack::StackRecord* owner_of(const CloudFormation& service, const stack::ChangeSetRecord& change_set,
                                   const stack::ResourceChange& change) {
  for (const stack::StackRecord* record :
       service.engine.living().stacks(change_set.account, change_set.region))
    for (const stack::ResourceRecord& resource : record->resources)
      if (record->uuid != change_set.stack_uuid && resource.type == change.type &&
          resource.physical_id == change.physical_id)
        return record;
  return nullptr;
}

/// What is to be added, and is there: as on AWS it must be named by the template, and be meant to outlive its stack.
base::Async<void> find_imports(CloudFormation& service, stack::ChangeSetRecord& change_set) {
  const stack::Template definition = stack::parse_template(change_set.template_text);
  for (stack::ResourceChange& change : change_set.changes) {
    if (change.action != "Add" ||
        definition.resource(change.logical_id)->deletion_policy == stack::DeletionPolicy::Delete)
      continue;
    const auto properties = base::parse_json(change.after).value().at("Properties").as_object();
    const auto existing =
        co_await service.host.find_existing(change_set.account, change_set.region, change.type, properties);
    if (!existing) continue;
    change.action = "Import";
    change.physical_id = *existing;
    if (const stack::StackRecord* owner = owner_of(service, change_set, change)) {
      change_set.status = stack::ChangeSetStatus::FAILED;
      change_set.execution = stack::ExecutionStatus::UNAVAILABLE;
      change_set.reason = fmt::format("{} {} cannot be imported: it is managed by the stack {}", change.type,
                                      *existing, owner->name);
    }
  }
}

void check_change_set_name(CloudFormation& service, const stack::StackRecord& record,
                           const std::string& name) {
  const auto* other = service.engine.change_sets().find(record.account, record.region, &record, name);
  if (other != nullptr && !other->is_executed()) throw change_set_exists(name, record.id());
}

}  // namespace

base::Async<CreateChangeSetResponse> create_change_set(CloudFormation& service, const Call& call,
                                                       CreateChangeSetRequest in) {
  if (!in.StackName.starts_with("arn:") && !is_stack_name(in.StackName))
    throw invalid_stack_name(in.StackName);
  const stack::StackRecord* before = target_of(service, call, in);
  std::string text;
  if (in.UsePreviousTemplate.value_or(false) && before != nullptr)
    text = service.engine.template_text(*before);
  else
    text = co_await read_template(service, call, std::move(in.TemplateBody), std::move(in.TemplateURL));
  const stack::StackRecord* record = target_of(service, call, in);
  const TemplateInput input{in.Parameters, in.Capabilities, in.ResourceTypes, false};
  Checked checked = check_request(service, call, std::move(text), input, record);
  auto& change_sets = service.engine.change_sets();
  if (record != nullptr) {
    const auto* other = change_sets.find(call.account, call.region, record, in.ChangeSetName);
    if (other != nullptr && !other->is_executed() && in.ClientToken && *in.ClientToken == other->client_token)
      co_return CreateChangeSetResponse{other->id(), record->id()};
    check_change_set_name(service, *record, in.ChangeSetName);
  } else if (service.engine.living().stacks(call.account, call.region).size() >= max_stacks) {
    throw too_many_stacks();
  }

  stack::ChangeSetRecord made;
  made.account = call.account;
  made.region = call.region;
  made.name = in.ChangeSetName;
  made.creates = creates_stack(in);
  made.description = in.Description.value_or("");
  made.client_token = in.ClientToken.value_or("");
  made.created = call.time;
  made.template_text = std::move(checked.text);
  for (const stack::BoundParameter& parameter : checked.parameters)
    made.parameters.push_back({parameter.name, parameter.text, base::to_text(parameter.value),
                               parameter.no_echo, parameter.stood_in});
  made.capabilities = std::move(in.Capabilities);
  made.tags = in.Tags.empty() && record != nullptr ? record->tags : tags_of(in.Tags);
  made.role_arn = in.RoleARN.value_or(record != nullptr ? record->role_arn : "");
  made.on_failure = on_failure_of(in);
  made.import_existing = in.ImportExistingResources.value_or(false);
  if (in.RoleARN) service.host.acting_as(call, *in.RoleARN);  // refused now rather than when it is executed
  if (record == nullptr) record = &service.engine.review(call.account, call.region, in.StackName);
  made.uuid = service.engine.random().uuid();
  made.stack_uuid = record->uuid;
  made.stack_name = record->name;
  made.stack_id = record->id();
  try {
    look(service, *record, update_of(service, made), made);
  } catch (const stack::TemplateError& error) {
    made.status = stack::ChangeSetStatus::FAILED;
    made.execution = stack::ExecutionStatus::UNAVAILABLE;
    made.reason = error.what();
  }
  if (made.import_existing) {
    co_await find_imports(service, made);
    // Meanwhile others may have come first.
    record = service.engine.find(call.account, call.region, made.stack_id);
    if (record == nullptr) throw stack_does_not_exist(made.stack_id);
    check_change_set_name(service, *record, made.name);
  }
  CreateChangeSetResponse out{made.id(), made.stack_id};
  change_sets.put(std::move(made));
  co_return out;
}

DescribeChangeSetResponse describe_change_set(CloudFormation& service, const Call& call,
                                              DescribeChangeSetRequest in) {
  const stack::ChangeSetRecord& record = find_change_set(service, call, in.ChangeSetName, in.StackName);
  DescribeChangeSetResponse out;
  out.ChangeSetName = record.name;
  out.ChangeSetId = record.id();
  out.StackId = record.stack_id;
  out.StackName = record.stack_name;
  out.Description = unless_empty(record.description);
  for (const stack::ParameterRecord& parameter : record.parameters) {
    Parameter entry;
    entry.ParameterKey = parameter.name;
    entry.ParameterValue = parameter.no_echo ? "****" : parameter.text;
    out.Parameters.push_back(std::move(entry));
  }
  out.CreationTime = wire::Timestamp{record.created};
  out.ExecutionStatus = word(record.execution);
  out.Status = word(record.status);
  out.StatusReason = unless_empty(record.reason);
  out.Capabilities = record.capabilities;
  for (const auto& [key, value] : record.tags) out.Tags.push_back({key, value});
  for (const stack::ResourceChange& change : record.changes)
    out.Changes.push_back(to_shape(change, in.IncludePropertyValues.value_or(false)));
  out.IncludeNestedStacks = false;
  out.ImportExistingResources = record.import_existing;
  out.OnStackFailure = word(record.on_failure);
  return out;
}

ExecuteChangeSetResponse execute_change_set(CloudFormation& service, const Call& call,
                                            ExecuteChangeSetRequest in) {
  const stack::ChangeSetRecord change_set = find_change_set(service, call, in.ChangeSetName, in.StackName);
  if (change_set.execution != stack::ExecutionStatus::AVAILABLE)
    throw change_set_not_executable(change_set.id(), change_set.status == stack::ChangeSetStatus::FAILED
                                                         ? word(change_set.status)
                                                         : word(change_set.execution));
  const stack::StackRecord* record = service.engine.find(call.account, call.region, change_set.stack_id);
  if (record == nullptr) throw stack_does_not_exist(change_set.stack_id);
  if (const auto why = stack::refusal(stack::StackOperation::ExecuteChangeSet, *record))
    throw validation_error(*why);
  stack::StackUpdate update = update_of(service, change_set);
  update.client_request_token = in.ClientRequestToken.value_or("");
  if (in.RetainExceptOnCreate.value_or(false)) retain_except_on_create(update.definition);
  try {
    if (change_set.creates) {
      stack::NewStack made;
      made.account = record->account;
      made.region = record->region;
      made.name = record->name;
      made.template_text = std::move(update.template_text);
      made.definition = std::move(update.definition);
      made.parameters = std::move(update.parameters);
      made.capabilities = change_set.capabilities;
      made.tags = change_set.tags;
      made.on_failure =
          in.DisableRollback.value_or(false) ? stack::OnFailure::DO_NOTHING : change_set.on_failure;
      made.role_arn = change_set.role_arn;
      made.client_request_token = in.ClientRequestToken.value_or("");
      made.termination_protection = record->termination_protection;
      made.imports = std::move(update.imports);
      made.caller = service.host.acting_as(call, change_set.role_arn);
      service.engine.change_sets().executed(change_set, *record);
      service.engine.create(std::move(made));
    } else {
      update.keep_on_failure =
          in.DisableRollback.value_or(change_set.on_failure == stack::OnFailure::DO_NOTHING);
      update.caller = service.host.acting_as(call, change_set.role_arn);
      service.engine.change_sets().executed(change_set, *record);
      service.engine.update(*record, std::move(update));
    }
  } catch (const stack::TemplateError& error) {
    throw validation_error(error.what());
  }
  return {};
}

DeleteChangeSetResponse delete_change_set(CloudFormation& service, const Call& call,
                                          DeleteChangeSetRequest in) {
  // CloudFormation has nothing against deleting what is not there, of a stack that is; deployment tools rely on it.
  const stack::StackRecord* stack =
      in.StackName ? service.engine.find(call.account, call.region, *in.StackName) : nullptr;
  const bool is_known = stack != nullptr || in.ChangeSetName.starts_with("arn:");
  if (is_known &&
      service.engine.change_sets().find(call.account, call.region, stack, in.ChangeSetName) == nullptr)
    return {};
  // An executed one too: the CDK deletes the last one's name, and then describes it until it is not found.
  service.engine.change_sets().remove(find_change_set(service, call, in.ChangeSetName, in.StackName));
  return {};
}

ListChangeSetsResponse list_change_sets(CloudFormation& service, const Call& call, ListChangeSetsRequest in) {
  const stack::StackRecord* stack = service.engine.find(call.account, call.region, in.StackName);
  if (stack == nullptr) throw validation_error(fmt::format("Stack [{}] does not exist", in.StackName));
  ListChangeSetsResponse out;
  for (const stack::ChangeSetRecord* record : service.engine.change_sets().of(*stack)) {
    ChangeSetSummary shape;
    shape.StackId = record->stack_id;
    shape.StackName = record->stack_name;
    shape.ChangeSetId = record->id();
    shape.ChangeSetName = record->name;
    shape.ExecutionStatus = word(record->execution);
    shape.Status = word(record->status);
    shape.StatusReason = unless_empty(record->reason);
    shape.CreationTime = wire::Timestamp{record->created};
    shape.Description = unless_empty(record->description);
    out.Summaries.push_back(std::move(shape));
  }
  return out;
}

}  // namespace berth::cloudformation
