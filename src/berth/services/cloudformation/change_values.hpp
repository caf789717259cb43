/// The values of what a change set changes: DescribeChangeSet with IncludePropertyValues.
#pragma once

#include "berth/services/cloudformation/update_shapes.hpp"
#include "berth/stack/changes.hpp"

#include <vector>

namespace berth::cloudformation {

/// One for each place at which `change` has another value than before in what `detail` is about; `like` is all that they
/// have in common. Where no place is known there is one, without values.
std::vector<ResourceTargetDefinition> targets_with_values(const stack::ResourceChange& change,
                                                          const stack::ChangeDetail& detail,
                                                          ResourceTargetDefinition like);

}  // namespace berth::cloudformation
