#include "berth/cli/placement.hpp"

#include "berth/cli/names.hpp"

#include <array>

namespace berth::cli {
namespace {

struct Amount {
  std::string_view reason;
  std::int64_t Demand::*member;
};
constexpr std::array amounts = {Amount{"RESOURCE:GPU", &Demand::gpus},
                                Amount{"RESOURCE:MEMORY", &Demand::memory_mib},
                                Amount{"RESOURCE:CPU", &Demand::cpu}};

Demand sum_of(const std::vector<ecs::Resource>& resources) {
  Demand sum;
  for (const ecs::Resource& each : resources) {
    if (each.name == "CPU") sum.cpu += each.integerValue.value_or(0);
    if (each.name == "MEMORY") sum.memory_mib += each.integerValue.value_or(0);
    if (each.name == "GPU" && each.stringSetValue)
      sum.gpus += static_cast<std::int64_t>(each.stringSetValue->size());
  }
  return sum;
}

}  // namespace

Room room_of(const ecs::ContainerInstance& instance) {
  return {.instance = instance.ec2InstanceId.value_or(short_name(instance.containerInstanceArn.value_or(""))),
          .status = instance.status.value_or(""),
          .free = sum_of(instance.remainingResources),
          .all = sum_of(instance.registeredResources)};
}

std::optional<Ask> ask_of(std::string_view reason, const Demand& demand, const std::vector<Room>& rooms) {
  for (const Amount& amount : amounts) {
    if (reason != amount.reason) continue;
    Ask ask{.asked = demand.*amount.member};
    for (const Room& room : rooms) {
      ask.most = std::max(ask.most, room.all.*amount.member);
      if (room.free.*amount.member < ask.free || (!ask.where.empty() && room.free.*amount.member == ask.free))
        continue;
      ask.free = room.free.*amount.member;
      ask.where = room.instance;
    }
    return ask;
  }
  return std::nullopt;
}

std::vector<std::string> shortages(const Demand& demand, const Room& room) {
  std::vector<std::string> lacking;
  for (const Amount& amount : amounts)
    if (demand.*amount.member > room.free.*amount.member) lacking.emplace_back(amount.reason);
  return lacking;
}

}  // namespace berth::cli
