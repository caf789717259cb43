// Random operations on an Inventory against the simplest model there is: a list of who holds what.
#include "berth/sched/inventory.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <numeric>
#include <set>

namespace berth::sched {
namespace {

struct Model {
  Capacity capacity;
  std::vector<Grant> held;

  std::int64_t free(std::int64_t Capacity::*all, std::int64_t Grant::*part) const {
    return std::accumulate(held.begin(), held.end(), capacity.*all,
                           [&](std::int64_t left, const Grant& grant) { return left - grant.*part; });
  }
  std::set<std::string> held_gpus() const {
    std::set<std::string> gpus;
    for (const Grant& grant : held)
      for (const std::string& id : grant.gpu_ids) RC_ASSERT(gpus.insert(id).second);  // no GPU twice
    return gpus;
  }
  bool has_port(const Port& port) const {
    for (const Grant& grant : held)
      for (const Port& each : grant.ports)
        if (each == port) return true;
    return false;
  }
  bool fits(const Demand& demand) const {
    const auto gpus = held_gpus();
    int free_gpus = 0;
    for (const Gpu& gpu : capacity.gpus) free_gpus += !gpus.contains(gpu.id);
    for (const Port& port : demand.ports)
      if (has_port(port)) return false;
    return demand.cpu_units <= free(&Capacity::cpu_units, &Grant::cpu_units) &&
           demand.memory_mib <= free(&Capacity::memory_mib, &Grant::memory_mib) &&
           std::min(demand.memory_mib, capacity.backed_memory_mib) <=
               free(&Capacity::backed_memory_mib, &Grant::backed_memory_mib) &&
           demand.gpus <= free_gpus;
  }
};

void check_same(const Inventory& inventory, const Model& model) {
  RC_ASSERT(inventory.free_cpu_units() == model.free(&Capacity::cpu_units, &Grant::cpu_units));
  RC_ASSERT(inventory.free_memory_mib() == model.free(&Capacity::memory_mib, &Grant::memory_mib));
  RC_ASSERT(inventory.free_backed_memory_mib() ==
            model.free(&Capacity::backed_memory_mib, &Grant::backed_memory_mib));
  const auto held = model.held_gpus();
  RC_ASSERT(std::set<std::string>(inventory.taken_gpu_ids().begin(), inventory.taken_gpu_ids().end()) ==
            held);
  RC_ASSERT(inventory.is_idle() == model.held.empty());
}

Capacity any_capacity() {
  Capacity capacity{.cpu_units = *rc::gen::inRange(0, 4096), .memory_mib = *rc::gen::inRange(0, 4096)};
  capacity.backed_memory_mib = *rc::gen::inRange<std::int64_t>(0, capacity.memory_mib + 1);
  const int gpus = *rc::gen::inRange(0, 5);
  for (int i = 0; i < gpus; ++i) capacity.gpus.push_back({"GPU-" + std::to_string(i), "A10G"});
  return capacity;
}

Demand any_demand() {
  Demand demand{.cpu_units = *rc::gen::inRange(0, 2048),
                .memory_mib = *rc::gen::inRange(0, 2048),
                .gpus = *rc::gen::inRange(0, 4)};
  if (*rc::gen::inRange(0, 3) == 0)
    demand.ports.push_back({*rc::gen::inRange(80, 84), *rc::gen::arbitrary<bool>()});
  return demand;
}

TEST(InventoryModel, random_use_agrees_with_a_list_of_who_holds_what) {
  EXPECT_TRUE(rc::check([] {
    Model model{.capacity = any_capacity()};
    Inventory inventory(model.capacity);
    const int steps = *rc::gen::inRange(1, 60);
    for (int step = 0; step < steps; ++step) {
      const int choice = *rc::gen::inRange(0, 10);
      if (choice < 6) {
        const Demand demand = any_demand();
        const bool fits = model.fits(demand);
        auto result = inventory.take(demand);
        RC_ASSERT(std::holds_alternative<Grant>(result) == fits);
        if (fits) {
          RC_ASSERT(std::get<Grant>(result).gpu_ids.size() == static_cast<std::size_t>(demand.gpus));
          model.held.push_back(std::get<Grant>(result));
        }
      } else if (choice < 9 && !model.held.empty()) {
        const auto which = *rc::gen::inRange<std::size_t>(0, model.held.size());
        inventory.give_back(model.held[which]);
        model.held.erase(model.held.begin() + static_cast<std::ptrdiff_t>(which));
      } else if (choice == 9) {
        model.capacity = any_capacity();
        inventory.resize(model.capacity);
      }
      check_same(inventory, model);
    }
    // Another inventory that retakes what is held, as after a restart, is the same.
    Inventory again(model.capacity);
    for (const Grant& grant : model.held) again.retake(grant);
    check_same(again, model);
  }));
}

}  // namespace
}  // namespace berth::sched
