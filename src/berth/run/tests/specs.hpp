/// Builders for tests: the common case in one line.
#pragma once

#include "berth/run/launch_spec.hpp"

#include <string>
#include <vector>

namespace berth::run {

inline ContainerSpec container(const std::string& name, std::vector<std::string> argv = {"true"}) {
  ContainerSpec spec;
  spec.name = name;
  spec.argv = std::move(argv);
  return spec;
}

inline ContainerSpec waiting_for(ContainerSpec spec, const std::string& other,
                                 DependencyCondition condition) {
  spec.depends_on.push_back({other, condition});
  return spec;
}

inline ContainerSpec optional(ContainerSpec spec) {
  spec.essential = false;
  return spec;
}

inline LaunchSpec task_of(std::vector<ContainerSpec> containers, const std::string& id = "t1") {
  LaunchSpec spec;
  spec.task_id = id;
  spec.task_arn = "arn:aws:ecs:us-east-1:000000000000:task/default/" + id;
  spec.containers = std::move(containers);
  return spec;
}

}  // namespace berth::run
