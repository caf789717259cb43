/// What docs/reference is made of: the tables of operations, of resource types, of a task definition's features and of
/// settings, as JSON. scripts/reference.py makes pages of it.
#pragma once

#include <string>

namespace berth::daemon {

/// {"services":[as wire/describe_service.hpp],"resource_types":[…],"task_definition":[…],"settings":[…]}
std::string describe_everything();

}  // namespace berth::daemon
