/// AWS CloudFormation: one function an operation; operations.cpp tables them. What happens to a stack is
/// stack/engine.hpp's; here is what callers say and see.
#pragma once

#include "base/async.hpp"
#include "base/json.hpp"
#include "berth/services/cloudformation/host.hpp"
#include "berth/services/cloudformation/shapes.hpp"
#include "berth/services/cloudformation/update_shapes.hpp"
#include "berth/stack/engine.hpp"
#include "berth/wire/call.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace berth::cloudformation {

using wire::Call;

/// What the operations act on. The references outlive it.
struct CloudFormation {
  stack::Engine& engine;
  Host& host;
};

base::Async<CreateStackResponse> create_stack(CloudFormation&, const Call&, CreateStackRequest);
void delete_stack(CloudFormation&, const Call&, DeleteStackRequest);
base::Async<UpdateStackResponse> update_stack(CloudFormation&, const Call&, UpdateStackRequest);
void cancel_update_stack(CloudFormation&, const Call&, CancelUpdateStackRequest);
ContinueUpdateRollbackResponse continue_update_rollback(CloudFormation&, const Call&,
                                                        ContinueUpdateRollbackRequest);
RollbackStackResponse rollback_stack(CloudFormation&, const Call&, RollbackStackRequest);
void signal_resource(CloudFormation&, const Call&, SignalResourceRequest);
UpdateTerminationProtectionResponse update_termination_protection(CloudFormation&, const Call&,
                                                                  UpdateTerminationProtectionRequest);
base::Async<void> set_stack_policy(CloudFormation&, const Call&, SetStackPolicyRequest);
GetStackPolicyResponse get_stack_policy(CloudFormation&, const Call&, GetStackPolicyRequest);
base::Async<CreateChangeSetResponse> create_change_set(CloudFormation&, const Call&, CreateChangeSetRequest);
DescribeChangeSetResponse describe_change_set(CloudFormation&, const Call&, DescribeChangeSetRequest);
ExecuteChangeSetResponse execute_change_set(CloudFormation&, const Call&, ExecuteChangeSetRequest);
DeleteChangeSetResponse delete_change_set(CloudFormation&, const Call&, DeleteChangeSetRequest);
ListChangeSetsResponse list_change_sets(CloudFormation&, const Call&, ListChangeSetsRequest);
ListExportsResponse list_exports(CloudFormation&, const Call&, ListExportsRequest);
ListImportsResponse list_imports(CloudFormation&, const Call&, ListImportsRequest);
base::Async<GetTemplateSummaryResponse> get_template_summary(CloudFormation&, const Call&,
                                                             GetTemplateSummaryRequest);
base::Async<DescribeStacksResponse> describe_stacks(CloudFormation&, const Call&, DescribeStacksRequest);
base::Async<ListStacksResponse> list_stacks(CloudFormation&, const Call&, ListStacksRequest);
base::Async<DescribeStackEventsResponse> describe_stack_events(CloudFormation&, const Call&,
                                                               DescribeStackEventsRequest);
base::Async<ListStackResourcesResponse> list_stack_resources(CloudFormation&, const Call&,
                                                             ListStackResourcesRequest);
base::Async<DescribeStackResourcesResponse> describe_stack_resources(CloudFormation&, const Call&,
                                                                     DescribeStackResourcesRequest);
base::Async<DescribeStackResourceResponse> describe_stack_resource(CloudFormation&, const Call&,
                                                                   DescribeStackResourceRequest);
base::Async<ValidateTemplateResponse> validate_template(CloudFormation&, const Call&,
                                                        ValidateTemplateRequest);
EstimateTemplateCostResponse estimate_template_cost(CloudFormation&, const Call&,
                                                    EstimateTemplateCostRequest);
base::Async<GetTemplateResponse> get_template(CloudFormation&, const Call&, GetTemplateRequest);

/// What of a living stack's template was honoured, emulated, ignored or refused, for `berth stack report`:
/// {"stack", "status", "summary": {"honoured": N, …}, "rows": [{"resource", "type", "property", "standing", "note"}]}.
/// `name` is a name or an id; nothing if there is no such stack.
std::optional<base::json::value> stack_report(const CloudFormation& service, const std::string& account,
                                              const std::string& region, const std::string& name);

}  // namespace berth::cloudformation
