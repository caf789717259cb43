#include "berth/services/cloudformation/operations.hpp"

namespace berth::cloudformation {

using wire::Action;
using wire::op;
using wire::resource;

namespace {

/// A name stands for any stack of that name: arn:…:stack/NAME/*.
std::string stack_arn(const Call& call, const std::string& name_or_id) {
  if (name_or_id.starts_with("arn:")) return name_or_id;
  return "arn:aws:cloudformation:" + call.region + ":" + call.account + ":stack/" + name_or_id + "/*";
}

template <class Request>
std::string named_stack(const Call& call, const Request& request) {
  if constexpr (requires { request.StackName.value(); })
    return request.StackName ? stack_arn(call, *request.StackName) : "*";
  else
    return stack_arn(call, request.StackName);
}

constexpr std::string_view create_without_effect[] = {"RollbackConfiguration", "NotificationARNs"};

constexpr std::string_view update_without_effect[] = {"RollbackConfiguration", "NotificationARNs"};
constexpr std::string_view change_set_without_effect[] = {"RollbackConfiguration", "NotificationARNs",
                                                          "IncludeNestedStacks"};

/// Of a change set that is named by its ARN alone, the stack is not known here: any stack is asked for.
template <class Request>
std::string change_sets_stack(const Call& call, const Request& request) {
  return request.StackName ? stack_arn(call, *request.StackName) : "*";
}

constexpr wire::Operation<CloudFormation> table[] = {
    op<&create_stack>("CreateStack", Action{"cloudformation:CreateStack"},
                      resource<&named_stack<CreateStackRequest>>)
        .ignoring(create_without_effect),
    op<&delete_stack>("DeleteStack", Action{"cloudformation:DeleteStack"},
                      resource<&named_stack<DeleteStackRequest>>),
    op<&update_stack>("UpdateStack", Action{"cloudformation:UpdateStack"},
                      resource<&named_stack<UpdateStackRequest>>)
        .ignoring(update_without_effect),
    op<&cancel_update_stack>("CancelUpdateStack", Action{"cloudformation:CancelUpdateStack"},
                             resource<&named_stack<CancelUpdateStackRequest>>),
    op<&continue_update_rollback>("ContinueUpdateRollback", Action{"cloudformation:ContinueUpdateRollback"},
                                  resource<&named_stack<ContinueUpdateRollbackRequest>>),
    op<&rollback_stack>("RollbackStack", Action{"cloudformation:RollbackStack"},
                        resource<&named_stack<RollbackStackRequest>>),
    op<&signal_resource>("SignalResource", Action{"cloudformation:SignalResource"},
                         resource<&named_stack<SignalResourceRequest>>),
    op<&update_termination_protection>("UpdateTerminationProtection",
                                       Action{"cloudformation:UpdateTerminationProtection"},
                                       resource<&named_stack<UpdateTerminationProtectionRequest>>),
    op<&set_stack_policy>("SetStackPolicy", Action{"cloudformation:SetStackPolicy"},
                          resource<&named_stack<SetStackPolicyRequest>>),
    op<&get_stack_policy>("GetStackPolicy", Action{"cloudformation:GetStackPolicy"},
                          resource<&named_stack<GetStackPolicyRequest>>),
    op<&create_change_set>("CreateChangeSet", Action{"cloudformation:CreateChangeSet"},
                           resource<&named_stack<CreateChangeSetRequest>>)
        .ignoring(change_set_without_effect),
    op<&describe_change_set>("DescribeChangeSet", Action{"cloudformation:DescribeChangeSet"},
                             resource<&change_sets_stack<DescribeChangeSetRequest>>),
    op<&execute_change_set>("ExecuteChangeSet", Action{"cloudformation:ExecuteChangeSet"},
                            resource<&change_sets_stack<ExecuteChangeSetRequest>>),
    op<&delete_change_set>("DeleteChangeSet", Action{"cloudformation:DeleteChangeSet"},
                           resource<&change_sets_stack<DeleteChangeSetRequest>>),
    op<&list_change_sets>("ListChangeSets", Action{"cloudformation:ListChangeSets"},
                          resource<&named_stack<ListChangeSetsRequest>>),
    op<&list_exports>("ListExports", Action{"cloudformation:ListExports"}),
    op<&list_imports>("ListImports", Action{"cloudformation:ListImports"}),
    op<&get_template_summary>("GetTemplateSummary", Action{"cloudformation:GetTemplateSummary"},
                              resource<&named_stack<GetTemplateSummaryRequest>>),
    op<&describe_stacks>("DescribeStacks", Action{"cloudformation:DescribeStacks"},
                         resource<&named_stack<DescribeStacksRequest>>),
    op<&list_stacks>("ListStacks", Action{"cloudformation:ListStacks"}),
    op<&describe_stack_events>("DescribeStackEvents", Action{"cloudformation:DescribeStackEvents"},
                               resource<&named_stack<DescribeStackEventsRequest>>),
    op<&list_stack_resources>("ListStackResources", Action{"cloudformation:ListStackResources"},
                              resource<&named_stack<ListStackResourcesRequest>>),
    op<&describe_stack_resources>("DescribeStackResources", Action{"cloudformation:DescribeStackResources"},
                                  resource<&named_stack<DescribeStackResourcesRequest>>),
    op<&describe_stack_resource>("DescribeStackResource", Action{"cloudformation:DescribeStackResource"},
                                 resource<&named_stack<DescribeStackResourceRequest>>),
    op<&validate_template>("ValidateTemplate", Action{"cloudformation:ValidateTemplate"}),
    op<&estimate_template_cost>("EstimateTemplateCost", Action{"cloudformation:EstimateTemplateCost"}),
    op<&get_template>("GetTemplate", Action{"cloudformation:GetTemplate"},
                      resource<&named_stack<GetTemplateRequest>>),
};

}  // namespace

std::span<const wire::Operation<CloudFormation>> operations() { return table; }

}  // namespace berth::cloudformation
