#include "berth/daemon/status.hpp"

#include "base/version.hpp"

#include <unistd.h>

namespace berth::daemon {
namespace {

base::json::object describe_instance(const fleet::Instance& instance) {
  const sched::Capacity& capacity = instance.inventory.capacity();
  base::json::array free_gpus;
  for (const std::string& id : instance.inventory.free_gpu_ids()) free_gpus.emplace_back(id);
  return {{"id", instance.record.id},
          {"container_instance", instance.record.container_instance_id},
          {"type", instance.record.instance_type},
          {"group", instance.record.group},
          {"cpu_units", capacity.cpu_units},
          {"cpu_units_free", instance.inventory.free_cpu_units()},
          {"memory_mib", capacity.memory_mib},
          {"memory_mib_free", instance.inventory.free_memory_mib()},
          {"gpus", capacity.gpus.size()},
          {"gpus_free", std::move(free_gpus)}};
}

}  // namespace

base::json::value describe_status(Services& services, const Settings& settings, const std::string& endpoint) {
  fleet::Fleet& fleet = services.fleet();
  base::json::array clusters;
  for (const fleet::Cluster* cluster : fleet.clusters(settings.account, settings.region)) {
    if (!cluster->active) continue;
    const fleet::Key key{settings.account, settings.region, cluster->name};
    const auto counts = services.tasks().counts_of(key);
    base::json::array instances;
    for (const fleet::Instance* instance : fleet.instances_of(key))
      instances.push_back(describe_instance(*instance));
    clusters.push_back({{"name", cluster->name},
                        {"tasks_pending", counts.pending},
                        {"tasks_running", counts.running},
                        {"instances", std::move(instances)}});
  }
  const fleet::MachineCapacity& machine = fleet.machine();
  const std::string unenforced = services.runner().limits_unenforced();
  return base::json::object{
      {"version", base::version()},
      {"endpoint", endpoint},
      {"pid", ::getpid()},
      {"account", settings.account},
      {"region", settings.region},
      {"driver", settings.driver},
      {"state_dir", settings.state_dir},
      {"machine",
       {{"cpu_units", machine.cpu_units}, {"memory_mib", machine.memory_mib}, {"gpus", machine.gpus.size()}}},
      {"limits", {{"enforced", unenforced.empty()}, {"reason", unenforced}}},
      {"clusters", std::move(clusters)}};
}

}  // namespace berth::daemon
