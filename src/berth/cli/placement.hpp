/// How what a task asks for stands against the instances of a cluster. Pure.
#pragma once

#include "berth/cli/explain.hpp"
#include "berth/cli/task_view.hpp"
#include "berth/services/ecs/shapes.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace berth::cli {

/// What one instance has.
struct Room {
  std::string instance;  ///< "i-…", or the container instance's id where it has none
  std::string status;    ///< ACTIVE, DRAINING
  Demand free, all;
};
Room room_of(const ecs::ContainerInstance& instance);

/// What `reason`, one of RunTask's failures[], is about; nothing if it is about no amount.
std::optional<Ask> ask_of(std::string_view reason, const Demand& demand, const std::vector<Room>& rooms);

/// What an instance lacks for the task: "RESOURCE:GPU" and so on; empty if the task would be placed there.
std::vector<std::string> shortages(const Demand& demand, const Room& room);

}  // namespace berth::cli
