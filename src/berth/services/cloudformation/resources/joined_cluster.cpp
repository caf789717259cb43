#include "berth/services/cloudformation/resources/joined_cluster.hpp"

#include "berth/fleet/instance_type.hpp"
#include "berth/fleet/user_data.hpp"

#include <boost/json/array.hpp>
#include <fmt/format.h>

namespace berth::cloudformation {
namespace {

/// The last ECS_CLUSTER= in any text below `value`: the files and commands of AWS::CloudFormation::Init.
void find_cluster(const boost::json::value& value, std::optional<std::string>& found) {
  if (const auto* text = value.if_string()) {
    if (auto cluster = fleet::find_ecs_cluster(std::string(*text))) found = std::move(cluster);
  } else if (const auto* object = value.if_object()) {
    for (const auto& [key, member] : *object) find_cluster(member, found);
  } else if (const auto* list = value.if_array()) {
    for (const auto& element : *list) find_cluster(element, found);
  }
}

}  // namespace

std::optional<std::string> joined_cluster(const ResourceRequest& request, const std::string& property,
                                          const std::optional<std::string>& user_data) {
  if (user_data) {
    if (auto cluster = fleet::find_ecs_cluster_in_user_data(*user_data)) {
      request.note({property, "ECS_CLUSTER=" + *cluster + " was read from it", ""});
      return cluster;
    }
  }
  std::optional<std::string> cluster;
  if (const auto* init = request.metadata.if_contains("AWS::CloudFormation::Init"))
    find_cluster(*init, cluster);
  if (cluster)
    request.note(
        {"Metadata.AWS::CloudFormation::Init", "ECS_CLUSTER=" + *cluster + " was read from it", "emulated"});
  else
    request.note({property, "no ECS_CLUSTER stands in it: instances join the cluster default",
                  user_data ? "" : "emulated"});
  return cluster;
}

void note_size(const fleet::MachineCapacity& machine, const ResourceRequest& request,
               const std::string& property, const std::string& name) {
  const fleet::InstanceType* type = fleet::find_instance_type(name);
  if (type == nullptr) return;
  const bool larger = type->vcpus * 1024 > machine.cpu_units || type->memory_mib > machine.memory_mib ||
                      static_cast<std::size_t>(type->gpus) > machine.gpus.size();
  if (larger)
    request.note(
        {property,
         fmt::format(
             "{} has {} vCPU, {} MiB and {} GPUs; this machine has {}, {} and {}, which is the most that "
             "an instance gets",
             name, type->vcpus, type->memory_mib, type->gpus, machine.cpu_units / 1024, machine.memory_mib,
             machine.gpus.size()),
         ""});
}

}  // namespace berth::cloudformation
