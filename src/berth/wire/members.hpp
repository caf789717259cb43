/// Questions about shapes.
#pragma once

#include "berth/wire/type.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace berth::wire {

/// Which of the members ("placementStrategy", "overrides.taskRoleArn"; lists are searched through) have a
/// value: are set and, for lists, maps and strings, not empty.
std::vector<std::string> members_set(const Type& type, const void* shape,
                                     std::span<const std::string_view> names);

}  // namespace berth::wire
