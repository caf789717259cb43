/// Finding what a request names.
#pragma once

#include "berth/services/ecs/ecs.hpp"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace berth::ecs {

/// Name or ARN; absent or empty means "default". nullptr if there never was such a cluster.
const fleet::Cluster* find_cluster(Ecs& ecs, const Call& call, const std::optional<std::string>& name_or_arn);

/// The same; throws ClusterNotFoundException unless it is there and active.
const fleet::Cluster& active_cluster(Ecs& ecs, const Call& call,
                                     const std::optional<std::string>& name_or_arn);

/// A task in memory, by id or ARN, in a cluster; nullptr if there is none there.
task::Task* find_task(Ecs& ecs, const Call& call, const fleet::Cluster& cluster,
                      const std::string& id_or_arn);

/// Throws InvalidParameterException unless each of a Describe's `include` is among what it knows.
void check_include(const std::vector<std::string>& include, std::initializer_list<std::string_view> known);

}  // namespace berth::ecs
