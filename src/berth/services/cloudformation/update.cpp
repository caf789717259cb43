// UpdateStack and what goes with it. What an update does is stack/update_progress.hpp's.
#include "berth/services/cloudformation/cloudformation.hpp"
#include "berth/services/cloudformation/errors.hpp"
#include "berth/services/cloudformation/requests.hpp"
#include "berth/stack/template_error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

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
  service.engine.cancel_update(stack_for(service, call, in.StackName, stack::StackOperation::CancelUpdate));
}

ContinueUpdateRollbackResponse continue_update_rollback(CloudFormation& service, const Call& call,
                                                        ContinueUpdateRollbackRequest in) {
  const stack::StackRecord& record =
      stack_for(service, call, in.StackName, stack::StackOperation::ContinueUpdateRollback);
  const std::set<std::string> skip(in.ResourcesToSkip.begin(), in.ResourcesToSkip.end());
  for (const std::string& id : skip) {
    const stack::ResourceRecord* resource = record.resource(id);
    if (resource == nullptr) throw resource_does_not_exist(id, record.name);
    if (resource->status != stack::ResourceStatus::UPDATE_FAILED)
      throw validation_error(
          fmt::format("ResourcesToSkip: only resources that are UPDATE_FAILED can be skipped; {} is {}", id,
                      stack::to_text(resource->status)));
  }
  service.engine.continue_rollback(record, skip, acting_for(service, call, record, in.RoleARN));
  return {};
}

UpdateTerminationProtectionResponse update_termination_protection(CloudFormation& service, const Call& call,
                                                                  UpdateTerminationProtectionRequest in) {
  const stack::StackRecord* found = service.engine.find(call.account, call.region, in.StackName);
  if (found == nullptr) throw stack_does_not_exist(in.StackName);
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
