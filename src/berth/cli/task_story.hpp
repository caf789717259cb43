/// Why a task waits, failed or stopped, and what to do. Pure.
#pragma once

#include "base/clock.hpp"
#include "berth/cli/placement.hpp"
#include "berth/cli/story.hpp"
#include "berth/services/ecs/shapes.hpp"

#include <string>
#include <vector>

namespace berth::cli {

/// `last_lines` are the end of its log, where it has one.
Story tell_task(const ecs::Task& task, const ecs::TaskDefinition& definition,
                const std::vector<std::string>& last_lines, base::TimePoint now);

/// Whether a task of this definition would start now, and why not. `rooms` are the instances of `cluster`; `obstacles`
/// are sentences about what is not there: images, roles.
Story tell_definition(const ecs::TaskDefinition& definition, const std::string& cluster,
                      const std::vector<Room>& rooms, const std::vector<std::string>& obstacles);

}  // namespace berth::cli
