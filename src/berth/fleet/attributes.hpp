/// The attributes that an instance registers with its cluster: what placement constraints ask for, and what a
/// task definition may need (requiresAttributes). Names as the ECS agent uses them; only what is true here.
#pragma once

#include "berth/fleet/records.hpp"
#include "berth/sched/placement.hpp"

#include <string>

namespace berth::fleet {

sched::Attributes instance_attributes(const std::string& account, const std::string& region,
                                      const InstanceRecord& record);

}  // namespace berth::fleet
