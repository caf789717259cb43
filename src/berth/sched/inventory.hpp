/// What one instance has and what of it is taken: CPU units, memory, GPUs by id, host ports. Pure.
///
///   Inventory inventory(capacity);
///   auto taken = inventory.take(demand);                 // Grant, or the Shortage that stands in the way
///   if (auto* grant = std::get_if<Grant>(&taken)) … inventory.give_back(*grant);
///
/// A GPU is in at most one grant at any time; an attempt to break that stops the process (BERTH_CHECK).
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace berth::sched {

/// A physical device, named as its driver names it ("GPU-<uuid>").
struct Gpu {
  std::string id;
  std::string kind;  ///< "A10G"
  bool operator==(const Gpu&) const = default;
};

/// A static port of the host.
struct Port {
  int number = 0;
  bool udp = false;
  auto operator<=>(const Port&) const = default;
};

/// What an instance offers.
///
/// `memory_mib` is what is registered and what tasks are counted against: the instance type's nominal memory.
/// `backed_memory_mib` is how much of it this machine really sets aside for the instance; it may be less. A
/// task that asks for more than all of it is counted as all of it, so it may run, but alone.
struct Capacity {
  std::int64_t cpu_units = 0;  ///< 1024 make one vCPU; shares, not exclusive between instances
  std::int64_t memory_mib = 0;
  std::int64_t backed_memory_mib = 0;
  std::vector<Gpu> gpus;  ///< handed out in this order
  bool operator==(const Capacity&) const = default;
};

/// What a task needs, all of it from one instance.
struct Demand {
  std::int64_t cpu_units = 0;
  std::int64_t memory_mib = 0;
  int gpus = 0;
  std::vector<Port> ports;
};

/// What a task was given, until its last process is gone.
struct Grant {
  std::int64_t cpu_units = 0;
  std::int64_t memory_mib = 0;
  std::int64_t backed_memory_mib = 0;
  std::vector<std::string> gpu_ids;
  std::vector<Port> ports;
  bool operator==(const Grant&) const = default;
};

enum class Shortage { cpu, memory, gpu, ports };

/// The reason as ECS's failures[] spell it: "RESOURCE:CPU".
std::string_view to_reason(Shortage shortage);

class Inventory {
 public:
  Inventory() = default;
  explicit Inventory(Capacity capacity) : capacity_(std::move(capacity)) {}

  /// The first of CPU, memory, GPU, ports that `demand` does not fit into; nothing if it fits.
  std::optional<Shortage> lacks(const Demand& demand) const;
  /// Takes what is demanded, or nothing at all.
  std::variant<Grant, Shortage> take(const Demand& demand);
  /// Takes exactly what `grant` names, also beyond the capacity: a task that was running before a restart
  /// keeps what it has. A GPU that another grant holds is an invariant broken.
  void retake(const Grant& grant);
  void give_back(const Grant& grant);

  /// Changes what is offered. What is taken stays taken, so the remainder may be negative for a while; no GPU
  /// that is taken is forgotten.
  void resize(Capacity capacity) { capacity_ = std::move(capacity); }

  const Capacity& capacity() const { return capacity_; }
  std::int64_t free_cpu_units() const { return capacity_.cpu_units - taken_.cpu_units; }
  std::int64_t free_memory_mib() const { return capacity_.memory_mib - taken_.memory_mib; }
  std::int64_t free_backed_memory_mib() const {
    return capacity_.backed_memory_mib - taken_.backed_memory_mib;
  }
  std::vector<std::string> free_gpu_ids() const;
  const std::set<std::string, std::less<>>& taken_gpu_ids() const { return taken_gpus_; }
  const std::set<Port>& taken_ports() const { return taken_ports_; }
  /// Memory of the machine that tasks hold here.
  std::int64_t taken_backed_memory_mib() const { return taken_.backed_memory_mib; }
  bool is_idle() const { return grants_ == 0; }

 private:
  std::int64_t backed_demand(const Demand& demand) const;

  Capacity capacity_;
  Grant taken_;  // sums; its lists are unused, the sets below hold them
  std::set<std::string, std::less<>> taken_gpus_;
  std::set<Port> taken_ports_;
  int grants_ = 0;
};

}  // namespace berth::sched
