// A stack in a stack. It is made, updated and deleted by the engine like any other, on behalf of the same caller; the
// resource of the stack around it waits for what comes of that.
//
// An update of it is held before its cleanup (stack::StackRecord::held) until the stack around it has come as far, so
// that it can go back exactly to what it was, whatever has become of the template's object in its bucket meanwhile.
#include "berth/services/cloudformation/requests.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"
#include "berth/services/cloudformation/resources/shared_shapes.hpp"
#include "berth/services/cloudformation/templates.hpp"
#include "berth/stack/engine.hpp"
#include "berth/stack/template_error.hpp"
#include "berth/wire/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace berth::cloudformation {
namespace {

using enum stack::StackStatus;
using stack::StackRecord;
using RecordPtr = std::shared_ptr<const StackRecord>;

constexpr int deepest = 10;
constexpr NameStyle name_style{.longest = 128};

struct StackProperties {
  std::string TemplateURL;
  std::map<std::string, std::string> Parameters;
  std::vector<ResourceTag> Tags;
  std::optional<int> TimeoutInMinutes;
  std::vector<std::string> NotificationARNs;
};
AWS_SHAPE(StackProperties, TemplateURL, Parameters, Tags, TimeoutInMinutes, NotificationARNs)

constexpr PropertyRow rows[] = {
    {"TemplateURL", Standing::Emulated, "read from this endpoint's own buckets only"},
    {"Parameters"},
    {"Tags"},
    {"TimeoutInMinutes"},
    {"NotificationARNs", Standing::Ignored, "there is nobody to notify"},
};
constexpr std::string_view attributes[] = {"Outputs.*"};

const StackRecord& around(const ResourceRequest& request) {
  return *request.engine->find(request.account, request.region, request.stack_id);
}
const StackRecord* find_nested(const ResourceRequest& request) {
  return request.engine->find(request.account, request.region, request.physical_id);
}

Attributes outputs_of(const StackRecord& nested) {
  Attributes found;
  for (const stack::OutputRecord& output : nested.outputs) found["Outputs." + output.name] = output.value;
  return found;
}

/// The template and the parameters, checked as those of any stack. Throws ServiceError.
base::Async<Checked> read(Environment& environment, const Call& call, ResourceRequest& request,
                          StackProperties properties, const StackRecord* previous) {
  CloudFormation service{*request.engine, *environment.host};
  std::string text = co_await read_template(service, call, std::nullopt, properties.TemplateURL);
  std::vector<Parameter> parameters;
  for (const auto& [key, value] : properties.Parameters) {
    Parameter parameter;
    parameter.ParameterKey = key;
    parameter.ParameterValue = value;
    parameters.push_back(std::move(parameter));
  }
  const std::vector<std::string> any_type;
  const TemplateInput input{parameters, around(request).capabilities, any_type, false};
  co_return check_request(service, call, std::move(text), input, previous);
}

/// Ends what would nest for ever: a stack inside one with the same template and the same parameters, or too many deep.
void check_depth(const ResourceRequest& request, const Checked& checked) {
  const auto parameters = stack::records_of(checked.parameters);
  const StackRecord* outer = &around(request);
  for (int depth = 1; outer != nullptr; ++depth) {
    if (depth >= deepest) throw ResourceFailure(fmt::format("Stacks are nested at most {} deep", deepest));
    const bool same = request.engine->template_text(*outer) == checked.text &&
                      std::ranges::equal(outer->parameters, parameters, {}, &stack::ParameterRecord::text,
                                         &stack::ParameterRecord::text);
    if (same)
      throw ResourceFailure(fmt::format(
          "Circular nesting: stack {} has the same template with the same parameters", outer->name));
    outer = outer->is_nested() ? request.engine->find(request.account, request.region, outer->parent_id)
                               : nullptr;
  }
}

stack::NewStack new_stack(const ResourceRequest& request, Checked checked,
                          const StackProperties& properties) {
  const StackRecord& parent = around(request);
  stack::NewStack made;
  made.account = request.account;
  made.region = request.region;
  made.name = fit_name(request.suggested_name, name_style);
  made.template_text = std::move(checked.text);
  made.definition = std::move(checked.definition);
  made.parameters = std::move(checked.parameters);
  made.capabilities = parent.capabilities;
  made.tags = merge_tags(request.tags, properties.Tags);
  // One that fails goes back on its own, unless all is to stay for a look; the rest is up to the stack around it.
  const bool keep = parent.on_failure == stack::OnFailure::DO_NOTHING || parent.keep_failed_update;
  made.on_failure = keep ? stack::OnFailure::DO_NOTHING : stack::OnFailure::ROLLBACK;
  made.timeout_minutes = properties.TimeoutInMinutes.value_or(0);
  made.role_arn = parent.role_arn;
  made.client_request_token = parent.client_request_token;
  made.caller = request.caller;
  made.parent_id = parent.id();
  return made;
}

[[noreturn]] void fail(const StackRecord& nested, std::string_view done, std::string_view why) {
  throw ResourceFailure(fmt::format("Embedded stack {} was not successfully {}: {}", nested.id(), done, why));
}

Making create(Environment& environment, const Call& call, ResourceRequest& request,
              StackProperties properties) {
  stack::Engine& engine = *request.engine;
  if (!request.begun) {
    Checked checked = co_await read(environment, call, request, properties, nullptr);
    if (request.cancellation->requested) throw ResourceFailure("Resource creation cancelled");
    check_depth(request, checked);
    if (engine.living().stacks(request.account, request.region).size() >= max_stacks)
      throw ResourceFailure("Limit for stacks has been exceeded");
    const StackRecord& made = engine.create(new_stack(request, std::move(checked), properties));
    request.initiated(made.id());
    request.physical_id = made.id();
  }
  const stack::Engine::Done ended = [](const StackRecord& nested) {
    return nested.status != CREATE_IN_PROGRESS;
  };
  const RecordPtr nested = co_await engine.wait_for(request.account, request.region, request.physical_id,
                                                    ended, request.cancellation);
  if (nested == nullptr) throw ResourceFailure(fmt::format("Stack [{}] does not exist", request.physical_id));
  if (nested->status == CREATE_IN_PROGRESS) {
    if (!engine.is_stopping()) engine.cancel_creation(*nested);
    throw ResourceFailure("Resource creation cancelled");
  }
  if (nested->status != CREATE_COMPLETE) fail(*nested, "created", nested->failure);
  co_return outputs_of(*nested);
}

bool is_settled(const StackRecord& nested) { return !stack::is_in_progress(nested.status) || nested.held; }
/// By an update that the stack around it has begun: whose end is awaited, also after a restart.
bool is_updated_by_parent(const StackRecord& nested) {
  return nested.status == UPDATE_IN_PROGRESS && nested.hold_update;
}

/// In the state that it had when it failed, however far it has come by now.
[[noreturn]] void fail_update(const StackRecord& nested) {
  const bool kept = nested.status == UPDATE_FAILED || nested.status == UPDATE_ROLLBACK_FAILED;
  const stack::StackStatus status = kept ? nested.status : UPDATE_ROLLBACK_IN_PROGRESS;
  throw ResourceFailure(fmt::format(
      "Embedded stack {} was not successfully updated. Currently in {} with reason: {}", nested.id(),
      stack::to_text(status), nested.status == UPDATE_ROLLBACK_FAILED ? nested.reason : nested.failure));
}

/// Begins the update; false if there is nothing to do.
base::Async<bool> begin_update(Environment& environment, const Call& call, ResourceRequest& request,
                               StackProperties properties) {
  stack::Engine& engine = *request.engine;
  Checked checked = co_await read(environment, call, request, properties, find_nested(request));
  const StackRecord* nested = find_nested(request);  // reading has waited
  if (nested == nullptr) throw ResourceFailure(fmt::format("Stack [{}] does not exist", request.physical_id));
  if (request.cancellation->requested) throw ResourceFailure("Resource update cancelled");
  if (!nested->held)
    if (const auto why = stack::refusal(stack::StackOperation::Update, *nested)) throw ResourceFailure(*why);
  const StackRecord& parent = around(request);
  stack::StackUpdate update;
  update.template_text = std::move(checked.text);
  update.definition = std::move(checked.definition);
  update.parameters = std::move(checked.parameters);
  update.capabilities = parent.capabilities;
  update.tags = merge_tags(request.tags, properties.Tags);
  update.role_arn = parent.role_arn;
  update.caller = request.caller;
  update.client_request_token = parent.client_request_token;
  update.keep_on_failure = parent.keep_failed_update;
  update.hold = true;
  if (!engine.changes(*nested, update).any()) co_return false;
  engine.change_sets().make_obsolete(*nested);
  engine.update(*nested, std::move(update));
  co_return true;
}

/// The way back: to what it was before this update of the stack around it.
Making go_back(ResourceRequest& request) {
  stack::Engine& engine = *request.engine;
  const StackRecord* found = find_nested(request);
  if (found == nullptr) throw ResourceFailure(fmt::format("Stack [{}] does not exist", request.physical_id));
  if (found->held || found->status == UPDATE_FAILED)
    engine.roll_back(*found, request.caller, "Update of the stack around it is rolled back");
  else if (found->status == UPDATE_ROLLBACK_FAILED)
    engine.continue_rollback(*found, {}, request.caller);
  else if (is_updated_by_parent(*found))
    engine.cancel_update(*found);
  const stack::Engine::Done ended = &is_settled;
  const RecordPtr nested = co_await engine.wait_for(request.account, request.region, request.physical_id,
                                                    ended, request.cancellation);
  if (nested == nullptr || !is_settled(*nested)) throw ResourceFailure("Resource update cancelled");
  if (nested->status == UPDATE_ROLLBACK_FAILED) fail_update(*nested);
  co_return outputs_of(*nested);
}

Making update(Environment& environment, const Call& call, ResourceRequest& request,
              StackProperties properties, StackProperties) {
  if (request.rolls_back) co_return co_await go_back(request);
  stack::Engine& engine = *request.engine;
  call.authorize("cloudformation:UpdateStack", request.physical_id);
  const stack::Engine::Done free = [](const StackRecord& nested) {
    return is_settled(nested) || is_updated_by_parent(nested);
  };
  RecordPtr nested = co_await engine.wait_for(request.account, request.region, request.physical_id, free,
                                              request.cancellation);
  if (nested == nullptr) throw ResourceFailure(fmt::format("Stack [{}] does not exist", request.physical_id));
  if (!is_updated_by_parent(*nested)) {
    bool begun = false;
    try {
      begun = co_await begin_update(environment, call, request, properties);
    } catch (const stack::TemplateError& error) {
      throw ResourceFailure(error.what());
    }
    if (!begun) co_return outputs_of(*nested);
  }
  const stack::Engine::Done ended = [](const StackRecord& record) {
    return record.status != UPDATE_IN_PROGRESS;
  };
  nested = co_await engine.wait_for(request.account, request.region, request.physical_id, ended,
                                    request.cancellation);
  if (nested == nullptr) throw ResourceFailure(fmt::format("Stack [{}] does not exist", request.physical_id));
  if (nested->status == UPDATE_IN_PROGRESS) {
    if (!engine.is_stopping()) engine.cancel_update(*nested);
    throw ResourceFailure("Resource update cancelled");
  }
  if (!nested->held && nested->status != UPDATE_COMPLETE) fail_update(*nested);
  co_return outputs_of(*nested);
}

void check_exports_unused(const ResourceRequest& request, const StackRecord& nested) {
  for (const stack::OutputRecord& output : nested.outputs) {
    if (output.export_name.empty()) continue;
    const auto users =
        request.engine->living().importers(request.account, request.region, output.export_name);
    if (!users.empty())
      throw ResourceFailure(fmt::format("Export {} cannot be deleted as it is in use by {}",
                                        output.export_name, fmt::join(users, ", ")));
  }
}

Removing remove(Environment&, const Call&, const ResourceRequest& request) {
  stack::Engine& engine = *request.engine;
  const stack::Engine::Done free = [](const StackRecord& nested) {
    return !stack::is_updating(nested.status) || nested.held;
  };
  RecordPtr nested = co_await engine.wait_for(request.account, request.region, request.physical_id, free,
                                              request.cancellation);
  if (nested == nullptr || nested->status == DELETE_COMPLETE) co_return;
  if (request.cancellation->requested) throw ResourceFailure("Resource deletion cancelled");
  check_exports_unused(request, *nested);
  engine.remove(*nested, {}, request.caller, around(request).client_request_token);
  const stack::Engine::Done ended = [](const StackRecord& record) {
    return record.status == DELETE_COMPLETE || record.status == DELETE_FAILED;
  };
  nested = co_await engine.wait_for(request.account, request.region, request.physical_id, ended,
                                    request.cancellation);
  if (nested != nullptr && nested->status != DELETE_COMPLETE) fail(*nested, "deleted", nested->reason);
}

std::vector<std::string> arns(const Environment&, const ResourceRequest& request, const std::string&) {
  if (!request.physical_id.empty()) return {request.physical_id};
  return {arn_start("cloudformation", request) + "stack/" + fit_name(request.suggested_name, name_style) +
          "/*"};
}

}  // namespace

const ResourceType nested_stack = resource_type<&create, &remove, &update>(
                                      {"AWS::CloudFormation::Stack", rows, attributes}, {},
                                      {"cloudformation:CreateStack", "cloudformation:DeleteStack", &arns})
                                      .waiting()
                                      .looking_inside();

}  // namespace berth::cloudformation
