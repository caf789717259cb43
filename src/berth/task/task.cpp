#include "berth/task/task.hpp"

namespace berth::task {

std::string Task::arn() const {
  return "arn:aws:ecs:" + region + ":" + account + ":task/" + plan.cluster + "/" + id;
}

std::string Task::container_arn(std::size_t index) const {
  return "arn:aws:ecs:" + region + ":" + account + ":container/" + plan.cluster + "/" + id + "/" +
         facts[index].uuid;
}

sched::Grant Task::grant() const {
  return {.cpu_units = granted_cpu_units,
          .memory_mib = granted_memory_mib,
          .backed_memory_mib = granted_backed_memory_mib,
          .gpu_ids = granted_gpu_ids,
          .ports = ports_of(plan)};
}

std::vector<sched::Port> ports_of(const TaskPlan& plan) {
  std::vector<sched::Port> ports;
  for (const ContainerPlan& container : plan.containers)
    for (const PortPlan& port : container.ports)
      if (port.host_port != 0) ports.push_back({port.host_port, port.udp});
  return ports;
}

sched::Demand demand_of(const TaskPlan& plan) {
  sched::Demand demand{.ports = ports_of(plan)};
  for (const ContainerPlan& container : plan.containers) {
    demand.cpu_units += container.cpu;
    demand.memory_mib += container.memory_reservation_mib.value_or(container.memory_mib.value_or(0));
    demand.gpus += container.gpus;
  }
  demand.cpu_units = plan.cpu.value_or(demand.cpu_units);
  demand.memory_mib = plan.memory_mib.value_or(demand.memory_mib);
  return demand;
}

}  // namespace berth::task
