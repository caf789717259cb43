/// The domain as ECS's shapes: one function a thing.
#pragma once

#include "berth/services/ecs/ecs.hpp"

#include <map>
#include <string>
#include <vector>

namespace berth::ecs {

Cluster describe(Ecs& ecs, const Call& call, const fleet::Cluster& cluster);
ContainerInstance describe(Ecs& ecs, const Call& call, const fleet::Instance& instance);
Task describe(const task::Task& task);

std::vector<Tag> to_tags(const std::map<std::string, std::string>& tags);
/// The last of doubled keys counts.
std::map<std::string, std::string> from_tags(const std::vector<Tag>& tags);

Failure missing(std::string arn);

}  // namespace berth::ecs
