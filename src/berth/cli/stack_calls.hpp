/// The CloudFormation operations that commands make, and emptying what keeps a stack from being deleted.
#pragma once

#include "berth/cli/api.hpp"
#include "berth/services/cloudformation/update_shapes.hpp"

#include <optional>
#include <string>
#include <vector>

namespace berth::cli {

namespace calls {
extern const Call<cloudformation::CreateStackRequest, cloudformation::CreateStackResponse> create_stack;
extern const Call<cloudformation::DeleteStackRequest, wire::Nothing> delete_stack;
extern const Call<cloudformation::CreateChangeSetRequest, cloudformation::CreateChangeSetResponse>
    create_change_set;
extern const Call<cloudformation::ExecuteChangeSetRequest, cloudformation::ExecuteChangeSetResponse>
    execute_change_set;
extern const Call<cloudformation::DeleteChangeSetRequest, cloudformation::DeleteChangeSetResponse>
    delete_change_set;
}  // namespace calls

/// Throws the service's ValidationError if there is none.
cloudformation::Stack describe_stack(Api& api, const std::string& name);
/// The same, without complaint if there is none.
std::optional<cloudformation::Stack> find_stack_if_any(Api& api, const std::string& name);
/// Those that are not deleted, newest first.
std::vector<cloudformation::Stack> all_stacks(Api& api);
/// Oldest first.
std::vector<cloudformation::StackEvent> stack_events(Api& api, const std::string& name);
std::vector<cloudformation::StackResourceSummary> stack_resources(Api& api, const std::string& name);

/// All its pages in one.
cloudformation::DescribeChangeSetResponse describe_change_set(Api& api, const std::string& id);
/// The names of a template's parameters.
std::vector<std::string> parameters_of(Api& api, const std::string& template_body);

/// Removes what is in a bucket, or the images of a repository; other resources stay as they are.
void empty_resource(Api& api, const cloudformation::StackResourceSummary& resource);

}  // namespace berth::cli
