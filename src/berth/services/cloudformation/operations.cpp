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

constexpr std::string_view create_without_effect[] = {"RollbackConfiguration", "NotificationARNs",
                                                      "StackPolicyBody", "StackPolicyURL"};

constexpr wire::Operation<CloudFormation> table[] = {
    op<&create_stack>("CreateStack", Action{"cloudformation:CreateStack"},
                      resource<&named_stack<CreateStackRequest>>)
        .ignoring(create_without_effect),
    op<&delete_stack>("DeleteStack", Action{"cloudformation:DeleteStack"},
                      resource<&named_stack<DeleteStackRequest>>),
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
    op<&get_template>("GetTemplate", Action{"cloudformation:GetTemplate"},
                      resource<&named_stack<GetTemplateRequest>>),
};

}  // namespace

std::span<const wire::Operation<CloudFormation>> operations() { return table; }

}  // namespace berth::cloudformation
