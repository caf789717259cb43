// UpdateStack and what goes with it. What an update does is stack/update_progress.hpp's.
#include "berth/services/cloudformation/cloudformation.hpp"
#include "berth/services/cloudformation/errors.hpp"
#include "berth/services/cloudformation/requests.hpp"
#include "berth/stack/template_error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <set>

namespace berth::cloudformation {
namespace {

/// Throws unless there is such a stack and the operation may be asked of it.
const stack::StackRecord& stack_for(const CloudFormation& service, const Call& call, const std::string& name,
                                    stack::StackOperation operation) {
  const stack::StackRecord* found = service.engine.find(call.account, call.region, name);
  if (found == nullptr) throw validation_error(fmt::format("Stack [{}] does not exist", name));
  if (const auto why = stack::refusal(operation, *found)) throw validation_error(*why);
  return *found;
}

/// Of the templates of the request, exactly one; the previous one counts.
base::Async<std::string> read_new_template(CloudFormation& service, const Call& call,
                                           const stack::StackRecord& record, UpdateStackRequest& in) {
  if (!in.UsePreviousTemplate.value_or(false))
    co_return co_await read_template(service, call, std::move(in.TemplateBody), std::move(in.TemplateURL));
  if (in.TemplateBody || in.TemplateURL)
    throw validation_error("You cannot specify both usePreviousTemplate and Template URL/Template Body");
  co_return service.engine.template_text(record);
}

}  // namespace

base::Async<UpdateStackResponse> update_stack(CloudFormation& service, const Call& call,
                                              UpdateStackRequest in) {
  const auto operation = stack::StackOperation::Update;
  if (const auto* found = service.engine.find(call.account, call.region, in.StackName);
      found != nullptr && stack::is_updating(found->status) && in.ClientRequestToken &&
      *in.ClientRequestToken == found->client_request_token)
    co_return UpdateStackResponse{found->id()};  // the same call, sent again
  std::string text =
      co_await read_new_template(service, call, stack_for(service, call, in.StackName, operation), in);
  auto policy =
      co_await read_policy(service, call, std::move(in.StackPolicyBody), std::move(in.StackPolicyURL));
  auto for_update = co_await read_policy(service, call, std::move(in.StackPolicyDuringUpdateBody),
                                         std::move(in.StackPolicyDuringUpdateURL));
  // Reading has waited; the stack may be another by now.
  const stack::StackRecord& record = stack_for(service, call, in.StackName, operation);
  const TemplateInput input{in.Parameters, in.Capabilities, in.ResourceTypes,
                            in.RetainExceptOnCreate.value_or(false)};
  Checked checked = check_request(service, call, std::move(text), input, &record);
  stack::StackUpdate update;
  update.template_text = std::move(checked.text);
  update.definition = std::move(checked.definition);
  update.parameters = std::move(checked.parameters);
  update.capabilities = std::move(in.Capabilities);
  update.tags = in.Tags.empty() ? record.tags : tags_of(in.Tags);
  update.role_arn = in.RoleARN.value_or(record.role_arn);
  update.keep_on_failure = in.DisableRollback.value_or(false);
  update.client_request_token = in.ClientRequestToken.value_or("");
  update.policy_for_update = std::move(for_update);
  try {
    if (!service.engine.changes(record, update).any()) throw no_updates();
    update.caller = acting_for(service, call, record, in.RoleARN);
    service.engine.change_sets().make_obsolete(record);
    if (policy || update.policy_for_update) call.authorize("cloudformation:SetStackPolicy", record.id());
    if (policy) service.engine.set_policy(record, std::move(*policy));
    service.engine.update(record, std::move(update));
  } catch (const stack::TemplateError& error) {
    throw validation_error(error.what());
  }
  co_return UpdateStackResponse{record.id()};
}

void cancel_update_stack(CloudFormation& service, const Call& call, CancelUpdateStackRequest in) {
  const auto& record = stack_for(service, call, in.StackName, stack::StackOperation::CancelUpdate);
  if (in.ClientRequestToken) service.engine.note_token(record, std::move(*in.ClientRequestToken));
  service.engine.cancel_update(record);
}

ContinueUpdateRollbackResponse continue_update_rollback(CloudFormation& service, const Call& call,
                                                        ContinueUpdateRollbackRequest in) {
  const stack::StackRecord& record =
      stack_for(service, call, in.StackName, stack::StackOperation::ContinueUpdateRollback);
  if (record.is_nested())
    throw validation_error(
        fmt::format("ContinueUpdateRollback is asked of the root stack [{}], not of one that is nested in it",
                    record.root_id));
  // NESTED-STACK-NAME.LOGICAL-ID is a resource of a nested stack.
  std::map<const stack::StackRecord*, std::set<std::string>> skip;
  skip[&record];
  for (const std::string& entry : in.ResourcesToSkip) {
    const auto dot = entry.rfind('.');
    const stack::StackRecord* of = &record;
    if (dot != std::string::npos) {
      of = service.engine.find(call.account, call.region, entry.substr(0, dot));
      if (of == nullptr || of->root_id != record.id())
        throw validation_error(
            fmt::format("ResourcesToSkip: stack {} is not nested in {}", entry.substr(0, dot), record.name));
    }
    const std::string id = dot == std::string::npos ? entry : entry.substr(dot + 1);
    const stack::ResourceRecord* resource = of->resource(id);
    if (resource == nullptr) throw resource_does_not_exist(id, of->name);
    if (resource->status != stack::ResourceStatus::UPDATE_FAILED)
      throw validation_error(
          fmt::format("ResourcesToSkip: only resources that are UPDATE_FAILED can be skipped; {} is {}", id,
                      stack::to_text(resource->status)));
    skip[of].insert(id);
  }
  const std::string caller = acting_for(service, call, record, in.RoleARN);
  service.engine.note_token(record, in.ClientRequestToken.value_or(""));
  // The nested ones first: the stack around them waits for what is under way.
  for (const auto& [of, ids] : skip)
    if (of != &record && of->status == stack::StackStatus::UPDATE_ROLLBACK_FAILED)
      service.engine.continue_rollback(*of, ids, caller);
  service.engine.continue_rollback(record, skip[&record], caller);
  return {};
}

RollbackStackResponse rollback_stack(CloudFormation& service, const Call& call, RollbackStackRequest in) {
  const stack::StackRecord& record = stack_for(service, call, in.StackName, stack::StackOperation::Rollback);
  const std::string caller = acting_for(service, call, record, in.RoleARN);
  service.engine.note_token(record, in.ClientRequestToken.value_or(""));
  if (in.RetainExceptOnCreate.value_or(false)) service.engine.retain_except_on_create(record);
  const std::string id = record.id();
  service.engine.roll_back(record, caller);
  return {id};
}

UpdateTerminationProtectionResponse update_termination_protection(CloudFormation& service, const Call& call,
                                                                  UpdateTerminationProtectionRequest in) {
  const stack::StackRecord* found = service.engine.find(call.account, call.region, in.StackName);
  if (found == nullptr) throw stack_does_not_exist(in.StackName);
  if (found->is_nested())
    throw validation_error(
        fmt::format("Stack [{}] is nested: termination protection is set on the root stack [{}]", found->id(),
                    found->root_id));
  service.engine.set_termination_protection(*found, in.EnableTerminationProtection);
  return {found->id()};
}

base::Async<void> set_stack_policy(CloudFormation& service, const Call& call, SetStackPolicyRequest in) {
  auto policy =
      co_await read_policy(service, call, std::move(in.StackPolicyBody), std::move(in.StackPolicyURL));
  if (!policy) throw validation_error("Either StackPolicyBody or StackPolicyURL must be specified");
  const stack::StackRecord* found = service.engine.find(call.account, call.region, in.StackName);
  if (found == nullptr) throw stack_does_not_exist(in.StackName);
  service.engine.set_policy(*found, std::move(*policy));
}

GetStackPolicyResponse get_stack_policy(CloudFormation& service, const Call& call, GetStackPolicyRequest in) {
  const stack::StackRecord* found = service.engine.find(call.account, call.region, in.StackName);
  if (found == nullptr) throw stack_does_not_exist(in.StackName);
  GetStackPolicyResponse out;
  if (!found->policy.empty()) out.StackPolicyBody = found->policy;
  return out;
}

}  // namespace berth::cloudformation
