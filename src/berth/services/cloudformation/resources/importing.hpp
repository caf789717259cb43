/// Resources that are there before their stack: CreateChangeSet's ImportExistingResources. Only types with names of their
/// own that templates can give; a type that is not among them is made, and fails where its name is taken.
#pragma once

#include "berth/services/cloudformation/resources/resource.hpp"

#include <optional>
#include <string>

namespace berth::cloudformation {

/// The physical id of what `properties` name, if it is there and can be imported. Owned by the account, or it is not
/// there.
base::Async<std::optional<std::string>> find_existing(const Environment& environment, std::string account,
                                                      std::string region, std::string type,
                                                      boost::json::object properties);

/// Instead of the type's create(): the resource `request.import_id` becomes the stack's, and what the template says is
/// brought about in it. Throws ResourceFailure if it is no longer there.
Making take_over(Environment& environment, const Call& call, const ResourceType& type,
                 ResourceRequest& request);

}  // namespace berth::cloudformation
