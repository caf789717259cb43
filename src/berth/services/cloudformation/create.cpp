#include "berth/services/cloudformation/cloudformation.hpp"
#include "berth/services/cloudformation/errors.hpp"
#include "berth/services/cloudformation/requests.hpp"
#include "berth/stack/template_error.hpp"

#include <boost/describe/enum_from_string.hpp>
#include <fmt/format.h>

namespace berth::cloudformation {
namespace {

stack::OnFailure on_failure_of(const CreateStackRequest& in) {
  if (in.OnFailure && in.DisableRollback)
    throw validation_error("Only one of DisableRollback or OnFailure may be specified.");
  if (in.DisableRollback)
    return *in.DisableRollback ? stack::OnFailure::DO_NOTHING : stack::OnFailure::ROLLBACK;
  stack::OnFailure chosen = stack::OnFailure::ROLLBACK;
  if (in.OnFailure && !boost::describe::enum_from_string(in.OnFailure->c_str(), chosen))
    throw validation_error(fmt::format(
        "1 validation error detected: Value '{}' at 'onFailure' failed to satisfy constraint: Member must "
        "satisfy enum value set: [ROLLBACK, DO_NOTHING, DELETE]",
        *in.OnFailure));
  return chosen;
}

}  // namespace

base::Async<CreateStackResponse> create_stack(CloudFormation& service, const Call& call,
                                              CreateStackRequest in) {
  if (!is_stack_name(in.StackName)) throw invalid_stack_name(in.StackName);
  if (in.TimeoutInMinutes && *in.TimeoutInMinutes < 1)
    throw validation_error(fmt::format(
        "1 validation error detected: Value '{}' at 'timeoutInMinutes' failed to satisfy constraint: "
        "Member must have value greater than or equal to 1",
        *in.TimeoutInMinutes));
  std::string text =
      co_await read_template(service, call, std::move(in.TemplateBody), std::move(in.TemplateURL));
  auto policy =
      co_await read_policy(service, call, std::move(in.StackPolicyBody), std::move(in.StackPolicyURL));
  const TemplateInput input{in.Parameters, in.Capabilities, in.ResourceTypes,
                            in.RetainExceptOnCreate.value_or(false)};
  Checked checked = check_request(service, call, std::move(text), input, nullptr);
  if (const stack::StackRecord* other = service.engine.find(call.account, call.region, in.StackName)) {
    if (in.ClientRequestToken && *in.ClientRequestToken == other->client_request_token)
      co_return CreateStackResponse{other->id()};  // the same call, sent again
    throw stack_exists(in.StackName);
  }
  if (service.engine.living().stacks(call.account, call.region).size() >= max_stacks) throw too_many_stacks();

  stack::NewStack made;
  made.template_text = std::move(checked.text);
  made.definition = std::move(checked.definition);
  made.parameters = std::move(checked.parameters);
  made.account = call.account;
  made.region = call.region;
  made.name = std::move(in.StackName);
  made.capabilities = std::move(in.Capabilities);
  made.tags = tags_of(in.Tags);
  made.on_failure = on_failure_of(in);
  made.timeout_minutes = in.TimeoutInMinutes.value_or(0);
  made.termination_protection = in.EnableTerminationProtection.value_or(false);
  made.role_arn = in.RoleARN.value_or("");
  made.client_request_token = in.ClientRequestToken.value_or("");
  made.caller = service.host.acting_as(call, made.role_arn);
  try {
    const stack::StackRecord& record = service.engine.create(std::move(made));
    if (policy) service.engine.set_policy(record, std::move(*policy));
    co_return CreateStackResponse{record.id()};
  } catch (const stack::TemplateError& error) {
    throw validation_error(error.what());
  }
}

void delete_stack(CloudFormation& service, const Call& call, DeleteStackRequest in) {
  const stack::StackRecord* found = service.engine.find(call.account, call.region, in.StackName);
  if (found == nullptr) return;  // CloudFormation has nothing against deleting what is not there
  if (root_of(service, *found).termination_protection)
    throw termination_protected(found->is_nested() ? found->id() : found->name);
  if (const auto why = stack::refusal(stack::StackOperation::Delete, *found)) throw validation_error(*why);
  for (const stack::OutputRecord& output : found->outputs) {
    if (output.export_name.empty()) continue;
    if (const auto users = service.engine.living().importers(call.account, call.region, output.export_name);
        !users.empty())
      throw export_in_use(output.export_name, users);
  }
  std::set<std::string> retain(in.RetainResources.begin(), in.RetainResources.end());
  const std::string mode = in.DeletionMode.value_or("STANDARD");
  if (mode != "STANDARD" && mode != "FORCE_DELETE_STACK")
    throw validation_error(fmt::format(
        "1 validation error detected: Value '{}' at 'deletionMode' failed to satisfy constraint: Member "
        "must satisfy enum value set: [STANDARD, FORCE_DELETE_STACK]",
        mode));
  const bool failed = found->status == stack::StackStatus::DELETE_FAILED;
  if (mode != "STANDARD" && !failed)
    throw validation_error(fmt::format(
        "Invalid operation on stack [{}]. You can activate DeletionMode {} in a delete stack operation "
        "only when the stack is in the DELETE_FAILED state.",
        found->id(), mode));
  if (!retain.empty() && !failed)
    throw validation_error(
        fmt::format("Invalid operation on stack [{}]. When you delete a stack, specify which "
                    "resources to retain only when the stack is in the DELETE_FAILED state.",
                    found->id()));
  for (const std::string& id : retain)
    if (found->resource(id) == nullptr) throw resource_does_not_exist(id, found->name);
  if (mode == "FORCE_DELETE_STACK")
    for (const stack::ResourceRecord& resource : found->resources)
      if (resource.status == stack::ResourceStatus::DELETE_FAILED) retain.insert(resource.logical_id);
  service.engine.remove(*found, retain, service.host.acting_as(call, in.RoleARN.value_or("")),
                        in.ClientRequestToken.value_or(""));
}

}  // namespace berth::cloudformation
