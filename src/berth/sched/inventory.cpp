#include "berth/sched/inventory.hpp"

#include "base/check.hpp"

#include <algorithm>

namespace berth::sched {

std::string_view to_reason(Shortage shortage) {
  switch (shortage) {
    case Shortage::cpu:
      return "RESOURCE:CPU";
    case Shortage::memory:
      return "RESOURCE:MEMORY";
    case Shortage::gpu:
      return "RESOURCE:GPU";
    case Shortage::ports:
      return "RESOURCE:PORTS";
  }
  BERTH_CHECK(false, "every shortage has a reason");
}

std::int64_t Inventory::backed_demand(const Demand& demand) const {
  return std::min(demand.memory_mib, capacity_.backed_memory_mib);
}

std::vector<std::string> Inventory::free_gpu_ids() const {
  std::vector<std::string> ids;
  for (const Gpu& gpu : capacity_.gpus)
    if (!taken_gpus_.contains(gpu.id)) ids.push_back(gpu.id);
  return ids;
}

std::optional<Shortage> Inventory::lacks(const Demand& demand) const {
  if (demand.cpu_units > free_cpu_units()) return Shortage::cpu;
  if (demand.memory_mib > free_memory_mib() || backed_demand(demand) > free_backed_memory_mib())
    return Shortage::memory;
  const auto free_gpus = std::count_if(capacity_.gpus.begin(), capacity_.gpus.end(),
                                       [&](const Gpu& gpu) { return !taken_gpus_.contains(gpu.id); });
  if (demand.gpus > free_gpus) return Shortage::gpu;
  // Two containers of one task that want the same port are in each other's way as well.
  std::set<Port> wanted;
  for (const Port& port : demand.ports)
    if (taken_ports_.contains(port) || !wanted.insert(port).second) return Shortage::ports;
  return std::nullopt;
}

std::variant<Grant, Shortage> Inventory::take(const Demand& demand) {
  if (const auto shortage = lacks(demand)) return *shortage;
  Grant grant{.cpu_units = demand.cpu_units,
              .memory_mib = demand.memory_mib,
              .backed_memory_mib = backed_demand(demand),
              .gpu_ids = free_gpu_ids(),
              .ports = demand.ports};
  grant.gpu_ids.resize(static_cast<std::size_t>(demand.gpus));
  retake(grant);
  return grant;
}

void Inventory::retake(const Grant& grant) {
  for (const std::string& id : grant.gpu_ids)
    BERTH_CHECK(taken_gpus_.insert(id).second, "a GPU belongs to one task at a time");
  taken_ports_.insert(grant.ports.begin(), grant.ports.end());
  taken_.cpu_units += grant.cpu_units;
  taken_.memory_mib += grant.memory_mib;
  taken_.backed_memory_mib += grant.backed_memory_mib;
  ++grants_;
}

void Inventory::give_back(const Grant& grant) {
  for (const std::string& id : grant.gpu_ids)
    BERTH_CHECK(taken_gpus_.erase(id) == 1, "only a GPU that is taken can be given back");
  for (const Port& port : grant.ports) taken_ports_.erase(port);
  taken_.cpu_units -= grant.cpu_units;
  taken_.memory_mib -= grant.memory_mib;
  taken_.backed_memory_mib -= grant.backed_memory_mib;
  BERTH_CHECK(--grants_ >= 0, "a grant is given back once");
}

}  // namespace berth::sched
