/// The CloudFormation operations that commands make, and emptying what keeps a stack from being deleted.
#pragma once

#include "berth/cli/api.hpp"
#include "berth/services/cloudformation/shapes.hpp"

#include <string>
#include <vector>

namespace berth::cli {

namespace calls {
extern const Call<cloudformation::CreateStackRequest, cloudformation::CreateStackResponse> create_stack;
extern const Call<cloudformation::DeleteStackRequest, wire::Nothing> delete_stack;
}  // namespace calls

/// Throws the service's ValidationError if there is none.
cloudformation::Stack describe_stack(Api& api, const std::string& name);
/// Those that are not deleted, newest first.
std::vector<cloudformation::Stack> all_stacks(Api& api);
/// Oldest first.
std::vector<cloudformation::StackEvent> stack_events(Api& api, const std::string& name);
std::vector<cloudformation::StackResourceSummary> stack_resources(Api& api, const std::string& name);

/// Removes what is in a bucket, or the images of a repository; other resources stay as they are.
void empty_resource(Api& api, const cloudformation::StackResourceSummary& resource);

}  // namespace berth::cli
